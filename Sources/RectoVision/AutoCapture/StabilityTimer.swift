/// A timer of how long the page has been in order, which a shot waits for.
struct StabilityTimer: Sendable {
    /// Seconds in order; those of a very still page count more.
    private(set) var gathered = 0.0
    /// The time since which the page has been still, in order or not, in seconds.
    private(set) var since: Double?
    /// The time since which nothing has hindered a shot, in seconds.
    private(set) var clearSince: Double?
    private var lastKept = 0.0

    /// The speed below which time counts more, as a share of the still speed, and the factor by which it does.
    private static let calm = 0.35
    private static let calmGain = 1.4

    /// - Parameters:
    ///   - speed: Speed of the corners, in square roots of the page's area per second.
    ///   - now: The time in seconds.
    ///   - seconds: Time since the last frame.
    mutating func follow(
        _ check: CaptureCheck, speed: Double, at now: Double, after seconds: Double,
        _ parameters: AutoCapture.Parameters
    ) {
        guard check.isKept else {
            if now - lastKept > parameters.grace { self = StabilityTimer() }
            return
        }
        if check.obstacle != nil {
            gathered = 0
            clearSince = nil
        } else if since != nil {
            gathered += seconds * (speed < Self.calm * parameters.stillSpeed ? Self.calmGain : 1) * check.sureness
        }
        since = since ?? now
        if check.obstacle == nil { clearSince = clearSince ?? now }
        lastKept = now
    }

    func progress(_ parameters: AutoCapture.Parameters) -> Double {
        parameters.dwell > 0 ? min(1, gathered / parameters.dwell) : 1
    }

    /// Whether the page has been in order for long enough, or may have been after some more seconds.
    func isComplete(within seconds: Double, _ parameters: AutoCapture.Parameters) -> Bool {
        since != nil && gathered + Self.calmGain * seconds >= parameters.dwell
    }
}
