import Glibc

func cosine(_ angle: Double) -> Double { Glibc.cos(angle) }
func sine(_ angle: Double) -> Double { Glibc.sin(angle) }

/// Half the angle of the vector (cosine, sine), in 0…π, to about 0.1°.
///
/// Rational approximation of the arc tangent in one octant, so that no library call stands in the voting loop.
@inline(__always)
func halfAngle(_ cosine: Float, _ sine: Float) -> Float {
    let (x, y) = (abs(cosine), abs(sine))
    let ratio: Float = min(x, y) / max(max(x, y), 1e-12)
    let octant: Float = ratio * (Float.pi / 4 + 0.273 * (1 - ratio))
    let quadrant: Float = y > x ? Float.pi / 2 - octant : octant
    let half: Float = cosine < 0 ? Float.pi - quadrant : quadrant
    return 0.5 * (sine < 0 ? 2 * Float.pi - half : half)
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
