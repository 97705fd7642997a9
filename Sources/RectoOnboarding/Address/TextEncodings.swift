/// Percent-encoding by RFC 3986, section 2.1.
enum PercentEncoding {
    /// - Returns: `nil` if a percent sign is not followed by two digits, or if the bytes are not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
        case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Base64 and its URL-safe alphabet (RFC 4648, sections 4 and 5).
enum Base64 {
    /// - Parameter text: Base64 in either alphabet, with or without padding.
    /// - Returns: `nil` if the text has other characters, or nonzero leftover bits.
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in digits {
            guard let value = value(of: character) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
