package import FoundationEssentials

/// The token by which a browser stays signed in: 256 random bits. The station stores only their SHA-256.
package struct SessionIdentifier: Hashable, Sendable, Secret {
    private static let byteCount = 32

    /// The cookie's value.
    package let text: String
    package let hash: Digest

    package init() { self.init(bytes: .random(count: Self.byteCount)) }

    /// Parses a cookie's value; `nil` if it is malformed.
    package init?(_ text: some StringProtocol) {
        guard let bytes = try? Base64URL.bytes(text), bytes.count == Self.byteCount else { return nil }
        self.init(bytes: bytes)
    }

    private init(bytes: [UInt8]) {
        text = Base64URL.text(bytes)
        hash = Digest(of: bytes)
    }
}

/// A browser where a person has signed in.
package struct Session<Person: Hashable & Sendable>: Hashable, Sendable {
    /// The hash of its identifier.
    package internal(set) var hash: Digest
    package let person: Person
    package let began: Date
    /// The time of the person's last activity while it was open.
    package internal(set) var seen: Date
    /// The time and kind of the person's last authentication.
    package internal(set) var confirmed: Date
    package internal(set) var confirmedBy: AuthenticationKind
    /// Whether the person locked it. Locking for inactivity depends only on the times.
    package internal(set) var isLocked = false

    package init(_ hash: Digest, of person: Person, by kind: AuthenticationKind, at now: Date) {
        (self.hash, self.person, confirmedBy) = (hash, person, kind)
        (began, seen, confirmed) = (now, now, now)
    }

    /// Creates a session from stored values.
    package init(
        _ hash: Digest, of person: Person, began: Date, seen: Date, confirmed: Date, by kind: AuthenticationKind,
        isLocked: Bool
    ) {
        (self.hash, self.person, self.began, self.seen) = (hash, person, began, seen)
        (self.confirmed, confirmedBy, self.isLocked) = (confirmed, kind, isLocked)
    }
}

/// How long sessions last.
package struct SessionRules: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case open
        /// The person must authenticate to continue.
        case locked
        case ended
    }

    /// The inactivity after which a session ends. Default 30 days.
    package var idle = Duration.seconds(30 * 86_400)
    /// The age at which a session ends. Default 90 days.
    package var absolute = Duration.seconds(90 * 86_400)
    /// The inactivity after which a session locks; `nil` on a device with one person. Default 5 minutes.
    package var lock: Duration? = .seconds(300)
    /// The time after authentication during which the person is not asked again. Default 5 minutes.
    package var fresh = Duration.seconds(300)
    /// The maximum number of sessions per person. A further one ends the one inactive for the longest. Default 32.
    package var perPerson = 32

    package init() {}

    package func state<Person>(of session: Session<Person>, at now: Date) -> State {
        let idle = Self.time(from: session.seen, to: now)
        guard idle < self.idle, Self.time(from: session.began, to: now) < absolute else { return .ended }
        return session.isLocked || lock.map { idle >= $0 } ?? false ? .locked : .open
    }

    /// Whether the person authenticated recently. False if the clock has been set back since.
    package func isFresh<Person>(_ session: Session<Person>, at now: Date) -> Bool {
        session.confirmed <= now && Self.time(from: session.confirmed, to: now) < fresh
            && state(of: session, at: now) == .open
    }

    /// Returns the elapsed time. A clock that was set back gives zero, which ends and locks nothing.
    private static func time(from start: Date, to now: Date) -> Duration {
        .seconds(max(0, now.timeIntervalSince(start)))
    }
}
