import Glibc

func sin(_ angle: Float) -> Float { Float(Glibc.sin(Double(angle))) }
func cos(_ angle: Float) -> Float { Float(Glibc.cos(Double(angle))) }
