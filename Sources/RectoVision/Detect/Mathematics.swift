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
