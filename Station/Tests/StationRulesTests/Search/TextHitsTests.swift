import RectoCore
import StationRules
import Testing

@Suite struct TextHitsTests {
    /// Creates lines of words with letters ten pixels wide, in lines forty pixels high.
    private func text(_ lines: [String]) throws -> PageText {
        let lines = lines.enumerated().map { number, line in
            let top = Double(40 * number)
            var left = 0.0
            let words = line.split(separator: " ").map { word in
                defer { left += Double(10 * (word.count + 1)) }
                return PageText.Word(
                    text: String(word),
                    box: PageText.Box(left: left, top: top, right: left + Double(10 * word.count), bottom: top + 30),
                    confidence: 1, language: "eng")
            }
            let box = PageText.Box(left: 0, top: top, right: left, bottom: top + 30)
            return PageText.Line(
                box: box,
                baseline: PageText.Baseline(
                    start: Point2D(x: 0, y: top + 24), end: Point2D(x: left, y: top + 24)),
                direction: .leftToRight, startsParagraph: false, words: words)
        }
        return PageText(
            size: try PixelSize(width: 1000, height: 1000),
            blocks: [PageText.Block(box: PageText.Box(left: 0, top: 0, right: 1000, bottom: 1000), lines: lines)])
    }

    private func found(_ search: String, _ lines: [String]) throws -> [[String]] {
        let text = try text(lines)
        return TextHits(SearchWords(search), in: text).hits.map { hit in
            hit.words.map { text.lines[$0.line].words[$0.word].text }
        }
    }

    @Test("TX-13, SE-7: words are found by their beginnings, phrases as they stand, also over the end of a line")
    func finds() throws {
        let lines = ["The Gäste of the city of", "Bern: guests-of-honor, gastronomy."]
        #expect(try found("gast", lines) == [["Gäste"], ["gastronomy."]])
        #expect(try found("\"gast\"", lines).isEmpty)
        #expect(try found("\"city of bern\"", lines) == [["city", "of", "Bern:"]])
        #expect(try found("\"of\"", lines) == [["of"], ["of"], ["guests-of-honor,"]])
        #expect(try found("guests-of", lines) == [["guests-of-honor,"]])
        #expect(try found("city bern -gast", lines) == [["city"], ["Bern:"]])
        #expect(try found("ity", lines).isEmpty && found("", lines).isEmpty && found("gast", []).isEmpty)
    }

    @Test("TX-13, SE-7: ß is also ss, æ also ae", arguments: ["grosse", "große", "größe", "GROSSE", "gros"])
    func joinedLetters(_ search: String) throws {
        #expect(try found(search, ["Die Größe der Grösse: Cæsar"]) == [["Größe"], ["Grösse:"]])
        #expect(try found("caesar", ["Cæsar"]) == [["Cæsar"]])
    }

    @Test("TX-13: a word is in one hit, the longest one")
    func overlaps() throws {
        #expect(try found("new \"new york\" york", ["new york new"]) == [["new", "york"], ["new"]])
        #expect(try found("of honor", ["guests-of-honor of"]) == [["guests-of-honor"], ["of"]])
    }

    @Test("TX-13: a hit has a box in each of its lines")
    func boxes() throws {
        let hit = try #require(TextHits(SearchWords("\"a bc d\""), in: text(["x a bc", "d e"])).hits.first)
        #expect(
            hit.boxes == [
                PageText.Box(left: 20, top: 0, right: 60, bottom: 30),
                PageText.Box(left: 0, top: 40, right: 10, bottom: 70),
            ])
    }

    @Test("TX-13: hits are numbered through the document; the next one may be on another page")
    func navigation() {
        let counts = [0, 2, 0, 1]
        let start = HitNavigation(counts: counts, position: 1, chosen: nil)
        #expect(start.current == 1 && start.previous == nil && start.next == .init(hit: 2, position: 1))
        let second = HitNavigation(counts: counts, position: 1, chosen: 2)
        #expect(second.previous == .init(hit: 1, position: 1) && second.next == .init(hit: 3, position: 3))
        let last = HitNavigation(counts: counts, position: 3, chosen: 3)
        #expect(last.previous == .init(hit: 2, position: 1) && last.next == nil && last.total == 3)
        // Pages without matches link to the adjacent ones.
        let between = HitNavigation(counts: counts, position: 2, chosen: nil)
        #expect(between.current == nil && between.previous == .init(hit: 2, position: 1))
        #expect(between.next == .init(hit: 3, position: 3))
        // A match that no longer exists, and an invalid number.
        #expect(HitNavigation(counts: counts, position: 3, chosen: 9).current == 3)
        #expect(HitNavigation(counts: counts, position: 9, chosen: 1).current == nil)
        #expect(
            HitNavigation(counts: [0], position: 0, chosen: 1) == HitNavigation(counts: [0], position: 0, chosen: nil))
    }
}
