import FoundationEssentials

/// The content of a place's label: a URL of the station that opens the place.
///
/// The code does not change if the place is renamed or moved. Because stations change their addresses, a label is
/// valid whatever host its URL names: only the code identifies the place.
public struct PlaceLabel: Hashable, Sendable {
    public static let path = "/place/"
    /// The letters of codes, without those easily confused (Crockford's Base32).
    public static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    public static let length = 10

    public let code: String

    /// - Parameter code: The code with or without a hyphen; `nil` if it is invalid. Lower case and similar-looking
    ///   letters are accepted.
    public init?(code: some StringProtocol) {
        let letters = code.uppercased().filter { $0 != "-" }.map { letter in
            switch letter {
            case "O": Character("0")
            case "I", "L": Character("1")
            default: letter
            }
        }
        guard letters.count == Self.length, letters.allSatisfy(Self.letters.contains) else { return nil }
        self.code = String(letters)
    }

    /// - Parameter text: The content of a QR code.
    public init?(text: String) {
        guard text.utf8.count <= 300, text.hasPrefix("https://") || text.hasPrefix("http://"),
            let start = text.firstRange(of: "://")?.upperBound, let slash = text[start...].firstIndex(of: "/"),
            text[slash...].hasPrefix(Self.path)
        else { return nil }
        self.init(code: text[slash...].dropFirst(Self.path.count))
    }

    /// - Parameter digest: A digest of everything that distinguishes the place from others, here and on other
    ///   stations.
    public init(digest: [UInt8]) {
        precondition(digest.count >= Self.length, "a digest is longer")
        code = String(digest.prefix(Self.length).map { Self.letters[Int($0 & 31)] })
    }

    /// - Parameter origin: The station's origin as other devices reach it.
    public func text(origin: String) -> String { origin + Self.path + code }

    /// The code for display in two halves: "7K2QX-9MDB4".
    public var readable: String { "\(code.prefix(5))-\(code.suffix(5))" }
}

/// A sheet of labels. Lengths are in millimeters from its top left corner.
public struct LabelPaper: Hashable, Sendable {
    public let name: String
    /// The manufacturers' names for such sheets.
    public let maker: String
    public let width: Double
    public let height: Double
    public let columns: Int
    public let rows: Int
    public let labelWidth: Double
    public let labelHeight: Double
    public let left: Double
    public let top: Double
    /// The horizontal distance between the starts of two labels.
    public let stepX: Double
    public let stepY: Double

    /// The papers with the manufacturers' dimensions.
    public static let all: [LabelPaper] = [
        LabelPaper(
            "a4-21", "L7160", a4, 3, 7, (63.5, 38.1), margin: (7.2, 15.15),
            step: (66.0, 38.1)),
        LabelPaper(
            "a4-24", "3475", a4, 3, 8, (70, 36), margin: (0, 4.5), step: (70, 36)),
        LabelPaper(
            "a4-24-37", "3474", a4, 3, 8, (70, 37), margin: (0, 0.5), step: (70, 37)),
        LabelPaper(
            "a4-8", "L7165", a4, 2, 4, (99.1, 67.7), margin: (4.65, 13.1),
            step: (101.6, 67.7)),
        LabelPaper(
            "letter-30", "5160", letter, 3, 10, (66.675, 25.4), margin: (4.7625, 12.7),
            step: (69.85, 25.4)),
        LabelPaper(
            "letter-10", "5163", letter, 2, 5, (101.6, 50.8), margin: (3.96875, 12.7),
            step: (104.775, 50.8)),
    ]

    private static let a4 = (width: 210.0, height: 297.0)
    private static let letter = (width: 215.9, height: 279.4)

    private init(
        _ name: String, _ maker: String, _ paper: (Double, Double), _ columns: Int, _ rows: Int,
        _ size: (Double, Double),
        margin: (Double, Double), step: (Double, Double)
    ) {
        (self.name, self.maker, self.columns, self.rows) = (name, maker, columns, rows)
        (width, height) = paper
        (labelWidth, labelHeight) = size
        (left, top) = margin
        (stepX, stepY) = step
    }

    public static func named(_ name: String) -> LabelPaper? { all.first { $0.name == name } }

    public var count: Int { columns * rows }

    public var label: String {
        let paper = width == Self.a4.width ? "A4" : "Letter"
        func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        return localized("\(paper): \(count) labels of \(tenths(labelWidth)) × \(tenths(labelHeight)) mm (\(maker))")
    }

    public struct Spot: Hashable, Sendable {
        /// The index of the sheet, from 0.
        public let sheet: Int
        /// The left edge of the label in millimeters.
        public let x: Double
        public let y: Double
    }

    /// Returns the positions of labels, row by row.
    /// - Parameter used: The number of labels already taken from the first sheet.
    public func spots(_ labels: Int, used: Int) -> [Spot] {
        (0..<labels).map { index in
            let place = used + index
            let onSheet = place % count
            return Spot(
                sheet: place / count, x: left + Double(onSheet % columns) * stepX,
                y: top + Double(onSheet / columns) * stepY)
        }
    }
}
