import RectoCore
import StationStore
import TestSupport
import Testing

@Suite struct StoredTextTests {
    private func text(
        _ words: Int, _ random: inout SeededGenerator, languages: [String] = ["deu", "eng"]
    ) throws -> PageText {
        let size = try PixelSize(width: 2480, height: 3508)
        let lines = (0..<max(1, words / 8)).map { row in
            let top = Double(200 + 40 * row)
            let words = (0..<8).map { column in
                let left = Double(150 + 260 * column + Int.random(in: -9...9, using: &random))
                return PageText.Word(
                    text: ["Rechnung", "é", "漢字", "שלום", "12,50"].randomElement(using: &random) ?? "a",
                    box: PageText.Box(left: left, top: top, right: left + 200, bottom: top + 31),
                    confidence: Double(Int.random(in: 0...100, using: &random)) / 100,
                    language: languages.randomElement(using: &random) ?? "eng")
            }
            return PageText.Line(
                box: PageText.Box(left: 140, top: top - 2, right: 2300, bottom: top + 33),
                baseline: PageText.Baseline(start: Point2D(x: 140, y: top + 25), end: Point2D(x: 2300, y: top + 29)),
                direction: row % 3 == 0 ? .rightToLeft : .leftToRight, startsParagraph: row % 4 == 0, words: words)
        }
        let box = PageText.Box(left: 140, top: 198, right: 2300, bottom: 3000)
        return PageText(size: size, blocks: [PageText.Block(box: box, lines: lines)])
    }

    @Test func comesBackAsItWas() throws {
        var random = SeededGenerator(seed: 24)
        for words in [8, 400] {
            let stored = StoredText(try text(words, &random), dotsPerInch: 300)
            #expect(try StoredText(bytes: stored.bytes) == stored)
        }
        let ofOne = StoredText(try text(40, &random, languages: ["eng"]), dotsPerInch: 300)
        #expect(try StoredText(bytes: ofOne.bytes) == ofOne)
        let empty = StoredText(PageText(size: try PixelSize(width: 3, height: 4)), dotsPerInch: 72)
        #expect(try StoredText(bytes: empty.bytes) == empty)
    }

    @Test func aWordOfAPageInOneLanguageTakesTenBytesBesideItsLetters() throws {
        var random = SeededGenerator(seed: 25)
        let text = try text(400, &random, languages: ["deu"])
        let letters = text.words.reduce(0) { $0 + $1.text.utf8.count }
        #expect(StoredText(text, dotsPerInch: 300).bytes.count - letters <= 10 * 400)
    }

    @Test func damagedBytesAreRefusedAndTakeNoMemory() throws {
        var random = SeededGenerator(seed: 26)
        let bytes = StoredText(try text(80, &random), dotsPerInch: 300).bytes
        for length in 0..<bytes.count {
            #expect(throws: StoredText.Failure.self) { try StoredText(bytes: Array(bytes.prefix(length))) }
        }
        #expect(throws: StoredText.Failure.unknownVersion(9)) { try StoredText(bytes: [9] + bytes.dropFirst()) }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // What it is read as is bounded by its length.
            if let text = try? StoredText(bytes: damaged) { #expect(text.text.words.count <= bytes.count) }
        }
        #expect(throws: StoredText.Failure.damaged) { try StoredText(bytes: [1, 1, 1, 1, 0, 0xFF, 0xFF, 0xFF, 0x7F]) }
    }
}
