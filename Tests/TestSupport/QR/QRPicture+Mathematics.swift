import Glibc

extension QRPicture {
    public static func cosine(_ angle: Double) -> Double { cos(angle) }
    public static func sine(_ angle: Double) -> Double { sin(angle) }
    static func exponential(_ x: Double) -> Double { exp(x) }
}
