/// The edge pixels of a gradient field, sorted by the direction of their gradient.
///
/// Sorted, the pixels of one direction share a sine and a cosine, their votes fall into a few rows that stay in the
/// first cache, and a line finds the pixels that run along it without looking at the others.
final class EdgeVoters {
    /// One bin a degree.
    static let angleBins = 180

    /// All voters of bin 0, then of bin 1, …; eight elements behind the last may be read.
    let voters = Plane<UInt32>()
    /// Index of the first voter of each bin; one more entry at the end.
    private(set) var starts = [Int](repeating: 0, count: angleBins + 1)

    /// A voter in one word, so that sorting moves as little as can be: strength in 12 bits, row and column in 10 each.
    struct Packing {
        static let coordinateBits: UInt32 = 10
        /// Sides of a frame are at most so long.
        static let largestSide = 1 << coordinateBits
        static let mask: UInt32 = 1 << coordinateBits - 1
        static let fullStrength: Float = 4095
    }

    /// The strong pixels in reading order, and their bins.
    private let pixels = Plane<UInt32>()
    private let bins = Plane<UInt8>()

    /// Takes the pixels of a field that are stronger than `minimum`.
    func collect(_ field: GradientField, minimum: Float) {
        precondition(max(field.width, field.height) <= Packing.largestSide, "frame too large for packed voters")
        sort(gather(field, minimum))
    }

    private func gather(_ field: GradientField, _ minimum: Float) -> Int {
        let (width, height) = (field.width, field.height)
        // A pixel that is too weak is written as well, and then overwritten.
        pixels.reshape(width: width * height + 1, height: 1)
        bins.reshape(width: width * height + 1, height: 1)
        let (strength, direction) = (field.strength.base, field.direction.base)
        let (pixels, bins) = (pixels.base, bins.base)
        var count = 0
        for row in 0..<height {
            for column in 0..<width {
                let index = row &* width &+ column
                let quantised = UInt32(nearestInteger(strength[index] * Packing.fullStrength))
                // SAFETY: count is at most the number of pixels before this one.
                pixels[count] =
                    quantised &<< (2 * Packing.coordinateBits)
                    | UInt32(truncatingIfNeeded: row) &<< Packing.coordinateBits | UInt32(truncatingIfNeeded: column)
                bins[count] = direction[index]
                count &+= strength[index] > minimum ? 1 : 0
            }
        }
        return count
    }

    /// Counting sort by bin.
    private func sort(_ count: Int) {
        voters.reshape(width: count + 8, height: 1)
        let (pixels, bins, voters) = (pixels.base, bins.base, voters.base)
        starts.withUnsafeMutableBufferPointer { starts in
            starts.update(repeating: 0)
            for index in 0..<count { starts[Int(bins[index]) &+ 1] &+= 1 }
            for bin in 0..<Self.angleBins { starts[bin &+ 1] &+= starts[bin] }
            // Each start moves up to the next one's place while its bin is filled.
            for index in 0..<count {
                let bin = Int(bins[index])
                let target = starts[bin]
                starts[bin] = target &+ 1
                voters[target] = pixels[index]
            }
            for bin in stride(from: Self.angleBins, to: 0, by: -1) { starts[bin] = starts[bin - 1] }
            starts[0] = 0
        }
    }

    /// Eight voters: positions from the frame's corner, and strengths.
    @inline(__always)
    func eight(at index: Int) -> (x: SIMD8<Float>, y: SIMD8<Float>, strength: SIMD8<Float>) {
        // SAFETY: eight elements behind the last voter may be read.
        let packed = UnsafeRawPointer(voters.base + index).loadUnaligned(as: SIMD8<UInt32>.self)
        let mask = SIMD8<UInt32>(repeating: Packing.mask)
        let column: SIMD8<UInt32> = packed & mask
        let row: SIMD8<UInt32> = (packed &>> Packing.coordinateBits) & mask
        let strength: SIMD8<UInt32> = packed &>> (2 * Packing.coordinateBits)
        return (smallFloats(column), smallFloats(row), smallFloats(strength) * (1 / Packing.fullStrength))
    }
}
