/// Moments up to the fourth order of a part of ink, each place weighted by its darkness.
struct InkMoments {
    private static let degree = 4
    /// Binomial coefficients.
    private static let choices: [[Double]] = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], [1, 4, 6, 4, 1]]

    /// Ordered by the sum of both powers, then by the power of y.
    private var sums = SIMD16<Double>.zero

    private static func index(_ p: Int, _ q: Int) -> Int { (p + q) * (p + q + 1) / 2 + q }

    /// The sum of xᵖ · y^q.
    subscript(p: Int, q: Int) -> Double {
        get { sums[Self.index(p, q)] }
        set { sums[Self.index(p, q)] = newValue }
    }

    /// Total darkness.
    var mass: Double { sums[0] }

    /// Adds places in a row.
    /// - Parameters:
    ///   - powers: Sums of the powers 0 to 4 of x.
    ///   - y: The row.
    mutating func add(_ powers: (Double, Double, Double, Double, Double), y: Double) {
        let (a, b, c, d, e) = powers
        let (y2, y3) = (y * y, y * y * y)
        let across = SIMD16<Double>(a, b, a, c, b, a, d, c, b, a, e, d, c, b, a, 0)
        let down = SIMD16<Double>(1, 1, y, 1, y, y2, 1, y, y2, y3, 1, y, y2, y3, y2 * y2, 0)
        sums += across * down
    }

    /// The moments about the centroid, divided by the mass.
    func centered() -> InkMoments {
        let (x, y) = (-self[1, 0] / mass, -self[0, 1] / mass)
        var moved = InkMoments()
        for degree in 0...Self.degree {
            for q in 0...degree {
                let p = degree - q
                var (sum, high) = (0.0, 1.0)
                for j in stride(from: q, through: 0, by: -1) {
                    var low = high * Self.choices[q][j]
                    for i in stride(from: p, through: 0, by: -1) {
                        sum += Self.choices[p][i] * low * self[i, j]
                        low *= x
                    }
                    high *= y
                }
                moved[p, q] = sum / mass
            }
        }
        return moved
    }

    /// The moments of the same part after mapping x and y to `right` · x + `down` · y.
    func mapped(right: SIMD2<Double>, down: SIMD2<Double>) -> InkMoments {
        var mapped = InkMoments()
        for degree in 0...Self.degree {
            for q in 0...degree {
                // Coefficients of (right.x x + down.x y)ᵖ (right.y x + down.y y)^q by the power of y.
                var terms = SIMD8<Double>(1, 0, 0, 0, 0, 0, 0, 0)
                for factor in 0..<degree {
                    let (a, b) = factor < degree - q ? (right.x, down.x) : (right.y, down.y)
                    for power in stride(from: factor + 1, to: 0, by: -1) {
                        terms[power] = a * terms[power] + b * terms[power - 1]
                    }
                    terms[0] *= a
                }
                var sum = 0.0
                for power in 0...degree { sum += terms[power] * self[degree - power, power] }
                mapped[degree - q, q] = sum
            }
        }
        return mapped
    }
}
