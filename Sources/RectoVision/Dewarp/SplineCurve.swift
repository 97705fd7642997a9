import RectoCore

/// A smooth function through scattered points: a uniform cubic B-spline, straight beyond its ends.
struct SplineCurve {
    private let start: Double
    private let end: Double
    private let spans: Int
    private var coefficients: [Double]

    /// - Parameters:
    ///   - points: At least some, with different x.
    ///   - tolerance: Distance beyond which points hardly count.
    ///   - weight: Weight of each point relative to the curve's bend.
    /// - Returns: `nil` if the points do not determine a curve.
    init?(_ points: [Point2D], spans: Int, tolerance: Double, weight: Double = 1) {
        guard let first = points.first, let last = points.last, last.x > first.x else { return nil }
        (start, end, self.spans) = (first.x, last.x, spans)
        let count = spans + 3
        coefficients = [Double](repeating: 0, count: count)
        var weights = [Double](repeating: weight, count: points.count)
        for _ in 0..<3 {
            var system = NormalEquations(count)
            for (point, weight) in zip(points, weights) {
                let (index, basis) = place(point.x)
                system.add(basis, at: index, equals: point.y, weight: weight)
            }
            // Bends cost a little, so that gaps are bridged.
            for k in 0..<count - 2 {
                let bend = [0.5, -1, 0.5]
                for a in 0..<3 { for b in 0..<3 { system[k + a, k + b] += bend[a] * bend[b] } }
            }
            guard let solution = system.solve(damping: 0, floor: 1e-9) else { return nil }
            coefficients = solution
            for (index, point) in points.enumerated() {
                let off = (self(point.x) - point.y) / tolerance
                weights[index] = weight / (1 + off * off)
            }
        }
    }

    func callAsFunction(_ x: Double) -> Double {
        let inside = min(max(x, start), end)
        let value = inner(inside)
        guard x != inside else { return value }
        let step = (end - start) / Double(spans) * 1e-3
        let slope = x < start ? (inner(start + step) - value) / step : (value - inner(end - step)) / step
        return value + slope * (x - inside)
    }

    private func inner(_ x: Double) -> Double {
        let (index, basis) = place(x)
        return basis[0] * coefficients[index] + basis[1] * coefficients[index + 1] + basis[2] * coefficients[index + 2]
            + basis[3] * coefficients[index + 3]
    }

    private func place(_ x: Double) -> (index: Int, basis: SIMD4<Double>) {
        let position = (x - start) / (end - start) * Double(spans)
        let index = min(max(Int(position), 0), spans - 1)
        return (index, cubicBasis(position - Double(index)))
    }
}

/// Weights of the four control values around a place in a uniform cubic B-spline, at `t` of its span.
func cubicBasis(_ t: Double) -> SIMD4<Double> {
    let s = 1 - t
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(s * s * s, 3 * t3 - 6 * t2 + 4, -3 * t3 + 3 * t2 + 3 * t + 1, t3) / 6
}

/// The derivatives of ``cubicBasis(_:)``.
func cubicBasisSlope(_ t: Double) -> SIMD4<Double> {
    let s = 1 - t
    return SIMD4(-s * s, 3 * t * t - 4 * t, -3 * t * t + 2 * t + 1, t * t) / 2
}

/// A small symmetric system of equations.
struct NormalEquations {
    let count: Int
    private var matrix: [Double]
    var right: [Double]

    init(_ count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    subscript(row: Int, column: Int) -> Double {
        get { matrix[row * count + column] }
        set { matrix[row * count + column] = newValue }
    }

    /// Adds an equation in four consecutive unknowns.
    mutating func add(_ values: SIMD4<Double>, at first: Int, equals right: Double, weight: Double) {
        precondition(first >= 0 && first + 4 <= count, "four unknowns")
        self.right.withUnsafeMutableBufferPointer { sums in
            for a in 0..<4 { sums[first + a] += weight * values[a] * right }
        }
        let count = count
        matrix.withUnsafeMutableBytes { matrix in
            for a in 0..<4 {
                let offset = ((first + a) * count + first) * MemoryLayout<Double>.stride
                let row = matrix.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
                matrix.storeBytes(of: row + weight * values[a] * values, toByteOffset: offset, as: SIMD4<Double>.self)
            }
        }
    }

    /// Solves the system by Cholesky decomposition.
    /// - Parameters:
    ///   - damping: Relative increase of the diagonal.
    ///   - floor: Absolute increase of the diagonal.
    /// - Returns: `nil` if the matrix is not positive definite.
    func solve(damping: Double, floor: Double) -> [Double]? {
        var (l, x) = (matrix, right)
        for k in 0..<count { l[k * count + k] += damping * (matrix[k * count + k] + 1e-9) + floor }
        for j in 0..<count {
            for i in j..<count {
                var sum = l[i * count + j]
                for k in 0..<j { sum -= l[i * count + k] * l[j * count + k] }
                if i == j {
                    guard sum > 0 else { return nil }
                    l[j * count + j] = sum.squareRoot()
                } else {
                    l[i * count + j] = sum / l[j * count + j]
                }
            }
        }
        for i in 0..<count {
            for k in 0..<i { x[i] -= l[i * count + k] * x[k] }
            x[i] /= l[i * count + i]
        }
        for i in (0..<count).reversed() {
            for k in i + 1..<count { x[i] -= l[k * count + i] * x[k] }
            x[i] /= l[i * count + i]
        }
        return x.allSatisfy { $0.isFinite } ? x : nil
    }
}
