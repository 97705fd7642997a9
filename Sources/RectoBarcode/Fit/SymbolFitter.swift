import RectoKernels

/// Lays the grids of versions over the picture of three finder patterns.
final class SymbolFitter {
    struct Parameters {
        /// How many of a version's starts climb in a thorough fit.
        var climbs = 2
        /// In modules.
        var climb = ParabolicClimb(parameterCount: 8, steps: [1, 0.5, 0.25, 0.12], rounds: 4)
        /// Agreement from which a start need not climb.
        var sure: Float = 0.92
    }

    private let parameters: Parameters
    private let alignment = AlignmentSearch()
    private let samples = Table<Float>()

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// The version whose size is nearest to what the finders measure, which need not exist.
    static func estimate(_ triple: FinderTriple) -> Int { Int(((triple.armModules - 10) / 4).rounded()) }

    /// The versions that a triple may have: the larger, the less sure is its size.
    static func versions(_ triple: FinderTriple) -> ClosedRange<Int>? {
        let estimate = estimate(triple)
        let spread = estimate < 7 ? 1 : estimate < 15 ? 2 : 3
        let (least, most) = (max(1, estimate - spread), min(40, estimate + spread))
        return least <= most ? least...most : nil
    }

    /// How well the timing patterns of each version agree, laid by the finders alone; the best first.
    func timings(_ field: LumaField, _ triple: FinderTriple) -> [(version: Int, timing: Float)] {
        guard let versions = Self.versions(triple) else { return [] }
        return versions.map { version in
            let patterns = FixedPatterns.of(version)
            let maps = maps(triple, patterns.shape)
            return (version, maps.map { timing(field, $0, patterns) }.max() ?? -1)
        }.sorted { $0.timing > $1.timing }
    }

    private func timing(_ field: LumaField, _ map: GridMap, _ patterns: FixedPatterns) -> Float {
        samples.reshape(width: patterns.x.count + 8, height: 1)
        return patterns.x.withUnsafeBufferPointer { x in
            patterns.y.withUnsafeBufferPointer { y in
                // SAFETY: behind the timing patterns' samples there are others, or room for a multiple of 8.
                field.sample(
                    map, x.baseAddress.unsafelyUnwrapped + patterns.timingStart,
                    y.baseAddress.unsafelyUnwrapped + patterns.timingStart, count: patterns.timingCount,
                    into: samples.base)
                return patterns.timing(samples.base)
            }
        }
    }

    /// A version's starts, the best first, and how likely it is by the best of them.
    struct Prospect {
        var version: Int
        fileprivate var starts: [Start]
        /// As ``SymbolFit/rank``, before any climb.
        var rank: Float
    }

    /// - Parameter isThorough: Whether the alignment pattern is looked for from all maps, or until it is found.
    func prospect(_ field: LumaField, _ triple: FinderTriple, version: Int, isThorough: Bool) -> Prospect {
        let patterns = FixedPatterns.of(version)
        let starts = starts(field, triple, patterns, isThorough: isThorough)
        let (all, timing) = agreement(field, starts[0].quad, patterns)
        return Prospect(version: version, starts: starts, rank: all + 0.5 * timing)
    }

    /// The best grid of a version.
    /// - Parameter isThorough: Whether several starts climb, or the best one if it must.
    func fit(_ field: LumaField, _ triple: FinderTriple, _ prospect: Prospect, isThorough: Bool) -> SymbolFit {
        let patterns = FixedPatterns.of(prospect.version)
        var best = prospect.starts[0]
        if isThorough || best.score < parameters.sure {
            for start in prospect.starts.prefix(isThorough ? parameters.climbs : 1) {
                let climbed = climb(field, start, patterns, triple.module)
                if climbed.score > best.score { best = climbed }
            }
        }
        let (all, timing) = agreement(field, best.quad, patterns)
        return SymbolFit(version: prospect.version, quad: best.quad, agreement: all, timing: timing)
    }

    private func agreement(_ field: LumaField, _ quad: SymbolQuad, _ patterns: FixedPatterns) -> (
        all: Float, timing: Float
    ) {
        samples.reshape(width: patterns.x.count, height: 1)
        // SAFETY: room for the patterns' samples rounded up to 8.
        field.sample(
            quad.map(dimension: patterns.shape.dimension), patterns.x, patterns.y, count: patterns.count,
            into: samples.base)
        return patterns.agreement(samples.base)
    }

    // MARK: - Starts

    fileprivate typealias Start = (quad: SymbolQuad, score: Float)

    /// The parallelogram of the finders' centres, and the perspective of the finders' corners.
    private func maps(_ triple: FinderTriple, _ shape: SymbolShape) -> [GridMap] {
        let grid = centres(shape)
        guard let affine = GridMap(from: grid, to: triple.finders.map(\.centre)) else { return [] }
        guard let perspective = perspective(triple, grid) else { return [affine] }
        let (flat, quad) = (affine.quad(dimension: shape.dimension), perspective.quad(dimension: shape.dimension))
        let arm = (triple.topRight.centre - triple.topLeft.centre).length
        let isLikely = (quad.corner(2) - flat.corner(2)).length < 0.6 * arm && quad.isConvex
        return isLikely ? [affine, perspective] : [affine]
    }

    private func centres(_ shape: SymbolShape) -> [SIMD2<Float>] {
        shape.finderCentres.map { SIMD2(Float($0.x) + 0.5, Float($0.y) + 0.5) }
    }

    /// Quads to start from, the best first: those of the maps, and those that put the alignment pattern on a place like it.
    private func starts(
        _ field: LumaField, _ triple: FinderTriple, _ patterns: FixedPatterns, isThorough: Bool
    ) -> [Start] {
        let shape = patterns.shape
        func scored(_ quad: SymbolQuad) -> Start { (quad, agreement(field, quad, patterns).all) }
        let maps = maps(triple, shape)
        var starts = maps.map { scored($0.quad(dimension: shape.dimension)) }
        if starts.isEmpty { starts = [(SymbolQuad(), -1)] }
        if shape.version > 1 {
            for map in maps {
                for quad in aligned(field, triple, map, shape) { starts.append(scored(quad)) }
                // The pattern was found: no need to look for it from another start.
                if !isThorough, starts.contains(where: { $0.score > parameters.sure }) { break }
            }
        }
        return starts.sorted { $0.score > $1.score }
    }

    private func aligned(
        _ field: LumaField, _ triple: FinderTriple, _ map: GridMap, _ shape: SymbolShape
    ) -> [SymbolQuad] {
        let grid = centres(shape)
        let corner = Float(shape.dimension) - 6.5
        let square = SymbolQuad(grid[0], grid[1], SIMD2(corner, corner), grid[2])
        return alignment.places(field, map, dimension: shape.dimension).compactMap { place in
            let target = SymbolQuad(
                triple.topLeft.centre, triple.topRight.centre, map.place(place.x, place.y), triple.bottomLeft.centre)
            let quad = GridMap(from: square, to: target)?.quad(dimension: shape.dimension)
            return quad.flatMap { $0.isConvex ? $0 : nil }
        }
    }

    /// The perspective that the corners and centres of the three finders show.
    private func perspective(_ triple: FinderTriple, _ grid: [SIMD2<Float>]) -> GridMap? {
        let right = triple.topRight.centre - triple.topLeft.centre
        let down = triple.bottomLeft.centre - triple.topLeft.centre
        var (source, target): ([SIMD2<Float>], [SIMD2<Float>]) = ([], [])
        for (finder, centre) in zip(triple.finders, grid) {
            // The finder's own axes, ordered along the symbol's.
            let axes = [finder.right, finder.down, -finder.right, -finder.down]
            func along(_ side: SIMD2<Float>) -> SIMD2<Float> {
                axes.max { $0.dot(side) / $0.length < $1.dot(side) / $1.length } ?? finder.right
            }
            let (x, y) = (along(right), along(down))
            for (i, j) in [(-3.5, -3.5), (3.5, -3.5), (-3.5, 3.5), (3.5, 3.5), (0, 0)] as [(Float, Float)] {
                source.append(centre + SIMD2(i, j))
                target.append(finder.centre + x * i + y * j)
            }
        }
        return GridMap(fitting: source, to: target)
    }

    // MARK: - Climb

    /// Moves the corners as long as the agreement grows.
    private func climb(_ field: LumaField, _ start: Start, _ patterns: FixedPatterns, _ module: Float) -> Start {
        let top = parameters.climb.climb(from: SymbolQuad(), value: start.score) {
            agreement(field, start.quad + $0 * module, patterns).all
        }
        return (start.quad + top.place * module, top.value)
    }
}
