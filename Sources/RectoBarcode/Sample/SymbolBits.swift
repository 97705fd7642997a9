import RectoCore

/// A symbol's modules: dark 1, light 0.
final class SymbolBits {
    /// The number of modules per side.
    private(set) var dimension = 0
    let modules = Plane<UInt8>()

    func reshape(width: Int, height: Int) {
        dimension = width
        modules.reshape(width: width, height: height)
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { modules[x, y] != 0 }

    /// Sets the modules that a version fixes to their known values.
    func fix(_ known: FixedModules) {
        precondition(known.dimension == dimension, "another version")
        for i in 0..<known.signs.count where known.signs[i] != 0 { modules.base[i] = known.signs[i] < 0 ? 1 : 0 }
    }

    /// The maximum number of wrong bits in a stated version; versions differ in at least eight.
    static let versionErrors = 2

    /// The version that a symbol of version 7 or more states, and the number of wrong bits at the better of the two
    /// places.
    var statedVersion: (version: Int, errors: Int) {
        let n = dimension
        var words = (0, 0)
        for i in 0..<18 {
            let (across, down) = (n - 11 + i % 3, i / 3)
            if isDark(across, down) { words.0 |= 1 << i }
            if isDark(down, across) { words.1 |= 1 << i }
        }
        var best = (version: 0, errors: 18)
        for version in 7...40 {
            guard let bits = SymbolShape(version: version).versionBits else { continue }
            let errors = min((bits ^ words.0).nonzeroBitCount, (bits ^ words.1).nonzeroBitCount)
            if errors < best.errors { best = (version, errors) }
        }
        return best
    }
}

/// The modules whose values a version fixes: finders and their borders, timing, alignment, the dark module, version
/// bits.
final class FixedModules: Sendable {
    let dimension: Int
    /// The values row by row: dark −1, light +1, not fixed 0.
    let signs: [Int8]

    init(_ shape: SymbolShape) {
        let n = shape.dimension
        var signs = [Int8](repeating: 0, count: n * n)
        func set(_ x: Int, _ y: Int, dark: Bool) {
            if 0..<n ~= x, 0..<n ~= y { signs[y * n + x] = dark ? -1 : 1 }
        }
        func square(_ center: (x: Int, y: Int), radius: Int, _ isDark: (Int) -> Bool) {
            for v in -radius...radius {
                for u in -radius...radius { set(center.x + u, center.y + v, dark: isDark(max(abs(u), abs(v)))) }
            }
        }
        for center in shape.finderCenters { square(center, radius: 4, PatternSquare.finder) }
        for i in 7..<n - 7 {
            set(i, 6, dark: i % 2 == 0)
            set(6, i, dark: i % 2 == 0)
        }
        for center in shape.alignmentCenters { square(center, radius: 2, PatternSquare.alignment) }
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

    /// Returns those of a version; created on first use.
    static func of(_ version: Int) -> FixedModules { all[version - 1] }
    private static let all = SymbolShape.versions.map { FixedModules(SymbolShape(version: $0)) }
}
