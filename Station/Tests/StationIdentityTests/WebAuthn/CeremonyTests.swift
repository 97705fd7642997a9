import Authenticator
import StationIdentity
import TestSupport
import Testing

/// The setup shared by the tests of ceremonies.
struct Scene: Sendable {
    let relyingParty: RelyingParty
    let key: SoftwareKey
    let challenge = Challenge()
    let user = UserHandle()

    init(_ algorithm: SignatureAlgorithm = .es256) throws {
        relyingParty = try RelyingParty(host: "station.local", name: "Station", origins: ["https://station.local"])
        key = SoftwareKey(algorithm)
    }

    func register(
        _ response: RegistrationResponse, verification: UserVerification = .required, registered: Set<[UInt8]> = []
    ) throws(RegistrationError) -> Passkey {
        try relyingParty.verify(response, challenge: challenge, userHandle: user, verification: verification) {
            registered.contains($0)
        }
    }

    func use(
        _ response: AssertionResponse, _ passkey: Passkey, user: ExpectedUser = .anybody,
        verification: UserVerification = .required
    ) throws(AssertionError) -> Passkey {
        try relyingParty.verify(
            response, challenge: challenge, passkey: passkey, user: user, verification: verification)
    }

    var registration: RegistrationDraft { RegistrationDraft(key, challenge) }
    var assertion: AssertionDraft { AssertionDraft(key, challenge, user) }

    func passkey() throws -> Passkey { try register(registration.response) }
}

@Suite struct CeremonyTests {
    @Test(
        "BI-7: a passkey is registered and used, with ES256, Ed25519 and RS256", arguments: SignatureAlgorithm.allCases)
    func roundTrip(_ algorithm: SignatureAlgorithm) throws {
        let scene = try Scene(algorithm)
        var passkey = try scene.passkey()
        #expect(passkey.id == RegistrationDraft.id && passkey.userHandle == scene.user && passkey.counter == 7)
        #expect(passkey.key.algorithm == algorithm && passkey.aaguid == [UInt8](repeating: 0xAA, count: 16))
        #expect(passkey.transports == [.internal] && !passkey.isBackupEligible && !passkey.isBackedUp)
        passkey = try scene.use(scene.assertion.response, passkey)
        #expect(passkey.counter == 8)
        var next = scene.assertion
        next.data.counter = 4_000_000_000
        #expect(try scene.use(next.response, passkey).counter == 4_000_000_000)
    }

    @Test func aPasskeyWithoutAStatementIsTaken() throws {
        let scene = try Scene()
        var draft = scene.registration
        draft.format = "none"
        #expect(try scene.register(draft.response) == scene.passkey())
    }

    @Test func aStoredPasskeyIsReadBack() throws {
        let passkey = try Scene().passkey()
        #expect(try CredentialKey(passkey.key.encoded) == passkey.key)
    }

    @Test func extensionsAndForeignMembersAreNoMatter() throws {
        let scene = try Scene()
        var draft = scene.registration
        draft.data.flags |= 0x80
        draft.data.more = CBOREncoding.of(.map([.text("credProtect"): .unsigned(2)]))
        draft.clientData.more = #","extraData":{"a":[1,null]}"#
        #expect(try scene.register(draft.response).id == RegistrationDraft.id)
    }

    @Test func theBackupIsKeptUpToDate() throws {
        let scene = try Scene()
        var draft = scene.registration
        draft.data.flags |= 0x08
        let passkey = try scene.register(draft.response)
        #expect(passkey.isBackupEligible && !passkey.isBackedUp)
        var use = scene.assertion
        use.data.flags |= 0x18
        #expect(try scene.use(use.response, passkey).isBackedUp)
    }

    @Test func aPersonWhoIsKnownNeedsNoUserHandle() throws {
        let scene = try Scene()
        let passkey = try scene.passkey()
        var draft = scene.assertion
        draft.userHandle = []
        #expect(try scene.use(draft.response, passkey, user: .person(scene.user)).counter == 8)
        #expect(throws: AssertionError.wrongUserHandle) {
            try scene.use(draft.response, passkey, user: .person(UserHandle()))
        }
    }

    @Test func besideAPasscodeATouchIsEnough() throws {
        let scene = try Scene()
        var draft = scene.registration
        draft.data.flags &= ~0x04
        #expect(try scene.register(draft.response, verification: .preferred).counter == 7)
        #expect(throws: RegistrationError.authenticatorData(.userNotVerified)) { try scene.register(draft.response) }
    }

    @Test(
        "BI-7: a counter must grow, unless both are zero",
        arguments: [
            (0, 0, CounterVerdict.plausible), (0, 1, .plausible), (1, 2, .plausible), (5, 4_294_967_295, .plausible),
            (1, 1, .cloneSuspected), (2, 1, .cloneSuspected), (1, 0, .cloneSuspected),
        ] as [(UInt32, UInt32, CounterVerdict)])
    func counter(stored: UInt32, received: UInt32, verdict: CounterVerdict) {
        #expect(CounterVerdict(stored: stored, received: received) == verdict)
    }

    // MARK: Replays

    @Test("BI-7: a challenge is answered once, in five minutes")
    func challenges() throws {
        var list = ChallengeList<String>()
        let challenge = list.issue(for: "ada", at: .zero)
        #expect(list.take(Challenge(), at: .zero) == nil)
        #expect(list.take(challenge, at: .seconds(299)) == "ada")
        #expect(list.take(challenge, at: .seconds(299)) == nil)
        let late = list.issue(for: "ada", at: .zero)
        #expect(list.take(late, at: .seconds(300)) == nil)
        #expect(list.take(late, at: .seconds(0)) == nil)
    }

    @Test func soManyChallengesWaitAndNoMore() {
        var list = ChallengeList<Int>()
        let all = (0..<300).map { list.issue(for: $0, at: .milliseconds($0)) }
        #expect(list.count == 256)
        #expect(all.map { list.take($0, at: .seconds(1)) } == (0..<300).map { $0 < 44 ? nil : $0 })
        _ = list.issue(for: 1, at: .zero)
        _ = list.issue(for: 2, at: .seconds(301))
        #expect(list.count == 1)
    }

    @Test("BI-7: what was sent once is refused a second time, by its challenge and by its counter")
    func replays() throws {
        let (scene, next) = (try Scene(), try Scene())
        let passkey = try scene.passkey()
        let response = scene.assertion.response
        let used = try scene.use(response, passkey)
        #expect(throws: AssertionError.cloneSuspected(stored: 8, received: 8)) { try scene.use(response, used) }
        #expect(throws: AssertionError.clientData(.wrongChallenge)) { try next.use(response, passkey) }
        let registration = scene.registration.response
        #expect(throws: RegistrationError.alreadyRegistered) {
            try scene.register(registration, registered: [passkey.id])
        }
        #expect(throws: RegistrationError.clientData(.wrongChallenge)) { try next.register(registration) }
    }

    // MARK: Alterations

    /// Returns the bytes with a single change: each bit inverted, and each byte inverted.
    private func alterations(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.indices.flatMap { place in
            ((0..<8).map { UInt8(1) << $0 } + [0xFF]).map { mask in
                var altered = bytes
                altered[place] ^= mask
                return altered
            }
        }
    }

    @Test("BI-7: every changed byte of a signed registration is refused", arguments: SignatureAlgorithm.allCases)
    func alteredRegistration(_ algorithm: SignatureAlgorithm) throws {
        let scene = try Scene(algorithm)
        let response = scene.registration.response
        _ = try scene.register(response)
        for member in [\RegistrationResponse.id, \.clientDataJSON, \.attestationObject] {
            for bytes in alterations(of: response[keyPath: member]) {
                var altered = response
                altered[keyPath: member] = bytes
                #expect(throws: RegistrationError.self) { try scene.register(altered) }
            }
        }
    }

    @Test("BI-7: every changed byte of an assertion is refused", arguments: SignatureAlgorithm.allCases)
    func alteredAssertion(_ algorithm: SignatureAlgorithm) throws {
        let scene = try Scene(algorithm)
        let passkey = try scene.passkey()
        let response = scene.assertion.response
        _ = try scene.use(response, passkey)
        for member in [\AssertionResponse.id, \.clientDataJSON, \.authenticatorData, \.signature, \.userHandle] {
            for bytes in alterations(of: response[keyPath: member]) {
                var altered = response
                altered[keyPath: member] = bytes
                #expect(throws: AssertionError.self) { try scene.use(altered, passkey) }
            }
        }
    }

    @Test("BI-7: every shortened message is refused")
    func shortened() throws {
        let scene = try Scene()
        let passkey = try scene.passkey()
        let registration = scene.registration.response
        for count in 0..<registration.attestationObject.count {
            var altered = registration
            altered.attestationObject.removeLast(altered.attestationObject.count - count)
            #expect(throws: RegistrationError.self) { try scene.register(altered) }
        }
        let assertion = scene.assertion.response
        for member in [\AssertionResponse.clientDataJSON, \.authenticatorData, \.signature] {
            for count in 0..<assertion[keyPath: member].count {
                var altered = assertion
                altered[keyPath: member] = Array(altered[keyPath: member].prefix(count))
                #expect(throws: AssertionError.self) { try scene.use(altered, passkey) }
            }
        }
    }

    @Test("Random bytes are read or refused", arguments: 1...8)
    func randomAuthenticatorData(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let valid = validData(seed)
        for _ in 0..<2_000 {
            var bytes = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? AuthenticatorData(bytes)
            bytes = valid
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 32..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...3, using: &generator))
            if let data = try? AuthenticatorData(bytes) { #expect(data.flags.rawValue == bytes[32]) }
        }
    }

    /// Returns authenticator data with a passkey and extensions.
    private func validData(_ seed: UInt64) -> [UInt8] {
        let key = SoftwareKey(seed % 2 == 0 ? .es256 : .edDSA)
        return AuthenticatorDataDraft(
            flags: 0xC5, counter: 1,
            credential: [UInt8](repeating: 0, count: 16) + [0, 4, 1, 2, 3, 4] + CBOREncoding.of(.map(key.parameters)),
            more: CBOREncoding.of(.map([.text("a"): .array([.bool(true)])]))
        ).bytes
    }
}
