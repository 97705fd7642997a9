/// A rate limit that allows bursts.
///
/// Source: Tanenbaum and Wetherall, "Computer Networks", token bucket. Departs from it: the bucket may go into debt,
/// so that a large amount is admitted at once and delays what follows.
package struct TokenBucket: Hashable, Sendable {
    package struct Rate: Hashable, Sendable {
        /// The amount added to the bucket per second.
        package var perSecond: Double
        /// The capacity of the bucket.
        package var burst: Double

        package init(perSecond: Double, burst: Double) {
            self.perSecond = perSecond
            self.burst = burst
        }
    }

    private let rate: Rate
    private var level: Double
    private var time: Duration

    /// Creates a full bucket.
    /// - Parameter time: The time on a monotonic clock, here and below.
    package init(_ rate: Rate, at time: Duration) {
        self.rate = rate
        self.time = time
        level = rate.burst
    }

    package mutating func take(_ amount: Double = 1, at time: Duration) {
        level = level(at: time) - amount; self.time = time
    }

    /// Returns the time until the bucket holds an amount; zero if it already does.
    package func wait(for amount: Double = 0, at time: Duration) -> Duration {
        .seconds(max(0, amount - level(at: time)) / rate.perSecond)
    }

    private func level(at time: Duration) -> Double {
        min(rate.burst, level + max(0, (time - self.time) / .seconds(1)) * rate.perSecond)
    }
}
