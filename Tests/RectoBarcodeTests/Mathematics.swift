import Glibc

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }
func tangent(_ angle: Double) -> Double { tan(angle) }
func arcSine(_ x: Double) -> Double { asin(x) }
