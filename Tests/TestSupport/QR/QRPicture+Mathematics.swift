import Glibc

extension QRPicture {
    public static func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
    public static func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
    static func exp(_ x: Double) -> Double { Glibc.exp(x) }
}
