public import StationRules

/// Sheets of labels as a PDF at true size. Each label has a QR code and the name of the labeled thing.
public struct LabelSheetPDF: Sendable {
    public struct Label: Hashable, Sendable {
        let name: String
        let kind: String
        let code: String
        /// The number of modules along a side of the QR code.
        let side: Int
        let runs: [Run]
        /// The name as a picture, drawn with a letter size of ``drawnSize`` pixels; `nil` to write it as text.
        public var picture: PDFPicture?

        public init(name: String, kind: String, code: String, side: Int, runs: [Run]) {
            (self.name, self.kind, self.code, self.side, self.runs) = (name, kind, code, side, runs)
        }
    }

    /// A horizontal run of dark modules.
    public struct Run: Hashable, Sendable {
        public let x: Int
        public let y: Int
        public let count: Int

        public init(x: Int, y: Int, count: Int) { (self.x, self.y, self.count) = (x, y, count) }
    }

    public static let drawnSize = 48.0
    /// Points per millimeter.
    private static let scale = 72 / 25.4
    /// The margin within a label in millimeters: printers and cutters are not exact.
    private static let padding = 2.0
    /// The width of the light zone around a code, in modules.
    private static let quietZone = 4.0

    private let paper: LabelPaper
    private let pages: [String]
    private let pictures: [PDFPicture]
    private let title: String

    /// - Parameter used: The number of labels already taken from the first sheet.
    public init(_ labels: [Label], on paper: LabelPaper, used: Int, title: String) {
        self.paper = paper
        self.title = title
        pictures = labels.compactMap(\.picture)
        var (pages, drawn) = ([String](), 0)
        for (label, spot) in zip(labels, paper.spots(labels.count, used: used)) {
            while pages.count <= spot.sheet { pages.append("0 g\n") }
            pages[spot.sheet] += Self.content(label, x: spot.x, y: spot.y, paper, picture: drawn)
            if label.picture != nil { drawn += 1 }
        }
        self.pages = pages
    }

    /// Whether the fonts of the PDF have the letters of a name. Other names need a picture.
    public static func prints(_ name: String) -> Bool { PDFPages.has(name) }

    public var bytes: [UInt8] {
        PDFPages.file(
            pages, title: title, width: paper.width * Self.scale, height: paper.height * Self.scale,
            pictures: pictures)
    }

    /// - Parameter picture: The index of the label's picture, if it has one.
    private static func content(
        _ label: Label, x: Double, y: Double, _ paper: LabelPaper, picture number: Int
    ) -> String {
        let side = min(paper.labelHeight - 2 * padding, 0.45 * paper.labelWidth)
        let module = side / (Double(label.side) + 2 * quietZone)
        let (left, top) = (x + padding, y + (paper.labelHeight - side) / 2)
        var content = ""
        for run in label.runs {
            let (a, b) = (left + (Double(run.x) + quietZone) * module, top + (Double(run.y) + quietZone) * module)
            content +=
                [a * scale, (paper.height - b - module) * scale, Double(run.count) * module * scale, module * scale]
                .map(PDFPages.number).joined(separator: " ") + " re\n"
        }
        content += "f\n"
        let room = (paper.labelWidth - side - 2 * padding - 1) * scale
        let size = min(14, max(8, paper.labelHeight * 0.28))
        let lines = label.picture == nil ? wrapped(label.name, room, size, maximum: 2) : []
        let drawn = label.picture.map { box(of: $0, size, room) }
        let sizes = lines.map { _ in size } + [0.7 * size, 0.7 * size]
        let texts = lines + [label.kind, label.code]
        let used = 1.25 * sizes.reduce(0, +) + (drawn?.height ?? 0)
        var baseline = (paper.height - y) * scale - (paper.labelHeight * scale - used) / 2
        if let drawn {
            baseline -= drawn.height
            let values = [drawn.width, 0, 0, drawn.height, (left + side + 1) * scale, baseline]
            content += "q \(values.map(PDFPages.number).joined(separator: " ")) cm /P\(number) Do Q\n"
        }
        for (index, text) in texts.enumerated() {
            baseline -= 1.25 * sizes[index]
            content += "BT /\(index < lines.count ? "F2" : "F1") \(PDFPages.number(sizes[index])) Tf "
            content +=
                "\(PDFPages.number((left + side + 1) * scale)) \(PDFPages.number(baseline + 0.3 * sizes[index])) Td "
            content += "\(PDFPages.literal(text)) Tj ET\n"
        }
        return content
    }

    /// Returns the box of a drawn name: as large as written text, but smaller if it would need more than two lines.
    private static func box(
        of picture: PDFPicture, _ size: Double, _ room: Double
    ) -> (width: Double, height: Double) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let share = min(size / drawnSize, room / width, 2.5 * size / height)
        return (share * width, share * height)
    }

    /// Wraps the text into the lines that fit; the last one is cut.
    private static func wrapped(_ text: String, _ room: Double, _ size: Double, maximum: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, PDFPages.width("\(last) \(word)", size) <= room {
                lines[lines.count - 1] = "\(last) \(word)"
            } else if lines.count < maximum {
                lines.append(String(word))
            } else {
                lines[maximum - 1] += " \(word)"
            }
        }
        return lines.map { PDFPages.cut($0, room, size) }
    }
}
