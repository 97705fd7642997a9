/// A known arrangement of light (+1) and dark (−1) modules, for comparison with samples.
struct Pattern: BitwiseCopyable {
    /// The index of its first sample in a list, and the number of samples.
    let start: Int
    let count: Int
    /// The sum of the squared signs after subtracting their mean.
    private let power: Float

    /// - Parameter signs: The list of signs; the pattern's own are replaced with values for ``correlation(_:_:)``,
    ///   minus their mean.
    init(_ signs: inout [Float], from start: Int) {
        self.start = start
        count = signs.count - start
        let mean = signs[start...].reduce(0, +) / Float(count)
        for i in start..<signs.count { signs[i] -= mean }
        power = signs[start...].reduce(0) { $0 + $1 * $1 }
    }

    /// Returns the correlation of samples with the pattern, −1…1, damped if they are all nearly equal.
    /// - Parameters:
    ///   - samples: The list that ``start`` refers to.
    ///   - signs: The list of signs, minus their means.
    @inline(__always)
    func correlation(_ samples: UnsafePointer<Float>, _ signs: UnsafePointer<Float>) -> Float {
        let (s, t) = (samples + start, signs + start)
        var (sums, squares, products) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
        var i = 0
        while i &+ 8 <= count {
            // SAFETY: eight of the existing samples and signs.
            let v = UnsafeRawPointer(s + i).loadUnaligned(as: SIMD8<Float>.self)
            let w = UnsafeRawPointer(t + i).loadUnaligned(as: SIMD8<Float>.self)
            sums += v
            squares += v * v
            products += v * w
            i &+= 8
        }
        var (sum, square, product) = (sums.sum(), squares.sum(), products.sum())
        while i < count {
            sum += s[i]
            square += s[i] * s[i]
            product += s[i] * t[i]
            i &+= 1
        }
        let variance = max(0, square - sum * sum / Float(count))
        return product / ((variance * power).squareRoot() + Self.floor)
    }

    /// Damps the correlation of nearly equal samples: gray levels, times the number of samples.
    private static let floor: Float = 60
}

/// A pattern of concentric squares: a finder with its light border, or an alignment pattern.
struct PatternSquare {
    /// The coordinates of the modules' centers relative to the pattern's center.
    let x: [Float]
    let y: [Float]
    /// Light +1, dark −1.
    let signs: [Float]

    /// - Parameter isDark: Whether the square ring at a distance is dark.
    init(radius: Int, isDark: (_ distance: Int) -> Bool) {
        let places = (-radius...radius).flatMap { y in (-radius...radius).map { x in (x: x, y: y) } }
        x = places.map { Float($0.x) }
        y = places.map { Float($0.y) }
        signs = places.map { isDark(max(abs($0.x), abs($0.y))) ? -1 : 1 }
    }

    static func finder(_ distance: Int) -> Bool { distance <= 1 || distance == 3 }
    static func alignment(_ distance: Int) -> Bool { distance != 1 }
}

extension [Float] {
    /// Padded with zeros to a multiple of 8.
    var paddedToVectors: [Float] { self + [Float](repeating: 0, count: (8 - count % 8) % 8) }
}
