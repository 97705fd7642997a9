/// How the segments of a payload begin: it depends on the kind of symbol and its size.
struct PayloadForm {
    /// Bits of a mode.
    var modeBits: Int
    /// What each mode of ``modeBits`` is in a QR code.
    var modes: [Int]
    /// Bits of the number of characters.
    var (digits, characters, bytes, kanji): (Int, Int, Int, Int)
    /// Bits of 0 that end the segments.
    var terminatorBits: Int

    /// A QR code's, of a version.
    static func code(version: Int) -> PayloadForm {
        let size = version < 10 ? 0 : version < 27 ? 1 : 2
        return PayloadForm(
            modeBits: 4, modes: Array(0..<16), digits: 10 + 2 * size, characters: 9 + 2 * size,
            bytes: size == 0 ? 8 : 16, kanji: 8 + 2 * size, terminatorBits: 4)
    }

    /// A Micro QR code's, of a version 1…4 (ISO/IEC 18004, table 2).
    static func micro(version: Int) -> PayloadForm {
        PayloadForm(
            modeBits: version - 1, modes: [1, 2, 4, 8], digits: version + 2, characters: version + 1,
            bytes: version + 1,
            kanji: version, terminatorBits: 2 * version + 1)
    }
}
