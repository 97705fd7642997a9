import Glibc
import RectoKernels

/// Fits the affine map of a finder pattern to a picture: a template of 9 × 9 modules, by correlation.
///
/// Starts at several angles, stretches and sizes, each scaled so that the chords through its centre have the run lengths
/// that were measured; the best ones climb.
struct FinderFit {
    struct Parameters {
        /// A start below this correlation cannot become a finder.
        var leastStart: Float = 0.35
        /// A finder below this correlation is tried again from the second-best start.
        var good: Float = 0.8
        /// Steps of the climb, as shares of a module: from the first on, halved down to the last.
        var steps: (first: Float, last: Float) = (0.2, 0.025)
    }

    /// The template's points in modules around its centre, with room for a multiple of 8.
    private let x: [Float]
    private let y: [Float]
    private let pattern: Pattern
    private let signs: [Float]
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
        var signs = square.signs
        pattern = Pattern(&signs, from: 0)
        self.signs = signs
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
    /// - Returns: The pattern where it fits best, or the best start if it has too little.
    func fit(_ field: LumaField, _ hit: FinderHit) -> Finder {
        var (best, second) = (Scored(hit, shapes[0], 1), Scored(hit, shapes[0], 1))
        for shape in shapes {
            var start = Scored(hit, shape, 1)
            start.score = score(field, start.map)
            if start.score > best.score {
                (best, second) = (start, best)
            } else if start.score > second.score {
                second = start
            }
        }
        guard best.score >= parameters.leastStart else { return best.finder }
        let climbed = climb(field, best, hit.module)
        if climbed.score >= parameters.good { return climbed.finder }
        let other = climb(field, second, hit.module)
        return other.score > climbed.score ? other.finder : climbed.finder
    }

    /// A map of modules around the centre to pixels, and its correlation.
    private struct Scored {
        var map: GridMap
        var score: Float = -1

        init(_ hit: FinderHit, _ shape: SIMD4<Float>, _ size: Float) {
            // A chord through the centre leaves the square at maximum norm 3.5, so its module is the inverse's column's norm.
            let determinant = abs(shape[0] * shape[3] - shape[1] * shape[2])
            let across = size * hit.across * max(abs(shape[3]), abs(shape[2])) / determinant
            let down = size * hit.down * max(abs(shape[1]), abs(shape[0])) / determinant
            map = GridMap(across * shape[0], across * shape[1], hit.x, down * shape[2], down * shape[3], hit.y)
        }

        var finder: Finder {
            Finder(
                centre: SIMD2(map.c, map.f), right: SIMD2(map.a, map.d), down: SIMD2(map.b, map.e), score: score)
        }
    }

    private func score(_ field: LumaField, _ map: GridMap) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 88) { samples in
            // SAFETY: room for 81 samples rounded up to 8.
            let s = samples.baseAddress.unsafelyUnwrapped
            field.sample(map, x, y, count: Self.sampleCount, into: s)
            return signs.withUnsafeBufferPointer { pattern.correlation(s, $0.baseAddress.unsafelyUnwrapped) }
        }
    }

    /// Shifts, turns, stretches and bends the map as long as the correlation grows, by ever smaller steps.
    private func climb(_ field: LumaField, _ start: Scored, _ module: Float) -> Scored {
        var best = start
        func isBetter(_ change: (inout GridMap) -> Void) -> Bool {
            var map = best.map
            change(&map)
            let score = score(field, map)
            guard score > best.score + 1e-4 else { return false }
            (best.map, best.score) = (map, score)
            return true
        }
        var step = parameters.steps.first
        while step >= parameters.steps.last {
            var moved = false
            let (shift, share) = (2 * step * module, 0.5 * step)
            func either(_ change: (inout GridMap, _ sign: Float) -> Void) {
                if isBetter({ change(&$0, 1) }) || isBetter({ change(&$0, -1) }) { moved = true }
            }
            either { $0.c += $1 * shift }
            either { $0.f += $1 * shift }
            either { map, sign in
                let (k, a, b) = (sign * share, map.a, map.b)
                map.a -= k * map.d
                map.b -= k * map.e
                map.d += k * a
                map.e += k * b
            }
            either { map, sign in
                let scale = 1 + sign * share
                map.a *= scale
                map.b *= scale
                map.d *= scale
                map.e *= scale
            }
            either { $0.a += $1 * share * module }
            either { $0.b += $1 * share * module }
            either { $0.d += $1 * share * module }
            either { $0.e += $1 * share * module }
            if !moved { step /= 2 }
        }
        return best
    }
}
