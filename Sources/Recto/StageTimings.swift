/// How long each stage of a scan took.
public struct StageTimings: Hashable, Sendable {
    /// The stages in the order in which a picture goes through them.
    public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
        case read, detect, orient, straighten, enhance, write
    }

    private var durations: [Stage: Duration] = [:]

    public init() {}

    /// The time spent in a stage; nothing if it was not run.
    public subscript(stage: Stage) -> Duration? { durations[stage] }

    /// Runs a stage and adds its time.
    public mutating func measure<Result, Failure: Error>(
        _ stage: Stage, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer { add(ContinuousClock.now - start, to: stage) }
        return try body()
    }

    /// Adds time to a stage.
    public mutating func add(_ duration: Duration, to stage: Stage) { durations[stage, default: .zero] += duration }

    /// The times of both.
    public static func + (a: StageTimings, b: StageTimings) -> StageTimings {
        var sum = a
        for (stage, duration) in b.durations { sum.add(duration, to: stage) }
        return sum
    }
}
