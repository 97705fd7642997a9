import RectoCore

/// A symbol's modules: dark 1, light 0.
final class SymbolBits {
    private(set) var dimension = 0
    let modules = Plane<UInt8>()

    func reshape(dimension: Int) {
        self.dimension = dimension
        modules.reshape(width: dimension, height: dimension)
    }

    /// The side of the largest dark square that ends at each module of the row above.
    private let squares = Plane<Int>()

    /// Whether there is a square of dark modules of such a side.
    func hasDarkSquare(side: Int) -> Bool {
        squares.reshape(width: dimension + 1, height: 1)
        squares.fill(0)
        for y in 0..<dimension {
            var corner = 0
            for x in 0..<dimension {
                let above = squares[x + 1, 0]
                squares[x + 1, 0] = isDark(x, y) ? min(corner, above, squares[x, 0]) + 1 : 0
                if squares[x + 1, 0] >= side { return true }
                corner = above
            }
        }
        return false
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { modules[x, y] != 0 }

    /// Puts the modules that a version fixes as they must be.
    func fix(_ known: FixedModules) {
        precondition(known.dimension == dimension, "another version")
        for i in 0..<known.signs.count where known.signs[i] != 0 { modules.base[i] = known.signs[i] < 0 ? 1 : 0 }
    }

    /// The version that a symbol of version 7 or more states, and in how many bits the better of the two places differs.
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
