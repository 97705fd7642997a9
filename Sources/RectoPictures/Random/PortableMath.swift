/// Elementary functions from additions, multiplications and divisions only.
///
/// The functions of the C library differ in the last bit between versions and CPUs, and one bit is enough to change a
/// picture. Accurate to about 1e-10.
enum PortableMath {
    static func sin(_ x: Double) -> Double { cos(x - .pi / 2) }

    static func cos(_ x: Double) -> Double {
        // Reduced to -π...π, then to a quarter of the angle, where the Taylor series is short; doubled twice.
        let turns = (x / (2 * .pi)).rounded()
        let quarter = (x - turns * 2 * .pi) / 4
        let s = quarter * quarter
        let series =
            1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))))
        let half = 2 * series * series - 1
        return 2 * half * half - 1
    }

    static func tan(_ x: Double) -> Double { sin(x) / cos(x) }

    /// 2 to the power x.
    static func exp2(_ x: Double) -> Double {
        guard x > -1000 else { return 0 }
        let whole = x.rounded()
        let t = (x - whole) * 0.693147180559945309
        var term = 1.0
        var sum = 1.0
        for n in 1...12 {
            term *= t / Double(n)
            sum += term
        }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    static func exp(_ x: Double) -> Double { exp2(x * 1.44269504088896341) }

    /// Logarithm to the base 2 of a positive number.
    static func log2(_ x: Double) -> Double {
        let z = (x.significand - 1.4142135623730951) / (x.significand + 1.4142135623730951)
        var power = z
        var sum = 0.0
        for n in stride(from: 1.0, through: 21, by: 2) {
            sum += power / n
            power *= z * z
        }
        return Double(x.exponent) + 0.5 + 2 * sum * 1.44269504088896341
    }

    /// x to the power y, for x ≥ 0.
    static func pow(_ x: Double, _ y: Double) -> Double { x > 0 ? exp2(y * log2(x)) : 0 }
}
