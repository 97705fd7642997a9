/// A color as linear light: red, green and blue, where 1 is display white.
///
/// Three plain numbers instead of a SIMD vector: unoptimized builds are many times faster with them.
struct LinearRGB: Hashable, Sendable {
    var r, g, b: Float

    init(_ r: Float, _ g: Float, _ b: Float) {
        self.r = r
        self.g = g
        self.b = b
    }

    init(gray: Float) { self.init(gray, gray, gray) }

    /// The light of an sRGB color given as 0xRRGGBB.
    init(_ hex: UInt32) { self.init(SRGB(hex)) }

    init(_ color: SRGB) {
        self.init(SRGB.light[Int(color.r)], SRGB.light[Int(color.g)], SRGB.light[Int(color.b)])
    }

    static let black = LinearRGB(0, 0, 0)

    var luminance: Float { 0.2126 * r + 0.7152 * g + 0.0722 * b }

    @inline(__always)
    static func + (a: LinearRGB, b: LinearRGB) -> LinearRGB { LinearRGB(a.r + b.r, a.g + b.g, a.b + b.b) }
    @inline(__always)
    static func - (a: LinearRGB, b: LinearRGB) -> LinearRGB { LinearRGB(a.r - b.r, a.g - b.g, a.b - b.b) }
    @inline(__always)
    static func * (a: LinearRGB, b: LinearRGB) -> LinearRGB { LinearRGB(a.r * b.r, a.g * b.g, a.b * b.b) }
    @inline(__always)
    static func * (a: LinearRGB, s: Float) -> LinearRGB { LinearRGB(a.r * s, a.g * s, a.b * s) }
    static func += (a: inout LinearRGB, b: LinearRGB) { a = a + b }

    /// This color for share 0, the other color for share 1.
    @inline(__always)
    func mixed(with other: LinearRGB, _ share: Float) -> LinearRGB { self + (other - self) * share }
}

/// A color for displays: sRGB, one byte per channel.
struct SRGB: Hashable, Sendable {
    var r, g, b: UInt8

    init(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
        self.r = r
        self.g = g
        self.b = b
    }

    /// A color from 0xRRGGBB.
    init(_ hex: UInt32) {
        self.init(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
    }

    init(_ color: LinearRGB) {
        self.init(SRGB.encode(color.r), SRGB.encode(color.g), SRGB.encode(color.b))
    }

    /// A color from hue (turns), saturation and brightness, each 0...1.
    init(hue: Double, saturation: Double, brightness: Double) {
        func channel(_ n: Double) -> UInt8 {
            let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
            let share = max(0, min(k, 4 - k, 1))
            return UInt8(max(0, min(255, (brightness * (1 - saturation * share) * 255).rounded())))
        }
        self.init(channel(5), channel(3), channel(1))
    }

    static let black = SRGB(0, 0, 0)
    static let white = SRGB(255, 255, 255)

    func mixed(with other: SRGB, _ share: Double) -> SRGB {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8(max(0, min(255, (Double(a) + (Double(b) - Double(a)) * share).rounded())))
        }
        return SRGB(mix(r, other.r), mix(g, other.g), mix(b, other.b))
    }

    /// Linear light of each sRGB value, 0...1 (IEC 61966-2-1).
    static let light: [Float] = (0...255).map { value in
        let v = Double(value) / 255
        return Float(v <= 0.04045 ? v / 12.92 : PortableMath.pow((v + 0.055) / 1.055, 2.4))
    }

    /// The nearest sRGB value for light 0...1.
    static func encode(_ light: Float) -> UInt8 {
        codes[Int(max(0, min(1, light)) * Float(codes.count - 1) + 0.5)]
    }

    /// The sRGB values for evenly spaced light; the steps are finer than one value even where the curve is steepest.
    static let codes: [UInt8] = (0...8191).map { step in
        let v = Double(step) / 8191
        let coded = v <= 0.0031308 ? v * 12.92 : 1.055 * PortableMath.pow(v, 1 / 2.4) - 0.055
        return UInt8((coded * 255).rounded())
    }
}
