import RectoCore
import RectoKernels

/// The ink (1) and paper (0) of a picture, one bit per pixel, the leftmost in the lowest bit of a row's first byte.
///
/// Rows are whole 64-bit words, with at least one bit of paper after the last pixel.
final class BitMatrix {
    private(set) var width = 0
    private(set) var height = 0
    private let words = Plane<UInt64>()

    /// The number of bytes from one row to the next.
    var stride: Int { 8 * wordsPerRow }
    private(set) var wordsPerRow = 0

    var base: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(words.base).assumingMemoryBound(to: UInt8.self)
    }

    /// Resizes the matrix; all bits become paper.
    func reshape(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        wordsPerRow = width / 64 + 1
        words.reshape(width: wordsPerRow, height: height)
        // Kernels write only whole bytes of pixels, so the rest must be paper.
        for y in 0..<height { words[wordsPerRow - 1, y] = 0 }
    }

    /// The words of a row: 64 pixels each, the leftmost in the lowest bit of the first.
    @inline(__always)
    func words(row y: Int) -> UnsafePointer<UInt64> { UnsafePointer(words.base + y &* wordsPerRow) }

    /// The transposed bits: words of 64 rows, the uppermost in the lowest bit.
    private let columns = Plane<UInt64>()
    private var wordsPerColumn = 0

    /// Prepares the columns for ``run(of:_:_:step:limit:)``.
    func turn() {
        wordsPerColumn = (height + 63) / 64
        columns.reshape(width: wordsPerColumn, height: 64 * wordsPerRow)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { block in
            // SAFETY: 64 words.
            let block = block.baseAddress.unsafelyUnwrapped
            for j in 0..<wordsPerColumn {
                for i in 0..<wordsPerRow {
                    for k in 0..<64 { block[k] = 64 &* j &+ k < height ? words[i, 64 &* j &+ k] : 0 }
                    Self.transpose(block)
                    for k in 0..<64 { columns[j, 64 &* i &+ k] = block[k] }
                }
            }
        }
    }

    /// Transposes a block: bit `i` of word `j` becomes bit `j` of word `i`, by recursively swapping halves (Warren,
    /// Hacker's Delight, 7-3).
    private static func transpose(_ words: UnsafeMutablePointer<UInt64>) {
        exchange(words, 32, 0x0000_0000_FFFF_FFFF)
        exchange(words, 16, 0x0000_FFFF_0000_FFFF)
        exchange(words, 8, 0x00FF_00FF_00FF_00FF)
        exchange(words, 4, 0x0F0F_0F0F_0F0F_0F0F)
        exchange(words, 2, 0x3333_3333_3333_3333)
        exchange(words, 1, 0x5555_5555_5555_5555)
    }

    @inline(__always)
    private static func exchange(_ words: UnsafeMutablePointer<UInt64>, _ side: Int, _ mask: UInt64) {
        let shift = UInt64(truncatingIfNeeded: side)
        var first = 0
        while first < 64 {
            // SAFETY: 64 words.
            for k in first..<first &+ side {
                let change = ((words[k] &>> shift) ^ words[k &+ side]) & mask
                words[k &+ side] ^= change
                words[k] ^= change &<< shift
            }
            first &+= 2 &* side
        }
    }

    enum Color {
        case ink, paper

        var other: Color { self == .ink ? .paper : .ink }
    }

    /// Returns the number of consecutive pixels of a color in a column from a pixel, up or down, ending at the
    /// border.
    /// - Parameters:
    ///   - x: A valid column.
    ///   - step: 1 is down, −1 is up.
    /// - Returns: `nil` if there are more than `limit`.
    @inline(__always)
    func run(of color: Color, _ x: Int, _ y: Int, step: Int, limit: Int) -> Int? {
        guard 0..<height ~= y else { return 0 }
        // SAFETY: a column has a bit for each row.
        let column = columns.base + x &* wordsPerColumn
        let other: UInt64 = color == .ink ? ~0 : 0
        let maximum = step > 0 ? height &- y : y &+ 1
        var count = 0
        var i = y &>> 6
        // Pixels of the other color are set bits; the first ones are nearest to the pixel.
        var bits = step > 0 ? (column[i] ^ other) &>> UInt64(y & 63) : (column[i] ^ other) &<< UInt64(63 &- y & 63)
        var room = step > 0 ? 64 &- y & 63 : (y & 63) &+ 1
        while bits == 0 {
            count &+= room
            if count >= maximum { return maximum > limit ? nil : maximum }
            if count > limit { return nil }
            i &+= step
            bits = column[i] ^ other
            room = 64
        }
        count &+= step > 0 ? bits.trailingZeroBitCount : bits.leadingZeroBitCount
        count = min(count, maximum)
        return count > limit ? nil : count
    }
}
