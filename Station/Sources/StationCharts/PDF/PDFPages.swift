import Foundation

/// Pages of text, tables and charts as a PDF (ISO 32000-1), A4, in Helvetica. Letters missing from Windows code page
/// 1252 lose their accents or become question marks; emoji are omitted.
public struct PDFPages: Sendable {
    private static let size = (width: 595.0, height: 842.0)
    private static let margin = 48.0

    private let title: String
    private var pages: [String] = []
    private var content = ""
    /// The height at which the next part begins, from the bottom of the page.
    private var y = size.height - margin

    /// - Parameter title: The title of the file.
    public init(title: String) { self.title = title }

    /// Adds a line of text, cut if it is too long.
    public mutating func add(_ text: String, size: Double = 11, isBold: Bool = false) {
        take(size * 1.5)
        var shown = text
        while !shown.isEmpty, Self.width(shown, size) > Self.size.width - 2 * Self.margin { shown.removeLast() }
        write(shown, x: Self.margin, size, isBold)
    }

    /// Adds rows of a name and values. The values are right-aligned in columns of equal width.
    public mutating func add(_ rows: [[String]], isBold: Bool = false) {
        let width = Self.size.width - 2 * Self.margin
        for row in rows {
            take(15)
            let column = width * 0.5 / Double(max(row.count - 1, 1))
            for (index, text) in row.enumerated() {
                let right = Self.margin + width * 0.5 + column * Double(index)
                let x = index == 0 ? Self.margin : right - Self.width(text, 10)
                write(Self.cut(text, index == 0 ? width * 0.5 - 8 : column - 8, 10), x: x, 10, isBold)
            }
        }
    }

    /// Adds a chart as wide as the page's text.
    /// - Parameter height: The height in points.
    public mutating func add(_ chart: Chart, height: Double = 220) {
        let width = Self.size.width - 2 * Self.margin
        take(height + 12)
        let layout = ChartLayout(chart, in: ChartFrame(width: width, height: height))
        content += ChartPDF(layout, at: ChartPosition(Self.margin, y + height), scale: 1).text
    }

    /// Begins a new page if less space is left, to keep parts together, such as a heading and its text.
    public mutating func keepTogether(_ height: Double) {
        if y - height < Self.margin { breakPage() }
    }

    public mutating func addSpace(_ height: Double = 12) { y -= height }

    /// Reserves space below the existing content, on a new page if necessary.
    private mutating func take(_ height: Double) {
        if y - height < Self.margin { breakPage() }
        y -= height
    }

    private mutating func breakPage() {
        if !content.isEmpty { pages.append(content) }
        content = ""
        y = Self.size.height - Self.margin
    }

    private mutating func write(_ text: String, x: Double, _ size: Double, _ isBold: Bool) {
        content += "0 g BT /\(isBold ? "F2" : "F1") \(Self.number(size)) Tf \(Self.number(x)) \(Self.number(y)) Td "
        content += "\(Self.literal(text)) Tj ET\n"
    }

    static func cut(_ text: String, _ width: Double, _ size: Double) -> String {
        guard Self.width(text, size) > width else { return text }
        var shown = text
        while !shown.isEmpty, Self.width(shown + "…", size) > width { shown.removeLast() }
        return shown + "…"
    }

    // MARK: The file

    /// The bytes of the PDF file.
    public var bytes: [UInt8] {
        Self.file(
            pages + (content.isEmpty ? [] : [content]), title: title, width: Self.size.width, height: Self.size.height)
    }

    /// - Parameters:
    ///   - all: The contents of the pages.
    ///   - width: The page width in points.
    ///   - pictures: The pictures, named `P0` and so on in the contents.
    static func file(
        _ all: [String], title: String, width: Double, height: Double, pictures: [PDFPicture] = []
    ) -> [UInt8] {
        // Object order: the catalog, the pages, two fonts and the information, then each page followed by its
        // content, then the pictures.
        let kids = all.indices.map { "\(6 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>", "<< /Type /Pages /Kids [\(kids)] /Count \(all.count) >>",
            font("Helvetica"), font("Helvetica-Bold"),
            "<< /Title \(literal(title)) /Producer (Recto) >>",
        ]
        let box = "[0 0 \(number(width)) \(number(height))]"
        let names = pictures.indices.map { "/P\($0) \(6 + 2 * all.count + $0) 0 R" }.joined(separator: " ")
        let shown = pictures.isEmpty ? "" : " /XObject << \(names) >>"
        for (index, page) in all.enumerated() {
            objects.append(
                """
                << /Type /Page /Parent 2 0 R /MediaBox \(box) /Contents \(7 + 2 * index) 0 R \
                /Resources << /Font << /F1 3 0 R /F2 4 0 R >>\(shown) >> >>
                """)
            objects.append("<< /Length \(page.utf8.count) >>\nstream\n\(page)\nendstream")
        }
        objects += pictures.map(\.object)
        var file = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places {
            let digits = "\(place)"
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 5 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(file.utf8)
    }

    private static func font(_ name: String) -> String {
        "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) /Encoding /WinAnsiEncoding >>"
    }

    // MARK: Values

    /// Formats a number with at most three decimals.
    static func number(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Parses `#rrggbb` into components from 0 to 1.
    static func components(_ color: String) -> [Double] {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        return [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
    }

    /// Returns a PDF string in the encoding of the fonts, written in ASCII.
    static func literal(_ text: String) -> String {
        let parts = text.precomposedStringWithCanonicalMapping.unicodeScalars.filter { !isPictograph($0) }.map {
            scalar -> String in
            guard let byte = byte(scalar) ?? plain(scalar) else { return "?" }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): return "\\\(Character(UnicodeScalar(byte)))"
            case 32..<127: return String(UnicodeScalar(byte))
            default:
                let octal = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
            }
        }
        return "(\(parts.joined()))"
    }

    /// Whether the fonts have all letters of the text, possibly without accents. Other letters become question marks.
    static func has(_ text: String) -> Bool {
        let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars.filter { !isPictograph($0) }
        return scalars.contains { $0 != " " } && scalars.allSatisfy { byte($0) != nil || plain($0) != nil }
    }

    /// Whether a character is an emoji or joins emoji; these are omitted.
    private static func isPictograph(_ scalar: UnicodeScalar) -> Bool {
        let properties = scalar.properties
        return properties.isEmojiPresentation || properties.isVariationSelector || scalar == "\u{200D}"
    }

    /// Returns the letter without an accent that the fonts lack.
    private static func plain(_ scalar: UnicodeScalar) -> UInt8? {
        if let letter = barred[scalar] { return letter }
        let parts = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
        return parts.count > 1 ? parts.first.flatMap(byte) : nil
    }

    private static let barred: [UnicodeScalar: UInt8] = [
        "ł": UInt8(ascii: "l"), "Ł": UInt8(ascii: "L"), "đ": UInt8(ascii: "d"), "Đ": UInt8(ascii: "D"),
        "ħ": UInt8(ascii: "h"), "Ħ": UInt8(ascii: "H"), "ı": UInt8(ascii: "i"),
    ]

    /// Returns the character's code in code page 1252, except for its unassigned codes.
    private static func byte(_ scalar: UnicodeScalar) -> UInt8? {
        switch scalar.value {
        case 32..<127, 160...255: UInt8(scalar.value)
        case 0x2212: UInt8(ascii: "-")
        default: signs[scalar]
        }
    }

    private static let signs: [UnicodeScalar: UInt8] = [
        "€": 128, "‚": 130, "„": 132, "…": 133, "Š": 138, "Ž": 142, "‘": 145, "’": 146, "“": 147, "”": 148, "•": 149,
        "–": 150, "—": 151, "™": 153, "š": 154, "œ": 156, "ž": 158,
    ]

    /// Returns the text's width by the estimate of charts, which is slightly too large for Helvetica.
    static func width(_ text: String, _ size: Double) -> Double { TextWidth.of(text, size) * 0.97 }
}
