import CCodecShims
import Dispatch
import RectoCore
import Synchronization

extension BilevelImage {
    /// Compresses the pixels with ITU-T T.6 (CCITT Group 4), with ink as black, in one block including its end mark.
    ///
    /// A row is coded by its differences from the previous one. So a part of the rows can be coded separately if it
    /// begins with the previous row, whose own code, as for a first row, is then removed. The bytes do not depend on
    /// the number of workers.
    /// - Parameter workers: The number of threads that share the rows.
    func group4(workers: Int = 1) throws(OutputError) -> [UInt8] {
        let parts = min(workers, height)
        guard parts > 1 else { return try group4(rows: 0..<height) }
        let results = Mutex([Result<Group4Part, OutputError>?](repeating: nil, count: parts))
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let rows = height * part / parts..<height * (part + 1) / parts
            let result = Result { () throws(OutputError) in try group4Part(rows) }
            results.withLock { $0[part] = result }
        }
        var bits = BitString()
        for result in results.withLock({ $0 }) {
            guard let part = try result?.get() else { preconditionFailure("every part is coded") }
            bits.append(part.bytes, part.bits)
        }
        // The end mark: twice eleven zeros and a one.
        bits.append([0x00, 0x10, 0x01], 0..<24)
        return bits.bytes
    }

    /// Group 4 data, and the range of its bits that codes certain rows.
    private struct Group4Part {
        var bytes: [UInt8]
        var bits: Range<Int>
    }

    private func group4Part(_ rows: Range<Int>) throws(OutputError) -> Group4Part {
        guard rows.lowerBound > 0 else {
            let bytes = try group4(rows: rows)
            return Group4Part(bytes: bytes, bits: 0..<Self.codeLength(bytes))
        }
        let above = rows.lowerBound - 1
        let first = Self.codeLength(try group4(rows: above..<rows.lowerBound))
        let bytes = try group4(rows: above..<rows.upperBound)
        return Group4Part(bytes: bytes, bits: first..<Self.codeLength(bytes))
    }

    /// Returns the number of bits before the end mark, whose last bit is the last one set.
    private static func codeLength(_ bytes: [UInt8]) -> Int {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { preconditionFailure("there is an end mark") }
        return 8 * last + 8 - bytes[last].trailingZeroBitCount - 24
    }

    private func group4(rows: Range<Int>) throws(OutputError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = codec_message()
        defer { codec_free(bytes) }
        // SAFETY: the view has these rows of `width` bits, `stride` bytes apart.
        let status = withView { view in
            codec_group4_encode(
                view.row(rows.lowerBound), view.stride, UInt32(view.width), UInt32(rows.count), &bytes, &count,
                &message)
        }
        guard status == CODEC_OK else { throw .encoding(message.string) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }
}

/// A sequence of bits, starting with the highest bit of each byte.
private struct BitString {
    private(set) var bytes: [UInt8] = []
    /// The number of bits used in the last byte; 0 if all are.
    private var used = 0

    /// Appends a range of bits of `source`.
    mutating func append(_ source: [UInt8], _ bits: Range<Int>) {
        bytes.reserveCapacity(bytes.count + bits.count / 8 + 2)
        var position = bits.lowerBound
        while position < bits.upperBound {
            // The next eight bits, padded with zeros.
            let (byte, shift) = (position / 8, position % 8)
            let next = byte + 1 < source.count ? source[byte + 1] : 0
            var value = source[byte] << UInt8(shift) | UInt8(truncatingIfNeeded: Int(next) >> (8 - shift))
            let count = min(8, bits.upperBound - position)
            value &= UInt8(truncatingIfNeeded: 0xFF00 >> count)
            if used > 0 { bytes[bytes.count - 1] |= value >> UInt8(used) }
            if used == 0 || used + count > 8 { bytes.append(value << UInt8((8 - used) % 8)) }
            used = (used + count) % 8
            position += count
        }
    }
}
