/// The reason why a signature is refused.
package enum SignatureError: Error, Hashable, Sendable {
    /// The wrong length in bytes, for EdDSA and RSA.
    case length(found: Int, required: Int)
    /// Not a DER sequence of two integers. This case and those below apply to ECDSA.
    case notDER
    /// The two integers are followed by more bytes.
    case trailingBytes
    /// An integer with a longer encoding than necessary.
    case notShortest
    /// An integer that is not positive, or has more than 256 bits.
    case outOfRange
    /// Made by another key or for another message.
    case wrong
}

/// The format of ECDSA signatures over P-256: strict DER, so that a signature has only one encoding.
///
/// Source: RFC 3279, section 2.2.3, and ITU-T X.690, section 8.3.
enum ECDSASignature {
    private static let sequence: UInt8 = 0x30
    private static let integer: UInt8 = 0x02
    private static let maximumIntegerBytes = 32

    static func check(_ bytes: [UInt8]) throws(SignatureError) {
        guard bytes.count >= 2, bytes[0] == sequence, bytes[1] < 0x80, bytes.count >= 2 + Int(bytes[1]) else {
            throw .notDER
        }
        guard bytes.count == 2 + Int(bytes[1]) else { throw .trailingBytes }
        var rest = bytes[2...]
        for _ in 0..<2 { rest = try checkInteger(rest) }
        guard rest.isEmpty else { throw .trailingBytes }
    }

    /// - Returns: The bytes after the integer.
    private static func checkInteger(_ bytes: ArraySlice<UInt8>) throws(SignatureError) -> ArraySlice<UInt8> {
        let head = Array(bytes.prefix(2))
        guard head.count == 2, head[0] == integer, head[1] < 0x80, bytes.count >= 2 + Int(head[1]) else {
            throw .notDER
        }
        let number = Array(bytes.dropFirst(2).prefix(Int(head[1])))
        guard let first = number.first else { throw .notDER }
        guard first < 0x80 else { throw .outOfRange }
        if first == 0, number.count > 1, number[1] < 0x80 { throw .notShortest }
        let magnitude = number.drop { $0 == 0 }
        guard 1...maximumIntegerBytes ~= magnitude.count else { throw .outOfRange }
        return bytes.dropFirst(2 + number.count)
    }
}
