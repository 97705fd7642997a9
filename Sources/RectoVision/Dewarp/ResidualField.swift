import RectoCore

/// Displacement of places on a page from where its sheet puts them: folds and crumples that no general cylinder can
/// follow.
///
/// Two uniform cubic B-splines over a box, one for each direction.
struct ResidualField {
    /// Places of the box's corners on the page, and control values across and down.
    private let low, high: Point2D
    private let across, down: Int
    private var values: [Point2D] = []

    /// Width and height of a grid cell in letters.
    private static let cell = 7.0
    /// Largest number of control values in each direction.
    private static let maximumCount = 26
    private static let minimumCount = 6
    /// Largest number of cells: a page may be excessively long.
    private static let countedCells = 100.0

    /// Tolerated deviations from what is expected, in letter heights.
    private enum Tolerance {
        /// Between a point of a line and the line's height, and between that height and the sheet's.
        static let level = 0.1
        static let height = 0.5
        /// Between the end of a line and the edge of its column, and between a line gap and the usual one.
        static let edge = 0.3
        static let gap = 0.2
        /// Between a point of the paper's side and the side.
        static let side = 0.5
        /// Between a length across the page and its known value, as a factor on that value's uncertainty.
        static let length = 3.0
        /// Between a side and its place by the paper's proportions.
        static let proportions = 0.02
    }

    /// Stiffness of the field relative to that of its second differences, as shares of their weight.
    private enum Stiffness {
        /// Against moving the page as a whole.
        static let move = 0.02
        /// Against stretching it, and against shearing it, as a share of that.
        static let stretch = 0.35
        static let shear = 0.7
    }

    /// Largest number of solver steps in each round.
    private static let solverSteps = 120

    private init(low: Point2D, high: Point2D, letter: Double) {
        (self.low, self.high) = (low, high)
        func count(_ length: Double) -> Int {
            let cells = Int(min(length / (Self.cell * letter), Self.countedCells))
            return min(max(cells + 3, Self.minimumCount), Self.maximumCount)
        }
        (across, down) = (count(high.x - low.x), count(high.y - low.y))
    }

    func callAsFunction(_ place: Point2D) -> Point2D {
        let (column, row, u, v) = locate(place)
        var sum = Point2D(x: 0, y: 0)
        for j in 0..<4 {
            for i in 0..<4 { sum = sum + values[(row + j) * across + column + i] * (u[i] * v[j]) }
        }
        return sum
    }

    private func locate(
        _ place: Point2D, slopeAcross: Bool = false, slopeDown: Bool = false
    ) -> (column: Int, row: Int, u: SIMD4<Double>, v: SIMD4<Double>) {
        func axis(_ value: Double, _ low: Double, _ high: Double, _ count: Int, _ slope: Bool) -> (Int, SIMD4<Double>) {
            let scale = Double(count - 3) / (high - low)
            let cells = (value - low) * scale
            // The order maps NaN to 0.
            let position = cells > 0 ? min(cells, Double(count - 3) - 1e-9) : 0
            let t = position - position.rounded(.down)
            return (Int(position), slope ? cubicBasisSlope(t) * scale : cubicBasis(t))
        }
        let (column, u) = axis(place.x, low.x, high.x, across, slopeAcross)
        let (row, v) = axis(place.y, low.y, high.y, down, slopeDown)
        return (column, row, u, v)
    }
}

extension ResidualField {
    /// The field that makes lines level, evenly spaced and begin below each other, with as little stretch of the page
    /// as possible.
    /// - Parameters:
    ///   - lines: Places along each line.
    ///   - sides: Sides of the paper, on the page.
    ///   - proportions: Width over height of the paper, if known and all its sides were seen.
    ///   - low, high: Corners of the box; beyond it the field has the values at its border.
    ///   - letter: Height of a letter on the page.
    ///   - lengths: Known lengths across the page, between places on it.
    ///   - rounds: Rounds of robust reweighting.
    init(
        _ lines: [[Point2D]], _ sides: [PageSide], proportions: Double?, low: Point2D, high: Point2D, letter: Double,
        lengths: [KnownLength] = [], rounds: Int
    ) {
        self.init(low: low, high: high, letter: letter)
        let count = across * down
        let heights = lines.map { line in line.reduce(0) { $0 + $1.y } / Double(line.count) }
        let relations = LineRelations(
            left: lines.map { $0[0].x }, right: lines.map { $0[$0.count - 1].x }, heights: heights, letter: letter)
        // The unknowns: displacements across and down, heights of lines, places of edges, places of sides, the usual
        // gap, the factor of lengths.
        let firstHeight = 2 * count
        let firstLeft = firstHeight + lines.count
        let firstRight = firstLeft + relations.left.clusterCount
        let firstSide = firstRight + relations.right.clusterCount
        let gap = firstSide + sides.count
        var start = [Double](repeating: 0, count: gap + 2)
        start.replaceSubrange(firstHeight..<firstLeft, with: heights)
        start[gap] = median(relations.gaps.map { heights[$0.lower] - heights[$0.upper] })

        var system = SparseLeastSquares()
        for (index, line) in lines.enumerated() {
            for place in line {
                let terms = terms(place, offset: count) + [(firstHeight + index, -1)]
                system.add(terms, equals: -place.y, within: Tolerance.level * letter, isRobust: true)
            }
            // Keep the heights from collapsing into one.
            system.add([(firstHeight + index, 1)], equals: heights[index], within: Tolerance.height * letter)
        }
        for (edge, first, isLeft) in [(relations.left, firstLeft, true), (relations.right, firstRight, false)] {
            for (line, cluster) in edge.lines {
                let place = isLeft ? lines[line][0] : lines[line][lines[line].count - 1]
                start[first + cluster] = place.x
                system.add(
                    terms(place, offset: 0) + [(first + cluster, -1)], equals: -place.x,
                    within: Tolerance.edge * letter, isRobust: true)
            }
        }
        for (upper, lower) in relations.gaps {
            system.add(
                [(firstHeight + upper, -1), (firstHeight + lower, 1), (gap, -1)], equals: 0,
                within: Tolerance.gap * letter, isRobust: true)
        }
        for (index, side) in sides.enumerated() {
            start[firstSide + index] = median(side.points.map { side.offset($0) })
            for place in side.points {
                let terms = terms(place, offset: side.isLevel ? count : 0) + [(firstSide + index, -1)]
                system.add(terms, equals: -side.offset(place), within: Tolerance.side * letter, isRobust: true)
            }
        }
        start[gap + 1] = median(lengths.map { $0.start.distance(to: $0.end) / $0.length })
        for known in lengths where known.end.x > known.start.x {
            let seen = known.end.x - known.start.x
            let terms = terms(known.end, offset: 0) + terms(known.start, offset: 0).map { ($0.0, -$0.1) }
            system.add(
                terms + [(gap + 1, -known.length)], equals: -seen, within: Tolerance.length * known.tolerance * seen,
                isRobust: true)
        }
        if let proportions, sides.count == 4 {
            let terms = [
                (firstSide + 1, 1), (firstSide + 3, -1), (firstSide + 2, -proportions), (firstSide, proportions),
            ]
            system.add(terms, equals: 0, within: Tolerance.proportions * letter)
        }
        let points = lines.reduce(0) { $0 + $1.count }
        addStiffness(to: &system, tolerance: letter / max(1, Double(points) / Double(count)).squareRoot())
        let solution = system.solve(from: start, rounds: rounds, steps: Self.solverSteps)
        values = (0..<count).map { Point2D(x: solution[$0], y: solution[count + $0]) }
    }

    private func terms(
        _ place: Point2D, offset: Int, slopeAcross: Bool = false, slopeDown: Bool = false
    ) -> [(Int, Double)] {
        let (column, row, u, v) = locate(place, slopeAcross: slopeAcross, slopeDown: slopeDown)
        return (0..<16).map { (offset + (row + $0 / 4) * across + column + $0 % 4, u[$0 % 4] * v[$0 / 4]) }
    }

    /// Keeps the field smooth and small; paper may turn but does not stretch.
    private func addStiffness(to system: inout SparseLeastSquares, tolerance: Double) {
        let count = across * down
        for offset in [0, count] {
            for row in 0..<down {
                for column in 0..<across {
                    let k = offset + row * across + column
                    system.add([(k, 1)], equals: 0, within: tolerance / Stiffness.move)
                    if column + 2 < across {
                        system.add([(k, 1), (k + 1, -2), (k + 2, 1)], equals: 0, within: tolerance)
                    }
                    if row + 2 < down {
                        system.add([(k, 1), (k + across, -2), (k + 2 * across, 1)], equals: 0, within: tolerance)
                    }
                }
            }
        }
        let width = (high.x - low.x) / Double(across - 3)
        for row in 0..<down {
            for column in 0..<across {
                let place = Point2D(
                    x: low.x + (high.x - low.x) * (Double(column) + 0.5) / Double(across),
                    y: low.y + (high.y - low.y) * (Double(row) + 0.5) / Double(down))
                let within = tolerance / Stiffness.stretch / width
                system.add(terms(place, offset: 0, slopeAcross: true), equals: 0, within: within)
                system.add(terms(place, offset: count, slopeDown: true), equals: 0, within: within)
                let shear = terms(place, offset: 0, slopeDown: true) + terms(place, offset: count, slopeAcross: true)
                system.add(shear, equals: 0, within: within / Stiffness.shear)
            }
        }
    }
}
