import Foundation
import RectoCore
import RectoText
import TestSupport
import Testing

@Suite struct TextFormatTests {
    private static func page() throws -> TextFormat.Page {
        func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> PageText.Box {
            PageText.Box(left: left, top: top, right: right, bottom: bottom)
        }
        func line(_ y: Double, _ texts: [String], starts: Bool) -> PageText.Line {
            let words = texts.enumerated().map { index, text in
                let left = 10 + 50 * Double(index)
                return PageText.Word(text: text, box: box(left, y, left + 40, y + 20), confidence: 0.9, language: "eng")
            }
            let baseline = PageText.Baseline(start: Point2D(x: 10, y: y + 16), end: Point2D(x: 110, y: y + 16))
            return PageText.Line(
                box: box(10, y, 110, y + 20), baseline: baseline, direction: .leftToRight, startsParagraph: starts,
                words: words)
        }
        let lines = [
            line(10, ["A<B", "&\"C\""], starts: true), line(40, ["中", "文"], starts: false),
            line(80, ["end\u{1}"], starts: true),
        ]
        let text = PageText(
            size: try PixelSize(width: 200, height: 100),
            blocks: [PageText.Block(box: box(10, 10, 110, 100), lines: lines)])
        return TextFormat.Page(name: "a \"b\".jpg", text: text, dotsPerInch: 300)
    }

    @Test func plainTextHasLinesParagraphsAndPages() throws {
        let page = try Self.page()
        #expect(
            TextFormat.plain.document([page, page]) == String(repeating: "A<B &\"C\"\n中文\n\nend\u{1}\n\u{C}", count: 2))
    }

    @Test(arguments: [TextFormat.hocr, .alto])
    func documentsAreWellFormedAndHoldEveryWord(format: TextFormat) throws {
        let document = format.document([try Self.page(), try Self.page()])
        let folder = try TemporaryFolder()
        let path = folder.path("a.xml")
        try Data(document.utf8).write(to: URL(filePath: path))
        let read = try ProgramResult.run(
            "python3",
            ["-c", "import sys,xml.dom.minidom as m; print(m.parse(sys.argv[1]).documentElement.tagName)", path])
        #expect(read.status == 0, "\(read.output)")
        #expect(document.contains("A&lt;B") && document.contains("&amp;&quot;C&quot;"))
        #expect(!document.contains("\u{1}"))
    }

    @Test func hOCRStatesPlacesBaselinesAndConfidences() throws {
        let document = TextFormat.hocr.document([try Self.page()])
        #expect(document.contains("bbox 0 0 200 100; ppageno 0; scan_res 300 300"))
        #expect(document.contains("class=\"ocr_line\" title=\"bbox 10 10 110 30; baseline 0.0 -4\""))
        #expect(document.contains("bbox 10 10 50 30; x_wconf 90"))
    }

    @Test func aPageInAnotherSizeHasItsPlacesThere() throws {
        let text = try Self.page().text
        let scaled = text.scaled(to: try PixelSize(width: 400, height: 300))
        #expect(scaled.words[1].box == PageText.Box(left: 120, top: 30, right: 200, bottom: 90))
        #expect(scaled.lines[0].baseline.end == Point2D(x: 220, y: 78))
        #expect(scaled.text == text.text)
        #expect(scaled.scaled(to: text.size) == text)
    }
}
