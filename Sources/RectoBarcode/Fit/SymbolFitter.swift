import RectoKernels
import RectoVision

/// Lays the grids of versions over the picture of three finder patterns.
final class SymbolFitter {
    struct Parameters {
        /// How many of a version's starts climb.
        var climbs = 3
        /// Steps of the climb in modules.
        var steps: [Float] = [1, 0.5, 0.25, 0.12]
        /// At most so many moves at each step.
        var moves = 12
    }

    private let parameters: Parameters
    private let alignment = AlignmentSearch()
    private let samples = Plane<Float>()

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

    /// The best grid of a version.
    func fit(_ field: LumaField, _ triple: FinderTriple, version: Int) -> SymbolFit {
        let patterns = FixedPatterns.of(version)
        let starts = starts(field, triple, patterns.shape)
        let scored = starts.map { (quad: $0, score: agreement(field, $0, patterns).all) }.sorted { $0.score > $1.score }
        let climbed = scored.prefix(parameters.climbs).map { climb(field, $0.quad, $0.score, patterns, triple.module) }
        let best = climbed.max { $0.score < $1.score } ?? scored[0]
        let (all, timing) = agreement(field, best.quad, patterns)
        return SymbolFit(version: version, quad: best.quad, agreement: all, timing: timing)
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

    /// Quads to start from: the parallelogram of the finders' centres, the perspective of the finders' corners, and those
    /// that put the alignment pattern on a place like it.
    private func starts(_ field: LumaField, _ triple: FinderTriple, _ shape: SymbolShape) -> [SymbolQuad] {
        let d = Float(shape.dimension)
        let grid = [SIMD2<Float>(3.5, 3.5), SIMD2(d - 3.5, 3.5), SIMD2(3.5, d - 3.5)]
        let centres = triple.finders.map(\.centre)
        guard let affine = GridMap(from: grid, to: centres) else { return [] }
        let flat = affine.quad(dimension: shape.dimension)
        var maps = [affine]
        var starts = [flat]
        if let perspective = perspective(triple, grid) {
            let quad = perspective.quad(dimension: shape.dimension)
            let arm = (triple.topRight.centre - triple.topLeft.centre).length
            if (quad.corner(2) - flat.corner(2)).length < 0.6 * arm, quad.isConvex {
                maps.append(perspective)
                starts.append(quad)
            }
        }
        guard shape.version > 1 else { return starts }
        let square = SymbolQuad(grid[0], grid[1], SIMD2(d - 6.5, d - 6.5), grid[2])
        for map in maps {
            for place in alignment.places(field, map, dimension: shape.dimension) {
                let target = SymbolQuad(centres[0], centres[1], map.place(place.x, place.y), centres[2])
                guard let through = GridMap(from: square, to: target) else { continue }
                let quad = through.quad(dimension: shape.dimension)
                if quad.isConvex { starts.append(quad) }
            }
        }
        return starts
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

    /// Moves the corners, one coordinate at a time or all together, as long as the agreement grows.
    private func climb(
        _ field: LumaField, _ start: SymbolQuad, _ startScore: Float, _ patterns: FixedPatterns, _ module: Float
    ) -> (quad: SymbolQuad, score: Float) {
        var best = (quad: start, score: startScore)
        for step in parameters.steps {
            for _ in 0..<parameters.moves {
                var next = best
                for move in Self.moves {
                    let quad = best.quad + move * (step * module)
                    let score = agreement(field, quad, patterns).all
                    if score > next.score { next = (quad, score) }
                }
                if next.score <= best.score + 1e-4 { break }
                best = next
            }
        }
        return best
    }

    private static let moves: [SymbolQuad] = {
        var moves: [SymbolQuad] = []
        for i in 0..<8 {
            for sign in [Float(1), -1] {
                var move = SymbolQuad()
                move[i] = sign
                moves.append(move)
            }
        }
        for sign in [Float(1), -1] {
            moves.append(SymbolQuad(sign, 0, sign, 0, sign, 0, sign, 0))
            moves.append(SymbolQuad(0, sign, 0, sign, 0, sign, 0, sign))
        }
        return moves
    }()
}
