/// Random data that an authenticator signs to prove that its response is new: 256 bits, used once.
package struct Challenge: Hashable, Sendable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    package init() { bytes = .random(count: Self.byteCount) }

    /// Restores a previously issued challenge; `nil` if the length is wrong.
    package init?(issued bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// Challenges that wait for their responses. Each is used at most once.
///
/// `Purpose` describes what the response is for: whose passkey is registered, or whose session is opened.
package struct ChallengeList<Purpose: Sendable>: Sendable {
    /// The time limit for responses, which browsers are sent too. Default 5 minutes.
    package static var lifetime: Duration { .seconds(300) }
    /// The maximum number of open challenges. Beyond it, the oldest is dropped.
    package static var maximum: Int { 256 }

    private struct Entry {
        let purpose: Purpose
        let issued: Duration
    }

    private var entries: [Challenge: Entry] = [:]

    package var count: Int { entries.count }

    package init() {}

    /// Issues a challenge.
    /// - Parameter time: The time on a monotonic clock.
    package mutating func issue(for purpose: Purpose, at time: Duration) -> Challenge {
        entries = entries.filter { time - $0.value.issued < Self.lifetime }
        if entries.count >= Self.maximum, let oldest = entries.min(by: { $0.value.issued < $1.value.issued }) {
            entries[oldest.key] = nil
        }
        let challenge = Challenge()
        entries[challenge] = Entry(purpose: purpose, issued: time)
        return challenge
    }

    /// Consumes a challenge for its response, whether the response is valid or not.
    /// - Returns: The purpose of the challenge; `nil` if it is unknown, used or expired.
    package mutating func take(_ challenge: Challenge, at time: Duration) -> Purpose? {
        guard let entry = entries.removeValue(forKey: challenge), time - entry.issued < Self.lifetime else {
            return nil
        }
        return entry.purpose
    }
}
