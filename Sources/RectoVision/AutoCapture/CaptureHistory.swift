import RectoCore

/// A record of what the last frames showed.
struct CaptureHistory: Sendable {
    struct Frame: Sendable {
        /// When the frame was taken, in the time of the stream.
        var time: Duration
        /// The same in seconds on the clock of ``AutoCapture``.
        var clock: Double
        var page: TrackedQuad?
        var sharpness: Float
        /// Whether the frame may be kept.
        var isUsable: Bool
    }

    private var frames: [Frame] = []
    /// The maximum number of frames kept, however fast they arrive.
    private static let capacity = 256

    init() { frames.reserveCapacity(Self.capacity) }

    mutating func removeAll() { frames.removeAll(keepingCapacity: true) }

    /// Adds a frame and drops those before a time.
    mutating func append(_ frame: Frame, keepingSince start: Double) {
        let old = frames.firstIndex { $0.clock >= start } ?? frames.count
        frames.removeFirst(max(old, frames.count - Self.capacity + 1))
        frames.append(frame)
    }

    /// The largest sharpness of the frames from a time on; 0 if there are none.
    func bestSharpness(since start: Double) -> Float {
        frames.reduce(0) { $1.clock >= start ? max($0, $1.sharpness) : $0 }
    }

    /// The smallest sharpness of the frames from a time on; infinite if there are none.
    func minimumSharpness(since start: Double) -> Float {
        frames.reduce(.infinity) { $1.clock >= start ? min($0, $1.sharpness) : $0 }
    }

    /// The sharpest usable frame from a time on; the first one among equals.
    func best(since start: Double) -> Frame? {
        var best: Frame?
        for frame in frames where frame.clock >= start && frame.isUsable {
            if let known = best, frame.sharpness <= known.sharpness { continue }
            best = frame
        }
        return best
    }
}
