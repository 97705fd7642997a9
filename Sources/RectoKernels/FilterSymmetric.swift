internal import CVector

/// A symmetric filter along a row, or, with a row's stride as `step`, down the columns of a row.
///
/// Element x becomes taps[0] s[x] + Σ taps[k] (s[x − k step] + s[x + k step]), the pairs added from the nearest outwards.
/// - Parameters:
///   - source: The first of `count` elements; those that `taps` reach on both sides must exist.
///   - taps: The middle tap and one for each pair.
public func filterSymmetric(
    _ source: UnsafePointer<Float>, step: Int, count: Int, taps: [Float], into target: UnsafeMutablePointer<Float>
) {
    precondition(count >= 0 && !taps.isEmpty, "a filter has a tap")
    taps.withUnsafeBufferPointer {
        recto_filter_symmetric(source, step, count, $0.baseAddress, taps.count - 1, target)
    }
}

extension Reference {
    /// The plain reference of the kernel `filterSymmetric`.
    public static func filterSymmetric(
        _ source: UnsafePointer<Float>, step: Int, count: Int, taps: [Float], into target: UnsafeMutablePointer<Float>
    ) {
        for x in 0..<count {
            var sum: Float = source[x] * taps[0]
            for k in 1..<taps.count { sum += (source[x - k * step] + source[x + k * step]) * taps[k] }
            target[x] = sum
        }
    }
}

// MARK: - Body

@c @implementation
func recto_filter_symmetric_body(
    _ source: UnsafePointer<Float>!, _ step: Int, _ count: Int, _ taps: UnsafePointer<Float>!, _ radius: Int,
    _ target: UnsafeMutablePointer<Float>!
) {
    var x = 0
    // SAFETY: loads of 8 reach no farther than loads of single elements.
    while x &+ 8 <= count {
        let p = source + x
        var sum: SIMD8<Float> = load(p) * taps[0]
        var k = 1
        while k <= radius {
            let reach = k &* step
            let pair: SIMD8<Float> = load(p - reach) + load(p + reach)
            sum += pair * taps[k]
            k &+= 1
        }
        store(sum, target + x)
        x &+= 8
    }
    while x < count {
        let p = source + x
        var sum: Float = p[0] * taps[0]
        var k = 1
        while k <= radius {
            let reach = k &* step
            sum += ((p - reach)[0] + (p + reach)[0]) * taps[k]
            k &+= 1
        }
        target[x] = sum
        x &+= 1
    }
}
