import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoPictures

/// A simulated camera to try out the station without a real one. It loops the ``DemonstrationFilm``.
enum DemonstrationCamera {
    private static let film = Task.detached(priority: .utility) { try DemonstrationFilm() }

    /// Returns frames in real time until the reader is released.
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
            // The reader owns the feed.
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
        // SAFETY: the feed reads the pixels until it releases them; the picture lives at least as long and does not
        // move them.
        picture.withFrame { feed.send($0, at: time) { withExtendedLifetime(picture) {} } }
    }
}

/// A generated clip of pages laid on a desk one after another.
struct DemonstrationFilm: Sendable {
    static let framesPerSecond = 15
    private static let size = (width: 1280, height: 720)
    private static let pages = 3
    /// The seconds during which a page rests, and during which the next one slides over it.
    private static let (rest, turn) = (5, 1.0)
    /// The number of frames of a resting page. They differ only in noise, so a few are enough.
    private static let restingFrames = 4
    private static let seed: UInt64 = 1_000_101

    /// The frames, JPEG files.
    let frames: [[UInt8]]

    /// Draws the clip, which takes a few seconds.
    /// - Throws: If fonts are missing.
    init() throws {
        var options = SceneStream.Options()
        options.motion = .still
        options.scene.kind = .letter
        options.scene.background = .wood
        let stage = Double(Self.rest) + Self.turn
        options.pageTurns = (1..<Self.pages).map { Double($0) * stage - Self.turn..<Double($0) * stage }
        let film = try SceneStream(
            seed: Self.seed, size: try PixelSize(width: Self.size.width, height: Self.size.height), options: options)
        var frames: [[UInt8]] = []
        func jpeg(at time: Double) throws -> [UInt8] {
            try JPEGWriter.standard.encode(.rgb(film.frame(at: time).picture))
        }
        for page in 0..<Self.pages {
            let start = Double(page) * stage
            let step = 1 / Double(Self.framesPerSecond)
            let resting = try (0..<Self.restingFrames).map { try jpeg(at: start + Double($0) * step) }
            frames += (0..<Self.rest * Self.framesPerSecond).map { resting[$0 % resting.count] }
            guard page + 1 < Self.pages else { break }
            for frame in 0..<Int(Self.turn * Double(Self.framesPerSecond)) {
                frames.append(try jpeg(at: start + Double(Self.rest) + Double(frame) * step))
            }
        }
        self.frames = frames
    }
}
