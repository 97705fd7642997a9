import RectoCore
import RectoPictures
import Recto
import RectoVision

/// A simulated session: a camera above pages that are turned one after the other, and the results of ``AutoCapture``.
package struct CaptureSession {
    /// The outcome for a page.
    package struct Page {
        package let appearance: CaptureScript.Appearance
        /// Seconds at which shots of it were decided.
        package var shots: [Double] = []
        /// Number of shots whose frame shows a hand on the page, a reflection, or no focus.
        package var premature = 0
        /// Guidance of its first still frame.
        package var firstGuidance: String?
        /// Number of frames with each guidance.
        package var guidance: [String: Int] = [:]
    }

    package private(set) var pages: [Page]
    /// Number of shots whose frame shows two pages at once, or none.
    package private(set) var betweenPages = 0
    /// Sharpness of the kept frames as a share of the best of the frames from which they were chosen.
    package private(set) var sharpness: [Double] = []
    package let script: CaptureScript

    /// - Returns: `nil` if the page cannot be captured in its place: too small, or partly outside the frame.
    package init?(_ script: CaptureScript, seed: UInt64) throws {
        self.script = script
        pages = script.pages.map { Page(appearance: $0) }
        guard try Self.isWellPlaced(script, seed: seed) else { return nil }
        try play(SceneStream(seed: seed, size: script.size, options: script.options))
    }

    private static func isWellPlaced(_ script: CaptureScript, seed: UInt64) throws -> Bool {
        guard script.options.scene.hasPage else { return true }
        // A small video without the later pages is painted quickly.
        let size = try PixelSize(width: 160, height: 90)
        var options = script.options
        options.pageTurns = []
        let film = try SceneStream(seed: seed, size: size, options: options)
        return stride(from: 0, to: script.end, by: placeInterval).allSatisfy { time in
            let quad = film.quad(at: time)
            let x = quad.corners.map { $0.x / Double(size.width) }
            let y = quad.corners.map { $0.y / Double(size.height) }
            guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return false }
            return min(left, top, 1 - right, 1 - bottom) > (time == 0 ? 0.02 : 0)
                && max(right - left, bottom - top) > 0.5
        }
    }

    /// A hand-held camera shakes: interval of checking the page's place, in seconds.
    private static let placeInterval = 0.2

    private mutating func play(_ film: SceneStream) throws {
        var tracker = try QuadTracker()
        var capture = try AutoCapture()
        let (meter, printer) = (PageQualityMeter(), PageSignatureExtractor())
        var qualities: [(time: Double, sharpness: Double)] = []
        for index in 0..<Int(script.end * script.framesPerSecond) {
            let seconds = Double(index) / script.framesPerSecond
            let time = Duration.seconds(seconds)
            let observation = film.frame(at: seconds).picture.withView { view in
                let page = tracker.track(view, at: time)
                return CaptureObservation(
                    time: time, size: script.size, page: page,
                    quality: page.flatMap { meter.measure($0.quad, in: .rgb(view)) },
                    signature: capture.needsSignature
                        ? page.flatMap { printer.signature(of: $0.quad, in: .rgb(view)) } : nil)
            }
            qualities.append((seconds, Double(observation.quality?.sharpness ?? 0)))
            let decision = capture.observe(observation)
            if let page = pages.firstIndex(where: { $0.appearance.still.contains(seconds) }) {
                pages[page].firstGuidance = pages[page].firstGuidance ?? decision.guidance.code
                pages[page].guidance[decision.guidance.code, default: 0] += 1
            }
            if let shot = decision.shot { record(shot, decidedAt: seconds, qualities, film) }
        }
    }

    /// Whether the page looks different from how it would without a hand, a reflection or a refocusing lens.
    private static func isDisturbed(_ film: SceneStream, at time: Double) -> Bool {
        let (seen, undisturbed) = (film.frame(at: time), film.undisturbed().frame(at: time))
        func quality(_ frame: SceneStream.Frame) -> PageQuality? {
            frame.picture.withView { PageQualityMeter().measure(frame.quad, in: .rgb($0)) }
        }
        guard let own = quality(seen), let best = quality(undisturbed) else { return true }
        let isOther = (0..<64).contains { abs(Int(own.parts[$0]) - Int(best.parts[$0])) > largestDifference }
        return isOther || own.sharpness < minimumSharpness * best.sharpness
    }

    /// Largest difference in the brightness of a part of the page, in gray levels: a shadow beside the hand is
    /// acceptable.
    private static let largestDifference = 8
    /// Smallest sharpness as a share of the undisturbed frame's.
    private static let minimumSharpness: Float = 0.9

    private mutating func record(
        _ shot: AutoCapture.Shot, decidedAt time: Double, _ qualities: [(time: Double, sharpness: Double)],
        _ film: SceneStream
    ) {
        let taken = shot.time.inSeconds + 1e-9
        guard let page = pages.firstIndex(where: { $0.appearance.shown.contains(taken) }) else {
            betweenPages += 1
            return
        }
        pages[page].shots.append(time)
        let still = pages[page].appearance.still
        if !still.contains(taken), Self.isDisturbed(film, at: taken) {
            pages[page].premature += 1
            return
        }
        let window = qualities.filter { $0.time >= max(time - 0.5, still.lowerBound) }.map(\.sharpness)
        let own = qualities.first { abs($0.time - taken) < 1e-6 }?.sharpness ?? 0
        if let best = window.max(), best > 0 { sharpness.append(own / best) }
    }
}
