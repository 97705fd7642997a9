/// Removes specks from a binary page: ink that fits into 3 × 3 pixels, is isolated and barely below the threshold.
///
/// Full stops and the dots of i are near other ink and remain. The decimal points of a receipt are isolated, but as
/// dark as its letters, unlike noise. Bits are read 64 at a time, and only where there is ink.
package struct SpeckRemoval {
    /// The minimum distance of other ink from the middle of a speck, along either axis.
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

    /// - Parameters:
    ///   - workers: The number of threads.
    ///   - isFirm: Whether the ink at `x`, `y` is certain. A speck with such a pixel remains.
    package func run(workers: Int = 1, unless isFirm: (_ x: Int, _ y: Int) -> Bool) {
        // All specks are found before any is removed, so that the order does not matter.
        nonisolated(unsafe) let page = self
        let found = mapShares(of: height, workers: workers) { rows in
            var found: [Specks] = []
            for y in rows { page.find(y, &found) }
            return found
        }
        let loose = found.joined().map { withoutFirm($0, isFirm) }
        for specks in loose where specks.pixels != 0 { erase(specks) }
    }

    /// The middles of specks in a word.
    private struct Specks {
        var pixels: UInt64
        var word: Int
        var row: Int
    }

    private func find(_ y: Int, _ found: inout [Specks]) {
        for i in 0..<(rowBytes + 7) / 8 {
            let ink = word(i, y)
            guard ink != 0 else { continue }
            let specks = ink & ~surroundings(i, y)
            if specks != 0 { found.append(Specks(pixels: specks, word: i, row: y)) }
        }
    }

    /// Returns the specks of a word without firm ink in the 3 × 3 pixels around them.
    private func withoutFirm(_ specks: Specks, _ isFirm: (Int, Int) -> Bool) -> Specks {
        var result = specks
        var rest = specks.pixels
        while rest != 0 {
            let offset = rest.leadingZeroBitCount
            let bit = UInt64(1) &<< UInt64(63 - offset)
            rest &= ~bit
            let (x, y) = (64 * specks.word + offset, specks.row)
            let hasFirmInk = (max(y - 1, 0)...min(y + 1, height - 1)).contains { j in
                (max(x - 1, 0)...min(x + 1, 8 * rowBytes - 1)).contains { isInk($0, j) && isFirm($0, j) }
            }
            if hasFirmInk { result.pixels &= ~bit }
        }
        return result
    }

    private func isInk(_ x: Int, _ y: Int) -> Bool { base[y * stride + x / 8] & (0x80 &>> UInt8(x % 8)) != 0 }

    /// The ink of 64 pixels and of their neighbors to the left and right.
    private struct Words {
        var left: UInt64 = 0
        var middle: UInt64 = 0
        var right: UInt64 = 0

        /// Returns the pixels that have ink `nearest` to ``clearance`` pixels to their left or right.
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

    /// Returns the pixels of a word with ink around them, ignoring the 3 × 3 pixels at their center.
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

    /// Returns 64 pixels of a row, the leftmost in the highest bit; none outside the row.
    @inline(__always)
    private func word(_ i: Int, _ y: Int) -> UInt64 {
        let start = 8 * i
        // SAFETY: eight bytes of the row, or the remaining ones.
        let row = UnsafeRawPointer(base + y * stride)
        if start >= 0, start + 8 <= rowBytes {
            return UInt64(bigEndian: row.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        guard start >= 0, start < rowBytes else { return 0 }
        return (start..<rowBytes).reduce(0) {
            $0 | UInt64(row.load(fromByteOffset: $1, as: UInt8.self)) &<< UInt64(56 - 8 * ($1 - start))
        }
    }

    /// Clears 3 × 3 pixels around each of a word's specks.
    private func erase(_ specks: Specks) {
        let pixels = specks.pixels
        for j in max(specks.row - 1, 0)...min(specks.row + 1, height - 1) {
            clear(pixels &>> 63, specks.word - 1, j)
            clear(pixels | pixels &<< 1 | pixels &>> 1, specks.word, j)
            clear(pixels &<< 63, specks.word + 1, j)
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
