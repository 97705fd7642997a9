import CRecto
import Foundation
import RectoCore
import TestSupport
import Testing

/// The calls of recto.h that join payloads split over several codes.
@Suite("Joined payloads from C")
struct CPayloadJoinerTests {
    private let reader: CObject
    private let joiner: CObject
    /// Its characters of three bytes are cut by the parts.
    private let text = "ein Text in drei Teilen: 日本語日本語"

    init() throws {
        reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
        joiner = try CObject(free: { recto_payload_joiner_free($0) }, make: { recto_payload_joiner_new($0) })
    }

    private func part(_ index: Int, parity: Int? = nil) -> QRSymbol {
        let bytes = Array(text.utf8)
        let cuts = [0, 14, 28, bytes.count]
        var bits = QRBits(version: 5)
        bits.appendStructure(index: index, count: 3, parity: parity ?? Int(bytes.reduce(0, ^)))
        bits.append(bytes: Array(bytes[cuts[index]..<cuts[index + 1]]))
        return QRSymbol(bits, version: 5, level: .low, mask: 2)
    }

    /// - Returns: How many payloads there are then.
    private func add(_ symbol: QRSymbol) throws -> Int {
        var count = 0
        try QRPicture(symbol, scale: 4).image.withView { view in
            var frame = recto_frame(view)
            try #require(recto_code_reader_read(reader.pointer, &frame, &count) == RECTO_OK)
            try #require(count == 1)
        }
        try #require(recto_payload_joiner_add(joiner.pointer, reader.pointer, &count) == RECTO_OK, "\(lastError)")
        return count
    }

    private func payload(_ index: Int) throws -> recto_joined_payload {
        var payload = recto_joined_payload()
        recto_joined_payload_init(&payload)
        try #require(recto_payload_joiner_get_payload(joiner.pointer, index, &payload) == RECTO_OK, "\(lastError)")
        return payload
    }

    @Test("Parts in any order, seen more than once, become one payload")
    func partsBecomeAPayload() throws {
        #expect(try add(QRSymbol(bytes: Array("no part".utf8))) == 0)
        for index in [2, 0, 2] { #expect(try add(part(index)) == 1) }
        var seen = try payload(0)
        #expect(seen.count == 3 && seen.missing == 0b010 && seen.parity_right == -1)
        #expect(seen.byte_count == text.utf8.count - 14)
        #expect(try add(part(1)) == 1)
        seen = try payload(0)
        #expect(seen.missing == 0 && seen.parity_right == 1)
        #expect(seen.parity == text.utf8.reduce(0, ^))
        #expect(String(cString: seen.text) == text && seen.text_bytes == text.utf8.count)
        #expect(Array(UnsafeBufferPointer(start: seen.bytes, count: seen.byte_count)) == Array(text.utf8))
    }

    @Test("Parts of another parity are another payload, and whether their parity is right may be unknown")
    func anotherParity() throws {
        #expect(try add(part(0)) == 1)
        for index in 0..<3 { #expect(try add(part(index, parity: 1)) == 2) }
        #expect(try payload(0).missing == 0b110)
        // The bytes are UTF-8, so that they may have been converted.
        #expect(try payload(1).missing == 0 && payload(1).parity_right == -1)
    }

    @Test("Bad arguments are refused by name, and programs compiled with a later header go on")
    func arguments() throws {
        expectRefused("joiner", recto_payload_joiner_new(nil))
        expectRefused("joiner", recto_payload_joiner_add(nil, reader.pointer, nil))
        expectRefused("reader", recto_payload_joiner_add(joiner.pointer, nil, nil))
        expectRefused("count", recto_payload_joiner_add(joiner.pointer, reader.pointer, nil))
        expectRefused("joiner", recto_payload_joiner_get_payload(nil, 0, nil))
        var payload = recto_joined_payload()
        recto_joined_payload_init(&payload)
        #expect(recto_payload_joiner_get_payload(joiner.pointer, 0, &payload) == RECTO_INVALID_ARGUMENT)
        #expect(lastError == "index is 0, required: below 0")
        #expect(try add(part(0)) == 1)
        expectRefused("payload", recto_payload_joiner_get_payload(joiner.pointer, 0, nil))
        payload.struct_size = 0
        #expect(recto_payload_joiner_get_payload(joiner.pointer, 0, &payload) == RECTO_INVALID_ARGUMENT)
        #expect(lastError.contains("struct_size"))
        // Bytes of a later version's fields stay as they are.
        let known = MemoryLayout<recto_joined_payload>.stride
        try withUnsafeTemporaryAllocation(byteCount: known + 8, alignment: 8) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 7)
            let later = try #require(memory.baseAddress).assumingMemoryBound(to: recto_joined_payload.self)
            later.pointee.struct_size = known + 8
            #expect(recto_payload_joiner_get_payload(joiner.pointer, 0, later) == RECTO_OK)
            #expect(later.pointee.struct_size == known + 8 && later.pointee.count == 3)
            #expect(memory[known...].allSatisfy { $0 == 7 })
        }
        recto_joined_payload_init(nil)
        recto_payload_joiner_free(nil)
    }
}
