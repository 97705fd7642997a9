import RectoKernels

/// A smooth interpolation of offsets between places where they are known: a plane and a cubic function of the distance
/// from each place (a polyharmonic spline, Duchon 1977).
struct OffsetSpline {
    struct Point {
        var place, offset: SIMD2<Float>
        /// How far the spline may stay away from the offset; 0 interpolates it exactly.
        var slack: Double
    }

    /// The unit of length in modules: without it, large and small terms would not be solved together.
    private static let unit: Float = 100

    private let places: [SIMD2<Double>]
    /// The weights of the distance functions, then of 1, x and y.
    private let weights: [SIMD2<Double>]

    /// - Returns: `nil` if the places do not determine a plane.
    init?(_ points: [Point]) {
        let places = points.map { Self.scaled($0.place) }
        let count = places.count + 3
        var matrix = [Double](repeating: 0, count: count * count)
        for (i, a) in places.enumerated() {
            for (j, b) in places.enumerated() { matrix[i * count + j] = Self.cube(of: a - b) }
            matrix[i * count + i] += points[i].slack
            for (k, value) in [1, a.x, a.y].enumerated() {
                matrix[i * count + places.count + k] = value
                matrix[(places.count + k) * count + i] = value
            }
        }
        let offsets = points.map { SIMD2<Double>($0.offset) } + [SIMD2<Double>](repeating: .zero, count: 3)
        guard let weights = Self.solve(&matrix, offsets) else { return nil }
        (self.places, self.weights) = (places, weights)
    }

    func offset(at place: SIMD2<Float>) -> SIMD2<Float> {
        let at = Self.scaled(place)
        var sum = weights[places.count] + weights[places.count + 1] * at.x + weights[places.count + 2] * at.y
        for (i, known) in places.enumerated() { sum += weights[i] * Self.cube(of: known - at) }
        return SIMD2<Float>(sum)
    }

    private static func scaled(_ place: SIMD2<Float>) -> SIMD2<Double> { SIMD2<Double>(place / unit) }

    /// The cube of a vector's length.
    private static func cube(of v: SIMD2<Double>) -> Double {
        let square = v.x * v.x + v.y * v.y
        return square * square.squareRoot()
    }

    /// Solves linear equations by elimination, always with the greatest pivot.
    /// - Parameter matrix: Rows of as many numbers as there are equations; changed.
    private static func solve(_ matrix: inout [Double], _ right: [SIMD2<Double>]) -> [SIMD2<Double>]? {
        let n = right.count
        var right = right
        return matrix.withUnsafeMutableBufferPointer { m in
            for k in 0..<n {
                var pivot = k
                for i in k..<n where abs(m[i * n + k]) > abs(m[pivot * n + k]) { pivot = i }
                guard abs(m[pivot * n + k]) > 1e-12 else { return nil }
                if pivot != k {
                    for j in k..<n { (m[k * n + j], m[pivot * n + j]) = (m[pivot * n + j], m[k * n + j]) }
                    right.swapAt(k, pivot)
                }
                for i in k + 1..<n {
                    let factor = m[i * n + k] / m[k * n + k]
                    if factor == 0 { continue }
                    for j in k..<n { m[i * n + j] -= factor * m[k * n + j] }
                    right[i] -= right[k] * factor
                }
            }
            for k in (0..<n).reversed() {
                for j in k + 1..<n { right[k] -= right[j] * m[k * n + j] }
                right[k] /= m[k * n + k]
            }
            return right
        }
    }
}
