/// Least squares with eight unknowns.
struct NormalEquations8 {
    /// The columns of the matrix, then the right-hand side.
    private var columns = (
        SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>(),
        SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>()
    )

    /// Adds an equation: coefficients and their weighted sum.
    mutating func add(_ c: SIMD8<Double>, _ value: Double) {
        columns.0 += c * c[0]
        columns.1 += c * c[1]
        columns.2 += c * c[2]
        columns.3 += c * c[3]
        columns.4 += c * c[4]
        columns.5 += c * c[5]
        columns.6 += c * c[6]
        columns.7 += c * c[7]
        columns.8 += c * value
    }

    /// The solution by elimination with pivoting; `nil` if the system is singular.
    var solution: SIMD8<Double>? {
        withUnsafeTemporaryAllocation(of: SIMD16<Double>.self, capacity: 8) { rows in
            for i in 0..<8 {
                var row = SIMD16<Double>()
                (row[0], row[1], row[2]) = (columns.0[i], columns.1[i], columns.2[i])
                (row[3], row[4], row[5]) = (columns.3[i], columns.4[i], columns.5[i])
                (row[6], row[7], row[8]) = (columns.6[i], columns.7[i], columns.8[i])
                rows.initializeElement(at: i, to: row)
            }
            for k in 0..<8 {
                var pivot = k
                for i in k..<8 where abs(rows[i][k]) > abs(rows[pivot][k]) { pivot = i }
                guard abs(rows[pivot][k]) > 1e-12 else { return nil }
                rows.swapAt(k, pivot)
                rows[k] /= rows[k][k]
                for i in 0..<8 where i != k { rows[i] -= rows[k] * rows[i][k] }
            }
            var result = SIMD8<Double>()
            for i in 0..<8 {
                guard rows[i][8].isFinite else { return nil }
                result[i] = rows[i][8]
            }
            return result
        }
    }
}
