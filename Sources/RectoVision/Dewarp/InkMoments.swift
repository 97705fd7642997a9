/// Sums of powers of places in a part of ink, each place weighted by how dark it is, up to the fourth power.
struct InkMoments {
    private static let degree = 4
    /// Ways to choose so many of so many.
    private static let choices: [[Double]] = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], [1, 4, 6, 4, 1]]

    /// By the sum of both powers, then by the power of y.
    private var sums = SIMD16<Double>.zero

    private static func index(_ p: Int, _ q: Int) -> Int { (p + q) * (p + q + 1) / 2 + q }

    /// The sum of xᵖ · y^q.
    subscript(p: Int, q: Int) -> Double {
        get { sums[Self.index(p, q)] }
        set { sums[Self.index(p, q)] = newValue }
    }

    /// How dark all of it is.
    var mass: Double { sums[0] }

    /// Adds places in a row.
    /// - Parameters:
    ///   - powers: Sums of the powers of x from none to the fourth.
    ///   - y: Of the row.
    mutating func add(_ powers: (Double, Double, Double, Double, Double), y: Double) {
        let (a, b, c, d, e) = powers
        let (y2, y3) = (y * y, y * y * y)
        let across = SIMD16<Double>(a, b, a, c, b, a, d, c, b, a, e, d, c, b, a, 0)
        let down = SIMD16<Double>(1, 1, y, 1, y, y2, 1, y, y2, y3, 1, y, y2, y3, y2 * y2, 0)
        sums += across * down
    }

    /// The same about the middle, each divided by the mass.
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

    /// Of the same part where x and y are mapped to `right` · x + `down` · y.
    func mapped(right: SIMD2<Double>, down: SIMD2<Double>) -> InkMoments {
        var mapped = InkMoments()
        for degree in 0...Self.degree {
            for q in 0...degree {
                // The terms of (right.x x + down.x y)ᵖ (right.y x + down.y y)^q by the power of y.
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
