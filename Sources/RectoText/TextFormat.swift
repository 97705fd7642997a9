public import RectoCore

/// Text document formats for other programs.
public enum TextFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// Lines as on the page, an empty line between paragraphs, a form feed after each page.
    case plain
    /// hOCR 1.2: HTML with the places of blocks, lines and words.
    case hocr
    /// ALTO 4.2, an XML format of libraries and archives.
    case alto

    /// A page of a document.
    public struct Page: Hashable, Sendable {
        /// The picture's name, as stated in the document.
        public var name: String
        public var text: PageText
        public var dotsPerInch: Double

        public init(name: String, text: PageText, dotsPerInch: Double) {
            (self.name, self.text, self.dotsPerInch) = (name, text, dotsPerInch)
        }
    }

    /// A document with the given pages.
    public func document(_ pages: [Page]) -> String {
        switch self {
        case .plain: pages.map { $0.text.text + "\u{C}" }.joined()
        case .hocr: HOCR.document(pages)
        case .alto: ALTO.document(pages)
        }
    }
}

/// Text escaped for an element or attribute of XML, without control characters that XML does not allow.
func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 0xFFFE && scalar.value != 0xFFFF {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension Double {
    /// The nearest integer as text, clamped to values that pixels may have.
    var pixel: String { isNaN ? "0" : "\(Int(Swift.min(1e6, Swift.max(-1e6, self)).rounded()))" }
}

private enum HOCR {
    static func document(_ pages: [TextFormat.Page]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <title></title>
        <meta name="ocr-system" content="Recto"/>
        <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf ocrp_lang"/>
        </head>
        <body>
        \(pages.enumerated().map { page($0 + 1, $1) }.joined())</body>
        </html>

        """
    }

    private static func page(_ number: Int, _ page: TextFormat.Page) -> String {
        let size = page.text.size
        let name = escaped(page.name.replacing("\"", with: "'"))
        let title =
            "image &quot;\(name)&quot;; bbox 0 0 \(size.width) \(size.height); ppageno \(number - 1); "
            + "scan_res \(page.dotsPerInch.pixel) \(page.dotsPerInch.pixel)"
        return "<div class=\"ocr_page\" id=\"page_\(number)\" title=\"\(title)\">\n"
            + page.text.blocks.map(block).joined() + "</div>\n"
    }

    private static func block(_ block: PageText.Block) -> String {
        var html = "<div class=\"ocr_carea\" title=\"\(place(block.box))\">\n"
        for paragraph in paragraphs(block.lines) {
            guard let first = paragraph.first else { continue }
            let box = paragraph.dropFirst().reduce(first.box) { $0.union($1.box) }
            let direction = first.direction == .rightToLeft ? " dir=\"rtl\"" : ""
            html +=
                "<p class=\"ocr_par\"\(direction) title=\"\(place(box))\">\n" + paragraph.map(line).joined() + "</p>\n"
        }
        return html + "</div>\n"
    }

    private static func paragraphs(_ lines: [PageText.Line]) -> [[PageText.Line]] {
        lines.reduce(into: []) { paragraphs, line in
            if line.startsParagraph || paragraphs.isEmpty { paragraphs.append([]) }
            paragraphs[paragraphs.count - 1].append(line)
        }
    }

    private static func line(_ line: PageText.Line) -> String {
        "<span class=\"ocr_line\" title=\"\(place(line.box))\(baseline(line))\">"
            + line.words.map(word).joined(separator: " ") + "</span>\n"
    }

    /// Slope, and offset of the line's start from the lower left corner of its box.
    private static func baseline(_ line: PageText.Line) -> String {
        let (from, to) = (line.baseline.start, line.baseline.end)
        guard to.x > from.x else { return "" }
        let slope = (to.y - from.y) / (to.x - from.x)
        let offset = from.y + (line.box.left - from.x) * slope - line.box.bottom
        return "; baseline \((slope * 1000).rounded() / 1000) \(offset.pixel)"
    }

    private static func word(_ word: PageText.Word) -> String {
        let language = word.language.isEmpty ? "" : " data-lang=\"\(escaped(word.language))\""
        let title = "\(place(word.box)); x_wconf \((word.confidence * 100).pixel)"
        return "<span class=\"ocrx_word\"\(language) title=\"\(title)\">\(escaped(word.text))</span>"
    }

    private static func place(_ box: PageText.Box) -> String {
        "bbox \(box.left.pixel) \(box.top.pixel) \(box.right.pixel) \(box.bottom.pixel)"
    }
}

private enum ALTO {
    static func document(_ pages: [TextFormat.Page]) -> String {
        let name = pages.first.map { escaped($0.name) } ?? ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">
            <Description>
            <MeasurementUnit>pixel</MeasurementUnit>
            <sourceImageInformation><fileName>\(name)</fileName></sourceImageInformation>
            <OCRProcessing ID="ocr"><ocrProcessingStep><processingSoftware><softwareName>Recto</softwareName></processingSoftware></ocrProcessingStep></OCRProcessing>
            </Description>
            <Layout>
            \(pages.enumerated().map { page($0 + 1, $1.text) }.joined())</Layout>
            </alto>

            """
    }

    private static func page(_ number: Int, _ text: PageText) -> String {
        let size = "WIDTH=\"\(text.size.width)\" HEIGHT=\"\(text.size.height)\""
        var xml = "<Page ID=\"page_\(number)\" PHYSICAL_IMG_NR=\"\(number)\" \(size)>\n"
        xml += "<PrintSpace HPOS=\"0\" VPOS=\"0\" \(size)>\n"
        for (index, block) in text.blocks.enumerated() {
            xml += "<TextBlock ID=\"block_\(number)_\(index + 1)\" \(place(block.box))>\n"
            xml += block.lines.map(line).joined() + "</TextBlock>\n"
        }
        return xml + "</PrintSpace>\n</Page>\n"
    }

    private static func line(_ line: PageText.Line) -> String {
        var xml = "<TextLine \(place(line.box))>"
        for (index, word) in line.words.enumerated() {
            if index > 0 { xml += "<SP/>" }
            let confidence = (min(1, max(0, word.confidence)) * 100).rounded() / 100
            xml += "<String \(place(word.box)) WC=\"\(confidence)\" CONTENT=\"\(escaped(word.text))\"/>"
        }
        return xml + "</TextLine>\n"
    }

    private static func place(_ box: PageText.Box) -> String {
        "HPOS=\"\(box.left.pixel)\" VPOS=\"\(box.top.pixel)\" WIDTH=\"\(box.width.pixel)\" HEIGHT=\"\(box.height.pixel)\""
    }
}
