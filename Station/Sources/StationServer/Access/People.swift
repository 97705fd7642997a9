import FoundationEssentials
import HTTPTypes
import RectoCore
import StationIdentity
import StationRules
import StationStore
import Synchronization

/// The people of a running station: who they are, who has signed in where, and attempts to.
///
/// What a method has changed is in the library when it returns.
final class People: Sendable {
    /// The cookie with a session's identifier.
    static let cookie = "session"
    /// The number of recovery codes of a person.
    static let codes = 8
    /// A session's last use is stored this often.
    private static let noted = TimeInterval(60)

    private struct State {
        var people: [Int64: PersonRecord] = [:]
        var sessions: SessionList<Int64>
        var attempts = SignInAttempts<String, ClientAddress>()
        var challenges = ChallengeList<ChallengePurpose>()
        /// When each session's last use was stored.
        var noted: [Digest: Date] = [:]
        /// Those of people, as far as they were asked for.
        var settings: [Int64: PersonalSettings] = [:]
        /// The codes that people see in their last step, until they say that they keep them.
        var shownCodes: [Int64: CodesToKeep] = [:]
    }

    let library: Library
    /// Which passcodes people may choose.
    let policy: PasscodePolicy
    private let gate: StationGate
    private let cost: PasscodeHash.Cost
    private let standIn: PasscodeHash
    private let uptime: @Sendable () -> Duration
    let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// Tells that a session has ended, or was locked, or what its person may do has changed.
    let changes = Signal()
    let shownOnce = ShownOnce()

    /// - Parameters:
    ///   - uptime: A clock that never goes back.
    init(
        _ library: Library, gate: StationGate, cost: PasscodeHash.Cost, policy: PasscodePolicy,
        uptime: @escaping @Sendable () -> Duration,
        now: @escaping @Sendable () -> Date
    ) throws(StoreError) {
        self.library = library
        self.gate = gate
        self.cost = cost
        self.policy = policy
        self.uptime = uptime
        self.now = now
        standIn = .standIn(cost: cost)
        try library.forgetSessions(before: now().addingTimeInterval(-SessionRules().absolute.inSeconds))
        state = Mutex(State(sessions: SessionList(stored: try library.sessions().map(\.session))))
        try refresh()
    }

    /// Whether people sign in.
    var isShared: Bool { state.withLock { !$0.people.isEmpty } }

    /// By name.
    var all: [PersonRecord] {
        state.withLock { Array($0.people.values) }.sorted {
            ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id)
        }
    }

    func knownSettings(of person: Int64) -> PersonalSettings? { state.withLock { $0.settings[person] } }
    func keep(_ settings: PersonalSettings, of person: Int64) { state.withLock { $0.settings[person] = settings } }

    func person(_ id: Int64) -> PersonRecord? { state.withLock { $0.people[id] } }

    /// Reads who there is, after a change of people.
    func refresh() throws(StoreError) {
        let people = try library.people()
        state.withLock { state in
            state.people = Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) })
            for session in state.sessions.all where state.people[session.person] == nil {
                state.sessions.endAll(of: session.person)
            }
            // Where a device has one person, it does not lock.
            state.sessions.rules.lock = people.count > 1 ? SessionRules().lock : nil
        }
        changes.notify()
    }

    /// The time after which an unused session locks; `nil` if it does not.
    var lockTime: Duration? { state.withLock { $0.sessions.rules.lock } }

    // MARK: Visits

    /// Who has signed in, as the cookies of a request tell.
    /// - Parameter touches: Whether the person did something. What browsers do by themselves keeps no session open.
    func visit(_ headers: HTTPFields, touches: Bool) -> PersonVisit? {
        for identifier in Self.identifiers(headers) {
            if let visit = visit(identifier, touches: touches) { return visit }
        }
        return nil
    }

    private func visit(_ identifier: SessionIdentifier, touches: Bool) -> PersonVisit? {
        let now = now()
        return state.withLock { state in
            guard let found = state.sessions.session(identifier, at: now), found.state == .open,
                let person = state.people[found.session.person]
            else { return nil }
            if touches, state.sessions.touch(identifier, at: now) { note(identifier, at: now, &state) }
            return PersonVisit(
                person: person.id, name: person.name, role: person.role,
                isFresh: state.sessions.isFresh(identifier, at: now))
        }
    }

    /// Stores a session's use now and then: not each request is worth a write.
    private func note(_ identifier: SessionIdentifier, at now: Date, _ state: inout State) {
        guard let session = state.sessions.session(identifier, at: now)?.session,
            now.timeIntervalSince(state.noted[session.hash] ?? session.began) >= Self.noted
        else { return }
        state.noted[session.hash] = now
        // If it fails, the session locks earlier after a restart.
        try? library.update(session)
    }

    /// Whose locked session a browser has.
    func locked(_ headers: HTTPFields) -> PersonRecord? {
        let now = now()
        return state.withLock { state in
            for identifier in Self.identifiers(headers) {
                guard let found = state.sessions.session(identifier, at: now), found.state == .locked else { continue }
                return state.people[found.session.person]
            }
            return nil
        }
    }

    private static func identifiers(_ headers: HTTPFields) -> [SessionIdentifier] {
        headers.cookies(cookie).compactMap { SessionIdentifier($0) }
    }

    // MARK: Signing in

    /// Checks a name and a passcode, with the same work whether there is such a person or not.
    /// - Returns: The person; `nil` if they do not belong together.
    /// - Throws: ``AccessRefusal`` if this client, or whoever tries this name, must wait.
    func check(_ name: String, _ passcode: String, from client: ClientAddress) async throws -> PersonRecord? {
        let key = PersonName.key(name)
        try begin(key, client)
        let person = try library.person(named: key)
        let stored = try library.passcode(of: person?.id ?? 0)
        let (passcode, standIn) = (Passcode(passcode), standIn)
        let isRight = try await CPUWorkQueue.shared.run {
            PasscodeHash.verify(passcode, stored: stored, standIn: standIn)
        }
        end(key, client, guess: "\(key)\n\(passcode.hashValue)", isRight: isRight)
        guard isRight, let person else { return nil }
        if stored?.needsRehash(to: cost) == true {
            let hash = try await hash(passcode)
            try library.rehash(hash, of: person.id, at: now())
        }
        return person
    }

    /// Uses a recovery code for a new passcode.
    /// - Returns: The person; `nil` if name and code do not belong together.
    /// - Throws: ``AccessRefusal``.
    func recover(
        _ name: String, _ code: RecoveryCode, passcode: String, from client: ClientAddress
    ) async throws -> PersonRecord? {
        let key = PersonName.key(name)
        try begin(key, client)
        // Before it is known whether the code is right: the same work for all.
        let hash = try await hash(Passcode(passcode))
        let person = try library.person(named: key)
        let isRight = try library.recover(person?.id ?? 0, by: code.hash, passcode: hash, at: now())
        end(key, client, guess: "\(key)\n\(code.printed)", isRight: isRight)
        guard isRight, let person else { return nil }
        state.withLock { $0.sessions.endAll(of: person.id) }
        changes.notify()
        return person
    }

    private func begin(_ key: String, _ client: ClientAddress) throws(AccessRefusal) {
        try gate.mayTry(client)
        if let wait = state.withLock({ $0.attempts.begin(key, from: client, at: uptime()) }) {
            throw .attempts(wait: wait)
        }
    }

    private func end(_ key: String, _ client: ClientAddress, guess: String, isRight: Bool) {
        if isRight { state.withLock { $0.attempts.succeed(key, from: client) } }
        gate.note(guess, of: client, isRight: isRight)
    }

    func hash(_ passcode: Passcode) async throws -> PasscodeHash {
        let cost = cost
        return try await CPUWorkQueue.shared.run { PasscodeHash(of: passcode, cost: cost) }
    }

    /// Opens a session for somebody who has shown who they are, or goes on with theirs in this browser, by a new identifier in any
    /// case. Somebody else's session in the browser ends.
    func open(
        _ person: Int64, by kind: AuthenticationKind, _ headers: HTTPFields, device: String
    ) throws(StoreError) -> SessionIdentifier {
        let identifier = try session(of: person, by: kind, headers, device: device)
        if let activated = try library.activatedDevice(headers) { try library.note(activated.id, of: identifier.hash) }
        return identifier
    }

    private func session(
        of person: Int64, by kind: AuthenticationKind, _ headers: HTTPFields, device: String
    ) throws(StoreError) -> SessionIdentifier {
        let now = now()
        defer { changes.notify() }
        return try state.withLock { state throws(StoreError) in
            for identifier in Self.identifiers(headers) {
                guard let found = state.sessions.session(identifier, at: now)?.session else { continue }
                if state.sessions.confirm(identifier, as: person, by: kind, at: now),
                    let renewed = state.sessions.renew(identifier, at: now)
                {
                    try library.update(renewed.session, former: identifier.hash)
                    return renewed.identifier
                }
                _ = state.sessions.end(found.hash, of: found.person)
                try library.endSession(found.hash, at: now)
            }
            let before = Set(state.sessions.list(of: person, at: now).map(\.hash))
            let (identifier, session) = state.sessions.begin(person, by: kind, at: now)
            try library.add(session, device: device)
            // There are no more of a person than may be.
            for hash in before.subtracting(state.sessions.list(of: person, at: now).map(\.hash)) {
                try library.endSession(hash, at: now)
            }
            return identifier
        }
    }

    /// Notes that a browser was activated in which somebody has signed in before.
    func note(_ device: Int64, _ headers: HTTPFields) throws(StoreError) {
        for identifier in Self.identifiers(headers) { try library.note(device, of: identifier.hash) }
    }

    /// Removes a device, and signs out those who signed in on it.
    func removeDevice(_ id: Int64) throws(StoreError) {
        let ended = try library.removeDevice(id, at: now()).map(\.session)
        state.withLock { state in
            for session in ended { _ = state.sessions.end(session.hash, of: session.person) }
        }
        changes.notify()
    }

    // MARK: Passkeys

    func challenge(for purpose: ChallengePurpose) -> Challenge {
        state.withLock { $0.challenges.issue(for: purpose, at: uptime()) }
    }

    /// What a challenge was issued for. It is used up by this.
    func take(_ challenge: Challenge) -> ChallengePurpose? {
        state.withLock { $0.challenges.take(challenge, at: uptime()) }
    }

    // MARK: Invitations

    /// Checks the code of an invitation.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong ones.
    func isInvitation(_ text: String, from client: ClientAddress) throws -> SessionIdentifier? {
        try gate.mayTry(client)
        let code = try SessionIdentifier(text).flatMap { try library.isInvitation($0, at: now()) ? $0 : nil }
        gate.note(text, of: client, isRight: code != nil)
        return code
    }

    // MARK: Roles

    /// Gives a person another role. They sign in anew.
    func setRole(_ role: Role, of person: Int64) throws(StoreError) {
        try library.setRole(role, of: person, at: now())
        state.withLock { $0.sessions.endAll(of: person) }
        try refresh()
    }

    /// Takes from a person all ways in. Their own documents become those of whoever does it, or of another owner.
    func retire(_ person: Int64, by actor: Int64) throws(StoreError) {
        let owners = all.filter { $0.role == .owner && $0.id != person }.map(\.id)
        guard let heir = owners.contains(actor) ? actor : owners.first else { throw .lastOwner }
        try library.retire(person, leavingTo: heir, at: now())
        try refresh()
    }

    // MARK: Sessions

    func lock(_ headers: HTTPFields) throws(StoreError) {
        let now = now()
        try state.withLock { state throws(StoreError) in
            for identifier in Self.identifiers(headers) {
                state.sessions.lock(identifier)
                if let session = state.sessions.session(identifier, at: now)?.session { try library.update(session) }
            }
        }
        changes.notify()
    }

    /// Signs out.
    func end(_ headers: HTTPFields) throws(StoreError) {
        let now = now()
        try state.withLock { state throws(StoreError) in
            for identifier in Self.identifiers(headers) {
                guard let session = state.sessions.session(identifier, at: now)?.session else { continue }
                _ = state.sessions.end(session.hash, of: session.person)
                try library.endSession(session.hash, at: now)
            }
        }
        changes.notify()
    }

    /// A person's sessions, the one last used first.
    func sessions(of person: Int64) throws(StoreError) -> [SessionRecord] {
        let stored = Dictionary(try library.sessions().map { ($0.session.hash, $0) }) { first, _ in first }
        return state.withLock { $0.sessions.list(of: person, at: now()) }.compactMap { session in
            stored[session.hash].map { SessionRecord(id: $0.id, device: $0.device, session: session) }
        }
    }

    /// Whether a session is the one of a request.
    func isOwn(_ session: Session<Int64>, _ headers: HTTPFields) -> Bool {
        Self.identifiers(headers).contains { $0.hash == session.hash }
    }

    /// Ends one of a person's sessions.
    func endSession(_ id: Int64, of person: Int64) throws(StoreError) {
        guard let record = try sessions(of: person).first(where: { $0.id == id }) else { return }
        let isTheirs = state.withLock { $0.sessions.end(record.session.hash, of: person) }
        if isTheirs { try library.endSession(record.session.hash, at: now()) }
        changes.notify()
    }

    /// Changes a person's passcode, and ends their sessions but the one of the request.
    func setPasscode(_ passcode: Passcode, of person: Int64, _ headers: HTTPFields) async throws {
        let hash = try await hash(passcode)
        let kept = Self.identifiers(headers).first?.hash
        try library.setPasscode(hash, of: person, keeping: kept, at: now())
        state.withLock { $0.sessions.endAll(of: person, except: kept) }
        changes.notify()
    }

    /// Makes new recovery codes of a person, in the place of the former ones.
    func makeCodes(_ count: Int = codes, of person: Int64) throws(StoreError) -> [String] {
        let made = (0..<count).map { _ in RecoveryCode() }
        try library.setRecoveryCodes(made.map(\.hash), of: person, at: now())
        return made.map(\.printed)
    }

    /// The codes of a person's last step. They stay the same in all windows, until the person says that they keep them; the station
    /// cannot read them again after a restart, and makes others then.
    func codesToKeep(of person: Int64) throws(StoreError) -> CodesToKeep {
        if let shown = shownCodes(of: person) { return shown }
        let replacesOthers = try library.recoveryCodes(of: person) > 0
        let codes = CodesToKeep(try makeCodes(of: person), replacesOthers: replacesOthers)
        state.withLock { $0.shownCodes[person] = codes }
        return codes
    }

    func shownCodes(of person: Int64) -> CodesToKeep? { state.withLock { $0.shownCodes[person] } }

    /// Forgets them: they are on paper.
    func forgetCodes(of person: Int64) { state.withLock { $0.shownCodes[person] = nil } }

    /// What speaks against a passcode that somebody chooses; `nil` if nothing does.
    func objection(to passcode: String, again: String, name: String) -> String? {
        if let reason = policy.reasons(against: Passcode(passcode), name: name).first {
            return PeopleMessages.reason(reason)
        }
        return passcode == again ? nil : PeopleMessages.differs
    }
}

/// What a challenge was issued for.
enum ChallengePurpose: Hashable, Sendable {
    case signIn
    case registration(of: Int64, UserHandle)
}
