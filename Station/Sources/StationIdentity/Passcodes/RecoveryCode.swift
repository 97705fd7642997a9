package enum RecoveryCodeError: Error, Hashable, Sendable {
    /// The length in characters, without hyphens and spaces.
    case length(found: Int, required: Int)
    case foreignCharacter(Character)
    /// The check symbol does not match: a character was mistyped, or two were swapped.
    case checkSymbol
}

/// A printed code that opens a person's account once, if the passcode is forgotten: 120 random bits in Crockford's
/// Base 32 with a check symbol, in groups of five.
///
/// Source: Douglas Crockford, "Base 32".
package struct RecoveryCode: Hashable, Sendable, Secret {
    private static let symbolCount = 24
    private static let groupCount = 5
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U")
    /// The modulus of the check symbol.
    private static let checkModulus = 37
    private static let lookalikes: [Character: Character] = ["O": "0", "I": "1", "L": "1"]

    /// The values of the symbols, below 32 each.
    private let values: [Int]

    /// Generates a new code.
    package init() {
        var generator = SystemRandomNumberGenerator()
        values = (0..<Self.symbolCount).map { _ in Int.random(in: 0..<32, using: &generator) }
    }

    /// Parses a typed code. Ignores case, hyphens and spaces, and reads O, I and L as the digits that they resemble.
    package init(typed text: String) throws(RecoveryCodeError) {
        let symbols = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard symbols.count == Self.symbolCount + 1 else {
            throw .length(found: symbols.count, required: Self.symbolCount + 1)
        }
        var values: [Int] = []
        for (place, symbol) in symbols.enumerated() {
            let limit = place < Self.symbolCount ? 32 : Self.checkModulus
            guard let value = Self.alphabet.prefix(limit).firstIndex(of: Self.lookalikes[symbol] ?? symbol) else {
                throw .foreignCharacter(symbol)
            }
            values.append(value)
        }
        let check = values.removeLast()
        guard check == Self.check(values) else { throw .checkSymbol }
        self.values = values
    }

    /// The text to print.
    package var printed: String {
        let symbols = (values + [Self.check(values)]).map { Self.alphabet[$0] }
        return stride(from: 0, to: symbols.count, by: Self.groupCount)
            .map { String(symbols[$0..<min($0 + Self.groupCount, symbols.count)]) }.joined(separator: "-")
    }

    /// The stored hash. A fast hash suffices, because nobody can try 2^120 codes.
    package var hash: Digest { Digest(of: values.map { UInt8($0) }) }

    /// Whether the stored hash is of this code, compared in constant time.
    package func isSame(as stored: Digest) -> Bool { hash.bytes.isSame(as: stored.bytes) }

    private static func check(_ values: [Int]) -> Int { values.reduce(0) { ($0 * 32 + $1) % checkModulus } }
}
