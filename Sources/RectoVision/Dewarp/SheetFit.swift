import RectoCore

/// Bends a sheet until the lines of text on it are straight, level, evenly spaced and begin below each other, and the
/// paper's sides are straight.
///
/// Robust least squares (Cauchy) by Levenberg and Marquardt. Heights of lines are their points' means, so that pose and bend
/// are the only unknowns. Derivatives are differences; a ray's depth for changed unknowns is one step of Newton's method from
/// its depth before, which is exact to first order.
struct SheetFit {
    /// Of the lines, then of the sides.
    private let points: [Point2D]
    /// The points of each line.
    private let ranges: [Range<Int>]
    private let sides: [PageSide]
    private let letter: Double
    private let spread: Double
    private let curvatureScale: Double
    private let sheet: Sheet
    private var relations: LineRelations?

    /// - Parameter letterHeight: In pixels.
    init(_ sheet: Sheet, _ lines: [[Point2D]], _ sides: [PageSide], letterHeight: Double) {
        self.sheet = sheet
        self.sides = sides
        let text = lines.flatMap { $0 }
        points = text + sides.flatMap { $0.points }
        var start = 0
        ranges = lines.map { line in
            defer { start += line.count }
            return start..<start + line.count
        }
        letter = letterHeight / sheet.focalLength
        spread = standardDeviation(text.map { $0.y }) / sheet.focalLength
        curvatureScale = 1.5 / sheet.halfSpan
    }

    /// The unknowns of a flat sheet that looks best.
    mutating func fitPose(from start: [Double]) -> [Double] {
        refine(solve(start, free: 0..<3, steps: 18).unknowns, free: 0..<3, steps: 18)
    }

    /// Those of a bent one: from flat, hollow and arched the best is followed.
    mutating func fitBend(from pose: [Double]) -> [Double] {
        relate(pose)
        let free = 0..<Sheet.unknowns
        let starts = [0, 0.8, -0.8].map { curvature in
            pose.prefix(4) + [Double](repeating: curvature * curvatureScale, count: Sheet.knots)
        }
        let found = starts.map { solve(Array($0), free: free, steps: 6) }
        guard let best = found.min(by: { $0.cost < $1.cost }) else { return pose }
        return refine(best.unknowns, free: free, steps: 18)
    }

    /// - Parameter isBent: Whether the curvatures may change too.
    mutating func refine(_ unknowns: [Double], isBent: Bool) -> [Double] {
        refine(unknowns, free: 0..<(isBent ? Sheet.unknowns : 3), steps: 10)
    }

    private mutating func refine(_ unknowns: [Double], free: Range<Int>, steps: Int) -> [Double] {
        var unknowns = unknowns
        for _ in 0..<2 {
            relate(unknowns)
            unknowns = solve(unknowns, free: free, steps: steps).unknowns
        }
        return unknowns
    }

    private mutating func relate(_ unknowns: [Double]) {
        let shape = sheet.shape(unknowns)
        let places = points.prefix(ranges.last?.upperBound ?? 0).map { shape.page($0) }
        relations = LineRelations(
            left: ranges.map { places[$0.lowerBound].x }, right: ranges.map { places[$0.upperBound - 1].x },
            heights: heights(places), letter: letter)
    }

    private func heights(_ places: [Point2D]) -> [Double] {
        ranges.map { range in places[range].reduce(0) { $0 + $1.y } / Double(range.count) }
    }

    // MARK: - Residuals

    /// Residuals in units of what is expected, and their weights.
    private struct Residuals {
        var values: [Double] = []
        var weights: [Double] = []
        /// What is known beforehand: not robust.
        var priors: [Double] = []

        mutating func add(_ value: Double, _ weight: Double) {
            values.append(value)
            weights.append(weight)
        }

        var cost: Double {
            let data = zip(values, weights).reduce(0) { $0 + $1.1 * logarithm(1 + $1.0 * $1.0) }
            return data + priors.reduce(0) { $0 + $1 * $1 }
        }
    }

    private func residuals(_ unknowns: [Double], _ depths: inout [Double], steps: Int) -> Residuals {
        let shape = sheet.shape(unknowns)
        var places = [Point2D]()
        places.reserveCapacity(points.count)
        for index in points.indices {
            places.append(shape.page(points[index], depth: &depths[index], steps: steps))
        }
        let heights = heights(places)
        let textCount = ranges.last?.upperBound ?? 0
        // A sheet that leans away makes all distances small; that shall not pay.
        let height = max(standardDeviation(places.prefix(textCount).map { $0.y }), 1e-4)
        let size = min(4, max(0.25, spread / height)) / letter
        var result = Residuals()
        result.values.reserveCapacity(2 * points.count)
        result.weights.reserveCapacity(2 * points.count)
        for (line, range) in ranges.enumerated() {
            for place in places[range] { result.add((place.y - heights[line]) * size / 0.15, 1) }
        }
        if let relations {
            addEdge(relations.left, size, &result) { places[ranges[$0].lowerBound].x }
            addEdge(relations.right, size, &result) { places[ranges[$0].upperBound - 1].x }
            let gaps = relations.gaps.map { heights[$0.lower] - heights[$0.upper] }
            let usual = median(gaps)
            for gap in gaps { result.add((gap - usual) * size / 0.12, 1.4) }
        }
        var first = textCount
        for side in sides {
            let offsets = places[first..<first + side.points.count].map { side.offset($0) }
            first += side.points.count
            let usual = median(offsets)
            for offset in offsets { result.add((offset - usual) * size / 0.6, 0.7) }
        }
        addPriors(unknowns, &result)
        return result
    }

    private func addEdge(
        _ edge: LineRelations.Edge, _ size: Double, _ result: inout Residuals, _ place: (Int) -> Double
    ) {
        var sums = [Double](repeating: 0, count: edge.clusterCount)
        var counts = sums
        for (line, cluster) in edge.lines {
            sums[cluster] += place(line)
            counts[cluster] += 1
        }
        for (line, cluster) in edge.lines {
            result.add((place(line) - sums[cluster] / counts[cluster]) * size / 0.35, 2)
        }
    }

    /// Cameras look nearly straight down, rulings run along or across the page, and paper bends little and smoothly.
    private func addPriors(_ unknowns: [Double], _ result: inout Residuals) {
        let weight = (Double(points.count) / 60).squareRoot()
        for angle in unknowns.prefix(3) { result.priors.append(angle / 0.35 * weight) }
        result.priors.append(sin(2 * unknowns[3]) / 0.8 * weight)
        let bends = unknowns.dropFirst(4).map { $0 / curvatureScale * weight }
        for bend in bends { result.priors.append(0.25 * bend) }
        for k in 1..<bends.count - 1 { result.priors.append(0.5 * (bends[k - 1] - 2 * bends[k] + bends[k + 1])) }
    }

    // MARK: - Solving

    private func solve(_ start: [Double], free: Range<Int>, steps: Int) -> (unknowns: [Double], cost: Double) {
        func cost(_ unknowns: [Double]) -> (residuals: Residuals, depths: [Double], cost: Double) {
            var depths = [Double](repeating: .nan, count: points.count)
            let residuals = residuals(unknowns, &depths, steps: 5)
            let cost = residuals.cost
            return (residuals, depths, cost.isFinite ? cost : .infinity)
        }
        var unknowns = start
        var current = cost(start)
        var damping = 1e-2
        for _ in 0..<steps {
            let system = equations(unknowns, current.residuals, current.depths, free)
            var better: (unknowns: [Double], state: (residuals: Residuals, depths: [Double], cost: Double))?
            for _ in 0..<5 {
                if let step = system.solve(damping: damping, floor: 0) {
                    var changed = unknowns
                    for (index, unknown) in free.enumerated() { changed[unknown] -= step[index] }
                    for axis in 0..<3 { changed[axis] = min(max(changed[axis], -0.9), 0.9) }
                    let state = cost(changed)
                    if state.cost < current.cost {
                        better = (changed, state)
                        break
                    }
                }
                damping *= 6
            }
            guard let better else { break }
            let isDone = current.cost - better.state.cost < 1e-4 * current.cost
            (unknowns, current) = (better.unknowns, better.state)
            damping = max(damping / 6, 1e-6)
            if isDone { break }
        }
        return (unknowns, current.cost)
    }

    private func equations(
        _ unknowns: [Double], _ base: Residuals, _ depths: [Double], _ free: Range<Int>
    ) -> NormalEquations {
        let roots = zip(base.values, base.weights).map { ($1 / (1 + $0 * $0)).squareRoot() }
        let now = zip(base.values, roots).map { $0 * $1 } + base.priors
        let columns = free.map { unknown -> [Double] in
            let change = unknown < 4 ? 1e-4 : 1e-3 * curvatureScale
            var (changed, depths) = (unknowns, depths)
            changed[unknown] += change
            let next = residuals(changed, &depths, steps: 1)
            var column = [Double]()
            column.reserveCapacity(now.count)
            for index in next.values.indices {
                column.append((next.values[index] - base.values[index]) * roots[index] / change)
            }
            for index in next.priors.indices { column.append((next.priors[index] - base.priors[index]) / change) }
            return column
        }
        var system = NormalEquations(columns.count)
        for a in columns.indices {
            for b in 0...a {
                let sum = dot(columns[a], columns[b])
                system[a, b] = sum
                system[b, a] = sum
            }
            system.right[a] = dot(columns[a], now)
        }
        return system
    }
}

private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
}

/// 0 of none.
func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
}

/// 0 of none.
func standardDeviation(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
}
