/// Many equations in many unknowns, few in each equation; solved in the sense of least squares, where some equations may be
/// far off.
///
/// By conjugate gradients on the normal equations, preconditioned by their diagonal; equations that may be far off are
/// weighted anew by what is left of them (Geman and McClure's weights).
struct SparseLeastSquares {
    private var starts = [0]
    private var columns: [Int] = []
    private var values: [Double] = []
    private var right: [Double] = []
    private var weights: [Double] = []
    private var robust: [Bool] = []

    /// The equation Σ values · unknowns = right, divided by how far off it is expected to be.
    mutating func add(
        _ terms: some Sequence<(Int, Double)>, equals right: Double, within tolerance: Double, isRobust: Bool = false
    ) {
        for (column, value) in terms {
            columns.append(column)
            values.append(value)
        }
        starts.append(columns.count)
        self.right.append(right)
        weights.append(1 / tolerance)
        robust.append(isRobust)
    }

    /// - Parameters:
    ///   - start: A first guess of all unknowns.
    ///   - rounds: How often equations are weighted.
    func solve(from start: [Double], rounds: Int, steps: Int) -> [Double] {
        var unknowns = start
        var squares = weights.map { $0 * $0 }
        for round in 0..<rounds {
            if round > 0 {
                for row in right.indices where robust[row] {
                    let off = (product(row, unknowns) - right[row]) * weights[row] / 2
                    squares[row] = weights[row] * weights[row] / (1 + off * off)
                }
            }
            descend(&unknowns, squares, steps)
        }
        return unknowns
    }

    @inline(__always)
    private func product(_ row: Int, _ unknowns: [Double]) -> Double {
        var sum = 0.0
        for k in starts[row]..<starts[row + 1] { sum += values[k] * unknowns[columns[k]] }
        return sum
    }

    /// Conjugate gradients, until the error's share of the first is small.
    private func descend(_ unknowns: inout [Double], _ squares: [Double], _ steps: Int) {
        let count = unknowns.count
        var gradient = [Double](repeating: 0, count: count)
        var diagonal = [Double](repeating: 1e-12, count: count)
        for row in right.indices {
            let off = (right[row] - product(row, unknowns)) * squares[row]
            for k in starts[row]..<starts[row + 1] {
                gradient[columns[k]] += values[k] * off
                diagonal[columns[k]] += values[k] * values[k] * squares[row]
            }
        }
        var direction = zip(gradient, diagonal).map { $0 / $1 }
        var energy = zip(gradient, direction).reduce(0) { $0 + $1.0 * $1.1 }
        let enough = 1e-5 * energy
        var image = [Double](repeating: 0, count: count)
        for _ in 0..<steps where energy > enough && energy > 0 {
            apply(direction, squares, into: &image)
            let length = energy / zip(direction, image).reduce(0) { $0 + $1.0 * $1.1 }
            guard length.isFinite else { return }
            var next = 0.0
            for k in 0..<count {
                unknowns[k] += length * direction[k]
                gradient[k] -= length * image[k]
                next += gradient[k] * gradient[k] / diagonal[k]
            }
            let share = next / energy
            for k in 0..<count { direction[k] = gradient[k] / diagonal[k] + share * direction[k] }
            energy = next
        }
    }

    private func apply(_ direction: [Double], _ squares: [Double], into image: inout [Double]) {
        for k in image.indices { image[k] = 0 }
        // SAFETY: columns are of the unknowns, and rows' terms are those between their starts.
        direction.withUnsafeBufferPointer { direction in
            columns.withUnsafeBufferPointer { columns in
                values.withUnsafeBufferPointer { values in
                    image.withUnsafeMutableBufferPointer { image in
                        for row in squares.indices {
                            var sum = 0.0
                            for k in starts[row]..<starts[row + 1] { sum += values[k] * direction[columns[k]] }
                            sum *= squares[row]
                            for k in starts[row]..<starts[row + 1] { image[columns[k]] += values[k] * sum }
                        }
                    }
                }
            }
        }
    }
}
