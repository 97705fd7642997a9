/// What an authenticator signs to show that its answer is new: 256 random bits, used once.
package struct Challenge: Hashable, Sendable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    package init() { bytes = .random(count: Self.byteCount) }

    /// A challenge that was issued before; `nil` if it has another length.
    package init?(issued bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

/// Challenges that wait for their answers. Each is answered once at most.
///
/// `Purpose` is what the answer will be for: whose passkey is registered, or whose session is opened.
package struct ChallengeList<Purpose: Sendable>: Sendable {
    /// How long an answer may take: as long as browsers are told. Default 5 minutes.
    package static var lifetime: Duration { .seconds(300) }
    /// More than that forget the oldest.
    package static var maximum: Int { 256 }

    private struct Entry {
        let purpose: Purpose
        let issued: Duration
    }

    private var entries: [Challenge: Entry] = [:]

    package var count: Int { entries.count }

    package init() {}

    /// Issues a challenge.
    /// - Parameter time: On a clock that never goes back.
    package mutating func issue(for purpose: Purpose, at time: Duration) -> Challenge {
        entries = entries.filter { time - $0.value.issued < Self.lifetime }
        if entries.count >= Self.maximum, let oldest = entries.min(by: { $0.value.issued < $1.value.issued }) {
            entries[oldest.key] = nil
        }
        let challenge = Challenge()
        entries[challenge] = Entry(purpose: purpose, issued: time)
        return challenge
    }

    /// Takes a challenge for its answer, whether that is right or not.
    /// - Returns: What it was issued for; `nil` if it is none, was answered before, or has expired.
    package mutating func take(_ challenge: Challenge, at time: Duration) -> Purpose? {
        guard let entry = entries.removeValue(forKey: challenge), time - entry.issued < Self.lifetime else {
            return nil
        }
        return entry.purpose
    }
}
