import RectoCore

/// How long each stage of a scan, or of one frame of a stream, took.
public struct StageTimings: Hashable, Sendable {
    /// The stages in processing order.
    public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
        /// A file is read, or a JPEG frame is decoded as far as the next stages need it.
        case read
        case detect
        /// The page is tracked from the previous frame, or detected.
        case track
        /// The page's sharpness, light and signature are measured, and the guidance is derived.
        case assess
        /// A frame that may be captured is stored.
        case buffer
        /// The best frame is decoded in full, and the corners are refined in it.
        case capture
        case orient
        /// The page's curvature is estimated.
        case flatten
        case straighten, enhance
        /// The page's text is recognized.
        case recognize
        case write

        fileprivate var lane: Int {
            switch self {
            case .read: 0
            case .detect: 1
            case .track: 2
            case .assess: 3
            case .buffer: 4
            case .capture: 5
            case .orient: 6
            case .straighten: 7
            case .enhance: 8
            case .write: 9
            case .recognize: 10
            case .flatten: 11
            }
        }
    }

    /// Nanoseconds, one lane per stage; negative if it was not run. Stored inline, because frames must not allocate.
    private var nanoseconds = SIMD16<Int64>(repeating: -1)

    public init() {}

    /// The time spent in a stage; `nil` if it was not run.
    public subscript(stage: Stage) -> Duration? {
        let value = nanoseconds[stage.lane]
        return value < 0 ? nil : .nanoseconds(value)
    }

    /// Runs a stage and adds its time.
    public mutating func measure<Result, Failure: Error>(
        _ stage: Stage, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer { add(ContinuousClock.now - start, to: stage) }
        return try body()
    }

    /// Adds time to a stage.
    public mutating func add(_ duration: Duration, to stage: Stage) {
        nanoseconds[stage.lane] = max(nanoseconds[stage.lane], 0) + duration.inWholeNanoseconds
    }

    /// Adds the times of both.
    public static func + (a: StageTimings, b: StageTimings) -> StageTimings {
        var sum = a
        for stage in Stage.allCases {
            if let duration = b[stage] { sum.add(duration, to: stage) }
        }
        return sum
    }
}
