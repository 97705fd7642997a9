/// Estimates the width of text. The server has no fonts; browsers use the station's own, Open Sans.
public enum TextWidth {
    /// - Parameter size: The font size in pixels.
    /// - Returns: The width in pixels. In other fonts, the true width typically differs by up to a tenth.
    public static func of(_ text: some StringProtocol, _ size: Double) -> Double {
        Double(text.unicodeScalars.reduce(0) { $0 + advance($1) }) * size / 1000
    }

    /// Returns the text, cut with an ellipsis if it does not fit.
    /// - Parameter width: The available width in pixels.
    /// - Returns: Empty if not even the ellipsis fits.
    public static func shortened(_ text: String, to width: Double, size: Double) -> String {
        let room = Int(width / size * 1000)
        var (used, kept, isWhole) = (0, text.startIndex, true)
        for index in text.indices {
            let next = used + text[index].unicodeScalars.reduce(0) { $0 + advance($1) }
            if next > room {
                isWhole = false
                break
            }
            used = next
            if used + ellipsis <= room { kept = text.index(after: index) }
        }
        if isWhole { return text }
        guard ellipsis <= room else { return "" }
        var beginning = text[..<kept]
        while beginning.last == " " { beginning.removeLast() }
        return beginning + "…"
    }

    private static let ellipsis = advance("…")

    /// Returns the advance width in thousandths of the font size.
    private static func advance(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
        case 0xA0...0x24F, 0x370...0x3FF: 580
        case 0x300...0x36F, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFE00...0xFE0F: 0
        case 0x400...0x52F: 660
        case 0x590...0x6FF: 600
        case 0x2026: 820
        case 0..<0x2000: 600
        case 0x2000...0x2BFF: 800
        default: 1100
        }
    }

    /// The advance widths of Open Sans from the space to the tilde.
    private static let ascii = [
        260, 267, 401, 646, 572, 823, 730, 221, 296, 296, 552, 572, 245, 322, 266, 367, 572, 572, 572, 572, 572, 572,
        572,
        572, 572, 572, 266, 266, 572, 572, 572, 429, 899, 633, 648, 631, 729, 556, 516, 728, 738, 279, 267, 614, 519,
        903,
        754, 779, 602, 779, 618, 549, 553, 728, 595, 926, 577, 560, 571, 329, 367, 329, 542, 448, 577, 556, 613, 476,
        613,
        561, 339, 548, 614, 253, 253, 525, 253, 930, 614, 604, 613, 613, 408, 477, 353, 614, 501, 778, 524, 504, 468,
        379,
        551, 379, 572,
    ]
}
