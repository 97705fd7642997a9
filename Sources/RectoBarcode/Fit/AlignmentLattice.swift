import RectoCore
import RectoKernels

/// Follows a symbol's timing and alignment patterns on bent paper, and fits a grid to them.
///
/// All places are in modules of a flat grid; bending adds offsets. The two timing patterns define a translational
/// surface with a twist, which the last alignment pattern fixes. Each alignment pattern is searched for where the
/// previous ones predict it, and measures how the symbol deviates from that surface.
final class AlignmentLattice {
    /// The search radius around a pattern's expected place, in modules.
    private static let reach: Float = 3
    /// The same for the last pattern, which is searched for first: a constant, and a share of the symbol's side.
    private static let firstReach: Float = 2.5
    private static let firstReachPerModule: Float = 0.05
    /// The distance between the places that are tried, in modules.
    private static let step: Float = 1 / 3
    /// The minimum score of a pattern: its correlation, less ``perModule``. Data reach it now and then.
    private static let minimumScore: Float = 0.5
    /// The score of a sure pattern, which data do not reach.
    private static let sureScore: Float = 0.7
    /// The penalty for each module of distance from the expected place.
    private static let perModule: Float = 0.03
    /// The spacing of computed offsets in modules; others are interpolated between four of them.
    private static let mesh = 4

    /// The slack of offsets in the final interpolation: of patterns that were found, and of a timing pattern, whose
    /// curve is approximate, beside alignment patterns.
    private static let slack = 1e-4
    private static let timingSlack = 3e-2

    private var known: [OffsetSpline.Point] = []
    private var (across, down) = (TimingCurve(), TimingCurve())
    private var twist = SIMD2<Float>()
    private var side: Float = 1
    private let (x, y) = (ModuleTable(), ModuleTable())
    private let (meshX, meshY) = (ModuleTable(), ModuleTable())
    private let samples = Plane<Float>()
    private let pattern: Pattern
    private let signs: [Float]
    private let square = PatternSquare(radius: 2, isDark: PatternSquare.alignment)

    init() {
        var signs = square.signs
        pattern = Pattern(&signs, from: 0)
        self.signs = signs
    }

    /// Returns the offsets of a symbol's modules.
    /// - Parameter quad: The corners of the flat grid.
    /// - Returns: The offsets, and how well the timing patterns match; `nil` if the quad is degenerate.
    func trace(
        _ field: LumaField, _ triple: FinderTriple, _ quad: SymbolQuad, _ shape: SymbolShape, minimumTiming: Float
    ) -> (bend: ModuleGrid.Bend, timing: Float)? {
        let n = Float(shape.dimension)
        let flat = SymbolQuad(SIMD2(0, 0), SIMD2(n, 0), SIMD2(n, n), SIMD2(0, n))
        guard let inverse = GridMap(from: quad, to: flat) else { return nil }
        let map = quad.map(dimension: shape.dimension)
        let finders = LocalOffsets(triple, n, inverse)
        across = TimingCurve(shape.dimension, isAcross: true, from: finders.topLeft, to: finders.topRight)
        down = TimingCurve(shape.dimension, isAcross: false, from: finders.topLeft, to: finders.bottomLeft)
        let timing = (across.climb(field, map) + down.climb(field, map)) / 2
        guard timing >= minimumTiming else { return nil }
        known.removeAll(keepingCapacity: true)
        (twist, side) = (SIMD2(), n - 13)
        var centers = shape.alignmentCenters.map { SIMD2(Float($0.x), Float($0.y)) + 0.5 }
        if let last = centers.popLast() {
            let expected = last + surface(at: last)
            let reach = Self.firstReach + Self.firstReachPerModule * n
            if let seen = search(field, map, expected, reach: reach, minimum: Self.sureScore) {
                twist = seen - expected
            } else {
                centers.append(last)
            }
        }
        addFinders(finders, n)
        var unsure: [SIMD2<Float>] = []
        while let nearest = centers.indices.min(by: { distance(centers[$0]) < distance(centers[$1]) }) {
            let center = centers.remove(at: nearest)
            if !find(center, field, map, minimum: Self.sureScore) { unsure.append(center) }
        }
        for center in unsure { _ = find(center, field, map, minimum: Self.minimumScore) }
        return (bend(shape.dimension), timing)
    }

    /// Searches for a pattern where those found so far predict it.
    private func find(_ center: SIMD2<Float>, _ field: LumaField, _ map: GridMap, minimum: Float) -> Bool {
        let expected = center + surface(at: center) + departure(at: center)
        guard let seen = search(field, map, expected, reach: Self.reach, minimum: minimum) else { return false }
        known.append(.init(place: center, offset: seen - center - surface(at: center), slack: Self.slack))
        return true
    }

    /// The offsets around a finder, measured from that finder.
    private struct LocalOffsets {
        var topLeft, topRight, bottomLeft: (SIMD2<Float>) -> SIMD2<Float>

        init(_ triple: FinderTriple, _ n: Float, _ inverse: GridMap) {
            let right = triple.topRight.center - triple.topLeft.center
            let down = triple.bottomLeft.center - triple.topLeft.center
            func offsets(_ finder: Finder, _ center: SIMD2<Float>) -> (SIMD2<Float>) -> SIMD2<Float> {
                let (along, across) = (finder.axis(along: right), finder.axis(along: down))
                return { place in
                    let pixel = finder.center + along * (place.x - center.x) + across * (place.y - center.y)
                    return inverse.place(pixel.x, pixel.y) - place
                }
            }
            topLeft = offsets(triple.topLeft, SIMD2(3.5, 3.5))
            topRight = offsets(triple.topRight, SIMD2(n - 3.5, 3.5))
            bottomLeft = offsets(triple.bottomLeft, SIMD2(3.5, n - 3.5))
        }
    }

    private func addFinders(_ finders: LocalOffsets, _ n: Float) {
        let places = [SIMD2(3.5, 3.5), SIMD2(n - 3.5, 3.5), SIMD2(3.5, n - 3.5)]
        for (offset, center) in zip([finders.topLeft, finders.topRight, finders.bottomLeft], places) {
            for i: Float in [-3, 0, 3] {
                for j: Float in [-3, 0, 3] {
                    let place = center + SIMD2(i, j)
                    known.append(.init(place: place, offset: offset(place) - surface(at: place), slack: Self.slack))
                }
            }
        }
        // From version 7, alignment patterns lie on the timing patterns.
        let slack = n < 45 ? Self.slack : Self.timingSlack
        for i in stride(from: 10, to: Int(n) - 10, by: 6) {
            let t = Float(i) + 0.5
            for place in [SIMD2(t, 6.5), SIMD2(6.5, t)] {
                let offset = place.y == 6.5 ? across.offset(at: t) : down.offset(at: t)
                known.append(.init(place: place, offset: offset - surface(at: place), slack: slack))
            }
        }
        let last = SIMD2(n - 6.5, n - 6.5)
        if twist != SIMD2() { known.append(.init(place: last, offset: SIMD2(), slack: Self.slack)) }
    }

    private func surface(at place: SIMD2<Float>) -> SIMD2<Float> {
        let corner = (across.offset(at: 6.5) + down.offset(at: 6.5)) / 2
        let (u, v) = ((place.x - 6.5) / side, (place.y - 6.5) / side)
        return across.offset(at: place.x) + down.offset(at: place.y) - corner + twist * (u * v)
    }

    private func distance(_ place: SIMD2<Float>) -> Float {
        known.reduce(Float.infinity) { min($0, ($1.place - place).length) }
    }

    /// Interpolates the deviation from the surface with a weighted plane, in which the nearest points have the most
    /// weight.
    private func departure(at place: SIMD2<Float>) -> SIMD2<Float> {
        // The normal equations of a plane around the place.
        var (s, sx, sy, sxx, sxy, syy) = (Float(0), Float(0), Float(0), Float(0), Float(0), Float(0))
        var (o, ox, oy) = (SIMD2<Float>(), SIMD2<Float>(), SIMD2<Float>())
        for point in known {
            let d = point.place - place
            let square = d.dot(d) + 4
            let weight = 1 / (square * square)
            s += weight
            sx += weight * d.x
            sy += weight * d.y
            sxx += weight * d.x * d.x
            sxy += weight * d.x * d.y
            syy += weight * d.y * d.y
            o += point.offset * weight
            ox += point.offset * (weight * d.x)
            oy += point.offset * (weight * d.y)
        }
        // Far from all points, the mean is more reliable than the slope.
        let ridge = 0.05 * (sxx + syy) + 1e-12
        sxx += ridge
        syy += ridge
        let (a, b, c) = (sxx * syy - sxy * sxy, sy * sxy - sx * syy, sx * sxy - sy * sxx)
        let determinant = s * a + sx * b + sy * c
        guard abs(determinant) > 1e-30 else { return o / max(s, 1e-30) }
        return (o * a + ox * b + oy * c) / determinant
    }

    /// Returns the place of the pattern that is expected here.
    private func search(
        _ field: LumaField, _ map: GridMap, _ expected: SIMD2<Float>, reach: Float, minimum: Float
    ) -> SIMD2<Float>? {
        let steps = Int((reach / Self.step).rounded())
        samples.reshape(width: 32, height: 1)
        var best = (score: minimum, place: SIMD2<Float>(), isFound: false)
        var (xs, ys) = (square.x.paddedToVectors, square.y.paddedToVectors)
        for j in -steps...steps {
            for i in -steps...steps {
                let move = SIMD2(Float(i), Float(j)) * Self.step
                let center = expected + move
                for k in square.x.indices {
                    xs[k] = square.x[k] + center.x
                    ys[k] = square.y[k] + center.y
                }
                // SAFETY: the pattern's 25 samples, padded to whole vectors, fit the 32 that `samples` has room for.
                field.sample(map, xs, ys, count: square.x.count, into: samples.base)
                let correlation = signs.withUnsafeBufferPointer {
                    pattern.correlation(samples.base, $0.baseAddress.unsafelyUnwrapped)
                }
                let score = correlation - Self.perModule * move.length
                if score > best.score { best = (score, center, true) }
            }
        }
        return best.isFound ? best.place : nil
    }

    private func bend(_ n: Int) -> ModuleGrid.Bend {
        let count = (n + Self.mesh - 1) / Self.mesh + 1
        for table in [meshX, meshY] { table.reshape(width: count, height: count) }
        let spline = OffsetSpline(known)
        for j in 0..<count {
            for i in 0..<count {
                let place = SIMD2(Float(i * Self.mesh), Float(j * Self.mesh))
                let offset = surface(at: place) + (spline?.offset(at: place) ?? departure(at: place))
                (meshX[i, j], meshY[i, j]) = (offset.x, offset.y)
            }
        }
        for table in [x, y] { table.reshape(width: n, height: n) }
        for row in 0..<n {
            let v = (Float(row) + 0.5) / Float(Self.mesh)
            for column in 0..<n {
                let u = (Float(column) + 0.5) / Float(Self.mesh)
                x[column, row] = Self.between(meshX, u, v)
                y[column, row] = Self.between(meshY, u, v)
            }
        }
        return ModuleGrid.Bend(x: x, y: y)
    }

    private static func between(_ table: ModuleTable, _ u: Float, _ v: Float) -> Float {
        let (i, j) = (Int(u), Int(v))
        let (a, b) = (u - Float(i), v - Float(j))
        let upper = table[i, j] * (1 - a) + table[i + 1, j] * a
        let lower = table[i, j + 1] * (1 - a) + table[i + 1, j + 1] * a
        return upper * (1 - b) + lower * b
    }
}
