import Glibc

func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
func sin(_ angle: Double) -> Double { Glibc.sin(angle) }

@inline(__always)
func exp(_ x: Float) -> Float { Glibc.expf(x) }
@inline(__always)
func exp(_ x: Double) -> Double { Glibc.exp(x) }
func power(_ base: Double, _ exponent: Double) -> Double { Glibc.pow(base, exponent) }

@inline(__always)
func logarithm(_ x: Float) -> Float { Glibc.logf(x) }
func logarithm(_ x: Double) -> Double { Glibc.log(x) }
@inline(__always)
func logarithm2(_ x: Float) -> Float { Glibc.log2f(x) }

/// The integer nearest to a value of magnitude below 2²².
///
/// Adding 1.5 · 2²³ leaves the integer in the low bits of the mantissa, without a library call or a check.
@inline(__always)
func nearestInteger(_ x: Float) -> Int {
    Int(Int32(bitPattern: (x + 12_582_912).bitPattern) &- 0x4B40_0000)
}
