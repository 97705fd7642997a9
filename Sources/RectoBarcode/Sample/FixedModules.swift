/// The modules whose values a version fixes: finders and their borders, timing, alignment, the dark module, version bits.
final class FixedModules: Sendable {
    let dimension: Int
    /// Row by row: dark −1, light +1, not fixed 0.
    let signs: [Int8]

    init(_ shape: SymbolShape) {
        let n = shape.dimension
        var signs = [Int8](repeating: 0, count: n * n)
        func set(_ x: Int, _ y: Int, dark: Bool) {
            if 0..<n ~= x, 0..<n ~= y { signs[y * n + x] = dark ? -1 : 1 }
        }
        func square(_ centre: (x: Int, y: Int), radius: Int, _ isDark: (Int) -> Bool) {
            for v in -radius...radius {
                for u in -radius...radius { set(centre.x + u, centre.y + v, dark: isDark(max(abs(u), abs(v)))) }
            }
        }
        for centre in shape.finderCentres { square(centre, radius: 4, PatternSquare.finder) }
        for i in 7..<n - 7 {
            set(i, 6, dark: i % 2 == 0)
            set(6, i, dark: i % 2 == 0)
        }
        for centre in shape.alignmentCentres { square(centre, radius: 2, PatternSquare.alignment) }
        set(8, n - 8, dark: true)
        if let bits = shape.versionBits {
            for i in 0..<18 {
                let (across, down) = (n - 11 + i % 3, i / 3)
                set(across, down, dark: bits >> i & 1 == 1)
                set(down, across, dark: bits >> i & 1 == 1)
            }
        }
        dimension = n
        self.signs = signs
    }

    /// Those of each version; made when first asked for.
    static func of(_ version: Int) -> FixedModules { all[version - 1] }
    private static let all = SymbolShape.versions.map { FixedModules(SymbolShape(version: $0)) }
}
