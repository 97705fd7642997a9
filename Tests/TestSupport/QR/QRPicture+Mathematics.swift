import Glibc

extension QRPicture {
    static func cosine(_ angle: Double) -> Double { cos(angle) }
    static func sine(_ angle: Double) -> Double { sin(angle) }
    static func exponential(_ x: Double) -> Double { exp(x) }
}
