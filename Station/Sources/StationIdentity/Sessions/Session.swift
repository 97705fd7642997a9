package import FoundationEssentials

/// What a browser holds to stay signed in: 256 random bits. The station stores only their SHA-256.
package struct SessionIdentifier: Hashable, Sendable, Secret {
    private static let byteCount = 32

    /// As in a cookie.
    package let text: String
    package let hash: Digest

    package init() { self.init(bytes: .random(count: Self.byteCount)) }

    /// Reads what a browser sent; `nil` if it has not this form.
    package init?(_ text: some StringProtocol) {
        guard let bytes = try? Base64URL.bytes(text), bytes.count == Self.byteCount else { return nil }
        self.init(bytes: bytes)
    }

    private init(bytes: [UInt8]) {
        text = Base64URL.text(bytes)
        hash = Digest(of: bytes)
    }
}

/// A browser in which somebody has signed in.
package struct Session<Person: Hashable & Sendable>: Hashable, Sendable {
    /// Of its identifier.
    package internal(set) var hash: Digest
    package let person: Person
    package let began: Date
    /// When the person last did something while it was open.
    package internal(set) var seen: Date
    /// When the person last showed who they are, and how.
    package internal(set) var confirmed: Date
    package internal(set) var confirmedBy: AuthenticationKind
    /// Locked by the person. One that is locked for being idle is so by its times alone.
    package internal(set) var isLocked = false

    package init(_ hash: Digest, of person: Person, by kind: AuthenticationKind, at now: Date) {
        (self.hash, self.person, confirmedBy) = (hash, person, kind)
        (began, seen, confirmed) = (now, now, now)
    }

    /// One that was stored.
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
        /// The person must show who they are to go on.
        case locked
        case ended
    }

    /// Ends after this time without the person. Default 30 days.
    package var idle = Duration.seconds(30 * 86_400)
    /// Ends after this time at the latest. Default 90 days.
    package var absolute = Duration.seconds(90 * 86_400)
    /// Locks after this time without the person; `nil` where a device has one person. Default 5 minutes.
    package var lock: Duration? = .seconds(300)
    /// Who has shown who they are is not asked again for this time. Default 5 minutes.
    package var fresh = Duration.seconds(300)
    /// The sessions of a person. A further one ends the one that was idle for the longest. Default 32.
    package var perPerson = 32

    package init() {}

    package func state<Person>(of session: Session<Person>, at now: Date) -> State {
        let idle = Self.time(from: session.seen, to: now)
        guard idle < self.idle, Self.time(from: session.began, to: now) < absolute else { return .ended }
        return session.isLocked || lock.map { idle >= $0 } ?? false ? .locked : .open
    }

    /// Whether the person has shown who they are shortly before. Not so if the clock has been set back since.
    package func isFresh<Person>(_ session: Session<Person>, at now: Date) -> Bool {
        session.confirmed <= now && Self.time(from: session.confirmed, to: now) < fresh
            && state(of: session, at: now) == .open
    }

    /// A clock that has been set back ends and locks nothing.
    private static func time(from start: Date, to now: Date) -> Duration {
        .seconds(max(0, now.timeIntervalSince(start)))
    }
}
