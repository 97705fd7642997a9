import RectoCore

extension BilevelImage {
    /// The pixels coded by ITU-T T.6 (CCITT Group 4), ink as black, in one block that ends with its end mark.
    func group4() -> [UInt8] {
        withView { view in
            var encoder = Group4Encoder(width: view.width)
            for y in 0..<view.height { encoder.encode(view.row(y)) }
            return encoder.finish()
        }
    }
}

/// A coder of ITU-T T.6 (CCITT Group 4).
///
/// Each row is coded by the places where its colour changes, relative to those of the row above. They are found 64
/// pixels at a time, so that what costs is the ink and not the paper.
struct Group4Encoder {
    private let width: Int
    private var bits = BitWriter()
    /// Where the colour changes in the row above, ink first, and in the row at hand; followed by the width.
    private var above: [Int32]
    private var row: [Int32]

    /// What follows the changes: the coder looks that far beyond the last one.
    private static let endCount = 4

    init(width: Int) {
        self.width = width
        // The row before the first one is blank.
        above = [Int32](repeating: Int32(width), count: width + Self.endCount)
        row = above
    }

    /// - Parameter pixels: As many bits as the row is wide, the first one the highest of the first byte; 1 is ink.
    mutating func encode(_ pixels: UnsafePointer<UInt8>) {
        row.withUnsafeMutableBufferPointer { row in
            // SAFETY: the buffer has room for a change at each pixel and for what follows, and is not empty.
            Self.findChanges(pixels, width, row.baseAddress.unsafelyUnwrapped)
        }
        bits.reserve(width)
        above.withUnsafeBufferPointer { above in
            row.withUnsafeBufferPointer { row in
                // SAFETY: as above.
                Self.write(
                    row.baseAddress.unsafelyUnwrapped, above: above.baseAddress.unsafelyUnwrapped, Int32(width),
                    to: &bits)
            }
        }
        swap(&row, &above)
    }

    /// The code, with its end mark.
    mutating func finish() -> [UInt8] {
        bits.reserve(0)
        // End of facsimile block: two ends of line.
        bits.append(0x001, 12)
        bits.append(0x001, 12)
        return bits.finish()
    }

    private static func findChanges(
        _ pixels: UnsafePointer<UInt8>, _ width: Int, _ changes: UnsafeMutablePointer<Int32>
    ) {
        var count = 0
        var before: UInt64 = 0
        var x = 0
        while x < width {
            var word: UInt64
            if x &+ 64 <= width {
                word = UInt64(bigEndian: UnsafeRawPointer(pixels + x >> 3).loadUnaligned(as: UInt64.self))
            } else {
                word = 0
                for i in 0..<(width &- x &+ 7) >> 3 {
                    word |= UInt64(pixels[x >> 3 &+ i]) &<< (56 &- 8 &* UInt64(i))
                }
                // Bits beyond the row may be any: they continue its last pixel's colour.
                let beyond = UInt64.max &>> UInt64(width &- x)
                let isInk = word &>> UInt64(63 &- (width &- x &- 1)) & 1 != 0
                word = isInk ? word | beyond : word & ~beyond
            }
            var differences = word ^ (word &>> 1 | before &<< 63)
            while differences != 0 {
                let place = differences.leadingZeroBitCount
                changes[count] = Int32(truncatingIfNeeded: x &+ place)
                count &+= 1
                differences &= ~(1 &<< (63 &- UInt64(truncatingIfNeeded: place)))
            }
            before = word & 1
            x &+= 64
        }
        for i in 0..<endCount { changes[count &+ i] = Int32(truncatingIfNeeded: width) }
    }

    /// T.6, §2.2: of the change a1 that comes next after a0, and the changes b1 and b2 above that have its colour and
    /// the other one.
    private static func write(
        _ row: UnsafePointer<Int32>, above: UnsafePointer<Int32>, _ width: Int32, to bits: inout BitWriter
    ) {
        // SAFETY: indices stop at the width that follows the changes, or the three after it. The writer has room for a
        // row: no mode takes more than 7 bits a pixel.
        var (i, j) = (0, 0)
        var a0: Int32 = 0
        var isStart = true
        while a0 < width {
            let a1 = row[i]
            // Changes at a0 lie behind it, but the one at the row's start.
            while !isStart && above[j] <= a0 && above[j] < width { j &+= 2 }
            let b1 = above[j]
            let b2 = b1 < width ? above[j &+ 1] : width
            if b2 < a1 {
                bits.append(0b0001, 4)
                a0 = b2
            } else if abs(a1 &- b1) <= 3 {
                let (code, length) = vertical(a1 &- b1)
                bits.append(code, length)
                a0 = a1
                i &+= 1
                j = j > 0 ? j &- 1 : 1
            } else {
                let a2 = a1 < width ? row[i &+ 1] : width
                bits.append(0b001, 3)
                append(a1 &- a0, isInk: i & 1 != 0, to: &bits)
                append(a2 &- a1, isInk: i & 1 == 0, to: &bits)
                a0 = a2
                i &+= 2
            }
            isStart = false
        }
    }

    @inline(__always)
    private static func vertical(_ offset: Int32) -> (code: UInt64, length: UInt64) {
        switch offset {
        case 0: (0b1, 1)
        case 1: (0b011, 3)
        case 2: (0b000011, 6)
        case 3: (0b0000011, 7)
        case -1: (0b010, 3)
        case -2: (0b000010, 6)
        default: (0b0000010, 7)
        }
    }

    @inline(__always)
    private static func append(_ length: Int32, isInk: Bool, to bits: inout BitWriter) {
        var left = Int(length)
        let codes = isInk ? RunCodes.ink : RunCodes.paper
        codes.withUnsafeBufferPointer { codes in
            while left >= 2560 + 64 {
                bits.append(codes[63 + 40])
                left &-= 2560
            }
            if left >= 64 {
                bits.append(codes[63 &+ left >> 6])
                left &= 63
            }
            bits.append(codes[left])
        }
    }
}

/// Codes of run lengths (ITU-T T.4, tables 2, 3a and 3b): of 0...63, then of 64, 128, ... 2560.
private enum RunCodes {
    static let paper = parse(
        """
        00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101
        101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000
        00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000
        00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011
        01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010
        00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111
        011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001
        011011010 011011011 010011000 010011001 010011010 011000 010011011
        """)
    static let ink = parse(
        """
        0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111
        000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000
        00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001
        000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111
        000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111
        000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111
        000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111
        0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100
        0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011
        0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100
        0000001010101 0000001011010 0000001011011 0000001100100 0000001100101
        """)

    /// Those that both colours share, from 1792 on.
    private static let long =
        """
        00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110
        000000010111 000000011100 000000011101 000000011110 000000011111
        """

    /// - Returns: Each code and, in the highest 16 bits, its length.
    private static func parse(_ codes: String) -> [UInt32] {
        (codes + "\n" + long).split(whereSeparator: \.isWhitespace).map { code in
            code.reduce(UInt32(code.count) << 16) { $0 & 0xFFFF_0000 | $0 << 1 & 0xFFFF | ($1 == "1" ? 1 : 0) }
        }
    }
}

/// Bits in order, the first one the highest of the first byte.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var count = 0
    /// Bits that are not stored yet, the last one lowest: fewer than 32.
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// Makes room for a row: a byte a pixel and some more.
    mutating func reserve(_ pixels: Int) {
        let needed = count + pixels + 64
        guard needed > bytes.count else { return }
        bytes += [UInt8](repeating: 0, count: max(needed, 2 * bytes.count) - bytes.count)
    }

    @inline(__always)
    mutating func append(_ code: UInt32) { append(UInt64(code & 0xFFFF), UInt64(code &>> 16)) }

    /// - Precondition: There is room, and `length` is at most 32.
    @inline(__always)
    mutating func append(_ code: UInt64, _ length: UInt64) {
        pending = pending &<< length | code
        pendingCount &+= length
        guard pendingCount >= 32 else { return }
        pendingCount &-= 32
        let word = UInt32(truncatingIfNeeded: pending &>> pendingCount)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: word.bigEndian, toByteOffset: count, as: UInt32.self) }
        count &+= 4
    }

    /// All bits, filled up with zeros to a whole byte.
    mutating func finish() -> [UInt8] {
        let (length, left) = (count + Int(pendingCount + 7) / 8, pendingCount)
        append(0, 32 - left % 32)
        return Array(bytes.prefix(length))
    }
}
