import RectoCore

/// One-bit ink in strips of 64 columns: vertical neighbors are adjacent in memory.
package final class InkStrips {
    /// The width in pixels.
    package private(set) var width = 0
    package private(set) var height = 0
    package init() {}

    /// The words of one strip after the other, `height` each; the leftmost pixel in the highest bit.
    private let words = Plane<UInt64>()

    package var stripCount: Int { words.height }

    /// The words of a strip, from the top row.
    package subscript(strip: Int) -> UnsafeMutablePointer<UInt64> { words.base + strip * height }

    package func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        words.reshape(width: height, height: (width + 63) / 64)
    }

    /// - Parameters:
    ///   - bits: Rows of ⌈`width` / 8⌉ bytes, unused bits 0.
    ///   - stride: A multiple of 8, so that whole words can be read.
    package func load(_ bits: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
        reshape(width: width, height: height)
        for strip in 0..<stripCount {
            let column = self[strip]
            let source = UnsafeRawPointer(bits + 8 * strip)
            // SAFETY: the caller guarantees that the rows hold whole words.
            for y in 0..<height {
                column[y] = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: y * stride, as: UInt64.self))
            }
        }
    }

    /// Replaces the strips with those of `source`, rotated clockwise by 90°.
    package func load(turning source: InkStrips) {
        reshape(width: source.height, height: source.width)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { block in
            for strip in 0..<stripCount {
                // The strip's columns are the source's rows from this one up.
                let bottom = source.height - 1 - 64 * strip
                for sourceStrip in 0..<source.stripCount {
                    let rows = source[sourceStrip]
                    for k in 0..<64 { block[k] = bottom >= k ? rows[bottom - k] : 0 }
                    transpose(block)
                    let target = self[strip] + 64 * sourceStrip
                    for k in 0..<min(64, height - 64 * sourceStrip) { target[k] = block[k] }
                }
            }
        }
    }

    /// Transposes 64 × 64 bits (Warren, "Hacker's Delight", 2nd edition, 7-3).
    private func transpose(_ block: UnsafeMutableBufferPointer<UInt64>) {
        var mask: UInt64 = 0xffff_ffff
        var distance = 32
        while distance > 0 {
            var k = 0
            while k < 64 {
                let change = (block[k] ^ (block[k + distance] >> UInt64(distance))) & mask
                block[k] ^= change
                block[k + distance] ^= change << UInt64(distance)
                k = (k + distance + 1) & ~distance
            }
            distance /= 2
            mask ^= mask << UInt64(distance)
        }
    }

    /// Inverts ink and paper.
    func invert() {
        for strip in 0..<stripCount {
            let inside = width - 64 * strip >= 64 ? ~0 : ~(UInt64.max >> UInt64(width - 64 * strip))
            let column = self[strip]
            for y in 0..<height { column[y] = ~column[y] & inside }
        }
    }

    // MARK: - Rules

    /// Removes all ink in straight horizontal or vertical runs of at least 64 pixels: rules and frames.
    /// - Parameter scratch: Scratch memory, which is resized.
    package func removeRules(_ scratch: InkStrips) {
        scratch.reshape(width: width, height: height)
        for isAcross in [true, false] {
            for strip in 0..<stripCount { scratch[strip].update(from: self[strip], count: height) }
            if isAcross { scratch.openAcross() } else { scratch.openDown() }
            for strip in 0..<stripCount {
                let (ink, rules) = (self[strip], scratch[strip])
                for y in 0..<height { ink[y] &= ~rules[y] }
            }
        }
    }

    /// Keeps only ink in horizontal runs of at least 64 pixels.
    private func openAcross() {
        for distance in [1, 2, 4, 8, 16, 32] as [UInt64] {
            for strip in 0..<stripCount {
                let (here, next) = (self[strip], strip + 1 < stripCount ? self[strip + 1] : nil)
                for y in 0..<height { here[y] &= here[y] << distance | (next.map { $0[y] >> (64 - distance) } ?? 0) }
            }
        }
        for distance in [1, 2, 4, 8, 16, 32] as [UInt64] {
            for strip in (0..<stripCount).reversed() {
                let (here, last) = (self[strip], strip > 0 ? self[strip - 1] : nil)
                for y in 0..<height { here[y] |= here[y] >> distance | (last.map { $0[y] << (64 - distance) } ?? 0) }
            }
        }
    }

    /// Keeps only ink in vertical runs of at least 64 pixels.
    private func openDown() {
        for strip in 0..<stripCount {
            let column = self[strip]
            for distance in [1, 2, 4, 8, 16, 32] {
                for y in 0..<height { column[y] &= y + distance < height ? column[y + distance] : 0 }
            }
            for distance in [1, 2, 4, 8, 16, 32] {
                for y in stride(from: height - 1, through: distance, by: -1) { column[y] |= column[y - distance] }
            }
        }
    }
}
