import RectoCore

/// The reason why a visitor has to try again later.
package enum AccessRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Too many wrong tokens or codes were sent.
    case attempts(wait: Duration)
    case channels(Occupancy.Refusal)
    case connections(Occupancy.Refusal)
    case uploads(Occupancy.Refusal)

    /// The HTTP status: 429 if the client itself exceeds a limit, 503 if the station is at capacity (RFC 6585, RFC
    /// 9110).
    package var status: Int {
        switch self {
        case .attempts, .channels(.tooMany), .uploads(.tooMany): 429
        case .channels(.full), .uploads(.full), .connections: 503
        }
    }

    /// The seconds until the next attempt may succeed, at least 1.
    package var seconds: Int {
        switch self {
        case .attempts(let wait): max(1, Int(wait.inSeconds.rounded(.up)))
        case .channels, .uploads, .connections: 5
        }
    }

    package var description: String {
        switch self {
        case .attempts: localized("Too many attempts. Try again in \(Self.text(seconds)).")
        case .channels(.tooMany): localized("Too many camera views are open. Close one, then try again.")
        case .uploads(.tooMany): localized("Too many files at once. Send them one after the other.")
        case .connections(.tooMany): localized("Too many connections are open. Close some, then try again.")
        case .channels(.full), .uploads(.full), .connections(.full):
            localized("The station is busy. Try again in a moment.")
        }
    }

    private static func text(_ seconds: Int) -> String {
        if seconds > 60 { return localized("\((seconds + 59) / 60) minutes") }
        return seconds == 1 ? localized("1 second") : localized("\(seconds) seconds")
    }
}
