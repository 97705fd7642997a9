import Authenticator
import StationIdentity
import Testing

/// A way to forge a message, and the expected reason for refusing it.
struct Forgery<Draft, Reason: Error & Hashable>: Sendable, CustomTestStringConvertible {
    let reason: Reason
    let forge: @Sendable (inout Draft) -> Void

    var testDescription: String { "\(reason)" }

    init(_ reason: Reason, _ forge: @escaping @Sendable (inout Draft) -> Void) {
        (self.reason, self.forge) = (reason, forge)
    }
}

/// Encodes an ECDSA signature in DER from its parts.
private func der(_ r: [UInt8], _ s: [UInt8], more: [UInt8] = []) -> [UInt8] {
    let body = [0x02, UInt8(r.count)] + r + [0x02, UInt8(s.count)] + s
    return [0x30, UInt8(body.count)] + body + more
}

private let one = [UInt8](repeating: 1, count: 32)

@Suite struct ForgedMessageTests {
    typealias Registration = Forgery<RegistrationDraft, RegistrationError>
    typealias Assertion = Forgery<AssertionDraft, AssertionError>

    // MARK: What the browser says

    static let clientData: [Forgery<ClientDataDraft, ClientDataError>] = [
        .init(.notJSON) { $0.json = Array("{".utf8) },
        .init(.tooLong(maximum: 8192)) { $0.more = #","a":""# + String(repeating: "a", count: 9000) + #"""# },
        .init(.challengeNotBase64URL(.foreignCharacter(at: 43))) { $0.challenge += "=" },
        .init(.challengeNotBase64URL(.impossibleLength(45))) { $0.challenge += "AA" },
        .init(.wrongChallenge) { $0.challenge = Base64URL.text(Challenge().bytes) },
        .init(.foreignOrigin("https://station.local.evil.example")) {
            $0.origin = "https://station.local.evil.example"
        },
        .init(.foreignOrigin("http://station.local")) { $0.origin = "http://station.local" },
        .init(.foreignOrigin("https://station.local:8443")) { $0.origin = "https://station.local:8443" },
        .init(.foreignOrigin("https://sub.station.local")) { $0.origin = "https://sub.station.local" },
        .init(.foreignOrigin("https://station.local/")) { $0.origin = "https://station.local/" },
        .init(.foreignOrigin("HTTPS://station.local")) { $0.origin = "HTTPS://station.local" },
        .init(.foreignOrigin("null")) { $0.origin = "null" },
        .init(.crossOrigin) { $0.crossOrigin = "true" },
        .init(.wrongType("webauthn.both")) { $0.type = "webauthn.both" },
        .init(.wrongType("")) { $0.type = "" },
    ]

    @Test("BI-7: forged client data is refused for its own reason", arguments: clientData)
    func forgedClientData(_ forgery: Forgery<ClientDataDraft, ClientDataError>) throws {
        let scene = try Scene()
        var registration = scene.registration
        forgery.forge(&registration.clientData)
        #expect(throws: RegistrationError.clientData(forgery.reason)) { try scene.register(registration.response) }
        let passkey = try scene.passkey()
        var assertion = scene.assertion
        forgery.forge(&assertion.clientData)
        #expect(throws: AssertionError.clientData(forgery.reason)) { try scene.use(assertion.response, passkey) }
    }

    @Test(
        "BI-7: client data is one object of JSON in UTF-8",
        arguments: [
            "", "null", "[]", "1", #""webauthn.get""#, #"{"type":"webauthn.get"}"#, " {}", "\u{FEFF}{}", "{}{}",
            #"{"type":1,"challenge":"","origin":""}"#, #"{"type":"webauthn.get","challenge":null,"origin":""}"#,
            #"{"type":"webauthn.get","challenge":"","origin":["https://station.local"]}"#,
            #"{"type":"webauthn.get","challenge":"","origin":"","crossOrigin":"false"}"#,
            "{\"type\":\"webauthn.get\",\"challenge\":\"\",\"origin\":\"\u{0}\"}",
        ])
    func notJSON(_ text: String) {
        #expect(throws: ClientDataError.notJSON) { try ClientData(Array(text.utf8)) }
    }

    @Test func otherEncodingsOfTextAreRefused() {
        let text = #"{"type":"webauthn.get","challenge":"","origin":""}"#
        let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let broken = Array(text.utf8.dropLast(2)) + [0xC3, 0x28] + Array(#""}"#.utf8)
        for bytes in [utf16, [0xFF, 0xFE] + utf16, broken] {
            #expect(throws: ClientDataError.notJSON) { try ClientData(bytes) }
        }
    }

    @Test func aFrameOfAnotherSiteIsRefusedHoweverTheBrowserSaysSo() throws {
        let scene = try Scene()
        var draft = scene.assertion
        draft.clientData.more = #","topOrigin":"https://evil.example""#
        #expect(throws: AssertionError.clientData(.crossOrigin)) { try scene.use(draft.response, try scene.passkey()) }
    }

    // MARK: Registration

    static let registrations: [Registration] = [
        .init(.clientData(.wrongType("webauthn.get"))) { $0.clientData.type = "webauthn.get" },
        .init(.wrongCredentialID) { $0.sentID = [1] },
        .init(.attestationNotCBOR(.trailingBytes(1))) { $0.attestation = { CBOREncoding.map($0) + [0] } },
        .init(.attestationNotCBOR(.keyOrder)) { $0.attestation = { CBOREncoding.map($0.reversed()) } },
        .init(.attestationNotCBOR(.duplicateKey)) { $0.attestation = { CBOREncoding.map([$0[0]] + $0) } },
        .init(.attestationNotCBOR(.indefiniteLength)) {
            $0.attestation = { [0xBF] + CBOREncoding.map($0).dropFirst() + [0xFF] }
        },
        .init(.attestationNotCBOR(.truncated(needed: 4, left: 0))) { $0.attestation = { _ in [0xA4] } },
        .init(.attestationNotCBOR(.notShortest)) {
            $0.attestation = { [0xB8, 3] + CBOREncoding.map($0).dropFirst() }
        },
        .init(.attestationNotCBOR(.tooDeep(maximum: 4))) {
            $0.attestation = { _ in [UInt8](repeating: 0x81, count: 9) }
        },
        .init(.attestationNotCBOR(.unsupported(0xC0))) { $0.attestation = { [0xC0] + CBOREncoding.map($0) } },
        .init(.attestationMembers) { $0.attestation = { CBOREncoding.map(Array($0.dropLast())) } },
        .init(.authenticatorData(.tooShort(found: 36, required: 37))) {
            $0.data.raw = [UInt8](repeating: 0, count: 36)
        },
        .init(.authenticatorData(.trailingBytes(2))) { $0.data.more = [0, 0] },
        .init(.authenticatorData(.credentialIDLength(found: 0, maximum: 1023))) { $0.id = [] },
        .init(.authenticatorData(.credentialIDLength(found: 1024, maximum: 1023))) {
            $0.id = [UInt8](repeating: 1, count: 1024)
        },
        .init(.authenticatorData(.tooShort(found: 97, required: 500))) { $0.idCount = 500 },
        .init(.authenticatorData(.key(.unsupportedAlgorithm(-37)))) { $0.parameters[.unsigned(3)] = .negative(36) },
        .init(.authenticatorData(.key(.wrongKeyType(1)))) { $0.parameters[.unsigned(1)] = .unsigned(1) },
        .init(.authenticatorData(.key(.wrongCurve(2)))) { $0.parameters[.negative(0)] = .unsigned(2) },
        .init(.authenticatorData(.key(.parameter(1)))) { $0.parameters[.unsigned(1)] = nil },
        .init(.authenticatorData(.key(.parameter(3)))) { $0.parameters[.unsigned(3)] = .text("ES256") },
        .init(.authenticatorData(.key(.parameter(-1)))) { $0.parameters[.negative(0)] = .unsigned(.max) },
        .init(.authenticatorData(.key(.parameter(-2)))) {
            $0.parameters[.negative(1)] = .bytes([UInt8](one.dropLast()))
        },
        // A compressed point.
        .init(.authenticatorData(.key(.parameter(-3)))) { $0.parameters[.negative(2)] = .bool(true) },
        .init(.authenticatorData(.key(.foreignParameters))) { $0.parameters[.negative(3)] = .bytes(one) },
        .init(.authenticatorData(.key(.notOnCurve))) { $0.parameters[.negative(2)] = .bytes(one) },
        .init(.authenticatorData(.key(.notMap))) { $0.cose = [0x80] },
        .init(.authenticatorData(.key(.cbor(.indefiniteLength)))) { $0.cose = [0xBF, 0xFF] },
        .init(.authenticatorData(.key(.cbor(.truncated(needed: 1, left: 0))))) { $0.cose = [] },
        .init(.authenticatorData(.extensions(.truncated(needed: 1, left: 0)))) { $0.data.flags |= 0x80 },
        .init(.authenticatorData(.extensionsNotMap)) {
            $0.data.flags |= 0x80
            $0.data.more = [0x80]
        },
        .init(.authenticatorData(.backedUpButNotEligible)) { $0.data.flags |= 0x10 },
        .init(.authenticatorData(.wrongRelyingParty)) { $0.data.relyingParty = "evil.example" },
        .init(.authenticatorData(.userNotPresent)) { $0.data.flags &= ~0x01 },
        .init(.authenticatorData(.userNotVerified)) { $0.data.flags &= ~0x04 },
        .init(.noCredential) { $0.data.flags &= ~0x40 },
        .init(.unsupportedAttestation(format: "fido-u2f")) { $0.format = "fido-u2f" },
        .init(.unsupportedAttestation(format: "tpm")) { $0.format = "tpm" },
        .init(.statementNotEmpty) {
            $0.format = "none"
            $0.statement = [.text("alg"): .negative(6)]
        },
        .init(.statementMembers) { $0.statement = [.text("sig"): .bytes(one), .text("ver"): .text("1")] },
        .init(.certificateAttestation) {
            $0.statement = [.text("alg"): .negative(6), .text("sig"): .bytes(one), .text("x5c"): .array([.bytes(one)])]
        },
        .init(.wrongAlgorithm(-8)) { $0.statement = [.text("alg"): .negative(7), .text("sig"): .bytes(one)] },
        .init(.signature(.wrong)) { $0.signature = SoftwareKey(.es256).sign(one) },
        .init(.signature(.notDER)) { $0.signature = one + one },
        .init(.signature(.trailingBytes)) { $0.signature = der(one, one, more: [0]) },
        .init(.signature(.notShortest)) { $0.signature = der([0] + one, one) },
        .init(.signature(.outOfRange)) { $0.signature = der([0xFF] + one.dropLast(), one) },
    ]

    @Test("BI-7: a forged registration is refused for its own reason", arguments: registrations)
    func forgedRegistration(_ forgery: Registration) throws {
        let scene = try Scene()
        var draft = scene.registration
        forgery.forge(&draft)
        #expect(throws: forgery.reason) { try scene.register(draft.response) }
    }

    // MARK: Assertion

    static let assertions: [Assertion] = [
        .init(.clientData(.wrongType("webauthn.create"))) { $0.clientData.type = "webauthn.create" },
        .init(.wrongCredentialID) { $0.id = [1] },
        .init(.noUserHandle) { $0.userHandle = [] },
        .init(.wrongUserHandle) { $0.userHandle = UserHandle().bytes },
        .init(.authenticatorData(.tooShort(found: 36, required: 37))) {
            $0.data.raw = [UInt8](repeating: 0, count: 36)
        },
        .init(.authenticatorData(.trailingBytes(1))) { $0.data.more = [0] },
        .init(.authenticatorData(.wrongRelyingParty)) { $0.data.relyingParty = "local" },
        .init(.authenticatorData(.userNotPresent)) { $0.data.flags = 0x04 },
        .init(.authenticatorData(.userNotVerified)) { $0.data.flags = 0x01 },
        .init(.authenticatorData(.backedUpButNotEligible)) { $0.data.flags = 0x15 },
        .init(.authenticatorData(.extensions(.truncated(needed: 1, left: 0)))) { $0.data.flags = 0x85 },
        .init(.newCredential) {
            $0.data.flags = 0x45
            $0.data.credential =
                [UInt8](repeating: 0, count: 16) + [0, 1, 1] + CBOREncoding.of(.map($0.key.parameters))
        },
        .init(.backupEligibilityChanged) { $0.data.flags = 0x0D },
        .init(.cloneSuspected(stored: 7, received: 7)) { $0.data.counter = 7 },
        .init(.cloneSuspected(stored: 7, received: 6)) { $0.data.counter = 6 },
        .init(.cloneSuspected(stored: 7, received: 0)) { $0.data.counter = 0 },
        .init(.signature(.wrong)) { $0.key = SoftwareKey(.es256) },
        .init(.signature(.notDER)) { $0.signature = { _ in [] } },
        .init(.signature(.trailingBytes)) { $0.signature = { $0 + [0] } },
        .init(.signature(.notShortest)) { $0.signature = { _ in der([0] + one, one) } },
        .init(.signature(.outOfRange)) { $0.signature = { _ in der([0], one) } },
    ]

    @Test("BI-7: a forged assertion is refused for its own reason", arguments: assertions)
    func forgedAssertion(_ forgery: Assertion) throws {
        let scene = try Scene()
        let passkey = try scene.passkey()
        var draft = scene.assertion
        forgery.forge(&draft)
        #expect(throws: forgery.reason) { try scene.use(draft.response, passkey) }
    }

    @Test(
        "BI-7: what was signed cannot be exchanged afterwards",
        arguments: [
            { $0.authenticatorData[36] += 1 }, { $0.authenticatorData[32] |= 0x20 },
            { $0.clientDataJSON += Array(" ".utf8) },
            { $0.clientDataJSON = Array(#"{"a":0,"#.utf8) + $0.clientDataJSON.dropFirst() },
        ] as [@Sendable (inout AssertionResponse) -> Void])
    func exchanged(_ change: @escaping @Sendable (inout AssertionResponse) -> Void) throws {
        let scene = try Scene()
        var draft = scene.assertion
        draft.sent = change
        #expect(throws: AssertionError.signature(.wrong)) { try scene.use(draft.response, try scene.passkey()) }
    }

    @Test("BI-7: a signature of Ed25519 has 64 bytes")
    func edDSALength() throws {
        let scene = try Scene(.edDSA)
        let passkey = try scene.passkey()
        var draft = scene.assertion
        for count in [0, 63, 65] {
            draft.signature = { Array(($0 + [0]).prefix(count)) }
            #expect(throws: AssertionError.signature(.length(found: count, required: 64))) {
                try scene.use(draft.response, passkey)
            }
        }
        draft.signature = { _ in one + one }
        #expect(throws: AssertionError.signature(.wrong)) { try scene.use(draft.response, passkey) }
    }

    @Test func noTwoForgeriesHaveTheSameReason() {
        #expect(Set(Self.clientData.map(\.reason)).count == Self.clientData.count)
        #expect(Set(Self.registrations.map(\.reason)).count == Self.registrations.count)
        #expect(Set(Self.assertions.map(\.reason)).count == Self.assertions.count)
    }
}
