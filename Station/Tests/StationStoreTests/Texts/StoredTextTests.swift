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

    @Test func shortenedBytesAreRefused() throws {
        var random = SeededGenerator(seed: 26)
        let bytes = StoredText(try text(80, &random), dotsPerInch: 300).bytes
        for length in 0..<bytes.count {
            #expect(throws: StoredText.Failure.self) { try StoredText(bytes: Array(bytes.prefix(length))) }
        }
        #expect(throws: StoredText.Failure.unknownVersion(9)) { try StoredText(bytes: [9] + bytes.dropFirst()) }
        #expect(throws: StoredText.Failure.damaged) { try StoredText(bytes: [1, 1, 1, 1, 0, 0xFF, 0xFF, 0xFF, 0x7F]) }
    }

    /// A library's file may be damaged anywhere. Decoded text must still be valid, and limited by the number of
    /// bytes.
    @Test func damagedBytesAreRefusedOrAText() throws {
        var random = SeededGenerator(seed: 27)
        let texts = try [
            text(8, &random), text(80, &random), text(16, &random, languages: ["eng"]),
            PageText(size: try PixelSize(width: 3, height: 4)),
        ]
        let originals = texts.map { StoredText($0, dotsPerInch: 300).bytes }
        var accepted = 0
        for round in 0..<12_000 {
            let damaged = Self.damaged(originals[round % originals.count], &random)
            guard let stored = try? StoredText(bytes: damaged) else { continue }
            accepted += 1
            #expect(stored.text.blocks.count + stored.text.lines.count + stored.text.words.count <= damaged.count)
            #expect(
                stored.text.blocks.allSatisfy { block in
                    !block.lines.isEmpty && block.lines.allSatisfy { !$0.words.isEmpty }
                })
            #expect(stored.text.words.allSatisfy { !$0.text.isEmpty && 0...1 ~= $0.confidence })
            #expect(try StoredText(bytes: stored.bytes) == stored)
        }
        // Most changes to letters give valid text.
        #expect(accepted > 500)
    }

    /// Returns bytes that are changed, duplicated, missing, or encode large numbers.
    private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            let part = place..<min(bytes.count, place + Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.insert(contentsOf: bytes[part], at: place)
            case 3: bytes.removeSubrange(part)
            default: bytes.replaceSubrange(part, with: repeatElement(0xFF, count: part.count))
            }
        }
        return bytes
    }
}
