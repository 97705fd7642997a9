import Foundation
import RectoCore
import StationStore

/// The text that a digital PDF has itself, with the places of its words.
enum PDFPageText {
    /// Fewer words over a picture of the page are a stamp or a page number of a scan that nobody has read.
    private static let wordsOverPicture = 20
    /// The share of the page that a picture covers if the page is a scan.
    private static let coveredShare = 0.5
    /// The share of characters that fonts do not explain, above which the text is of no use.
    private static let unknownShare = 0.1

    /// Returns the text of a page as drawn by ``ForeignFile``.
    /// - Parameters:
    ///   - path: The PDF.
    ///   - size: The size of the drawn page.
    ///   - language: The name of the language for its words.
    /// - Returns: `nil` if the page has no text, or none that can be used.
    static func read(_ path: String, page: Int, size: PixelSize, language: String) throws -> StoredText? {
        let range = ["-f", "\(page)", "-l", "\(page)"]
        let layout = try ForeignFile.output(
            of: ["/usr/bin/pdftotext", "-bbox-layout", "-cropbox", "-enc", "UTF-8"] + range + [path, "-"])
        guard let (text, points) = Self.text(in: layout, size: size, language: language), isUsable(text) else {
            return nil
        }
        if text.words.count < wordsOverPicture {
            let pictures = try ForeignFile.output(of: ["/usr/bin/pdfimages", "-list"] + range + [path])
            if covered(by: pictures, of: points) >= coveredShare { return nil }
        }
        return StoredText(text, dotsPerInch: Double(size.width) / points.width * 72)
    }

    private static func isUsable(_ text: PageText) -> Bool {
        let characters = text.words.flatMap(\.text.unicodeScalars)
        let unknown = characters.count { $0.value == 0xfffd || $0.properties.generalCategory == .privateUse }
        return !characters.isEmpty && Double(unknown) <= unknownShare * Double(characters.count)
    }

    /// Returns the share of the page that the largest picture covers.
    /// - Parameter list: The output of `pdfimages`.
    private static func covered(by list: String, of page: (width: Double, height: Double)) -> Double {
        list.split(separator: "\n").dropFirst(2).compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 13, let width = Double(fields[3]), let height = Double(fields[4]),
                let x = Double(fields[12]), let y = Double(fields[13]), x > 0, y > 0
            else { return nil }
            return (width / x * 72) * (height / y * 72) / (page.width * page.height)
        }.max() ?? 0
    }

    // MARK: The layout

    /// - Parameter layout: The output of `pdftotext -bbox-layout`.
    /// - Returns: The text, and the page's size in points.
    private static func text(
        in layout: String, size: PixelSize, language: String
    ) -> (text: PageText, points: (width: Double, height: Double))? {
        var points: (width: Double, height: Double)?
        var (blocks, lines, words) = ([PageText.Block](), [PageText.Line](), [PageText.Word]())
        var scale = (x: 1.0, y: 1.0)
        func box(_ line: Substring) -> PageText.Box? {
            func value(_ name: String) -> Double? { number(name, in: line) }
            guard let left = value("xMin"), let top = value("yMin"), let right = value("xMax"),
                let bottom = value("yMax")
            else { return nil }
            // Words may reach beyond the page.
            func x(_ value: Double) -> Double { min(max(value * scale.x, 0), Double(size.width)) }
            func y(_ value: Double) -> Double { min(max(value * scale.y, 0), Double(size.height)) }
            return PageText.Box(left: x(left), top: y(top), right: x(right), bottom: y(bottom))
        }
        for row in layout.split(separator: "\n") {
            let row = row.drop { $0 == " " }
            if row.hasPrefix("<page") {
                guard let width = number("width", in: row), let height = number("height", in: row), width > 0,
                    height > 0
                else { return nil }
                points = (width, height)
                scale = (Double(size.width) / width, Double(size.height) / height)
            } else if row.hasPrefix("<word"), let box = box(row), box.width > 0, box.height > 0 {
                guard let start = row.firstIndex(of: ">"), let end = row.range(of: "</word>") else { continue }
                let text = unescaped(row[row.index(after: start)..<end.lowerBound])
                guard !text.isEmpty else { continue }
                words.append(PageText.Word(text: text, box: box, confidence: 1, language: language))
            } else if row.hasPrefix("</line>"), let line = PageText.Line(words, startsParagraph: lines.isEmpty) {
                lines.append(line)
                words = []
            } else if row.hasPrefix("</block>"), let first = lines.first {
                blocks.append(
                    PageText.Block(box: lines.dropFirst().reduce(first.box) { $0.union($1.box) }, lines: lines))
                lines = []
            }
        }
        return points.map { (PageText(size: size, blocks: blocks), $0) }
    }

    private static func number(_ name: String, in row: Substring) -> Double? {
        guard let start = row.range(of: "\(name)=\"") else { return nil }
        return Double(row[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension PageText.Line {
    /// `nil` without words.
    fileprivate init?(_ words: [PageText.Word], startsParagraph: Bool) {
        guard let first = words.first else { return nil }
        let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
        let isRightToLeft = words.count { $0.text.unicodeScalars.contains(where: \.isRightToLeft) } * 2 > words.count
        self.init(
            box: box,
            baseline: PageText.Baseline(
                start: Point2D(x: box.left, y: box.bottom), end: Point2D(x: box.right, y: box.bottom)),
            direction: isRightToLeft ? .rightToLeft : .leftToRight, startsParagraph: startsParagraph, words: words)
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter of Hebrew, Arabic or another script of their blocks.
    fileprivate var isRightToLeft: Bool {
        [0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff].contains { $0.contains(Int(value)) }
    }
}
