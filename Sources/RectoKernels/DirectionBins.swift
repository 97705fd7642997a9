internal import CVector

/// Half the angles of vectors (cosine, sine), in whole degrees from 0 to 179: the direction of a gradient whose angle
/// was doubled.
///
/// Right to about 0.1° before rounding: a rational approximation of the arc tangent in one octant.
/// - Parameters:
///   - doubleCosine, doubleSine: `count` floats of magnitude at most 1.
///   - bins: `count` bytes.
public func directionBins(
    _ doubleCosine: UnsafePointer<Float>, _ doubleSine: UnsafePointer<Float>, count: Int,
    into bins: UnsafeMutablePointer<UInt8>
) {
    recto_direction_bins(doubleCosine, doubleSine, count, bins)
}

@c @implementation
func recto_direction_bins_body(
    _ doubleCosine: UnsafePointer<Float>!, _ doubleSine: UnsafePointer<Float>!, _ count: Int,
    _ bins: UnsafeMutablePointer<UInt8>!
) {
    var index = 0
    while index &+ 8 <= count {
        let degrees: SIMD8<Int32> = wholeDegrees(load(doubleCosine + index), load(doubleSine + index))
        vec_store8(bins + index, vec_bytes_from_i32(degrees))
        index &+= 8
    }
    while index < count {
        bins[index] = Reference.directionBin(doubleCosine[index], doubleSine[index])
        index &+= 1
    }
}

/// Eight times ``Reference/directionBin(_:_:)``, the same operations in the same order.
@inline(__always)
private func wholeDegrees(_ cosine: SIMD8<Float>, _ sine: SIMD8<Float>) -> SIMD8<Int32> {
    typealias V = SIMD8<Float>
    let zero = V(repeating: 0)
    let x: V = vec_max_f32(cosine, zero - cosine)
    let y: V = vec_max_f32(sine, zero - sine)
    let steep = y .> x
    let smaller: V = y.replacing(with: x, where: steep)
    let larger: V = x.replacing(with: y, where: steep)
    let ratio: V = smaller / (larger + V(repeating: 1e-12))
    let octant: V = ratio * (V(repeating: 60.641_748) - ratio * V(repeating: 15.641_748))
    let quadrant: V = octant.replacing(with: V(repeating: 90) - octant, where: steep)
    let half: V = quadrant.replacing(with: V(repeating: 180) - quadrant, where: cosine .< zero)
    let full: V = half.replacing(with: V(repeating: 360) - half, where: sine .< zero)
    let direction: V = full * V(repeating: 0.5)
    let wrapped: V = direction.replacing(with: zero, where: direction .>= V(repeating: 179.5))
    // Adding 1.5 · 2²³ leaves the nearest integer in the low bits of the mantissa.
    let shifted: V = wrapped + V(repeating: 12_582_912)
    return unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- SIMD8(repeating: 0x4B40_0000)
}

extension Reference {
    /// The direction of one vector: see the kernel `directionBins`.
    public static func directionBin(_ cosine: Float, _ sine: Float) -> UInt8 {
        let x: Float = abs(cosine)
        let y: Float = abs(sine)
        let ratio: Float = min(x, y) / (max(x, y) + 1e-12)
        let octant: Float = ratio * (60.641_748 - ratio * 15.641_748)
        let quadrant: Float = y > x ? 90 - octant : octant
        let half: Float = cosine < 0 ? 180 - quadrant : quadrant
        let full: Float = sine < 0 ? 360 - half : half
        let direction: Float = full * 0.5
        let wrapped: Float = direction >= 179.5 ? 0 : direction
        return UInt8(truncatingIfNeeded: Int32(bitPattern: (wrapped + 12_582_912).bitPattern) &- 0x4B40_0000)
    }
}
