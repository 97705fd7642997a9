/// Finders by size and place, so that those around one are found in a time that does not depend on how many there are.
struct FinderNeighbors {
    /// The finders whose modules differ by less than a factor of two, in cells that hold a few each.
    fileprivate struct Octave {
        /// The exponent of the least size of a module.
        let exponent: Int
        /// Sorted by cell.
        var finders: [Finder] = []
        /// The length of the longest module in any direction.
        var longest: Float = 0
        var origin = SIMD2<Float>()
        var cell: Float = 1
        var (columns, rows) = (1, 1)
        /// Where each cell's finders start, and behind the last the number of finders.
        var starts: [Int] = []

        init(_ exponent: Int, _ finder: Finder) { (self.exponent, finders) = (exponent, [finder]) }
    }

    /// The mean number of finders of a cell.
    fileprivate static let share: Float = 3

    private var octaves: [Octave] = []

    /// Replaces the finders.
    mutating func put(_ finders: [Finder]) {
        octaves.removeAll(keepingCapacity: true)
        for finder in finders where finder.center.x.isFinite && finder.center.y.isFinite {
            let exponent = Self.exponent(finder.module)
            if let i = octaves.firstIndex(where: { $0.exponent == exponent }) {
                octaves[i].finders.append(finder)
            } else {
                octaves.append(Octave(exponent, finder))
            }
        }
        for i in octaves.indices { octaves[i].sortIntoCells() }
    }

    /// Visits the finders around one with similar modules, the nearest cells first.
    /// - Parameters:
    ///   - ratio: The maximum ratio of the modules.
    ///   - isUseful: Returns whether finders at least this number of modules away are of use.
    func visit(
        around center: Finder, ratio: Float, while isUseful: (_ modules: Float) -> Bool, _ body: (Finder) -> Void
    ) {
        let module = center.module
        let exponents = Self.exponent(module / ratio)...Self.exponent(module * ratio)
        let own = Self.exponent(module)
        // Its own size first: most of its neighbors have it, and the nearest of them end the search among the others.
        for octave in octaves where octave.exponent == own { octave.visit(around: center, isUseful, body) }
        for octave in octaves where octave.exponent != own && exponents ~= octave.exponent {
            octave.visit(around: center, isUseful, body)
        }
    }

    private static func exponent(_ module: Float) -> Int { module > 0 && module.isFinite ? Int(module.exponent) : 0 }
}

extension FinderNeighbors.Octave {
    fileprivate mutating func sortIntoCells() {
        var (from, to) = (finders[0].center, finders[0].center)
        for finder in finders {
            (from, to) = (pointwiseMin(from, finder.center), pointwiseMax(to, finder.center))
            longest = max(longest, finder.longestModule)
        }
        origin = from
        let size = to - from
        cell = max(1, (size.x * size.y * FinderNeighbors.share / Float(finders.count)).squareRoot())
        // Finders in one row.
        cell = max(cell, max(size.x, size.y) / Float(finders.count))
        (columns, rows) = (Int(size.x / cell) + 1, Int(size.y / cell) + 1)
        starts = [Int](repeating: 0, count: columns * rows + 1)
        for finder in finders { starts[index(of: finder.center) + 1] += 1 }
        for i in 1..<starts.count { starts[i] += starts[i - 1] }
        var (sorted, ends) = (finders, starts)
        for finder in finders {
            let cell = index(of: finder.center)
            sorted[ends[cell]] = finder
            ends[cell] += 1
        }
        finders = sorted
    }

    private func column(of x: Float) -> Int { Self.index((x - origin.x) / cell, columns) }
    private func row(of y: Float) -> Int { Self.index((y - origin.y) / cell, rows) }
    private func index(of place: SIMD2<Float>) -> Int { row(of: place.y) * columns + column(of: place.x) }
    private static func index(_ cell: Float, _ count: Int) -> Int { cell > 0 ? Int(min(cell, Float(count - 1))) : 0 }

    /// Visits the cells in rings around a finder.
    fileprivate func visit(around center: Finder, _ isUseful: (Float) -> Bool, _ body: (Finder) -> Void) {
        let (x, y) = (column(of: center.center.x), row(of: center.center.y))
        // The half of the sum of two modules' lengths: what `Arm` counts is the harmonic mean of two numbers of modules.
        let longest = (center.longestModule + longest) / 2
        // How near the second ring's cells may be.
        let inner = min(
            center.center.x - origin.x - Float(x) * cell, center.center.y - origin.y - Float(y) * cell,
            origin.x + Float(x + 1) * cell - center.center.x, origin.y + Float(y + 1) * cell - center.center.y)
        for ring in 0...max(x, y, columns - 1 - x, rows - 1 - y) {
            if ring > 0, !isUseful(max(0, inner + Float(ring - 1) * cell) / longest) { return }
            for row in max(0, y - ring)...min(rows - 1, y + ring) {
                let isFull = abs(row - y) == ring
                for column in stride(from: x - ring, through: x + ring, by: isFull || ring == 0 ? 1 : 2 * ring)
                where 0..<columns ~= column {
                    let cell = row * columns + column
                    for i in starts[cell]..<starts[cell + 1] { body(finders[i]) }
                }
            }
        }
    }
}

extension Finder {
    /// The greatest distance in pixels that ``inModules(_:)`` counts as one module along an axis.
    var longestModule: Float {
        // √2 times the greater singular value of the axes.
        let (p, q, r) = (right.dot(right), down.dot(down), right.dot(down))
        let spread = ((p - q) * (p - q) / 4 + r * r).squareRoot()
        return (2 * ((p + q) / 2 + spread)).squareRoot()
    }
}
