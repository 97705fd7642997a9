/// Smooth random functions of the plane, by hashing the integer lattice.
///
/// Source: Perlin, "Improving Noise", SIGGRAPH 2002 (the fade curve); values instead of gradients.
struct LatticeNoise: Sendable {
    private let seed: UInt32

    init(_ generator: inout SeededGenerator) {
        seed = UInt32(truncatingIfNeeded: generator.next())
    }

    /// The value of a lattice point, 0..<1.
    @inline(__always)
    func cell(_ x: Int32, _ y: Int32) -> Float { Self.number(seed ^ Self.column(x) ^ Self.row(y)) }

    @inline(__always)
    private static func column(_ x: Int32) -> UInt32 { UInt32(bitPattern: x) &* 0x85EB_CA6B }

    @inline(__always)
    private static func row(_ y: Int32) -> UInt32 { UInt32(bitPattern: y) &* 0xC2B2_AE35 }

    @inline(__always)
    private static func number(_ hash: UInt32) -> Float {
        var h = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
        h = (h ^ (h >> 12)) &* 0x297A_2D39
        h ^= h >> 15
        return Float(Int32(bitPattern: h >> 8)) * 0x1p-24
    }

    /// Smooth noise, 0...1 with mean ½; features are about one unit wide.
    func value(_ x: Float, _ y: Float) -> Float {
        let ix = Self.floor(x)
        let iy = Self.floor(y)
        let tx = x - Float(ix)
        let ty = y - Float(iy)
        let sx = tx * tx * (3 - 2 * tx)
        let sy = ty * ty * (3 - 2 * ty)
        let left = seed ^ Self.column(ix)
        let right = seed ^ Self.column(ix &+ 1)
        let upper = Self.row(iy)
        let lower = Self.row(iy &+ 1)
        let top = Self.number(left ^ upper) * (1 - sx) + Self.number(right ^ upper) * sx
        let bottom = Self.number(left ^ lower) * (1 - sx) + Self.number(right ^ lower) * sx
        return top * (1 - sy) + bottom * sy
    }

    /// Octaves of noise, each twice as fine and half as strong; octaves finer than `footprint` fade out.
    ///
    /// - Parameter footprint: Width of a pixel in the units of x and y: finer detail is invisible and would alias.
    /// - Returns: About 0...1 with mean ½.
    func fractal(_ x: Float, _ y: Float, octaves: Int, footprint: Float) -> Float {
        var sum: Float = 0
        var strength: Float = 0.5
        var frequency: Float = 1
        for octave in 0..<octaves {
            let visible = min(1, max(0, 2 - 2 * footprint * frequency))
            if visible <= 0 { break }
            // The shift separates the octaves' lattices.
            let shift = Float(octave) * 17.31
            sum += strength * visible * (value(x * frequency + shift, y * frequency - shift) - 0.5)
            strength *= 0.5
            frequency *= 2
        }
        return 0.5 + sum
    }

    /// The next lower integer; far outside the range of integers (near the horizon) all lattice points coincide.
    ///
    /// By conversion, since rounding calls the C library on CPUs without SSE 4.1.
    @inline(__always)
    static func floor(_ x: Float) -> Int32 {
        guard abs(x) < 1e9 else { return 0 }
        let truncated = Int32(x)
        return Float(truncated) > x ? truncated - 1 : truncated
    }
}
