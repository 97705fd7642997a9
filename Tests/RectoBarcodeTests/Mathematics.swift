import Glibc

func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
func asin(_ x: Double) -> Double { Glibc.asin(x) }
func exp(_ x: Double) -> Double { Glibc.exp(x) }
