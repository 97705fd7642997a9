import RectoCore

/// Bends a sheet until the lines of text on it are straight, level, evenly spaced and begin below each other, and the
/// paper's sides are straight.
///
/// Robust least squares (Cauchy) by Levenberg–Marquardt. Heights of lines are the means of their points, so pose and
/// bend are the only unknowns. Derivatives are differences; a ray's depth for changed unknowns is one Newton step from
/// its previous depth, which is exact to first order.
struct SheetFit {
    /// Expected deviations of places from those of a straight, evenly printed page, in letter heights, and weights
    /// relative to a point of a line.
    private enum Expected {
        static let fromLine = 0.15
        /// Starts and ends of lines are less exact than their level, but one edge stands for many points.
        static let fromEdge = 0.35
        static let edgeWeight = 2.0
        /// Gaps between lines are compared with their median.
        static let fromUsualGap = 0.12
        static let gapWeight = 1.4
        /// Sides of paper are located less exactly than lines of text.
        static let fromSide = 0.6
        static let sideWeight = 0.7
        /// A length is known from many letters.
        static let lengthWeight = 2.0
        /// Expected deviation of a side from the proportions of a standard paper size.
        static let fromProportions = 0.05
        /// Range of distances relative to the picture, for a sheet that leans away.
        static let sizes = 0.25...4.0
        /// Smallest height of the text, in focal lengths, that is divided by.
        static let minimumHeight = 1e-4
    }

    /// Prior expectations, before any line is seen.
    private enum Prior {
        /// Rotation of the camera about each axis, in radians.
        static let tilt = 0.35
        /// Sine of twice the angle between rulings and the page's axes.
        static let ruling = 0.8
        /// Weights of a curvature, in units of ``curvatureScale``, and of its change between knots.
        static let bendWeight = 0.25
        static let bendChangeWeight = 0.5
        /// Number of points with which the priors have weight 1.
        static let points = 60.0
    }

    /// Parameters of the Levenberg–Marquardt search.
    private enum Search {
        /// Steps of a fit, of a fit from a near start, and of each of the fits that are only compared.
        static let steps = 18
        static let refiningSteps = 10
        static let comparedSteps = 6
        /// Cost per point below which a fit is accepted without trying others.
        static let goodCost = 0.5
        /// Starting curvatures, in units of ``curvatureScale``: flat, hollow and arched.
        static let startingBends = [0, 0.8, -0.8]
        /// Steps of Newton's method for a ray of unknown depth.
        static let depthSteps = 5
        /// Steps of Newton's method from the depth for other unknowns.
        static let nearDepthSteps = 3
        static let startingDamping = 1e-2
        static let minimumDamping = 1e-6
        /// Factor of the damping after a failed step, and divisor after a successful one.
        static let dampingFactor = 6.0
        /// Largest number of tries of a step, each with more damping.
        static let attempts = 5
        /// Largest rotation in radians: beyond it the sheet is seen from its edge.
        static let maximumRotation = 0.9
        /// Relative saving of cost below which the search ends.
        static let minimumGain = 1e-4
        /// Largest increase of the cost when assuming known proportions of the paper.
        static let maximumDoubt = 2.0
        /// Differences for derivatives: of an angle in radians, and of a curvature in ``curvatureScale``.
        static let angleChange = 1e-4
        static let bendChange = 1e-3
    }

    /// Points of the lines, then of the sides, then both ends of each length.
    private var points: [Point2D]
    /// Range of each line's points.
    private let ranges: [Range<Int>]
    private let sides: [PageSide]
    private let letter: Double
    private let spread: Double
    /// Curvature that turns half the span of the knots by 1.5 radians, in 1 / focal length: a strongly bent sheet.
    private let curvatureScale: Double
    private let sheet: Sheet
    private var relations: LineRelations?
    /// Known width over height of the paper, if all four sides were seen.
    private var proportions: Double?
    /// Known lengths along the lines.
    var lengths: [KnownLength] = [] {
        didSet { points = Array(points.prefix(plainCount)) + lengths.flatMap { [$0.start, $0.end] } }
    }
    /// Number of ``points`` before those of ``lengths``.
    private let plainCount: Int

    /// - Parameter letterHeight: Height in pixels.
    init(_ sheet: Sheet, _ lines: [[Point2D]], _ sides: [PageSide], letterHeight: Double) {
        self.sheet = sheet
        self.sides = sides
        let text = lines.flatMap { $0 }
        points = text + sides.flatMap { $0.points }
        plainCount = points.count
        var start = 0
        ranges = lines.map { line in
            defer { start += line.count }
            return start..<start + line.count
        }
        letter = letterHeight / sheet.focalLength
        spread = standardDeviation(text.map { $0.y }) / sheet.focalLength
        curvatureScale = 1.5 / sheet.halfSpan
    }

    /// The unknowns of the best flat sheet.
    mutating func fitPose(from start: [Double]) -> [Double] {
        refine(solve(start, free: 0..<3, steps: Search.steps).unknowns, free: 0..<3, steps: Search.steps)
    }

    /// The unknowns of a bent sheet: of flat, hollow and arched starts the best is refined, or the first good one.
    mutating func fitBend(from pose: [Double]) -> [Double] {
        relate(pose)
        let free = 0..<Sheet.unknowns
        let starts = Search.startingBends.map { curvature in
            pose.prefix(4) + [Double](repeating: curvature * curvatureScale, count: Sheet.knots) + pose.suffix(1)
        }
        var best: (unknowns: [Double], cost: Double) = (pose, .infinity)
        for start in starts {
            let found = solve(Array(start), free: free, steps: Search.comparedSteps)
            if found.cost < best.cost { best = found }
            if best.cost < Search.goodCost * Double(points.count) { break }
        }
        return refine(best.unknowns, free: free, steps: Search.steps)
    }

    /// The unknowns of a sheet bent about rulings along the lines of text, as folded letters are.
    mutating func fitFold(from pose: [Double]) -> [Double] {
        var start = pose
        start[Sheet.ruling] = .pi / 2
        return refine(start, free: 0..<Sheet.unknowns, steps: Search.steps)
    }

    /// The unknowns of a sheet whose paper has these proportions, and their cost, unless that contradicts what was
    /// seen.
    /// - Parameter unknowns: The best ones for any proportions.
    mutating func refine(
        _ unknowns: [Double], isBent: Bool, proportions: Double
    ) -> (unknowns: [Double], cost: Double)? {
        self.proportions = nil
        let most = Search.maximumDoubt * cost(unknowns)
        self.proportions = proportions
        let refined = refine(unknowns, isBent: isBent)
        let cost = cost(refined)
        return cost < most ? (refined, cost) : nil
    }

    private func cost(_ unknowns: [Double]) -> Double {
        var depths = [Double](repeating: .nan, count: points.count)
        return residuals(unknowns, &depths, steps: Search.depthSteps).cost
    }

    /// - Parameter isBent: Whether the curvatures may change.
    mutating func refine(_ unknowns: [Double], isBent: Bool) -> [Double] {
        refine(unknowns, free: 0..<(isBent ? Sheet.unknowns : 3), steps: Search.refiningSteps)
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

    /// Residuals in units of their expected deviations, and their weights.
    private struct Residuals {
        var values: [Double] = []
        var weights: [Double] = []
        /// Residuals of the priors, which are not robust.
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
        residuals(unknowns, places(unknowns, &depths, steps: steps))
    }

    /// The places of all points on the page.
    private func places(_ unknowns: [Double], _ depths: inout [Double], steps: Int) -> [Point2D] {
        let shape = sheet.shape(unknowns)
        return points.indices.map { shape.page(points[$0], depth: &depths[$0], steps: steps) }
    }

    private func residuals(_ unknowns: [Double], _ places: [Point2D]) -> Residuals {
        let heights = heights(places)
        let textCount = ranges.last?.upperBound ?? 0
        // A sheet that leans away shrinks all distances, which must not pay.
        let height = max(standardDeviation(places.prefix(textCount).map { $0.y }), Expected.minimumHeight)
        let size = min(Expected.sizes.upperBound, max(Expected.sizes.lowerBound, spread / height)) / letter
        var result = Residuals()
        result.values.reserveCapacity(2 * points.count)
        result.weights.reserveCapacity(2 * points.count)
        for (line, range) in ranges.enumerated() {
            for place in places[range] { result.add((place.y - heights[line]) * size / Expected.fromLine, 1) }
        }
        if let relations {
            addEdge(relations.left, size, &result) { places[ranges[$0].lowerBound].x }
            addEdge(relations.right, size, &result) { places[ranges[$0].upperBound - 1].x }
            let gaps = relations.gaps.map { heights[$0.lower] - heights[$0.upper] }
            let usual = median(gaps)
            for gap in gaps { result.add((gap - usual) * size / Expected.fromUsualGap, Expected.gapWeight) }
        }
        var first = textCount
        var usuals: [Double] = []
        for side in sides {
            let offsets = places[first..<first + side.points.count].map { side.offset($0) }
            first += side.points.count
            let usual = median(offsets)
            usuals.append(usual)
            for offset in offsets { result.add((offset - usual) * size / Expected.fromSide, Expected.sideWeight) }
        }
        addLengths(places[first...], &result)
        if let proportions, usuals.count == 4 {
            let excess = usuals[1] - usuals[3] - proportions * (usuals[2] - usuals[0])
            result.priors.append(excess * size / Expected.fromProportions)
        }
        addPriors(unknowns, &result)
        return result
    }

    /// - Parameter places: Both ends of each length.
    private func addLengths(_ places: ArraySlice<Point2D>, _ result: inout Residuals) {
        let first = places.startIndex
        let factors = lengths.indices.map { index in
            places[first + 2 * index].distance(to: places[first + 2 * index + 1]) / lengths[index].length
        }
        let usual = factors.reduce(0, +) / Double(factors.count)
        for (factor, known) in zip(factors, lengths) {
            result.add((factor / usual - 1) / known.tolerance, Expected.lengthWeight)
        }
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
            let offset = place(line) - sums[cluster] / counts[cluster]
            result.add(offset * size / Expected.fromEdge, Expected.edgeWeight)
        }
    }

    /// Adds the priors: cameras look nearly straight down, rulings run along or across the page, and paper bends little
    /// and smoothly.
    private func addPriors(_ unknowns: [Double], _ result: inout Residuals) {
        let weight = (Double(points.count) / Prior.points).squareRoot()
        for angle in unknowns.prefix(3) { result.priors.append(angle / Prior.tilt * weight) }
        result.priors.append(sin(2 * unknowns[3]) / Prior.ruling * weight)
        result.priors.append(unknowns[Sheet.focal] / sheet.focalSpread * weight)
        let bends = unknowns[Sheet.bends].map { $0 / curvatureScale * weight }
        for bend in bends { result.priors.append(Prior.bendWeight * bend) }
        for k in 1..<bends.count - 1 {
            result.priors.append(Prior.bendChangeWeight * (bends[k - 1] - 2 * bends[k] + bends[k + 1]))
        }
    }

    // MARK: - Solving

    private func solve(_ start: [Double], free: Range<Int>, steps: Int) -> (unknowns: [Double], cost: Double) {
        func cost(
            _ unknowns: [Double], from depths: [Double], steps: Int
        ) -> (residuals: Residuals, depths: [Double], cost: Double) {
            var depths = depths
            let residuals = residuals(unknowns, &depths, steps: steps)
            let cost = residuals.cost
            return (residuals, depths, cost.isFinite ? cost : .infinity)
        }
        var unknowns = start
        let none = [Double](repeating: .nan, count: points.count)
        var current = cost(start, from: none, steps: Search.depthSteps)
        var damping = Search.startingDamping
        for _ in 0..<steps {
            let system = equations(unknowns, current.residuals, current.depths, free)
            var better: (unknowns: [Double], state: (residuals: Residuals, depths: [Double], cost: Double))?
            for _ in 0..<Search.attempts {
                if let step = system.solve(damping: damping, floor: 0) {
                    var changed = unknowns
                    for (index, unknown) in free.enumerated() { changed[unknown] -= step[index] }
                    for axis in 0..<3 {
                        changed[axis] = min(max(changed[axis], -Search.maximumRotation), Search.maximumRotation)
                    }
                    let state = cost(changed, from: current.depths, steps: Search.nearDepthSteps)
                    if state.cost < current.cost {
                        better = (changed, state)
                        break
                    }
                }
                damping *= Search.dampingFactor
            }
            guard let better else { break }
            let isDone = current.cost - better.state.cost < Search.minimumGain * current.cost
            (unknowns, current) = (better.unknowns, better.state)
            damping = max(damping / Search.dampingFactor, Search.minimumDamping)
            if isDone { break }
        }
        return (unknowns, current.cost)
    }

    private func equations(
        _ unknowns: [Double], _ base: Residuals, _ depths: [Double], _ free: Range<Int>
    ) -> NormalEquations {
        let roots = zip(base.values, base.weights).map { ($1 / (1 + $0 * $0)).squareRoot() }
        let now = zip(base.values, roots).map { $0 * $1 } + base.priors
        let bent = free.upperBound > Sheet.bends.lowerBound ? bentPlaces(unknowns, depths) : []
        let columns = free.map { unknown -> [Double] in
            let change = Sheet.bends ~= unknown ? Search.bendChange * curvatureScale : Search.angleChange
            var (changed, depths) = (unknowns, depths)
            changed[unknown] += change
            let next =
                Sheet.bends ~= unknown
                ? residuals(changed, bent[unknown - Sheet.bends.lowerBound])
                : residuals(changed, &depths, steps: 1)
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

extension SheetFit {
    /// The places of all points after each curvature grows by ``Search/bendChange``.
    private func bentPlaces(_ unknowns: [Double], _ depths: [Double]) -> [[Point2D]] {
        let shape = sheet.shape(unknowns)
        let bending = shape.bending()
        let change = Search.bendChange * curvatureScale
        var places = [[Point2D]](repeating: [], count: Sheet.knots)
        for knot in 0..<Sheet.knots { places[knot].reserveCapacity(points.count) }
        for (index, point) in points.enumerated() {
            var depth = depths[index]
            let place = shape.page(point, depth: &depth, steps: 0)
            let (x, y) = shape.moves(of: point, depth: depth, bending)
            for knot in 0..<Sheet.knots { places[knot].append(place + Point2D(x: x[knot], y: y[knot]) * change) }
        }
        return places
    }
}

private func dot(_ a: [Double], _ b: [Double]) -> Double {
    // SAFETY: both have the same length.
    precondition(a.count == b.count, "as many values")
    var sums = SIMD4<Double>.zero
    var sum = 0.0
    a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in
            let whole = a.count / 32 * 32
            for offset in stride(from: 0, to: whole, by: 32) {
                sums +=
                    a.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
                    * b.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
            }
            for offset in stride(from: whole, to: a.count, by: 8) {
                sum += a.load(fromByteOffset: offset, as: Double.self) * b.load(fromByteOffset: offset, as: Double.self)
            }
        }
    }
    return sums.sum() + sum
}

/// The median; 0 without values.
func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
}

/// The standard deviation; 0 without values.
func standardDeviation(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
}
