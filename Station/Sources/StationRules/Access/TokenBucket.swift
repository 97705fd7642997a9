/// Limits how much may happen in a time, with room for bursts.
///
/// Source: Tanenbaum and Wetherall, "Computer Networks", token bucket. Departs from it: the bucket may go into debt, so that something
/// large happens at once and is waited for afterwards.
package struct TokenBucket: Hashable, Sendable {
    package struct Rate: Hashable, Sendable {
        /// What comes into the bucket in a second.
        package var perSecond: Double
        /// What the bucket holds.
        package var burst: Double

        package init(perSecond: Double, burst: Double) {
            self.perSecond = perSecond
            self.burst = burst
        }
    }

    private let rate: Rate
    private var level: Double
    private var time: Duration

    /// A full bucket.
    /// - Parameter time: On a clock that never goes back, as all times here.
    package init(_ rate: Rate, at time: Duration) {
        self.rate = rate
        self.time = time
        level = rate.burst
    }

    package mutating func take(_ amount: Double = 1, at time: Duration) {
        level = level(at: time) - amount; self.time = time
    }

    /// The time until the bucket holds an amount; zero if it does.
    package func wait(for amount: Double = 0, at time: Duration) -> Duration {
        .seconds(max(0, amount - level(at: time)) / rate.perSecond)
    }

    private func level(at time: Duration) -> Double {
        min(rate.burst, level + max(0, (time - self.time) / .seconds(1)) * rate.perSecond)
    }
}
