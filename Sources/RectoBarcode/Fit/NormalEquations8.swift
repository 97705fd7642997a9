/// Least squares in eight unknowns.
struct NormalEquations8 {
    /// The matrix's rows with the right side as a ninth column.
    private var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)

    /// One equation: coefficients and what they add up to.
    mutating func add(_ coefficients: [Double], _ value: Double) {
        for i in 0..<8 where coefficients[i] != 0 {
            for j in 0..<8 { rows[i][j] += coefficients[i] * coefficients[j] }
            rows[i][8] += coefficients[i] * value
        }
    }

    /// By elimination with pivots; nothing if the equations do not fix the unknowns.
    var solution: [Double]? {
        var m = rows
        for k in 0..<8 {
            guard let pivot = (k..<8).max(by: { abs(m[$0][k]) < abs(m[$1][k]) }), abs(m[pivot][k]) > 1e-12 else {
                return nil
            }
            m.swapAt(k, pivot)
            for i in 0..<8 where i != k {
                let factor = m[i][k] / m[k][k]
                for j in k..<9 { m[i][j] -= factor * m[k][j] }
            }
        }
        let result = (0..<8).map { m[$0][8] / m[$0][$0] }
        return result.allSatisfy(\.isFinite) ? result : nil
    }
}
