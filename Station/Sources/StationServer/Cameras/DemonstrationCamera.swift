import Recto
import RectoCapture
import RectoCodecs
import RectoCore

/// A camera that is none: to try the station where there is no other. It plays the ``DemonstrationFilm`` over and over.
enum DemonstrationCamera {
    private static let film = Task.detached(priority: .utility) { try DemonstrationFilm() }

    /// Frames in real time, until nobody reads them any more.
    static func source() -> any FrameSource {
        let feed = FrameFeed(name: "demonstration")
        Task.detached { [weak feed] in
            guard let film = try? await Self.film.value else {
                feed?.finish()
                return
            }
            let step = Duration.seconds(1) / DemonstrationFilm.framesPerSecond
            let start = ContinuousClock.now
            var number = 0
            // The reader holds the feed.
            while let reader = feed {
                send(film.frames[number % film.frames.count], at: step * number, to: reader)
                number += 1
                try await Task.sleep(until: start + step * number)
            }
        }
        return feed
    }

    private static func send(_ jpeg: [UInt8], at time: Duration, to feed: FrameFeed) {
        guard let picture = try? PictureReader().read(bytes: jpeg) else { return }
        // SAFETY: the feed reads the pixels until it hands them back; the picture, which is kept as long, never moves them.
        picture.withFrame { feed.send($0, at: time) { withExtendedLifetime(picture) {} } }
    }
}
