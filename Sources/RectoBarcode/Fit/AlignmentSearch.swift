import RectoCore
import RectoKernels

/// Searches the neighborhood of the bottom right alignment pattern, as mapped by the grid, for matching places.
final class AlignmentSearch {
    struct Parameters {
        /// The maximum number of places.
        var limit = 4
        /// The minimum correlation of a place.
        var minimumCorrelation: Float = 0.35
    }

    /// The number of search steps per module.
    private static let steps = 3
    /// The number of steps in a window of five modules.
    private static let window = 5 * steps

    private let x = Plane<Float>()
    private let y = Plane<Float>()
    private let samples = Plane<Float>()
    private let smooth = Plane<Float>()
    /// The integral image, with a row and a column of zeros before the first.
    private let sums = Plane<Float>()
    private let squares = Plane<Float>()
    private let correlations = Plane<Float>()

    /// The results of the last search in modules, best first.
    private(set) var places: [SIMD2<Float>] = []

    /// Replaces ``places`` with those of a symbol.
    func search(_ field: LumaField, _ map: GridMap, dimension: Int, _ parameters: Parameters = Parameters()) {
        let reach = 5 + Float(dimension) * 0.12
        let perSide = Int(2 * reach * Float(Self.steps)) + 1
        let first = Float(dimension) - 6.5 - reach
        search(field, map, first: first, perSide: perSide)
        correlate(perSide)
        pickPeaks(from: first + Float(Self.window - 1) / 2 / Float(Self.steps), parameters)
    }

    /// Samples the neighborhood and averages over 3 × 3.
    private func search(_ field: LumaField, _ map: GridMap, first: Float, perSide n: Int) {
        x.reshape(width: n + 8, height: 1)
        y.reshape(width: n + 8, height: 1)
        samples.reshape(width: n + 8, height: n)
        smooth.reshape(width: n, height: n)
        for i in 0..<n + 8 { x[i, 0] = first + Float(i) / Float(Self.steps) }
        for j in 0..<n {
            y.fill(first + Float(j) / Float(Self.steps))
            // SAFETY: rows of n with room for 8 more.
            field.sample(map, x.base, y.base, count: n, into: samples.base + j * (n + 8))
        }
        for j in 0..<n {
            for i in 0..<n {
                var sum: Float = 0
                for v in max(j - 1, 0)...min(j + 1, n - 1) {
                    for u in max(i - 1, 0)...min(i + 1, n - 1) { sum += samples[u, v] }
                }
                let count = (min(j + 1, n - 1) - max(j - 1, 0) + 1) * (min(i + 1, n - 1) - max(i - 1, 0) + 1)
                smooth[i, j] = sum / Float(count)
            }
        }
    }

    /// Correlates every window with the pattern: three nested squares, so their integral sums suffice.
    private func correlate(_ n: Int) {
        sums.reshape(width: n + 1, height: n + 1)
        squares.reshape(width: n + 1, height: n + 1)
        for i in 0...n {
            sums[i, 0] = 0
            squares[i, 0] = 0
        }
        for j in 0..<n {
            var (sum, square): (Float, Float) = (0, 0)
            sums[0, j + 1] = 0
            squares[0, j + 1] = 0
            for i in 0..<n {
                // Subtracts 128 to stay within single precision.
                let v = smooth[i, j] - 128
                sum += v
                square += v * v
                sums[i + 1, j + 1] = sums[i + 1, j] + sum
                squares[i + 1, j + 1] = squares[i + 1, j] + square
            }
        }
        let side = max(0, n - Self.window + 1)
        correlations.reshape(width: side, height: side)
        let (s, w) = (Self.steps, Self.window)
        let area = Float(w * w)
        // Eight light modules of 25.
        let mean = Float(8 - 17) / 25
        let power = area * (1 - mean * mean)
        for j in 0..<side {
            for i in 0..<side {
                let all = box(sums, i, j, w)
                let light = 2 * (box(sums, i + s, j + s, 3 * s) - box(sums, i + 2 * s, j + 2 * s, s)) - all
                let variance = max(0, box(squares, i, j, w) - all * all / area)
                correlations[i, j] = (light - mean * all) / ((variance * power).squareRoot() + 60 * area / 25)
            }
        }
    }

    @inline(__always)
    private func box(_ sums: Plane<Float>, _ x: Int, _ y: Int, _ side: Int) -> Float {
        sums[x + side, y + side] - sums[x, y + side] - sums[x + side, y] + sums[x, y]
    }

    /// Selects the highest correlations, with a minimum distance between them.
    /// - Parameter origin: The center of the first window, in modules.
    private func pickPeaks(from origin: Float, _ parameters: Parameters) {
        let side = correlations.width
        places.removeAll(keepingCapacity: true)
        while places.count < parameters.limit {
            var best = (value: parameters.minimumCorrelation, x: 0, y: 0)
            for y in 0..<side {
                for x in 0..<side where correlations[x, y] > best.value { best = (correlations[x, y], x, y) }
            }
            guard best.value > parameters.minimumCorrelation else { break }
            places.append(SIMD2(Float(best.x), Float(best.y)) / Float(Self.steps) + origin)
            for y in max(0, best.y - 5)...min(side - 1, best.y + 5) {
                for x in max(0, best.x - 5)...min(side - 1, best.x + 5) { correlations[x, y] = -1 }
            }
        }
    }
}
