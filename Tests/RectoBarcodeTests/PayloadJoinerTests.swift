import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// Payloads that were split over several QR codes.
@Suite struct PayloadJoinerTests {
    /// Pictures of the parts of a payload.
    static func pictures(
        of payload: [UInt8], cutAt cuts: [Int], parity: UInt8? = nil, version: Int = 6
    ) -> [QRPicture] {
        let ends = cuts + [payload.count]
        return ends.indices.map { index in
            var bits = QRBits(version: version)
            bits.appendStructure(
                index: index, count: ends.count, parity: Int(parity ?? payload.reduce(0, ^)))
            bits.append(bytes: Array(payload[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
            return QRPicture(QRSymbol(bits, version: version, level: .medium, mask: index % 8), scale: 3)
        }
    }

    private func codes(_ pictures: [QRPicture]) throws -> [Code] {
        var reader = try CodeReader()
        return try pictures.flatMap { picture in try picture.image.withView { reader.read($0) } }
    }

    @Test func partsAreJoinedInAnyOrder() throws {
        let payload = Array("The quick brown fox jumps over the lazy dog, again and again.".utf8)
        let parts = try codes(Self.pictures(of: payload, cutAt: [7, 30, 41]))
        for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 2, 3, 0, 3, 1]] {
            var joiner = PayloadJoiner()
            for index in order {
                #expect(joiner.payloads.first?.isComplete != true)
                joiner.add(parts[index])
            }
            #expect(joiner.payloads.count == 1)
            let joined = try #require(joiner.payloads.first)
            #expect(joined.bytes == payload && joined.isComplete && joined.isParityRight == true)
            #expect(joined.text == String(decoding: payload, as: UTF8.self))
        }
    }

    @Test func charactersMayBeCutInTwo() throws {
        let payload = Array("Grüße, 你好, ½ € und noch mehr".utf8)
        var joiner = PayloadJoiner()
        // Within ü, and within the second Chinese character.
        for code in try codes(Self.pictures(of: payload, cutAt: [3, 13])) { joiner.add(code) }
        #expect(joiner.payloads.map(\.text) == [String(decoding: payload, as: UTF8.self)])
    }

    @Test func missingPartsAreNamed() throws {
        let parts = try codes(Self.pictures(of: Array("abcdefghijkl".utf8), cutAt: [2, 4, 6]))
        var joiner = PayloadJoiner()
        joiner.add(parts[1])
        joiner.add(parts[3])
        let joined = try #require(joiner.payloads.first)
        #expect(joined.missing == [0, 2] && !joined.isComplete && joined.isParityRight == nil)
        #expect(joined.bytes == Array("cdghijkl".utf8))
    }

    @Test func payloadsAreKeptApart() throws {
        let first = try codes(Self.pictures(of: Array("first payload".utf8), cutAt: [5]))
        let second = try codes(Self.pictures(of: Array("another one".utf8), cutAt: [5]))
        var joiner = PayloadJoiner()
        for code in [first[0], second[1], second[0], first[1]] { joiner.add(code) }
        #expect(joiner.payloads.map(\.text) == ["first payload", "another one"])
    }

    @Test func anotherParityIsSaid() throws {
        // Two payloads that state the same parity by mistake: neither place is filled twice.
        let first = try codes(Self.pictures(of: Array("0123456789".utf8), cutAt: [5], parity: 9))
        let second = try codes(Self.pictures(of: Array("abcdefghij".utf8), cutAt: [5], parity: 9))
        var joiner = PayloadJoiner()
        joiner.add(first[0])
        joiner.add(second[1])
        joiner.add(second[0])
        #expect(joiner.payloads.map(\.isParityRight) == [false, nil])
        #expect(joiner.payloads.map(\.missing) == [[], [1]])
    }

    @Test func otherCodesAreNoParts() throws {
        var joiner = PayloadJoiner()
        let codes = try codes([QRPicture(QRSymbol(bytes: [65, 66]), scale: 3)])
        #expect(codes.count == 1)
        for code in codes { #expect(joiner.add(code) == nil) }
        #expect(joiner.payloads.isEmpty)
    }
}
