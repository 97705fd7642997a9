/// The font for invisible text: TrueType with two empty glyphs, each half as wide as the font size.
///
/// Only the second one is used: PDF/A forbids the first, which represents missing characters (ISO 19005-2,
/// §6.2.11.8). Its outline goes from one corner of its box to the other and back, without an area: PDFium omits
/// one-letter words without a box.
enum GlyphlessFont {
    /// The units per em.
    static let unitsPerEm = 1000
    /// The advance width of a character in these units.
    static let advance = 500
    /// The glyph of all characters.
    static let glyph: UInt16 = 1

    /// The font file.
    static let program: [UInt8] = {
        let tables: [(tag: String, bytes: [UInt8])] = [
            ("glyf", outline), ("head", head), ("hhea", horizontalHeader), ("hmtx", metrics),
            // The offsets of the two glyphs, and the end of the last one, in units of two bytes: the first has no
            // outline.
            ("loca", words(0, 0, outline.count / 2)), ("maxp", maximums),
        ]
        return file(tables)
    }()

    /// The vertical extent of a letter's box, below and above the baseline.
    private static let (bottom, top) = (-250, 750)
    /// One contour in that box with two points on the curve, the second given relative to the first.
    private static let outline =
        words(1, 0, bottom, advance, top, 1, 0) + [1, 1] + words(0, advance, bottom, top - bottom)
    private static let head =
        longs(0x0001_0000, 0x0001_0000, 0, 0x5F0F_3CF5) + words(0, unitsPerEm) + longs(0, 0, 0, 0)
        // The box, upright, a minimum of 8 pixels, left to right, short offsets.
        + words(0, bottom, advance, top, 0, 8, 2, 0, 0)
    private static let horizontalHeader =
        longs(0x0001_0000) + words(unitsPerEm, 0, 0, advance, 0, 0, advance, 1, 0, 0, 0, 0, 0, 0, 0, 2)
    private static let metrics = words(advance, 0, advance, 0)
    private static let maximums = longs(0x0001_0000) + words(2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)

    /// Returns the directory and the tables, each aligned to four bytes.
    private static func file(_ tables: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
        let logarithm = (tables.count).bitWidth - 1 - tables.count.leadingZeroBitCount
        let range = 16 << logarithm
        var directory = longs(0x0001_0000) + words(tables.count, range, logarithm, 16 * tables.count - range)
        var body: [UInt8] = []
        let start = directory.count + 16 * tables.count
        for table in tables {
            directory += Array(table.tag.utf8) + longs(checksum(table.bytes), start + body.count, table.bytes.count)
            body += padded(table.bytes)
        }
        var file = directory + body
        // The checksum over the whole file, with this field as 0, must be a fixed number.
        let adjustment = UInt32(0xB1B0_AFBA) &- UInt32(truncatingIfNeeded: checksum(file))
        let head = start + padded(tables[0].bytes).count
        file.replaceSubrange(head + 8..<head + 12, with: longs(Int(adjustment)))
        return file
    }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        let bytes = padded(bytes)
        var sum: UInt32 = 0
        for i in stride(from: 0, to: bytes.count, by: 4) {
            sum &+=
                UInt32(bytes[i]) << 24 | UInt32(bytes[i + 1]) << 16 | UInt32(bytes[i + 2]) << 8 | UInt32(bytes[i + 3])
        }
        return Int(sum)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}

/// Encodes 16-bit numbers, big-endian.
func words(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

/// Encodes 32-bit numbers, big-endian.
func longs(_ values: Int...) -> [UInt8] {
    values.flatMap { words($0 >> 16, $0) }
}
