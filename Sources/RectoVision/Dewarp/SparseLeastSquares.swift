/// A least-squares system of many sparse equations, robust to equations that are far off.
///
/// Conjugate gradients on the normal equations with a diagonal preconditioner. Robust equations are reweighted by their
/// residuals (Geman–McClure weights).
struct SparseLeastSquares {
    /// Share of the first error at which the solver stops.
    private static let enoughShare = 1e-5

    /// Terms of each equation, in groups of four neighboring unknowns: those of a row are
    /// `starts[row]..<starts[row + 1]`.
    private var starts = [0]
    private var columns: [Int] = []
    private var values: [SIMD4<Double>] = []
    private var right: [Double] = []
    private var weights: [Double] = []
    private var robust: [Bool] = []

    /// Adds the equation Σ values · unknowns = right, divided by its expected deviation.
    mutating func add(
        _ terms: some Sequence<(Int, Double)>, equals right: Double, within tolerance: Double, isRobust: Bool = false
    ) {
        for (column, value) in terms {
            let last = columns.count - 1
            if last >= starts[starts.count - 1], 0..<4 ~= column - columns[last] {
                values[last][column - columns[last]] += value
            } else {
                columns.append(column)
                values.append(SIMD4(value, 0, 0, 0))
            }
        }
        starts.append(columns.count)
        self.right.append(right)
        weights.append(1 / tolerance)
        robust.append(isRobust)
    }

    /// - Parameters:
    ///   - start: A first guess of all unknowns.
    ///   - rounds: Rounds of reweighting.
    func solve(from start: [Double], rounds: Int, steps: Int) -> [Double] {
        // Groups of four may extend beyond the last unknown.
        var unknowns = start + [0, 0, 0]
        var squares = weights.map { $0 * $0 }
        var enough = 0.0
        for round in 0..<rounds {
            if round > 0 {
                unknowns.withUnsafeBufferPointer { unknowns in
                    for row in right.indices where robust[row] {
                        let off = (product(row, unknowns) - right[row]) * weights[row] / 2
                        squares[row] = weights[row] * weights[row] / (1 + off * off)
                    }
                }
            }
            descend(&unknowns, squares, steps, &enough)
        }
        return unknowns.dropLast(3)
    }

    // SAFETY, here and below: columns index the unknowns, followed by three more; a row's terms lie between its starts.
    @inline(__always)
    private func product(_ row: Int, _ unknowns: UnsafeBufferPointer<Double>) -> Double {
        var sum = SIMD4<Double>.zero
        for k in starts[row]..<starts[row + 1] { sum += values[k] * four(unknowns.baseAddress, columns[k]) }
        return sum.sum()
    }

    @inline(__always)
    private func four(_ base: UnsafePointer<Double>?, _ first: Int) -> SIMD4<Double> {
        UnsafeRawPointer(base.unsafelyUnwrapped + first).loadUnaligned(as: SIMD4<Double>.self)
    }

    /// Adds terms to the sum of each unknown.
    @inline(__always)
    private func add(_ terms: SIMD4<Double>, to base: UnsafeMutablePointer<Double>, _ first: Int) {
        UnsafeMutableRawPointer(base + first).storeBytes(of: four(base, first) + terms, as: SIMD4<Double>.self)
    }

    /// Runs conjugate gradients until the error is a small share of the very first error.
    private func descend(_ unknowns: inout [Double], _ squares: [Double], _ steps: Int, _ enough: inout Double) {
        let count = unknowns.count
        var gradient = [Double](repeating: 0, count: count)
        var diagonal = [Double](repeating: 1e-12, count: count)
        unknowns.withUnsafeBufferPointer { unknowns in
            gradient.withUnsafeMutableBufferPointer { gradient in
                diagonal.withUnsafeMutableBufferPointer { diagonal in
                    for row in right.indices {
                        let off = (right[row] - product(row, unknowns)) * squares[row]
                        for k in starts[row]..<starts[row + 1] {
                            add(values[k] * off, to: gradient.baseAddress.unsafelyUnwrapped, columns[k])
                            add(
                                values[k] * values[k] * squares[row], to: diagonal.baseAddress.unsafelyUnwrapped,
                                columns[k])
                        }
                    }
                }
            }
        }
        var direction = zip(gradient, diagonal).map { $0 / $1 }
        var energy = zip(gradient, direction).reduce(0) { $0 + $1.0 * $1.1 }
        if enough == 0 { enough = Self.enoughShare * energy }
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
        direction.withUnsafeBufferPointer { direction in
            image.withUnsafeMutableBufferPointer { image in
                let image = image.baseAddress.unsafelyUnwrapped
                for row in squares.indices {
                    let sum = product(row, direction) * squares[row]
                    for k in starts[row]..<starts[row + 1] { add(values[k] * sum, to: image, columns[k]) }
                }
            }
        }
    }
}
