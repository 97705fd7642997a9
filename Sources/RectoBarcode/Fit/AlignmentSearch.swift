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
    private let (rows, smooth) = (Plane<Float>(), Plane<Float>())
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
        // Each row's means of three, then the means of three rows.
        rows.reshape(width: n, height: n)
        for j in 0..<n {
            // SAFETY: rows of at least 30.
            let (s, t) = (samples.base + j * (n + 8), rows.base + j * n)
            t[0] = (s[0] + s[1]) / 2
            for i in 1..<n - 1 { t[i] = (s[i - 1] + s[i] + s[i + 1]) / 3 }
            t[n - 1] = (s[n - 2] + s[n - 1]) / 2
        }
        for j in 0..<n {
            // SAFETY: as above.
            let (middle, t) = (rows.base + j * n, smooth.base + j * n)
            let (upper, lower) = (j > 0 ? middle - n : middle, j < n - 1 ? middle + n : middle)
            if upper == middle || lower == middle {
                for i in 0..<n { t[i] = (upper[i] + lower[i]) / 2 }
            } else {
                for i in 0..<n { t[i] = (upper[i] + middle[i] + lower[i]) / 3 }
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
            // SAFETY: rows of n, and of n + 1 sums.
            let (s, sums, squares) = (
                smooth.base + j * n, self.sums.base + (j + 1) * (n + 1), self.squares.base + (j + 1) * (n + 1)
            )
            var (sum, square): (Float, Float) = (0, 0)
            (sums[0], squares[0]) = (0, 0)
            for i in 0..<n {
                // Subtracts 128 to stay within single precision.
                let v = s[i] - 128
                sum += v
                square += v * v
                sums[i + 1] = sums[i - n] + sum
                squares[i + 1] = squares[i - n] + square
            }
        }
        let side = max(0, n - Self.window + 1)
        correlations.reshape(width: side, height: side)
        let (s, w) = (Self.steps, Self.window)
        let area = Float(w * w)
        // Eight light modules of 25.
        let mean = Float(8 - 17) / 25
        let power = area * (1 - mean * mean)
        let stride = n + 1
        for j in 0..<side {
            // SAFETY: windows of w within n rows and columns.
            let (sums, squares) = (self.sums.base + j * stride, self.squares.base + j * stride)
            let row = correlations.base + j * side
            for i in 0..<side {
                let all = Self.box(sums + i, stride, w)
                let inner = Self.box(sums + i + s * stride + s, stride, 3 * s)
                let light = 2 * (inner - Self.box(sums + i + 2 * s * stride + 2 * s, stride, s)) - all
                let variance = max(0, Self.box(squares + i, stride, w) - all * all / area)
                row[i] = (light - mean * all) / ((variance * power).squareRoot() + 60 * area / 25)
            }
        }
    }

    /// Returns the sum over a square, given the sums from its top left corner on.
    @inline(__always)
    private static func box(_ sums: UnsafeMutablePointer<Float>, _ stride: Int, _ side: Int) -> Float {
        sums[side * stride + side] - sums[side * stride] - sums[side] + sums[0]
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
