import RectoCore
import RectoPictures
import RectoVision

/// A simulated session: a camera over pages that are turned one after the other, and what ``AutoCapture`` makes of it.
struct CaptureSession {
    /// A page's time in view.
    struct PageView {
        /// Seconds from which the page lies still, and at which it is turned.
        var lies: Range<Double>
        /// Seconds at which shots of it were decided on.
        var shots: [Double] = []
        /// Of the kept frames: sharpness as a share of the best of the frames from which they were chosen.
        var sharpness: [Double] = []
        /// Number of frames with each guidance.
        var guidance: [String: Int] = [:]
    }

    private(set) var pages: [PageView]
    /// Shots of frames in which a page was being turned.
    private(set) var premature = 0

    private static let size = try? PixelSize(width: 1280, height: 720)
    private static let framesPerSecond = 15.0
    /// Seconds that a page lies, and that turning it takes.
    private static let lying = 2.0...3.0
    private static let turning = 0.4...0.8

    /// - Parameter turns: How often a page is turned.
    /// - Returns: Nothing if the page cannot be taken where it lies: too small, or partly outside the frame.
    init?(seed: UInt64, turns: Int) throws {
        guard let size = Self.size else { preconditionFailure("a valid size") }
        var generator = SeededGenerator(seed: seed)
        var options = SceneStream.Options()
        options.motion = Bool.random(using: &generator) ? .held : .still
        pages = []
        var time = 0.0
        for turn in 0...turns {
            let start = time
            time += Double.random(in: Self.lying, using: &generator)
            pages.append(PageView(lies: start..<time))
            guard turn < turns else { break }
            let end = time + Double.random(in: Self.turning, using: &generator)
            options.pageTurns.append(time..<end)
            time = end
        }
        let film = try SceneStream(seed: seed, size: size, options: options)
        guard Self.isWellPlaced(film.frame(at: 0).quad, in: size) else { return nil }
        try play(film, size, until: time)
    }

    private static func isWellPlaced(_ quad: Quad, in size: PixelSize) -> Bool {
        let (x, y) = (quad.corners.map { $0.x / Double(size.width) }, quad.corners.map { $0.y / Double(size.height) })
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return false }
        return min(left, top, 1 - right, 1 - bottom) > 0.02 && max(right - left, bottom - top) > 0.5
    }

    private mutating func play(_ film: SceneStream, _ size: PixelSize, until end: Double) throws {
        var tracker = try QuadTracker()
        var capture = try AutoCapture()
        let meter = PageQualityMeter()
        var qualities: [(time: Double, sharpness: Double)] = []
        for index in 0..<Int(end * Self.framesPerSecond) {
            let seconds = Double(index) / Self.framesPerSecond
            let time = Duration.seconds(seconds)
            let observation = film.frame(at: seconds).picture.withView { view in
                let page = tracker.track(view, at: time)
                return CaptureObservation(
                    time: time, size: size, page: page, quality: page.flatMap { meter.measure($0.quad, in: .rgb(view)) },
                    print: capture.needsPrint ? page.flatMap { PagePrint(of: $0.quad, in: .rgb(view)) } : nil)
            }
            qualities.append((seconds, Double(observation.quality?.sharpness ?? 0)))
            let decision = capture.observe(observation)
            if let page = pages.firstIndex(where: { $0.lies.contains(seconds) }) {
                pages[page].guidance[decision.guidance.code, default: 0] += 1
            }
            if let shot = decision.shot { record(shot, decidedAt: seconds, qualities) }
        }
    }

    private mutating func record(
        _ shot: AutoCapture.Shot, decidedAt time: Double, _ qualities: [(time: Double, sharpness: Double)]
    ) {
        let (seconds, attoseconds) = shot.time.components
        let taken = Double(seconds) + Double(attoseconds) * 1e-18
        guard let page = pages.firstIndex(where: { $0.lies.contains(taken + 1e-9) }) else {
            premature += 1
            return
        }
        pages[page].shots.append(time)
        let window = qualities.filter { $0.time >= max(time - 0.6, pages[page].lies.lowerBound) }.map(\.sharpness)
        let own = qualities.first { abs($0.time - taken) < 1e-6 }?.sharpness ?? 0
        if let best = window.max(), best > 0 { pages[page].sharpness.append(own / best) }
    }
}
