internal import CVector

/// A sparse filter: each element of the target is the weighted sum of source elements at fixed offsets.
///
/// Summed in the order of the taps, in single precision without fused operations.
/// - Parameters:
///   - source: The element that corresponds to the target's first one. All elements that the offsets reach from any of
///     `width` × `height` elements must be readable.
///   - stride: Elements between filtered rows of the source; that of two rows to skip every other row.
///   - offsets: Offsets in elements.
///   - weights: One for each offset; at least one.
public func sumTaps(
    _ source: UnsafePointer<Float>, stride: Int, offsets: [Int], weights: [Float],
    into target: MutablePlaneView<Float>
) {
    precondition(offsets.count == weights.count && !offsets.isEmpty, "a weight for each offset")
    target.check(width: target.width, height: target.height)
    offsets.withUnsafeBufferPointer { offsets in
        weights.withUnsafeBufferPointer { weights in
            // SAFETY: neither is empty.
            let taps = recto_taps(
                offsets: offsets.baseAddress.unsafelyUnwrapped, weights: weights.baseAddress.unsafelyUnwrapped,
                count: offsets.count)
            recto_sum_taps(source, stride, taps, target.c)
        }
    }
}

extension Reference {
    public static func sumTaps(
        _ source: UnsafePointer<Float>, stride: Int, offsets: [Int], weights: [Float],
        into target: MutablePlaneView<Float>
    ) {
        for y in 0..<target.height {
            for x in 0..<target.width {
                var sum: Float = 0
                for (offset, weight) in zip(offsets, weights) { sum += source[y * stride + x + offset] * weight }
                target.row(y)[x] = sum
            }
        }
    }
}

@c @implementation
func recto_sum_taps_body(
    _ source: UnsafePointer<Float>!, _ stride: Int, _ filter: recto_taps, _ target: recto_float_target
) {
    let (offsets, weights, taps) = (filter.offsets, filter.weights, filter.count)
    let width = target.width
    var y = 0
    while y < target.height {
        let (from, to) = (source + y &* stride, target.base + y &* target.stride)
        var x = 0
        // SAFETY: loads and stores of 16 and 8 stay within what the offsets reach from the row's `width` elements.
        while x &+ 16 <= width {
            var (a, b) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
            var tap = 0
            while tap < taps {
                let p = from + (x &+ offsets[tap])
                let weight = SIMD8<Float>(repeating: weights[tap])
                a = a + load(p) * weight
                b = b + load(p + 8) * weight
                tap &+= 1
            }
            store(a, to + x)
            store(b, to + (x &+ 8))
            x &+= 16
        }
        while x &+ 8 <= width {
            var a = SIMD8<Float>.zero
            var tap = 0
            while tap < taps {
                a = a + load(from + (x &+ offsets[tap])) * SIMD8<Float>(repeating: weights[tap])
                tap &+= 1
            }
            store(a, to + x)
            x &+= 8
        }
        while x < width {
            var a: Float = 0
            var tap = 0
            while tap < taps {
                a += from[x &+ offsets[tap]] * weights[tap]
                tap &+= 1
            }
            to[x] = a
            x &+= 1
        }
        y &+= 1
    }
}
