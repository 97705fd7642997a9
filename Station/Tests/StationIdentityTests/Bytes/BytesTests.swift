import StationIdentity
import TestSupport
import Testing

@Suite struct BytesTests {
    @Test("Base64 has the texts of RFC 4648, section 10, without padding")
    func published() throws {
        let texts = [
            "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE", "foobar": "Zm9vYmFy",
        ]
        for (plain, text) in texts {
            #expect(Base64URL.text(Array(plain.utf8)) == text)
            #expect(try Base64URL.bytes(text) == Array(plain.utf8))
        }
        #expect(Base64URL.text([0xFB, 0xFF, 0xFE]) == "-__-")
    }

    @Test func bytesComeBackFromTheirText() throws {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
    }

    @Test func eachRunOfBytesHasOneText() {
        #expect(throws: Base64URLError.foreignCharacter(at: 2)) { try Base64URL.bytes("Zg==") }
        #expect(throws: Base64URLError.foreignCharacter(at: 1)) { try Base64URL.bytes("Z+8") }
        #expect(throws: Base64URLError.foreignCharacter(at: 0)) { try Base64URL.bytes("/m8") }
        #expect(throws: Base64URLError.foreignCharacter(at: 2)) { try Base64URL.bytes("Zm\n8") }
        #expect(throws: Base64URLError.impossibleLength(5)) { try Base64URL.bytes("Zm9vY") }
        #expect(throws: Base64URLError.unusedBits) { try Base64URL.bytes("Zh") }
        #expect(throws: Base64URLError.unusedBits) { try Base64URL.bytes("Zm9") }
    }

    @Test("The digest is that of FIPS 180-4, and is stored with 32 bytes alone")
    func digest() {
        let abc = hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest(of: Array("abc".utf8)).bytes == abc)
        #expect(Digest(stored: abc) == Digest(of: Array("abc".utf8)))
        #expect(Digest(stored: Array(abc.dropLast())) == nil)
    }

    @Test func secretsAreNeverPrinted() {
        let passcode = Passcode("correct horse")
        let code = RecoveryCode()
        let session = SessionIdentifier()
        let hash = PasscodeHash(of: passcode, cost: PasscodeHash.Cost(logN: 1, r: 1, p: 1)!)
        let secrets: [(any Secret, String)] = [
            (passcode, "horse"), (code, code.printed), (session, session.text), (hash, hash.stored),
        ]
        for (secret, text) in secrets {
            var dumped = ""
            dump(secret, to: &dumped)
            for shown in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
                #expect(!shown.contains(text) && shown.contains("•••"))
            }
        }
    }
}
