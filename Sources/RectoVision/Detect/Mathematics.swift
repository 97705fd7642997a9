import Glibc

func cosine(_ angle: Double) -> Double { Glibc.cos(angle) }
func sine(_ angle: Double) -> Double { Glibc.sin(angle) }

@inline(__always)
func exponential(_ x: Float) -> Float { Glibc.expf(x) }
@inline(__always)
func exponential(_ x: Double) -> Double { Glibc.exp(x) }
func power(_ base: Double, _ exponent: Double) -> Double { Glibc.pow(base, exponent) }

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

/// A bit for each lane that is true, lane 0 lowest.
@inline(__always)
func laneBits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt32 {
    let weights = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
    return SIMD8<UInt32>(repeating: 0).replacing(with: weights, where: mask).wrappedSum()
}

/// Integers below 2²³ as floats: they are put into the mantissa of 2²³, which is then taken away.
@inline(__always)
func smallFloats(_ v: SIMD8<UInt32>) -> SIMD8<Float> {
    unsafeBitCast(v | SIMD8(repeating: 0x4B00_0000), to: SIMD8<Float>.self) - SIMD8(repeating: 8_388_608)
}
