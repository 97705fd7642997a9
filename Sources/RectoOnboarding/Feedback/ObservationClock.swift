import RectoCore

/// Seconds that add up from timestamps that nobody vouches for.
struct ObservationClock: Sendable {
    /// Since the first frame; never less than before.
    private(set) var now = 0.0
    private var last: Duration?

    /// A leap counts as so many seconds: longer than anything that is waited for.
    private static let longestStep = 120.0
    /// Timestamps are cut to so many seconds either way, so that their differences can be told.
    private static let farthest = Duration.seconds(1 << 40)

    /// - Returns: Whether the frame is later than the last one.
    mutating func advance(to time: Duration) -> Bool {
        let time = min(max(time, .zero - Self.farthest), Self.farthest)
        guard let last else {
            self.last = time
            return true
        }
        self.last = time
        guard time > last else { return false }
        now += min((time - last).inSeconds, Self.longestStep)
        return true
    }
}
