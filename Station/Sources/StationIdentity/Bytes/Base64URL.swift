package enum Base64URLError: Error, Hashable, Sendable {
    /// A character outside the alphabet, including the padding `=`.
    /// - Parameter at: Its offset in the text in UTF-8 bytes.
    case foreignCharacter(at: Int)
    /// A text length that no byte count encodes to.
    case impossibleLength(Int)
    /// The unused bits of the last character are not zero, so that the encoding is not canonical.
    case unusedBits
}

/// Bytes as text for URLs and JSON, without padding (RFC 4648, section 5). Every byte sequence has exactly one
/// encoding.
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
