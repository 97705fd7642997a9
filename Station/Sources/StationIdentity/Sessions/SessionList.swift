package import FoundationEssentials

/// The sessions of all people.
package struct SessionList<Person: Hashable & Sendable>: Sendable {
    /// The current rules. They may change while sessions exist: a device with a second person starts to lock.
    package var rules: SessionRules
    private var sessions: [Digest: Session<Person>]

    /// - Parameter stored: Sessions from before the station was restarted.
    package init(_ rules: SessionRules = SessionRules(), stored: [Session<Person>] = []) {
        self.rules = rules
        sessions = Dictionary(stored.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// Signs a person in. The browser always gets a new identifier, so that a previously known one is useless.
    package mutating func begin(
        _ person: Person, by kind: AuthenticationKind, at now: Date
    ) -> (identifier: SessionIdentifier, session: Session<Person>) {
        precondition(kind.opensSession, "a signature opens no session")
        removeEnded(at: now)
        let others = list(of: person, at: now)
        for session in others.dropFirst(rules.perPerson - 1) { sessions[session.hash] = nil }
        let identifier = SessionIdentifier()
        let session = Session(identifier.hash, of: person, by: kind, at: now)
        sessions[session.hash] = session
        return (identifier, session)
    }

    /// Returns the session of a request; `nil` if it does not exist or has ended. Does not count as activity.
    package func session(
        _ identifier: SessionIdentifier, at now: Date
    ) -> (session: Session<Person>, state: SessionRules.State)? {
        guard let session = sessions[identifier.hash] else { return nil }
        let state = rules.state(of: session, at: now)
        return state == .ended ? nil : (session, state)
    }

    /// Records the person's activity. Activity neither opens nor extends a locked session.
    /// - Returns: Whether the session is open.
    package mutating func touch(_ identifier: SessionIdentifier, at now: Date) -> Bool {
        guard let found = self.session(identifier, at: now), found.state == .open else { return false }
        var session = found.session
        session.seen = now
        sessions[session.hash] = session
        return true
    }

    package mutating func lock(_ identifier: SessionIdentifier) { sessions[identifier.hash]?.isLocked = true }

    /// Records that the session's person authenticated again, and unlocks it.
    /// - Returns: Whether the session exists and belongs to that person.
    package mutating func confirm(
        _ identifier: SessionIdentifier, as person: Person, by kind: AuthenticationKind, at now: Date
    ) -> Bool {
        guard kind.opensSession, let found = self.session(identifier, at: now), found.session.person == person else {
            return false
        }
        var session = found.session
        session.seen = now
        (session.confirmed, session.confirmedBy) = (now, kind)
        session.isLocked = false
        sessions[session.hash] = session
        return true
    }

    /// Replaces the session's identifier, which invalidates a stolen one. Call it when the session is unlocked.
    /// - Returns: `nil` if the session does not exist.
    package mutating func renew(
        _ identifier: SessionIdentifier, at now: Date
    ) -> (identifier: SessionIdentifier, session: Session<Person>)? {
        guard var session = self.session(identifier, at: now)?.session else { return nil }
        let renewed = SessionIdentifier()
        sessions[session.hash] = nil
        session.hash = renewed.hash
        sessions[session.hash] = session
        return (renewed, session)
    }

    /// Whether the person of an open session authenticated recently.
    package func isFresh(_ identifier: SessionIdentifier, at now: Date) -> Bool {
        sessions[identifier.hash].map { rules.isFresh($0, at: now) } ?? false
    }

    // MARK: Lists

    package var all: [Session<Person>] { Array(sessions.values) }

    /// Returns a person's sessions, most recently used first.
    package func list(of person: Person, at now: Date) -> [Session<Person>] {
        sessions.values.filter { $0.person == person && rules.state(of: $0, at: now) != .ended }
            .sorted { ($0.seen, $0.began) > ($1.seen, $1.began) }
    }

    /// Ends one of a person's sessions, by signing out or from the list.
    /// - Returns: Whether the session belonged to the person.
    package mutating func end(_ hash: Digest, of person: Person) -> Bool {
        guard sessions[hash]?.person == person else { return false }
        sessions[hash] = nil
        return true
    }

    /// Ends all of a person's sessions, or all but one: after a new passcode or a compromise.
    package mutating func endAll(of person: Person, except kept: Digest? = nil) {
        sessions = sessions.filter { $0.value.person != person || $0.key == kept }
    }

    /// Removes ended sessions.
    package mutating func removeEnded(at now: Date) {
        sessions = sessions.filter { rules.state(of: $0.value, at: now) != .ended }
    }
}
