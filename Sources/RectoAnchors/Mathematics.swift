import Glibc

func cosine(_ angle: Double) -> Double { Glibc.cos(angle) }
func sine(_ angle: Double) -> Double { Glibc.sin(angle) }
func exponential(_ x: Float) -> Float { Glibc.expf(x) }
