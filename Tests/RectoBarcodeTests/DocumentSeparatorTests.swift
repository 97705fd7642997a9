import RectoBarcode
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

private typealias SeededGenerator = TestSupport.SeededGenerator

@Suite struct DocumentSeparatorTests {
    private func mark(_ texts: String..., patterns: [String] = []) throws -> DocumentSeparator.Mark? {
        var separator = DocumentSeparator()
        separator.patterns = patterns.map { CodePattern($0) }
        var reader = try CodeReader()
        return separator.mark(
            try texts.flatMap { try reader.read(QRPicture(QRSymbol(bytes: Array($0.utf8)), scale: 3)) })
    }

    @Test func aSheetSeparatesAndALabelBeginsADocument() throws {
        #expect(try mark("PATCHT") == .sheet)
        #expect(try mark("ASN00123") == .first(code: "ASN00123"))
        #expect(try mark("INV-2026-7", patterns: ["INV-*"]) == .first(code: "INV-2026-7"))
        #expect(try mark() == nil)
        #expect(try mark("https://example.org/", patterns: ["INV-*"]) == nil)
        #expect(try mark("patcht") == .sheet)
        #expect(try mark("PATCHT1") == nil)
    }

    @Test func ofSeveralCodesTheSheetComesFirstThenTheLabel() throws {
        #expect(try mark("ASN1", "PATCHT") == .sheet)
        #expect(try mark("INV-1", "ASN1", patterns: ["INV-*"]) == .first(code: "ASN1"))
    }

    @Test(arguments: [
        ("ASN1", 1), ("ASN00123", 123), ("ASN 12", 12), ("ASN-12", 12), ("asn1", 1), ("ASN4294967295", 4_294_967_295),
    ])
    func anArchiveNumberIsRead(text: String, number: Int) {
        #expect(DocumentSeparator().archiveNumber(of: text) == number)
    }

    @Test(arguments: [
        "ASN", "ASN4294967296", "ASNX1", "ASN1X", "XASN1", "ASN-", "ASN99999999999999999999", "ASN１", "",
    ])
    func whatIsNoLabelHasNoNumber(text: String) {
        #expect(DocumentSeparator().archiveNumber(of: text) == nil)
    }

    @Test(arguments: [
        ("INV-*", "INV-7", true), ("INV-*", "INV-", true), ("INV-*", "XINV-7", false), ("*", "", true), ("", "", true),
        ("", "a", false), ("?", "a", true), ("?", "", false), ("a*b*c", "aXbYc", true), ("a*b*c", "aXbY", false),
        ("*ab", "aab", true), ("a?c", "abc", true), ("a.c", "abc", false), ("**a", "ba", true), ("?", "é", true),
    ])
    func aPatternMatchesTheWholeText(pattern: String, text: String, matches: Bool) {
        #expect(CodePattern(pattern).matches(text) == matches)
    }

    /// A pattern with many stars and a code that almost matches: trying all ends of all stars would take forever.
    @Test func patternsEndInTime() {
        let pattern = CodePattern(String(repeating: "*a", count: 40) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 3000)))
    }

    @Test func aStackIsSplitBetweenItsSheetsAndBeforeItsLabels() {
        let marks: [DocumentSeparator.Mark?] = [
            .sheet, nil, nil, .sheet, .sheet, nil, .first(code: "ASN1"), nil, .sheet, .first(code: "ASN2"), .sheet,
        ]
        var splitter = StackSplitter()
        #expect(marks.map { splitter.document(of: $0) } == [nil, 0, 0, nil, nil, 1, 2, 2, nil, 3, nil])
        #expect(splitter.documentCount == 4)
    }
}

/// Batches of text pages, some with a code at a random place.
@Suite struct SeparatedBatchTests {
    private static let batches = 200

    /// Pages of several kinds at 75 dots per inch, the smallest size for codes of three pixels per module.
    private func pages() throws -> [GrayImage] {
        try [PageKind.letter, .report, .invoice, .form, .list, .article].enumerated().map { index, kind in
            let page = try PageComposer().compose(
                seed: SceneComposer.tuningSeeds.lowerBound + UInt64(index), kind: kind, format: .a4,
                pixelsPerMillimetre: 75 / 25.4)
            return Picture.Pixels.rgb(page.image).gray
        }
    }

    private func paste(_ picture: QRPicture, on page: GrayImage, _ random: inout SeededGenerator) -> GrayImage {
        var page = page
        let left = Int.random(in: 0...page.size.width - picture.width, using: &random)
        let top = Int.random(in: 0...page.size.height - picture.height, using: &random)
        page.withMutableView { view in
            for y in 0..<picture.height {
                for x in 0..<picture.width { view.row(top + y)[left + x] = picture.pixels[y * picture.width + x] }
            }
        }
        return page
    }

    private func code(_ text: String, _ random: inout SeededGenerator) -> QRPicture {
        Bool.random(using: &random)
            ? BarSymbol(text).picture(module: 2, height: 60) : QRPicture(QRSymbol(bytes: Array(text.utf8)), scale: 3)
    }

    @Test(.inRelease) func noBatchIsSplitWrongly() throws {
        var parameters = CodeReader.Parameters()
        parameters.symbologies = DocumentSeparator.symbologies
        var reader = try CodeReader(parameters)
        var separator = DocumentSeparator()
        separator.patterns = [CodePattern("INV-*")]
        let pages = try pages()
        var wrong: [Int] = []
        for batch in 0..<Self.batches {
            var random = SeededGenerator(seed: UInt64(batch))
            var expected = StackSplitter()
            var splitter = StackSplitter()
            for _ in 0..<Int.random(in: 3...8, using: &random) {
                var page = pages[Int.random(in: pages.indices, using: &random)]
                var mark: DocumentSeparator.Mark?
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1:
                    mark = .sheet
                    page = paste(code("PATCHT", &random), on: page, &random)
                case 2:
                    let label = "ASN\(Int.random(in: 1...99_999, using: &random))"
                    mark = .first(code: label)
                    page = paste(code(label, &random), on: page, &random)
                case 3:
                    let label = "INV-\(Int.random(in: 1...999, using: &random))"
                    mark = .first(code: label)
                    page = paste(code(label, &random), on: page, &random)
                // Codes without meaning here.
                case 4: page = paste(code("4006381333931", &random), on: page, &random)
                default: break
                }
                let read = page.withView { separator.mark(reader.read($0)) }
                if expected.document(of: mark) != splitter.document(of: read) || read != mark { wrong.append(batch) }
            }
        }
        #expect(wrong.isEmpty)
    }
}
