/// The evidence that modules are a symbol, in bits: other modules read as one with a probability of about 2⁻ᵇⁱᵗˢ.
struct ReadingEvidence: Hashable {
    private(set) var bits: Float

    /// - Parameters:
    ///   - format: The number of corrected bits of the format; words of 15 bits stand for 32 formats.
    init(format: Int) { bits = 15 - 5 - Self.ways(of: 15, format) }

    /// - Parameters:
    ///   - format: The number of corrected bits of a rectangular code's format; words of 18 bits stand for 64 formats.
    init(rectangularFormat format: Int) { bits = 18 - 6 - Self.ways(of: 18, format) }

    /// Adds the evidence of a corrected block: the fewer words lie within the corrected distance of a valid one, the more.
    /// - Parameter erasures: Codewords that could be anything.
    mutating func add(codewords: Int, parity: Int, corrected: Int, erasures: Int = 0) {
        bits += Float(8 * (parity - erasures - corrected)) - Self.ways(of: codewords - erasures, corrected)
    }

    /// The logarithm of the number of ways to choose some of several.
    private static func ways(of all: Int, _ chosen: Int) -> Float {
        (0..<chosen).reduce(0) { $0 + logarithm(all - $1) - logarithm($1 + 1) }
    }

    /// The logarithm to base 2, interpolated linearly between powers of 2.
    private static func logarithm(_ number: Int) -> Float {
        let number = Float(number)
        return Float(number.exponent) + number.significand - 1
    }
}
