package enum Base64URLError: Error, Hashable, Sendable {
    /// A character that is not of the alphabet. The padding `=` is none either.
    /// - Parameter at: Its place in the text, in bytes of UTF-8.
    case foreignCharacter(at: Int)
    /// No number of bytes has a text of this length.
    case impossibleLength(Int)
    /// The bits of the last character that belong to no byte are not zero: another text stands for the same bytes.
    case unusedBits
}

/// Bytes as text for addresses and JSON, without padding (RFC 4648, section 5). Each run of bytes has one text alone.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8: UInt32] = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            text += (0...group.count).map { alphabet[Int(bits >> (18 - 6 * $0) & 63)] }
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func bytes(_ text: some StringProtocol) throws(Base64URLError) -> [UInt8] {
        guard text.utf8.count % 4 != 1 else { throw .impossibleLength(text.utf8.count) }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for (place, character) in text.utf8.enumerated() {
            guard let value = values[character] else { throw .foreignCharacter(at: place) }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= 1 << count - 1
        }
        guard bits == 0 else { throw .unusedBits }
        return bytes
    }
}
