package import StationIdentity

/// Encodes values as canonical CBOR, and given parts without changes.
package enum CBOREncoding {
    package static func of(_ value: CBOR) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): self.bytes(bytes)
        case .text(let text): self.text(text)
        case .array(let values): head(4, UInt64(values.count)) + values.flatMap { of($0) }
        case .map(let values): map(values.map { (of($0), of($1)) }.sorted { isBefore($0.0, $1.0) })
        case .bool(let value): [value ? 0xF5 : 0xF4]
        case .null: [0xF6]
        }
    }

    package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, UInt64(bytes.count)) + bytes }
    package static func text(_ text: String) -> [UInt8] { head(3, UInt64(text.utf8.count)) + text.utf8 }
    package static func number(_ number: Int) -> [UInt8] {
        number < 0 ? head(1, UInt64(-1 - number)) : head(0, UInt64(number))
    }

    /// Encodes entries in the given order.
    package static func map(_ entries: [([UInt8], [UInt8])]) -> [UInt8] {
        head(5, UInt64(entries.count)) + entries.flatMap { $0 + $1 }
    }

    private static func head(_ major: UInt8, _ number: UInt64) -> [UInt8] {
        let (information, count): (UInt8, Int) =
            switch number {
            case ..<24: (UInt8(number), 0)
            case ..<0x100: (24, 1)
            case ..<0x1_0000: (25, 2)
            case ..<0x1_0000_0000: (26, 4)
            default: (27, 8)
            }
        return [major << 5 | information] + (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func isBefore(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        (a[0] >> 5, a.count) == (b[0] >> 5, b.count)
            ? a.lexicographicallyPrecedes(b) : (a[0] >> 5, a.count) < (b[0] >> 5, b.count)
    }
}
