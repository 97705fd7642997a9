/// Takes specks out of a page of ink: what fits 3 × 3 pixels and has no other ink around it.
///
/// Full stops and the dots of i are near other ink and stay. Bits are looked at 64 at a time, and only where there is
/// ink.
package struct SpeckRemoval {
    /// No other ink is nearer to the middle of a speck, along either axis.
    private static let clearance = 7

    private let base: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private let rowBytes: Int
    private let height: Int

    /// - Parameter bits: `height` rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit, 1 for ink; the
    ///   bits after the last pixel are 0.
    package init(_ bits: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int) {
        base = bits
        self.stride = stride
        rowBytes = (width + 7) / 8
        self.height = height
    }

    package func run() {
        for y in 0..<height {
            for i in 0..<(rowBytes + 7) / 8 {
                let ink = word(i, y)
                guard ink != 0 else { continue }
                let specks = ink & ~surroundings(i, y)
                if specks != 0 { erase(specks, i, y) }
            }
        }
    }

    /// Ink of 64 pixels and of those left and right of them.
    private struct Words {
        var left: UInt64 = 0
        var middle: UInt64 = 0
        var right: UInt64 = 0

        /// The pixels that have ink `nearest` to ``clearance`` pixels to their left or right.
        @inline(__always)
        func reach(from nearest: Int) -> UInt64 {
            var result: UInt64 = 0
            for d in nearest...clearance {
                result |= middle &>> UInt64(d) | left &<< UInt64(64 - d)
                result |= middle &<< UInt64(d) | right &>> UInt64(64 - d)
            }
            return result
        }
    }

    /// The pixels of a word with ink around them, but for the 3 × 3 pixels at their middle.
    @inline(__always)
    private func surroundings(_ i: Int, _ y: Int) -> UInt64 {
        var beside = Words()
        for j in max(y - 1, 0)...min(y + 1, height - 1) { add(i, j, to: &beside) }
        let result = beside.reach(from: 2)
        guard result != ~0 else { return result }
        var others = Words()
        for j in max(y - Self.clearance, 0)..<max(y - 1, 0) { add(i, j, to: &others) }
        for j in min(y + 2, height)..<min(y + Self.clearance + 1, height) { add(i, j, to: &others) }
        return result | others.middle | others.reach(from: 1)
    }

    @inline(__always)
    private func add(_ i: Int, _ y: Int, to words: inout Words) {
        words.left |= word(i - 1, y)
        words.middle |= word(i, y)
        words.right |= word(i + 1, y)
    }

    /// 64 pixels of a row, the leftmost in the highest bit; none outside of the row.
    @inline(__always)
    private func word(_ i: Int, _ y: Int) -> UInt64 {
        let start = 8 * i
        // SAFETY: eight bytes of the row, or those there are.
        let row = UnsafeRawPointer(base + y * stride)
        if start >= 0, start + 8 <= rowBytes {
            return UInt64(bigEndian: row.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        guard start >= 0, start < rowBytes else { return 0 }
        return (start..<rowBytes).reduce(0) {
            $0 | UInt64(row.load(fromByteOffset: $1, as: UInt8.self)) &<< UInt64(56 - 8 * ($1 - start))
        }
    }

    /// Clears 3 × 3 pixels around each one of a word.
    private func erase(_ specks: UInt64, _ i: Int, _ y: Int) {
        for j in max(y - 1, 0)...min(y + 1, height - 1) {
            clear(specks &>> 63, i - 1, j)
            clear(specks | specks &<< 1 | specks &>> 1, i, j)
            clear(specks &<< 63, i + 1, j)
        }
    }

    /// Clears the pixels of a word in a row.
    private func clear(_ pixels: UInt64, _ i: Int, _ y: Int) {
        guard pixels != 0, i >= 0 else { return }
        // SAFETY: bytes within the row.
        let row = base + y * stride
        for byte in 8 * i..<min(8 * i + 8, rowBytes) {
            row[byte] &= ~UInt8(truncatingIfNeeded: pixels &>> UInt64(56 - 8 * (byte - 8 * i)))
        }
    }
}
