/// Counts attempts per key, and requires a delay before the next one that doubles with each attempt.
package struct GrowingPauses<Key: Hashable & Sendable>: Sendable {
    package struct Limits: Hashable, Sendable {
        /// The number of attempts without a delay, which allows for typing errors.
        package var free: Int
        /// The first delay. It doubles with each further attempt.
        package var pause = Duration.seconds(1)
        package var longestPause: Duration
        /// The time without an attempt after which all are forgotten.
        package var memory = Duration.seconds(3600)
        /// The largest number of remembered keys, at least one.
        package var keys = 1024

        package init(free: Int, longestPause: Duration) {
            self.free = free
            self.longestPause = longestPause
        }
    }

    private struct Record {
        var count: Int
        var latest: Duration
    }

    private let limits: Limits
    private var records: [Key: Record] = [:]

    /// The number of keys that are remembered.
    package var count: Int { records.count }

    package init(_ limits: Limits) { self.limits = limits }

    /// Returns the time until the next attempt is allowed; zero if it is allowed now.
    /// - Parameter time: The time on a monotonic clock, here and below.
    package func wait(of key: Key, at time: Duration) -> Duration {
        guard let record = record(of: key, at: time) else { return .zero }
        return max(.zero, record.latest + pause(after: record.count) - time)
    }

    package mutating func add(_ key: Key, at time: Duration) {
        let count = record(of: key, at: time)?.count ?? 0
        if records[key] == nil, records.count >= limits.keys { forgetOne(at: time) }
        records[key] = Record(count: count + 1, latest: time)
    }

    /// Undoes one attempt.
    package mutating func remove(_ key: Key) {
        guard let record = records[key] else { return }
        records[key] = record.count > 1 ? Record(count: record.count - 1, latest: record.latest) : nil
    }

    package mutating func forget(_ key: Key) { records[key] = nil }

    /// Returns the delay after a number of attempts.
    package func pause(after count: Int) -> Duration {
        guard count > limits.free else { return .zero }
        let factor = Double(sign: .plus, exponent: min(count - limits.free - 1, 62), significand: 1)
        return min(limits.longestPause, limits.pause * factor)
    }

    private func record(of key: Key, at time: Duration) -> Record? {
        records[key].flatMap { time - $0.latest < limits.memory ? $0 : nil }
    }

    /// Forgets the key with the fewest attempts, so that trying many keys cannot evict one that was tried more often.
    private mutating func forgetOne(at time: Duration) {
        let worths = records.mapValues { record in
            (count: time - record.latest < limits.memory ? record.count : 0, latest: record.latest)
        }
        guard let least = worths.min(by: { $0.value < $1.value }) else { return }
        records[least.key] = nil
    }
}
