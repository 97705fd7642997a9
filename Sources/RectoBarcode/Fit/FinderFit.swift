import Glibc
import RectoKernels

/// Fits the affine map of a finder pattern to a picture: a template of 9 × 9 modules, by correlation.
///
/// Starts at several angles, stretches and sizes, each scaled so that the chords through its centre have the run lengths
/// that were measured; the best ones climb.
struct FinderFit {
    struct Parameters {
        /// How many of the best starts climb, 1 or more.
        var climbs = 2
        /// A start below this correlation cannot become a finder.
        var leastStart: Float = 0.35
    }

    /// The template's points in modules around its centre, with room for a multiple of 8.
    private let x: [Float]
    private let y: [Float]
    private let pattern: Pattern
    /// Angles and stretches along a diagonal, as matrices.
    private let shapes: [SIMD4<Float>]
    private let parameters: Parameters

    /// Samples of the template.
    static let sampleCount = 81

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        let square = PatternSquare(radius: 4, isDark: PatternSquare.finder)
        x = square.x.paddedToVectors
        y = square.y.paddedToVectors
        pattern = Pattern(square.signs)
        shapes = [0, 15, 30, 45, 60, 75].flatMap { degrees -> [SIMD4<Float>] in
            let angle = Float(degrees) * .pi / 180
            let (sine, cosine) = (sin(angle), cos(angle))
            return [0.72, 1, 1.39].map { (stretch: Float) in
                let (c, d) = ((stretch + 1 / stretch) / 2, (stretch - 1 / stretch) / 2)
                return SIMD4(
                    c * cosine + d * sine, -c * sine + d * cosine, d * cosine + c * sine, -d * sine + c * cosine)
            }
        }
    }

    /// - Parameter hit: In pixels of the picture.
    /// - Returns: The pattern where it fits best; with what the best start had if that is too little.
    func fit(_ field: LumaField, _ hit: FinderHit) -> Finder {
        var best: [(score: Float, parameters: Affine)] = []
        for shape in shapes {
            for size in [Float(0.88), 1, 1.14] {
                let start = Affine(hit, shape, size)
                let score = score(field, start)
                let place = best.firstIndex { $0.score < score } ?? best.count
                if place < parameters.climbs {
                    best.insert((score, start), at: place)
                    if best.count > parameters.climbs { best.removeLast() }
                }
            }
        }
        guard best[0].score >= parameters.leastStart else { return best[0].parameters.finder(best[0].score) }
        let climbed = best.map { climb(field, $0.parameters, $0.score, hit.module) }
        return climbed.max { $0.score < $1.score } ?? best[0].parameters.finder(best[0].score)
    }

    /// Six numbers: the centre, and the matrix of modules to pixels.
    private struct Affine {
        var x, y: Float
        var matrix: SIMD4<Float>

        init(x: Float, y: Float, matrix: SIMD4<Float>) { (self.x, self.y, self.matrix) = (x, y, matrix) }

        init(_ hit: FinderHit, _ shape: SIMD4<Float>, _ size: Float) {
            // A chord through the centre leaves the square at maximum norm 3.5, so its module is the inverse's column's norm.
            let determinant = shape[0] * shape[3] - shape[1] * shape[2]
            let across = max(abs(shape[3]), abs(shape[2])) / abs(determinant)
            let down = max(abs(shape[1]), abs(shape[0])) / abs(determinant)
            let (sx, sy) = (size * hit.across * across, size * hit.down * down)
            (x, y) = (hit.x, hit.y)
            matrix = shape * SIMD4(sx, sx, sy, sy)
        }

        func finder(_ score: Float) -> Finder {
            Finder(
                centre: SIMD2(x, y), right: SIMD2(matrix[0], matrix[2]), down: SIMD2(matrix[1], matrix[3]),
                score: score)
        }
    }

    private func score(_ field: LumaField, _ p: Affine) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 88) { samples in
            // SAFETY: room for 81 samples rounded up to 8.
            let s = samples.baseAddress.unsafelyUnwrapped
            let map = GridMap(p.matrix[0], p.matrix[1], p.x, p.matrix[2], p.matrix[3], p.y)
            field.sample(map, x, y, count: Self.sampleCount, into: s)
            return pattern.correlation(s)
        }
    }

    private func climb(_ field: LumaField, _ start: Affine, _ startScore: Float, _ module: Float) -> Finder {
        var (best, bestScore) = (start, startScore)
        var step: Float = 0.2
        while step > 0.02 {
            var next = best
            var nextScore = bestScore
            func consider(_ candidate: Affine) {
                let score = score(field, candidate)
                if score > nextScore { (next, nextScore) = (candidate, score) }
            }
            let (shift, bend) = (2 * module * step, module * step * 0.5)
            let m = best.matrix
            for sign in [Float(1), -1] {
                consider(Affine(x: best.x + sign * shift, y: best.y, matrix: m))
                consider(Affine(x: best.x, y: best.y + sign * shift, matrix: m))
                for i in 0..<4 {
                    var bent = m
                    bent[i] += sign * bend
                    consider(Affine(x: best.x, y: best.y, matrix: bent))
                }
                let turn = SIMD4(-m[2], -m[3], m[0], m[1])
                consider(Affine(x: best.x, y: best.y, matrix: m + turn * (sign * step * 0.5)))
                consider(Affine(x: best.x, y: best.y, matrix: m + m * (sign * step * 0.5)))
            }
            if nextScore > bestScore + 1e-4 {
                (best, bestScore) = (next, nextScore)
            } else {
                step /= 2
            }
        }
        return best.finder(bestScore)
    }
}
