import RectoCore

/// What the last frames showed.
struct CaptureHistory: Sendable {
    struct Frame: Sendable {
        var time: Duration
        var page: TrackedQuad?
        var sharpness: Float
        /// Whether it may be the one that is kept.
        var isUsable: Bool
    }

    private var frames: [Frame] = []
    /// More than this many frames are not kept, however fast they come.
    private static let capacity = 240
    /// For how long a frame sets the measure of sharpness, in seconds.
    private static let measureTime = 0.7

    mutating func removeAll() { frames.removeAll(keepingCapacity: true) }

    mutating func append(_ observation: CaptureObservation, isUsable: Bool, since start: Duration) {
        let old = frames.firstIndex { $0.time >= start } ?? frames.count
        frames.removeFirst(max(old, frames.count - Self.capacity + 1))
        frames.append(
            Frame(
                time: observation.time, page: observation.page, sharpness: observation.quality?.sharpness ?? 0,
                isUsable: isUsable))
    }

    /// The sharpest that the page of an observation has been of late, itself included.
    func bestSharpness(of observation: CaptureObservation) -> Float {
        guard let page = observation.page else { return 0 }
        let start = observation.time - .seconds(Self.measureTime)
        return frames.lazy.filter { $0.time >= start && $0.page?.identity == page.identity }.map(\.sharpness)
            .reduce(observation.quality?.sharpness ?? 0, max)
    }

    /// The sharpest usable frame from a time on; the first of equals.
    func best(since start: Duration) -> Frame? {
        var best: Frame?
        for frame in frames where frame.time >= start && frame.isUsable {
            if let known = best, frame.sharpness <= known.sharpness { continue }
            best = frame
        }
        return best
    }
}
