/// The format of segment headers, which depends on the kind of symbol and its size.
struct PayloadForm {
    /// The number of bits of a mode.
    var modeBits: Int
    /// The QR code mode for each value of ``modeBits``.
    var modes: [Int]
    /// The number of bits of the character count in each mode.
    var (digits, characters, bytes, kanji): (Int, Int, Int, Int)
    /// The number of zero bits that end the segments.
    var terminatorBits: Int

    /// Returns the format for a version of the QR code.
    static func code(version: Int) -> PayloadForm {
        let size = version < 10 ? 0 : version < 27 ? 1 : 2
        return PayloadForm(
            modeBits: 4, modes: Array(0..<16), digits: 10 + 2 * size, characters: 9 + 2 * size,
            bytes: size == 0 ? 8 : 16, kanji: 8 + 2 * size, terminatorBits: 4)
    }

    /// Returns the format for a version of the Micro QR code, 1…4 (ISO/IEC 18004, table 2).
    static func micro(version: Int) -> PayloadForm {
        PayloadForm(
            modeBits: version - 1, modes: [1, 2, 4, 8], digits: version + 2, characters: version + 1,
            bytes: version + 1,
            kanji: version, terminatorBits: 2 * version + 1)
    }
}
