import Authenticator
import StationIdentity
import Testing

@Suite struct CredentialKeyTests {
    private func ed25519(_ point: String) throws -> CredentialKey {
        try CredentialKey(
            CBOREncoding.of(
                .map([
                    .unsigned(1): .unsigned(1), .unsigned(3): .negative(7), .negative(0): .unsigned(6),
                    .negative(1): .bytes(hex(point)),
                ])))
    }

    @Test(
        "Signatures of Ed25519 are those of RFC 8032, section 7.1",
        arguments: [
            (
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """
            ),
            (
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """
            ),
            (
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                """
                6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
                18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
                """
            ),
        ])
    func published(_ point: String, _ message: String, _ signature: String) throws {
        let key = try ed25519(point)
        try key.verify(hex(signature), of: hex(message))
        #expect(throws: SignatureError.wrong) { try key.verify(hex(signature), of: hex(message) + [0]) }
    }

    @Test(
        "A signature of ECDSA is two positive integers in DER, each in as few bytes as it needs",
        arguments: [
            ("", SignatureError.notDER), ("30", .notDER), ("3100", .notDER), ("3081", .notDER), ("3000", .notDER),
            ("3003020101", .notDER), ("3006020101020201", .notDER), ("3006030101020101", .notDER),
            ("30050201010200", .notDER), ("300602810101020101", .trailingBytes), ("3007020101028101 01", .notDER),
            ("308006020101020101", .notDER), ("300602010102010100", .trailingBytes),
            ("3009020101020101020101", .trailingBytes), ("3007020200010201 01", .notShortest),
            ("3006020100020101", .outOfRange), ("3006020181020101", .outOfRange), ("3006020101020180", .outOfRange),
            ("30260221 01" + String(repeating: "00", count: 32) + "020101", .outOfRange),
            ("3006020101020101", .wrong),
        ])
    func der(_ signature: String, _ error: SignatureError) throws {
        let key = try CredentialKey(CBOREncoding.of(.map(SoftwareKey(.es256).parameters)))
        #expect(throws: error) { try key.verify(hex(signature), of: []) }
    }

    @Test("A key of RSA has a modulus of 2048 to 4096 bits, the usual exponent, and signatures as long as it")
    func rsa() throws {
        let key = SoftwareKey(.rs256)
        let known = try CredentialKey(CBOREncoding.of(.map(key.parameters)))
        let signature = key.sign([1, 2, 3])
        try known.verify(signature, of: [1, 2, 3])
        #expect(throws: SignatureError.wrong) { try known.verify(signature, of: [1, 2]) }
        #expect(throws: SignatureError.length(found: 255, required: 256)) {
            try known.verify(Array(signature.dropLast()), of: [1, 2, 3])
        }
        func altered(_ change: (inout [CBOR: CBOR]) -> Void) throws {
            var parameters = key.parameters
            change(&parameters)
            _ = try CredentialKey(CBOREncoding.of(.map(parameters)))
        }
        #expect(throws: CredentialKeyError.unsupportedModulus(bits: 1024)) {
            try altered { $0[.negative(0)] = .bytes([UInt8](repeating: 0xFF, count: 128)) }
        }
        #expect(throws: CredentialKeyError.unsupportedModulus(bits: 8192)) {
            try altered { $0[.negative(0)] = .bytes([UInt8](repeating: 0xFF, count: 1024)) }
        }
        #expect(throws: CredentialKeyError.unsupportedModulus(bits: 2048)) {
            try altered { $0[.negative(0)] = .bytes([0] + [UInt8](repeating: 0xFF, count: 256)) }
        }
        #expect(throws: CredentialKeyError.unsupportedExponent) { try altered { $0[.negative(1)] = .bytes([3]) } }
        #expect(throws: CredentialKeyError.parameter(-2)) { try altered { $0[.negative(1)] = nil } }
        #expect(throws: CredentialKeyError.wrongKeyType(2)) { try altered { $0[.unsigned(1)] = .unsigned(2) } }
        #expect(throws: CredentialKeyError.foreignParameters) { try altered { $0[.negative(2)] = .bytes([1]) } }
    }

    @Test func aKeyHasNothingBehindIt() {
        let encoded = CBOREncoding.of(.map(SoftwareKey(.es256).parameters))
        #expect(throws: CredentialKeyError.cbor(.trailingBytes(1))) { try CredentialKey(encoded + [0]) }
    }
}
