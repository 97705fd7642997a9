import Glibc

func cosine(_ angle: Double) -> Double { Glibc.cos(angle) }
func sine(_ angle: Double) -> Double { Glibc.sin(angle) }

/// Half the angles of eight vectors (cosine, sine), each in 0…π, to about 0.1°.
///
/// Rational approximation of the arc tangent in one octant, so that no library call stands in the loop over edges.
@inline(__always)
func halfAngle(_ cosine: SIMD8<Float>, _ sine: SIMD8<Float>) -> SIMD8<Float> {
    typealias V = SIMD8<Float>
    let zero = V(repeating: 0)
    let x: V = cosine.replacing(with: zero - cosine, where: cosine .< zero)
    let y: V = sine.replacing(with: zero - sine, where: sine .< zero)
    let steep = y .> x
    let smaller: V = y.replacing(with: x, where: steep)
    let larger: V = x.replacing(with: y, where: steep)
    let ratio: V = smaller / (larger + V(repeating: 1e-12))
    let octant: V = ratio * (V(repeating: Float.pi / 4 + 0.273) - ratio * V(repeating: 0.273))
    let quadrant: V = octant.replacing(with: V(repeating: Float.pi / 2) - octant, where: steep)
    let half: V = quadrant.replacing(with: V(repeating: Float.pi) - quadrant, where: cosine .< zero)
    let full: V = half.replacing(with: V(repeating: 2 * Float.pi) - half, where: sine .< zero)
    return full * V(repeating: 0.5)
}

@inline(__always)
func exponential(_ x: Float) -> Float { Glibc.expf(x) }
@inline(__always)
func exponential(_ x: Double) -> Double { Glibc.exp(x) }

/// The integer nearest to a value of magnitude below 2²².
///
/// Adding 1.5 · 2²³ leaves the integer in the low bits of the mantissa: no library call, no check.
@inline(__always)
func nearestInteger(_ x: Float) -> Int {
    Int(Int32(bitPattern: (x + 12_582_912).bitPattern) &- 0x4B40_0000)
}

/// The integers nearest to eight values: see ``nearestInteger(_:)``.
@inline(__always)
func nearestIntegers(_ x: SIMD8<Float>) -> SIMD8<Int32> {
    let shifted: SIMD8<Float> = x + SIMD8(repeating: 12_582_912)
    return unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- SIMD8(repeating: 0x4B40_0000)
}
