import StationIdentity
import Testing

/// The test vectors of W3C, "Web Authentication", Level 3, section 16. They are for `https://example.org`, and only
/// report user presence when a passkey is used.
@Suite struct PublishedCeremonyTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let registrationChallenge: String
        let registrationClientData: String
        let attestationObject: String
        let assertionChallenge: String
        let authenticatorData: String
        let assertionClientData: String
        let signature: String
    }

    private static let relyingParty = try? RelyingParty(
        host: "example.org", name: "Example", origins: ["https://example.org"])

    static let vectors = [
        Vector(
            testDescription: "ES256 without attestation (16.2)",
            registrationChallenge: "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
            registrationClientData: #"""
                {"type":"webauthn.create","challenge":"AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA","origin":"https:\#
                //example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional field\#
                s in the future, such as this: BkQeDjdcTBrXBiAwJTLE5Q"}
                """#,
            attestationObject: """
                a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd4
                6592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579b
                a6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f
                26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
                """,
            assertionChallenge: "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
            assertionClientData: #"""
                {"type":"webauthn.get","challenge":"OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag","origin":"https://e\#
                xample.org","crossOrigin":false}
                """#,
            signature: """
                3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf
                11a1dd5d78c6e486013f937295ea13653e331e87
                """),
        Vector(
            testDescription: "ES256 with self attestation (16.3)",
            registrationChallenge: "7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5",
            registrationClientData: #"""
                {"type":"webauthn.create","challenge":"eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U","origin":"https:\#
                //example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional field\#
                s in the future, such as this: U9hTXvKE2URkMnb_0xYHVg"}
                """#,
            attestationObject: """
                a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c92120
                031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d6861
                7574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6a
                fbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca501020326200121
                5820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f
                61f13bfd44119c325d5896e183fee484f2
                """,
            assertionChallenge: "4478a10b1352348dd160c1353b0d469b5db19eb91c27f7dfa6fed39fe26af20b",
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000",
            assertionClientData: #"""
                {"type":"webauthn.get","challenge":"RHihCxNSNI3RYME1Ow1Gm12xnrkcJ_ffpv7Tn-Jq8gs","origin":"https://e\#
                xample.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields i\#
                n the future, such as this: gTb53rz6EhSWomXGzimC1Q"}
                """#,
            signature: """
                304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b99772b7
                efd95994a83ef584b3b6b825ea3550251b66
                """),
    ]

    private func register(
        _ vector: Vector, _ party: RelyingParty, _ verification: UserVerification
    ) throws -> Passkey {
        try party.verify(
            RegistrationResponse(
                id: Array(hex(vector.attestationObject).suffix(109).prefix(32)),
                clientDataJSON: Array(vector.registrationClientData.utf8),
                attestationObject: hex(vector.attestationObject)),
            challenge: try #require(Challenge(issued: hex(vector.registrationChallenge))), userHandle: UserHandle(),
            verification: verification
        ) { _ in false }
    }

    private func use(
        _ vector: Vector, _ passkey: Passkey, _ party: RelyingParty, _ verification: UserVerification
    ) throws -> Passkey {
        try party.verify(
            AssertionResponse(
                id: passkey.id, clientDataJSON: Array(vector.assertionClientData.utf8),
                authenticatorData: hex(vector.authenticatorData), signature: hex(vector.signature)),
            challenge: try #require(Challenge(issued: hex(vector.assertionChallenge))), passkey: passkey,
            user: .person(passkey.userHandle), verification: verification)
    }

    @Test("BI-7: published passkeys are registered and used", arguments: vectors)
    func published(_ vector: Vector) throws {
        let party = try #require(Self.relyingParty)
        let passkey = try register(vector, party, .preferred)
        #expect(passkey.counter == 0 && passkey.isBackupEligible)
        let used = try use(vector, passkey, party, .preferred)
        #expect(used.counter == 0 && used.id == passkey.id)
        #expect(throws: AssertionError.authenticatorData(.userNotVerified)) {
            try use(vector, passkey, party, .required)
        }
    }

    @Test("BI-7: the published passkey of Ed25519 is used (16.11)")
    func ed25519() throws {
        let party = try #require(Self.relyingParty)
        let key = try CredentialKey(
            hex("a401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832"))
        let passkey = Passkey(
            id: [1], userHandle: UserHandle(), key: key, aaguid: hex("d5aa33581e8ca478e20fe713f5d32ff2"),
            transports: [],
            isBackupEligible: false, isBackedUp: false, counter: 0)
        let vector = Vector(
            testDescription: "", registrationChallenge: "", registrationClientData: "", attestationObject: "",
            assertionChallenge: "895957e01c633a698348a2d8a31a54b7db27e8c1c43b2080d79ae2190267bfd2",
            authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50100000000",
            assertionClientData: #"""
                {"type":"webauthn.get","challenge":"iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I","origin":"https://e\#
                xample.org","crossOrigin":false}
                """#,
            signature: """
                f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b011f0d6fecb097
                d6607525713223a0dc0d453993dae00b
                """)
        #expect(try use(vector, passkey, party, .preferred) == passkey)
    }

    @Test("BI-7: the published registration in a frame of another site is refused (16.4)")
    func crossOrigin() throws {
        let party = try #require(Self.relyingParty)
        let json = #"""
            {"type":"webauthn.create","challenge":"O-WqzQNTcUJHI0CrWWnyQPHYdxbiC2gHrCMGVfpLO0k","origin":"https:\#
            //example.org","crossOrigin":true,"extraData":"clientDataJSON may be extended with additional fields\#
             in the future, such as this: zZquEtDR9DWqpW5tBWTFug"}
            """#
        let response = RegistrationResponse(id: [1], clientDataJSON: Array(json.utf8), attestationObject: [])
        let challenge = try #require(
            Challenge(issued: hex("3be5aacd03537142472340ab5969f240f1d87716e20b6807ac230655fa4b3b49")))
        #expect(throws: RegistrationError.clientData(.crossOrigin)) {
            try party.verify(response, challenge: challenge, userHandle: UserHandle()) { _ in false }
        }
    }
}
