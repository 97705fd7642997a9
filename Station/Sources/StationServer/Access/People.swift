import FoundationEssentials
import HTTPTypes
import RectoCore
import StationIdentity
import StationRules
import StationStore
import Synchronization

/// The people of a running station, their sessions, and attempts to sign in.
///
/// A method's changes are in the library when it returns.
final class People: Sendable {
    /// The cookie with a session's identifier.
    static let cookie = "session"
    /// The number of recovery codes per person.
    static let codes = 8
    /// The minimum interval between writes of a session's last use.
    private static let noted = TimeInterval(60)

    private struct State {
        var people: [Int64: PersonRecord] = [:]
        var removals = 0
        var sessions: SessionList<Int64>
        var attempts = SignInAttempts<String, ClientAddress>()
        var challenges = ChallengeList<ChallengePurpose>()
        /// The time when each session's last use was written.
        var noted: [Digest: Date] = [:]
        /// The settings of people, cached when first needed.
        var settings: [Int64: PersonalSettings] = [:]
        /// The recovery codes shown in the last onboarding step, until the person confirms having saved them.
        var shownCodes: [Int64: CodesToKeep] = [:]
    }

    let library: Library
    /// The rules for choosing passcodes.
    let policy: PasscodePolicy
    private let gate: StationGate
    /// The token of programs; `nil` if only this machine can reach the station.
    private let token: AccessToken?
    private let cost: PasscodeHash.Cost
    private let standIn: PasscodeHash
    private let uptime: @Sendable () -> Duration
    let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// Signals that a session ended or was locked, or that its person's permissions changed.
    let changes = Signal()
    let shownOnce = ShownOnce()

    /// - Parameters:
    ///   - uptime: A monotonic clock.
    init(
        _ library: Library, gate: StationGate, token: AccessToken?, cost: PasscodeHash.Cost, policy: PasscodePolicy,
        uptime: @escaping @Sendable () -> Duration,
        now: @escaping @Sendable () -> Date
    ) throws(StoreError) {
        self.library = library
        self.gate = gate
        self.token = token
        self.cost = cost
        self.policy = policy
        self.uptime = uptime
        self.now = now
        standIn = .standIn(cost: cost)
        try library.forgetSessions(before: now().addingTimeInterval(-SessionRules().absolute.inSeconds))
        state = Mutex(State(sessions: SessionList(stored: try library.sessions().map(\.session))))
        try refresh()
    }

    /// The number of removed people; `nil` if nobody signs in.
    var removals: Int? { state.withLock { $0.people.isEmpty ? nil : $0.removals } }

    /// Replaces the programs' token, when people who may know the former one lose its rights.
    func renewToken() throws(StoreError) { try token?.renew() }

    /// Whether people sign in at this station.
    var isShared: Bool { state.withLock { !$0.people.isEmpty } }

    /// All people by name.
    var all: [PersonRecord] {
        state.withLock { Array($0.people.values) }.sorted {
            ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id)
        }
    }

    func knownSettings(of person: Int64) -> PersonalSettings? { state.withLock { $0.settings[person] } }
    func keep(_ settings: PersonalSettings, of person: Int64) { state.withLock { $0.settings[person] = settings } }

    func person(_ id: Int64) -> PersonRecord? { state.withLock { $0.people[id] } }

    /// Reloads people after a change.
    func refresh() throws(StoreError) {
        let (people, removals) = (try library.people(), try library.removedPeople())
        state.withLock { state in
            state.removals = removals
            state.people = Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) })
            for session in state.sessions.all where state.people[session.person] == nil {
                state.sessions.endAll(of: session.person)
            }
            // A device with a single person does not lock.
            state.sessions.rules.lock = people.count > 1 ? SessionRules().lock : nil
        }
        changes.notify()
    }

    /// The idle time after which a session locks; `nil` if sessions do not lock.
    var lockTime: Duration? { state.withLock { $0.sessions.rules.lock } }

    // MARK: Visits

    /// Returns the signed-in person from a request's cookies.
    /// - Parameter touches: Whether the person was active. Automatic requests of browsers do not keep a session open.
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

    /// Stores a session's use from time to time, to avoid a write per request.
    private func note(_ identifier: SessionIdentifier, at now: Date, _ state: inout State) {
        guard let session = state.sessions.session(identifier, at: now)?.session,
            now.timeIntervalSince(state.noted[session.hash] ?? session.began) >= Self.noted
        else { return }
        state.noted[session.hash] = now
        // If it fails, the session locks earlier after a restart.
        try? library.update(session)
    }

    /// Returns the person whose locked session a browser has.
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

    /// Checks a name and a passcode in the same time whether the person exists or not.
    /// - Returns: The person; `nil` if they do not match.
    /// - Throws: ``AccessRefusal`` if the client, or anyone using this name, must wait.
    func check(_ name: String, _ passcode: String, from client: ClientAddress) async throws -> PersonRecord? {
        let key = PersonName.key(name)
        try begin(key, client)
        let person = try library.person(named: key)
        let stored = try library.passcode(of: person?.id ?? 0)
        let (passcode, standIn) = (Passcode(passcode), standIn)
        let isRight = try await CPUWorkQueue.shared.run {
            PasscodeHash.verify(passcode, stored: stored, standIn: standIn)
        }
        end(key, client, isRight: isRight)
        guard isRight, let person else { return nil }
        if stored?.needsRehash(to: cost) == true {
            let hash = try await hash(passcode)
            try library.rehash(hash, of: person.id, at: now())
        }
        return person
    }

    /// Uses a recovery code to set a new passcode.
    /// - Returns: The person; `nil` if name and code do not match.
    /// - Throws: ``AccessRefusal``.
    func recover(
        _ name: String, _ code: RecoveryCode, passcode: String, from client: ClientAddress
    ) async throws -> PersonRecord? {
        let key = PersonName.key(name)
        try begin(key, client)
        // Hash before checking the code, so that all attempts take the same time.
        let hash = try await hash(Passcode(passcode))
        let person = try library.person(named: key)
        let isRight = try library.recover(person?.id ?? 0, by: code.hash, passcode: hash, at: now())
        end(key, client, isRight: isRight)
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

    /// Wrong passcodes have their own limits. They must not block the right token from the same address.
    private func end(_ key: String, _ client: ClientAddress, isRight: Bool) {
        if isRight { state.withLock { $0.attempts.succeed(key, from: client) } }
    }

    func hash(_ passcode: Passcode) async throws -> PasscodeHash {
        let cost = cost
        return try await CPUWorkQueue.shared.run { PasscodeHash(of: passcode, cost: cost) }
    }

    /// Opens a session for an authenticated person, or continues their session in this browser, always with a new
    /// identifier. Another person's session in the browser ends.
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
            // Remove the sessions above the maximum per person.
            for hash in before.subtracting(state.sessions.list(of: person, at: now).map(\.hash)) {
                try library.endSession(hash, at: now)
            }
            return identifier
        }
    }

    /// Records the activation of a browser where a person has signed in before.
    func note(_ device: Int64, _ headers: HTTPFields) throws(StoreError) {
        for identifier in Self.identifiers(headers) { try library.note(device, of: identifier.hash) }
    }

    /// Removes a device, and signs out the people who signed in on it.
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

    /// Returns the purpose of a challenge, which is thereby used up.
    func take(_ challenge: Challenge) -> ChallengePurpose? {
        state.withLock { $0.challenges.take(challenge, at: uptime()) }
    }

    // MARK: Invitations

    /// Checks an invitation code.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong ones.
    func isInvitation(_ text: String, from client: ClientAddress) throws -> SessionIdentifier? {
        try gate.mayTry(client)
        let code = try SessionIdentifier(text).flatMap { try library.isInvitation($0, at: now()) ? $0 : nil }
        gate.note(text, of: client, isRight: code != nil)
        return code
    }

    // MARK: URLs with a token

    /// Whether a token grants access: the person who created it must still be allowed to read documents.
    func opens(_ text: (some StringProtocol)?, _ use: ReadToken) throws(StoreError) -> Bool {
        guard let token = text.flatMap({ SecretToken($0) }), let maker = try library.maker(of: token, for: use) else {
            return false
        }
        guard isShared else { return true }
        return person(maker).map {
            PermissionRule.verdict(on: .readDocuments, of: $0.role, isFresh: false) == .allowed
        } ?? false
    }

    /// Returns what the program with a token may do; `nil` for other tokens. The person who made the token must still be
    /// allowed to make one.
    func scope(ofProgram text: some StringProtocol) -> ProgramScope? {
        guard let token = SecretToken(text), let program = try? library.program(token, at: now()) else { return nil }
        guard isShared else { return program.scope }
        let role = person(program.person)?.role
        let verdict = role.map { PermissionRule.verdict(on: .managePrograms, of: $0, isFresh: true) }
        return verdict == .allowed ? program.scope : nil
    }

    /// Revokes a program's token. Its open connections end.
    func removeProgram(_ id: Int64) throws(StoreError) {
        try library.removeProgram(id)
        changes.notify()
    }

    // MARK: Roles

    /// Changes a person's role, and ends their sessions.
    func setRole(_ role: Role, of person: Int64) throws(StoreError) {
        try library.setRole(role, of: person, at: now())
        state.withLock { $0.sessions.endAll(of: person) }
        try refresh()
        if role != .owner { try renewToken() }
    }

    /// Removes all of a person's credentials. Their private documents go to the acting person, or to another owner.
    func retire(_ person: Int64, by actor: Int64) throws(StoreError) {
        let owners = all.filter { $0.role == .owner && $0.id != person }.map(\.id)
        guard let heir = owners.contains(actor) ? actor : owners.first else { throw .lastOwner }
        try library.retire(person, leavingTo: heir, at: now())
        try refresh()
        try renewToken()
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

    /// Whether somebody else ended the session that a browser still has a cookie for: the role or the passcode was
    /// changed, or the device removed. Signing out removes the cookie.
    func wasEnded(_ headers: HTTPFields) throws(StoreError) -> Bool {
        for identifier in Self.identifiers(headers) where try library.isEnded(identifier.hash) { return true }
        return false
    }

    /// Returns a person's sessions, most recently used first.
    func sessions(of person: Int64) throws(StoreError) -> [SessionRecord] {
        let stored = Dictionary(try library.sessions().map { ($0.session.hash, $0) }) { first, _ in first }
        return state.withLock { $0.sessions.list(of: person, at: now()) }.compactMap { session in
            stored[session.hash].map { SessionRecord(id: $0.id, device: $0.device, session: session) }
        }
    }

    /// Whether a session belongs to a request.
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

    /// Changes a person's passcode, and ends all of their sessions except that of the request.
    func setPasscode(_ passcode: Passcode, of person: Int64, _ headers: HTTPFields) async throws {
        let hash = try await hash(passcode)
        let kept = Self.identifiers(headers).first?.hash
        try library.setPasscode(hash, of: person, keeping: kept, at: now())
        state.withLock { $0.sessions.endAll(of: person, except: kept) }
        changes.notify()
    }

    /// Creates new recovery codes that replace a person's previous ones.
    func makeCodes(_ count: Int = codes, of person: Int64) throws(StoreError) -> [String] {
        let made = (0..<count).map { _ in RecoveryCode() }
        try library.setRecoveryCodes(made.map(\.hash), of: person, at: now())
        return made.map(\.printed)
    }

    /// Returns the codes for a person's last onboarding step. They are the same in all windows until the person
    /// confirms having saved them. After a restart, the station cannot show them again and creates new ones.
    func codesToKeep(of person: Int64) throws(StoreError) -> CodesToKeep {
        if let shown = shownCodes(of: person) { return shown }
        let replacesOthers = try library.recoveryCodes(of: person) > 0
        let codes = CodesToKeep(try makeCodes(of: person), replacesOthers: replacesOthers)
        state.withLock { $0.shownCodes[person] = codes }
        return codes
    }

    func shownCodes(of person: Int64) -> CodesToKeep? { state.withLock { $0.shownCodes[person] } }

    /// Forgets the codes, which the person has saved.
    func forgetCodes(of person: Int64) { state.withLock { $0.shownCodes[person] = nil } }

    /// Returns the objection to a chosen passcode; `nil` if there is none.
    func objection(to passcode: String, again: String, name: String) -> String? {
        if let reason = policy.reasons(against: Passcode(passcode), name: name).first {
            return PeopleMessages.reason(reason)
        }
        return passcode == again ? nil : PeopleMessages.differs
    }
}

/// The purpose of a challenge.
enum ChallengePurpose: Hashable, Sendable {
    case signIn
    case registration(of: Int64, UserHandle)
}
