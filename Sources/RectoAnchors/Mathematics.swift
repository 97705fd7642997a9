import Glibc

func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
func exp(_ x: Float) -> Float { Glibc.expf(x) }
/// In −π…π.
func arcTangent(_ y: Float, _ x: Float) -> Float { Glibc.atan2f(y, x) }
func logarithm2(_ x: Float) -> Float { Glibc.log2f(x) }
