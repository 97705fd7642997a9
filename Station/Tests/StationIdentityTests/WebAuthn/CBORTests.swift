import Authenticator
import StationIdentity
import TestSupport
import Testing

@Suite struct CBORTests {
    private static func array(_ numbers: ClosedRange<UInt64>) -> CBOR { .array(numbers.map { .unsigned($0) }) }

    @Test(
        "Values have the encodings of RFC 8949, appendix A",
        arguments: [
            ("00", CBOR.unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
            ("1818", .unsigned(24)), ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
            ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", .negative(0)),
            ("29", .negative(9)), ("3863", .negative(99)), ("3903e7", .negative(999)),
            ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
            ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
            ("60", .text("")), ("6161", .text("a")), ("6449455446", .text("IETF")), ("62225c", .text("\"\\")),
            ("62c3bc", .text("ü")), ("63e6b0b4", .text("水")), ("64f0908591", .text("\u{10151}")),
            ("80", .array([])), ("83010203", array(1...3)),
            ("8301820203820405", .array([.unsigned(1), array(2...3), array(4...5)])),
            ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", array(1...25)),
            ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
            ("a26161016162820203", .map([.text("a"): .unsigned(1), .text("b"): array(2...3)])),
            ("826161a161626163", .array([.text("a"), .map([.text("b"): .text("c")])])),
            (
                "a56161614161626142616361436164614461656145",
                .map([
                    .text("a"): .text("A"), .text("b"): .text("B"), .text("c"): .text("C"), .text("d"): .text("D"),
                    .text("e"): .text("E"),
                ])
            ),
        ])
    func published(_ encoded: String, _ value: CBOR) throws {
        #expect(try CBORDecoder.decode(hex(encoded)) == value)
        #expect(CBOREncoding.of(value) == hex(encoded))
    }

    @Test(
        "What RFC 8949 allows and authenticators may not send is refused, and so is what nobody may",
        arguments: [
            ("f90000", CBORError.unsupported(0xF9)), ("fa47c35000", .unsupported(0xFA)),
            ("fb3ff199999999999a", .unsupported(0xFB)), ("f7", .unsupported(0xF7)), ("f0", .unsupported(0xF0)),
            ("f8ff", .unsupported(0xF8)), ("c11a514b67b0", .unsupported(0xC1)), ("fc", .reserved(0xFC)),
            ("5f42010243030405ff", .indefiniteLength), ("7f657374726561646d696e67ff", .indefiniteLength),
            ("9fff", .indefiniteLength), ("bf61610161629f0203ffff", .indefiniteLength), ("ff", .indefiniteLength),
            ("1f", .reserved(0x1F)), ("3f", .reserved(0x3F)), ("1c", .reserved(0x1C)), ("5d", .reserved(0x5D)),
            ("1817", .notShortest), ("190018", .notShortest), ("1900ff", .notShortest), ("1a0000ffff", .notShortest),
            ("1b00000000ffffffff", .notShortest), ("580100", .notShortest), ("b80100", .notShortest),
            ("", .truncated(needed: 1, left: 0)), ("18", .truncated(needed: 1, left: 0)),
            ("1903", .truncated(needed: 2, left: 1)), ("4401", .truncated(needed: 4, left: 1)),
            ("8201", .truncated(needed: 2, left: 1)), ("a101", .truncated(needed: 1, left: 0)),
            ("5bffffffffffffffff", .truncated(needed: .max, left: 0)),
            ("9bffffffffffffffff", .truncated(needed: .max, left: 0)),
            ("bb7fffffffffffffff", .truncated(needed: UInt64(Int.max), left: 0)),
            ("0000", .trailingBytes(1)), ("a0a0a0", .trailingBytes(2)), ("61ff", .notUTF8), ("62c328", .notUTF8),
            ("a201000100", .duplicateKey), ("a2616100616100", .duplicateKey), ("a202000100", .keyOrder),
            ("a220000100", .keyOrder), ("a2626161006162 00", .keyOrder), ("a2616200616100", .keyOrder),
            ("8181818180", .tooDeep(maximum: 4)), ("a100a100a100a100a0", .tooDeep(maximum: 4)),
        ])
    func refused(_ encoded: String, _ error: CBORError) {
        #expect(throws: error) { try CBORDecoder.decode(hex(encoded)) }
    }

    @Test func fourLevelsAreDeepEnough() throws {
        #expect(try CBORDecoder.decode(hex("81818180")) == .array([.array([.array([.array([])])])]))
    }

    @Test func numbersAreReadAsTheyFit() {
        #expect(CBOR.unsigned(7).integer == 7 && CBOR.negative(6).integer == -7)
        #expect(CBOR.negative(UInt64(Int.max)).integer == .min)
        #expect(CBOR.unsigned(.max).integer == nil && CBOR.negative(.max).integer == nil && CBOR.null.integer == nil)
    }

    @Test("Bytes are the encoding of the value that they are read as, or are refused", arguments: 1...8)
    func randomBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let bytes = (0..<count).map { _ in
                // Favor first bytes with small numbers, so that some are valid.
                let major = UInt8.random(in: 0...7, using: &generator) << 5
                return Bool.random(using: &generator)
                    ? major | UInt8.random(in: 0...3, using: &generator)
                    : UInt8.random(in: 0...255, using: &generator)
            }
            guard let value = try? CBORDecoder.decode(bytes) else { continue }
            accepted += 1
            #expect(CBOREncoding.of(value) == bytes)
        }
        #expect(accepted > 100)
    }
}
