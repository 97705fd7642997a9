import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The invisible text of PDF files, as seen by Poppler and qpdf.
@Suite(.enabled(if: ProgramResult.isInstalled("pdftotext") && ProgramResult.isInstalled("qpdf")))
struct PDFTextTests {
    private static let size: Result<PixelSize, any Error> = Result { try PixelSize(width: 1200, height: 1600) }

    private struct FoundWord: Equatable {
        var text: String
        var box: PageText.Box
    }

    private static func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> PageText.Box {
        PageText.Box(left: left, top: top, right: left + width, bottom: top + height)
    }

    /// A line of words side by side, with their ascenders and descenders.
    private static func line(
        _ texts: [String], at top: Double, height: Double = 40, gap: Double = 0.3,
        direction: PageText.Direction = .leftToRight
    ) -> PageText.Line {
        var left = 100.0
        let words = texts.enumerated().map { index, text in
            let width = Double(text.count) * 0.55 * height
            defer { left += width + gap * height }
            let (up, down) = [(1.0, 0.25), (0.7, 0.0), (1.0, 0.0), (0.7, 0.25)][index % 4]
            let base = top + height
            return PageText.Word(
                text: text,
                box: PageText.Box(
                    left: left, top: (base - up * height).rounded(), right: (left + width).rounded(),
                    bottom: (base + down * height).rounded()),
                confidence: 1, language: "eng")
        }
        let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        let baseline = PageText.Baseline(
            start: Point2D(x: box.left, y: top + height), end: Point2D(x: box.right, y: top + height))
        return PageText.Line(
            box: box, baseline: baseline, direction: direction, startsParagraph: false,
            words: direction == .rightToLeft ? mirrored(words, in: box) : words)
    }

    /// The words in right-to-left reading order.
    private static func mirrored(_ words: [PageText.Word], in box: PageText.Box) -> [PageText.Word] {
        words.map { word in
            var word = word
            let (left, right) = (word.box.left, word.box.right)
            (word.box.left, word.box.right) = (box.left + box.right - right, box.left + box.right - left)
            return word
        }
    }

    private static func text(_ lines: [PageText.Line]) throws -> PageText {
        let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
        return PageText(size: try size.get(), blocks: [PageText.Block(box: box, lines: lines)])
    }

    /// Writes 1-bit pages at 200 dpi.
    private static func write(_ texts: [PageText?], to path: String, isArchival: Bool = false) throws {
        let writer = try PDFWriter(
            path: path, metadata: DocumentMetadata(title: "Straße <1> & 2", creationTime: 1_767_225_600),
            isArchival: isArchival)
        let resolution = try #require(Resolution(dotsPerInch: 200))
        for text in texts {
            try writer.add(.bilevel(BilevelImage(size: try size.get())), resolution: resolution, text: text)
        }
        try writer.finish()
        let check = try ProgramResult.run("qpdf", ["--check", path])
        #expect(check.status == 0, "\(check.output)")
    }

    /// Words with their boxes in pixels.
    private func boxes(_ path: String) throws -> [FoundWord] {
        let output = try ProgramResult.runApart("pdftotext", ["-bbox", path, "-"]).output
        let word = /<word xMin="([0-9.-]+)" yMin="([0-9.-]+)" xMax="([0-9.-]+)" yMax="([0-9.-]+)">(.*)<\/word>/
        return output.matches(of: word).compactMap { match in
            let numbers = [match.1, match.2, match.3, match.4].compactMap { Double($0) }.map { $0 * 200 / 72 }
            guard numbers.count == 4 else { return nil }
            return FoundWord(
                text: String(match.5),
                box: PageText.Box(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3]))
        }
    }

    private func plain(_ path: String) throws -> [String] {
        try ProgramResult.runApart("pdftotext", [path, "-"]).output.split(whereSeparator: \.isWhitespace).map(
            String.init)
    }

    @Test func everyWordLiesWithinTwoPixelsOfItsBox() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let text = try Self.text([
            Self.line(["Typography", "as", "held", "once", "grey"], at: 200),
            Self.line(["Large", "heading"], at: 400, height: 150),
            Self.line(["small", "print", "legal"], at: 700, height: 18),
        ])
        try Self.write([text], to: path)
        let found = try boxes(path)
        #expect(found.map(\.text) == text.words.map(\.text))
        for (found, word) in zip(found, text.words) {
            let (a, b) = (found.box, word.box)
            let errors = [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom]
            #expect(errors.allSatisfy { abs($0) <= 2 }, "\(word.text): \(errors)")
        }
    }

    /// Straight lines that rise and fall, and lines of book pages that sag by the given pixels in the middle.
    @Test(arguments: [(0.013, 0.0), (-0.05, 0), (0.12, 0), (0.3, 0), (0, 30), (0, 70), (0.05, 70), (-0.04, -50)])
    func wordsOfALineThatIsNotLevelLieWithinTwoPixelsOfTheirBoxes(slope: Double, sag: Double) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let words = ["slanted", "y", "a", "held", "once", "-", "grey", "so", "typography", "ran", "on"]
        let lines = [300.0, 370].map { Self.bent(Self.line(words, at: $0), slope: slope, sag: sag) }
        let text = try Self.text(lines)
        try Self.write([text], to: path)
        let found = try boxes(path)
        try #require(found.map(\.text).sorted() == text.words.map(\.text).sorted())
        for word in text.words {
            let nearest = found.filter { $0.text == word.text }.map { Self.error($0.box, word.box) }.min()
            #expect(try #require(nearest) <= 2, "\(word.text)")
        }
        // Viewers treat each as one line unless it bends by more than the height of the words.
        guard abs(slope) < 0.1, abs(sag) < 40 else { return }
        let copied = try ProgramResult.runApart("pdftotext", [path, "-"]).output.split(separator: "\n").map(String.init)
        #expect(copied.prefix(2) == [words.joined(separator: " "), words.joined(separator: " ")])
    }

    /// A line whose words are moved down, with a straight baseline from its start to its end.
    private static func bent(_ line: PageText.Line, slope: Double, sag: Double) -> PageText.Line {
        var line = line
        let box = line.box
        func fall(_ x: Double) -> Double {
            let share = (x - box.left) / box.width
            return slope * (x - box.left) + 4 * sag * share * (1 - share)
        }
        for index in line.words.indices {
            let word = line.words[index].box
            let falls = [fall(word.left), fall(word.right)]
            line.words[index].box.top += (falls.min() ?? 0).rounded()
            line.words[index].box.bottom += (falls.max() ?? 0).rounded()
        }
        line.box = line.words.dropFirst().reduce(line.words[0].box) { $0.union($1.box) }
        line.baseline.end.y += fall(box.right)
        return line
    }

    /// Poppler takes identical letters for a single one printed twice if they are much narrower than their type.
    @Test func narrowWordsKeepTheirDoubledLetters() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        var line = Self.line(["wide", "illicit", "III", "words"], at: 300)
        (line.words[1].box.right, line.words[2].box.right) = (line.words[1].box.left + 28, line.words[2].box.left + 9)
        try Self.write([try Self.text([line])], to: path)
        let found = try boxes(path)
        try #require(found.map(\.text) == line.words.map(\.text))
        let errors = zip(found, line.words).map { Self.error($0.box, $1.box) }
        #expect(errors.allSatisfy { $0 <= 2 }, "\(errors)")
    }

    /// As for pages that were flattened for reading and have words beyond the edge of the original page.
    @Test func wordsOfAPixelAtThePagesEdgesAreKept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        var lines = [(100.0, "upper"), (700, "middle"), (1500, "lower")].map { Self.line([$1, "edge"], at: $0) }
        for word in 0..<2 {
            (lines[0].words[word].box.top, lines[0].words[word].box.bottom) = (0, 1)
            (lines[2].words[word].box.top, lines[2].words[word].box.bottom) = (1599, 1600)
        }
        // Far below its words, and far above.
        (lines[0].baseline.start.y, lines[0].baseline.end.y) = (-30, -30)
        (lines[2].baseline.start.y, lines[2].baseline.end.y) = (1640, 1640)
        try Self.write([try Self.text(lines)], to: path)
        #expect(try plain(path) == ["upper", "edge", "middle", "edge", "lower", "edge"])
    }

    /// `pdftotext -raw` uses the gaps between words, not the spaces in the file.
    @Test func closeWordsAreCopiedAsWordsInTheOrderOfTheFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let words = ["set", "so", "close", "that", "they", "touch"]
        let text = try Self.text([Self.line(words, at: 200, height: 22, gap: 0.16)])
        try Self.write([text], to: path)
        let copied = try ProgramResult.runApart("pdftotext", ["-raw", path, "-"]).output
        #expect(copied.split(whereSeparator: \.isWhitespace).map(String.init) == words)
        #expect(zip(try boxes(path), text.words).allSatisfy { Self.error($0.box, $1.box) <= 2 })
    }

    /// 320 words with box sizes as in print.
    private static func fullPage() throws -> PageText {
        try text(
            (0..<40).map { row in
                let words = (2..<10).map { length in
                    String("typographyheldgrey".dropFirst((5 * row + length) % 9).prefix(length))
                }
                return line(words, at: 50 + 38 * Double(row), height: 16 + Double(row % 5))
            })
    }

    @Test func everyWordOfAFullPageLiesWithinTwoPixelsOfItsBox() throws {
        let folder = try TemporaryFolder()
        let text = try Self.fullPage()
        try Self.write([text], to: folder.path("a.pdf"))
        let found = try boxes(folder.path("a.pdf"))
        try #require(found.map(\.text) == text.words.map(\.text))
        let errors = zip(found, text.words).map { Self.error($0.box, $1.box) }
        #expect(errors.allSatisfy { $0 <= 2 }, "\(errors.max() ?? 0)")
    }

    /// Values that a file or a program may contain, such as places whose sum or product is not finite.
    @Test(arguments: [1e9, 1e300, .greatestFiniteMagnitude, .infinity, .nan])
    func wordsFarFromAnyPageAreLeftOut(place: Double) throws {
        let folder = try TemporaryFolder()
        var (tall, far, lineless) = (
            Self.line(["tall"], at: 200), Self.line(["far"], at: 300), Self.line(["lost"], at: 400)
        )
        tall.words[0].box.top = -place
        tall.words[0].box.bottom = place
        far.words[0].box.right = place
        lineless.baseline.start.y = place
        lineless.baseline.end.y = place
        try Self.write(
            [try Self.text([tall, far, lineless, Self.line(["here"], at: 500)])], to: folder.path("a.pdf"))
        // Only what is far from its line may be on its own edge.
        #expect(try plain(folder.path("a.pdf")).filter { $0 != "lost" } == ["here"])
    }

    /// The error of the least accurate edge.
    private static func error(_ a: PageText.Box, _ b: PageText.Box) -> Double {
        max(abs(a.left - b.left), abs(a.top - b.top), abs(a.right - b.right), abs(a.bottom - b.bottom))
    }

    /// The rest of 60 kB is the picture.
    @Test func theTextOfAFullPageTakesEightKilobytes() throws {
        let folder = try TemporaryFolder()
        try Self.write([try Self.fullPage()], to: folder.path("text.pdf"))
        try Self.write([nil], to: folder.path("plain.pdf"))
        let sizes = try ["text.pdf", "plain.pdf"].map { try Data(contentsOf: URL(filePath: folder.path($0))).count }
        #expect(sizes[0] - sizes[1] < 8_000, "\(sizes)")
    }

    /// Printers set words this close, and recognized boxes are even closer.
    @Test(arguments: [PageText.Direction.leftToRight, .rightToLeft])
    func wordsThatAlmostTouchAreCopiedAsWords(direction: PageText.Direction) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let words = direction == .rightToLeft ? ["שלום", "רב", "לכם"] : ["passes", "a", "picture."]
        let text = try Self.text([Self.line(words, at: 200, gap: 0.02, direction: direction)])
        try Self.write([text], to: path)
        #expect(try boxes(path).count == words.count)
        for (found, word) in zip(try boxes(path), text.words) where direction == .leftToRight {
            #expect(abs(found.box.left - word.box.left) <= 2 && abs(found.box.right - word.box.right) <= 2)
        }
    }

    @Test func columnsRightToLeftAndCJKAreCopiedInReadingOrder() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let lines = [
            ["Größe", "naïve", "Ελλάδα", "Россия"], ["中文", "日本語", "テスト"], ["e\u{301}clair", "𝒜𝒷", "👨‍👩‍👧"],
        ]
        var placed = lines.enumerated().map { Self.line($1, at: 200 + 100 * Double($0)) }
        placed.append(Self.line(["שלום", "עולם", "טוב"], at: 700, direction: .rightToLeft))
        try Self.write([try Self.text(placed)], to: path)
        #expect(
            try plain(path).joined(separator: " ").precomposedStringWithCanonicalMapping.contains(
                "Größe naïve Ελλάδα Россия"))
        let all = try plain(path).map(Self.withoutMarks)
        for word in lines.joined() { #expect(all.contains(word), "\(word) in \(all)") }
        let hebrew = all.filter { $0.unicodeScalars.contains(where: { 0x0590...0x05FF ~= $0.value }) }
        #expect(hebrew == ["שלום", "עולם", "טוב"])
    }

    /// Letters with points above, below and inside them.
    @Test func pointsOfHebrewFollowTheirLettersInACopy() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let words = ["לְפוּמְבְּדִיתָא", "שְהָיתָה", "מֶרְכָז", "יְהוּדִי"]
        try Self.write([try Self.text([Self.line(words, at: 200, direction: .rightToLeft)])], to: path)
        #expect(try plain(path).map(Self.withoutMarks) == words)
    }

    /// The text without direction marks, in which pdftotext encloses right-to-left text.
    private static func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !(0x202A...0x202E ~= $0.value) }))
    }

    @Test func textOfATurnedLineRunsAlongIt() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let word = PageText.Word(text: "downward", box: Self.box(500, 300, 40, 220), confidence: 1, language: "eng")
        let line = PageText.Line(
            box: word.box,
            baseline: PageText.Baseline(start: Point2D(x: 510, y: 300), end: Point2D(x: 510, y: 520)),
            direction: .leftToRight, startsParagraph: true, words: [word])
        try Self.write([try Self.text([line])], to: path)
        let found = try #require(try boxes(path).first)
        #expect(found.text == "downward")
        let errors = [found.box.left - 500, found.box.top - 300, found.box.right - 540, found.box.bottom - 520]
        #expect(errors.allSatisfy { abs($0) <= 2 }, "\(errors)")
    }

    @Test func fontsAreEmbeddedAndMapToUnicode() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        try Self.write([try Self.text([Self.line(["one", "two"], at: 100)]), nil], to: path)
        let fonts = try ProgramResult.run("pdffonts", [path]).output.split(separator: "\n").dropFirst(2)
        #expect(!fonts.isEmpty)
        for font in fonts {
            #expect(font.contains("RectoGlyphless") && font.contains("CID TrueType") && font.contains("Identity-H"))
            // Embedded, not subset, mapped to Unicode.
            #expect(font.contains(/yes\s+no\s+yes/), "\(font)")
        }
    }

    @Test func placesThatAreNoNumbersAndLongClustersDoNoHarm() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        var line = Self.line(["a", "b", "c", "d" + String(repeating: "\u{301}", count: 12)], at: 100)
        line.words[0].box.left = .nan
        line.words[1].box.right = .infinity
        line.words[2].box.bottom = line.words[2].box.top
        var other = Self.line(["x"], at: 300)
        other.baseline = PageText.Baseline(start: Point2D(x: .nan, y: 0), end: Point2D(x: 1e300, y: -1e300))
        try Self.write([try Self.text([line, other])], to: path)
        #expect(try plain(path).contains { $0.unicodeScalars.first == "d" })
    }

    @Test func theSameTextGivesTheSameBytes() throws {
        let folder = try TemporaryFolder()
        let text = try Self.text([Self.line(["one", "two", "three"], at: 100)])
        let files = try ["a.pdf", "b.pdf"].map { name in
            try Self.write([text], to: folder.path(name), isArchival: true)
            return try Data(contentsOf: URL(filePath: folder.path(name)))
        }
        #expect(files[0] == files[1])
    }
}
