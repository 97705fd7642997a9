import FoundationEssentials

/// What the label of a place holds: an address of the station, which opens the place.
///
/// The code stays the same whatever the place is called and wherever it stands. Stations change their addresses, so a label
/// counts whatever station its address names: its code says which place it is.
public struct PlaceLabel: Hashable, Sendable {
    public static let path = "/place/"
    /// Without those that are mistaken for others (Crockford's Base32).
    public static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    public static let length = 10

    public let code: String

    /// - Parameter code: With or without a hyphen. `nil` if it cannot be one. Small letters and what looks like others are read as
    ///   what they mean.
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

    /// - Parameter text: Of a QR code.
    public init?(text: String) {
        guard text.utf8.count <= 300, text.hasPrefix("https://") || text.hasPrefix("http://"),
            let start = text.firstRange(of: "://")?.upperBound, let slash = text[start...].firstIndex(of: "/"),
            text[slash...].hasPrefix(Self.path)
        else { return nil }
        self.init(code: text[slash...].dropFirst(Self.path.count))
    }

    /// - Parameter digest: Of all that tells the place from others, here and elsewhere.
    public init(digest: [UInt8]) {
        precondition(digest.count >= Self.length, "a digest is longer")
        code = String(digest.prefix(Self.length).map { Self.letters[Int($0 & 31)] })
    }

    /// - Parameter origin: The address of the station, as other devices reach it.
    public func text(origin: String) -> String { origin + Self.path + code }

    /// For people, in two halves: "7K2QX-9MDB4".
    public var readable: String { "\(code.prefix(5))-\(code.suffix(5))" }
}

/// A sheet of labels, in millimetres from its top left.
public struct LabelPaper: Hashable, Sendable {
    public let name: String
    /// What makers call sheets of this kind.
    public let maker: String
    public let width: Double
    public let height: Double
    public let columns: Int
    public let rows: Int
    public let labelWidth: Double
    public let labelHeight: Double
    public let left: Double
    public let top: Double
    /// From one label to the next.
    public let stepX: Double
    public let stepY: Double

    /// As the makers tell the sizes.
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
        /// From 0.
        public let sheet: Int
        /// Of the label, in millimetres.
        public let x: Double
        public let y: Double
    }

    /// Where labels stand, row by row.
    /// - Parameter used: So many labels of the first sheet are gone.
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
