/// A known arrangement of light (+1) and dark (−1) modules, to be compared with samples.
struct Pattern {
    /// Where its samples lie among those of a list.
    let range: Range<Int>
    /// The signs, less their mean.
    let centred: [Float]
    /// The sum of the squares of those.
    let power: Float

    init(_ signs: [Float], from start: Int = 0) {
        range = start..<start + signs.count
        let mean = signs.reduce(0, +) / Float(signs.count)
        centred = signs.map { $0 - mean }
        power = centred.reduce(0) { $0 + $1 * $1 }
    }

    /// The correlation of samples with the pattern, −1…1; a little less where they are all nearly alike.
    /// - Parameter samples: The list that ``range`` counts in.
    @inline(__always)
    func correlation(_ samples: UnsafePointer<Float>) -> Float {
        let s = samples + range.lowerBound
        return centred.withUnsafeBufferPointer { t in
            var (sums, squares, products) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
            var i = 0
            while i &+ 8 <= t.count {
                // SAFETY: eight of as many samples and signs as there are.
                let v = UnsafeRawPointer(s + i).loadUnaligned(as: SIMD8<Float>.self)
                let w = UnsafeRawPointer(t.baseAddress.unsafelyUnwrapped + i).loadUnaligned(as: SIMD8<Float>.self)
                sums += v
                squares += v * v
                products += v * w
                i &+= 8
            }
            var (sum, square, product) = (sums.sum(), squares.sum(), products.sum())
            while i < t.count {
                let v = s[i]
                sum += v
                square += v * v
                product += v * t[i]
                i &+= 1
            }
            let variance = max(0, square - sum * sum / Float(t.count))
            return product / ((variance * power).squareRoot() + 60)
        }
    }
}
