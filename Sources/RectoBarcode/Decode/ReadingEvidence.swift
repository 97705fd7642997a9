/// How unlikely it is that modules which are no symbol read as one, in bits: about 2⁻ᵇⁱᵗˢ.
struct ReadingEvidence: Hashable {
    private(set) var bits: Float

    /// - Parameters:
    ///   - format: Bits in which a format differs from what it was read as; words of 15 bits stand for 32 formats.
    init(format: Int) { bits = 15 - 5 - Self.ways(of: 15, format) }

    /// - Parameters:
    ///   - format: Bits in which a format of a rectangular code differs; words of 18 bits stand for 64 formats.
    init(rectangularFormat format: Int) { bits = 18 - 6 - Self.ways(of: 18, format) }

    /// Adds a block of codewords: there are so many words within the distance of the corrections of any other.
    /// - Parameter erasures: Codewords that could be anything.
    mutating func add(codewords: Int, parity: Int, corrected: Int, erasures: Int = 0) {
        bits += Float(8 * (parity - erasures - corrected)) - Self.ways(of: codewords - erasures, corrected)
    }

    /// The logarithm of the ways to choose some of several.
    private static func ways(of all: Int, _ chosen: Int) -> Float {
        (0..<chosen).reduce(0) { $0 + logarithm(all - $1) - logarithm($1 + 1) }
    }

    /// To the base 2, between powers of 2 by straight lines.
    private static func logarithm(_ number: Int) -> Float {
        let number = Float(number)
        return Float(number.exponent) + number.significand - 1
    }
}
