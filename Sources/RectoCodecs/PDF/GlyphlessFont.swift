/// The font of invisible text: TrueType with two glyphs that draw nothing, each half as wide as the type is tall.
///
/// Only the second one is used: PDF/A forbids the first, which stands for missing characters (ISO 19005-2, §6.2.11.8). Its outline
/// goes from one corner of its box to the other and back, without an area: PDFium leaves out words of one letter that have no box.
enum GlyphlessFont {
    /// Units that the type is tall.
    static let unitsPerEm = 1000
    /// How far the pen moves for a character, in these units.
    static let advance = 500
    /// The glyph of every character.
    static let glyph: UInt16 = 1

    /// The font file.
    static let program: [UInt8] = {
        let tables: [(tag: String, bytes: [UInt8])] = [
            ("glyf", outline), ("head", head), ("hhea", horizontalHeader), ("hmtx", metrics),
            // Where each of the two glyphs begins, and the last one ends, in units of two bytes: the first has no outline.
            ("loca", words(0, 0, outline.count / 2)), ("maxp", maximums),
        ]
        return file(tables)
    }()

    /// From how far below the line to how far above it a letter's box reaches.
    private static let (bottom, top) = (-250, 750)
    /// One contour in that box, of two points on the curve, the second told by its distance from the first.
    private static let outline =
        words(1, 0, bottom, advance, top, 1, 0) + [1, 1] + words(0, advance, bottom, top - bottom)
    private static let head =
        longs(0x0001_0000, 0x0001_0000, 0, 0x5F0F_3CF5) + words(0, unitsPerEm) + longs(0, 0, 0, 0)
        // The box, upright, at least 8 pixels, left to right, short places.
        + words(0, bottom, advance, top, 0, 8, 2, 0, 0)
    private static let horizontalHeader =
        longs(0x0001_0000) + words(unitsPerEm, 0, 0, advance, 0, 0, advance, 1, 0, 0, 0, 0, 0, 0, 0, 2)
    private static let metrics = words(advance, 0, advance, 0)
    private static let maximums = longs(0x0001_0000) + words(2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)

    /// The directory, then the tables, each at a multiple of four bytes.
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
        // The sum over the whole file, in which this field counts as 0, is a fixed number.
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

/// Numbers of 16 bits, the high byte first.
func words(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

/// Numbers of 32 bits, the high byte first.
func longs(_ values: Int...) -> [UInt8] {
    values.flatMap { words($0 >> 16, $0) }
}
