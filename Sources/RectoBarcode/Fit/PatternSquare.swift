/// A pattern of concentric squares: a finder with its light border, or an alignment pattern.
struct PatternSquare {
    /// Coordinates of the modules' centres around the pattern's own.
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
    /// With zeros up to a multiple of 8.
    var paddedToVectors: [Float] { self + [Float](repeating: 0, count: (8 - count % 8) % 8) }
}
