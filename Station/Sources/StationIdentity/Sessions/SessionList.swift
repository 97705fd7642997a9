package import FoundationEssentials

/// The sessions of all people.
package struct SessionList<Person: Hashable & Sendable>: Sendable {
    /// May change while there are sessions: a device that gets a second person begins to lock.
    package var rules: SessionRules
    private var sessions: [Digest: Session<Person>]

    /// - Parameter stored: From before the station was started.
    package init(_ rules: SessionRules = SessionRules(), stored: [Session<Person>] = []) {
        self.rules = rules
        sessions = Dictionary(stored.map { ($0.hash, $0) }) { first, _ in first }
    }

    /// Signs somebody in. A browser gets a new identifier each time, so that one that was known before is of no use.
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

    /// The session of a request; `nil` if there is none, or it has ended. Tells nothing about the person's being there.
    package func session(
        _ identifier: SessionIdentifier, at now: Date
    ) -> (session: Session<Person>, state: SessionRules.State)? {
        guard let session = sessions[identifier.hash] else { return nil }
        let state = rules.state(of: session, at: now)
        return state == .ended ? nil : (session, state)
    }

    /// Notes that the person did something. Nothing done in a locked session opens it or makes it last.
    /// - Returns: Whether the session is open.
    package mutating func touch(_ identifier: SessionIdentifier, at now: Date) -> Bool {
        guard let found = self.session(identifier, at: now), found.state == .open else { return false }
        var session = found.session
        session.seen = now
        sessions[session.hash] = session
        return true
    }

    package mutating func lock(_ identifier: SessionIdentifier) { sessions[identifier.hash]?.isLocked = true }

    /// Notes that the session's person has shown again who they are. Unlocks it.
    /// - Returns: Whether there is such a session, and it is that person's.
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

    /// Gives a session another identifier, so that whoever saw the former one has nothing. To be done when it is unlocked.
    /// - Returns: `nil` if there is no such session.
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

    /// Whether the person of an open session has shown who they are shortly before.
    package func isFresh(_ identifier: SessionIdentifier, at now: Date) -> Bool {
        sessions[identifier.hash].map { rules.isFresh($0, at: now) } ?? false
    }

    // MARK: Lists

    package var all: [Session<Person>] { Array(sessions.values) }

    /// A person's sessions, the one last used first.
    package func list(of person: Person, at now: Date) -> [Session<Person>] {
        sessions.values.filter { $0.person == person && rules.state(of: $0, at: now) != .ended }
            .sorted { ($0.seen, $0.began) > ($1.seen, $1.began) }
    }

    /// Ends one of a person's sessions: signs out, or ends another one of the list.
    /// - Returns: Whether it was that person's.
    package mutating func end(_ hash: Digest, of person: Person) -> Bool {
        guard sessions[hash]?.person == person else { return false }
        sessions[hash] = nil
        return true
    }

    /// Ends all of a person's sessions but one, or all: after a new passcode, or if somebody else was in.
    package mutating func endAll(of person: Person, except kept: Digest? = nil) {
        sessions = sessions.filter { $0.value.person != person || $0.key == kept }
    }

    /// Forgets what has ended.
    package mutating func removeEnded(at now: Date) {
        sessions = sessions.filter { rules.state(of: $0.value, at: now) != .ended }
    }
}
