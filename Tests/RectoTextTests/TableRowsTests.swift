import RectoCore
import RectoText
import Testing

/// Columns of a table are joined to rows, columns of text are not.
struct TableRowsTests {
    private static func line(
        _ words: [String], left: Double, top: Double, direction: PageText.Direction = .leftToRight
    ) -> PageText.Line {
        var edge = left
        let placed = words.map { word in
            defer { edge += 10 * Double(word.count) + 8 }
            return PageText.Word(
                text: word,
                box: PageText.Box(left: edge, top: top, right: edge + 10 * Double(word.count), bottom: top + 20),
                confidence: 1, language: "eng")
        }
        let box = PageText.Box(left: left, top: top, right: edge - 8, bottom: top + 20)
        return PageText.Line(
            box: box,
            baseline: PageText.Baseline(
                start: Point2D(x: box.left, y: box.bottom), end: Point2D(x: box.right, y: box.bottom)),
            direction: direction, startsParagraph: false, words: words.isEmpty ? [] : placed)
    }

    /// Lines below each other, 30 apart.
    private static func block(
        _ lines: [[String]], left: Double, top: Double = 0, direction: PageText.Direction = .leftToRight
    ) -> PageText.Block {
        let placed = lines.enumerated().map {
            line($1, left: left, top: top + 30 * Double($0), direction: direction)
        }
        return PageText.Block(box: placed.dropFirst().reduce(placed[0].box) { $0.union($1.box) }, lines: placed)
    }

    private static func texts(_ blocks: [PageText.Block]) -> [[String]] {
        blocks.joiningTableColumns().map { $0.lines.map(\.text) }
    }

    @Test func thePricesOfAReceiptStandBesideWhatTheyAreFor() {
        let items = Self.block([["Green", "tea"], ["Soap", "bar", "large"], ["Milk"], ["TOTAL"]], left: 0)
        let prices = Self.block([["2.46"], ["29.30"], ["3.73"], ["35.49"]], left: 400, top: 4)
        let thanks = Self.block([["Thank", "you"]], left: 0, top: 200)
        #expect(
            Self.texts([items, thanks, prices]) == [
                ["Green tea 2.46", "Soap bar large 29.30", "Milk 3.73", "TOTAL 35.49"], ["Thank you"],
            ])
    }

    @Test func columnsOfATableAreJoinedInTheirOrderWhicheverIsReadFirst() {
        let columns = [
            Self.block([["3"], ["14"]], left: 300), Self.block([["Oak", "shelf"], ["Butter"]], left: 0),
            Self.block([["17.66"], ["1.87"]], left: 500),
        ]
        #expect(Self.texts(columns) == [["Oak shelf 3 17.66", "Butter 14 1.87"]])
    }

    @Test func aRowWithoutAnEntryStaysInItsPlace() {
        let items = Self.block([["Rice"], ["Cash"], ["Change"]], left: 0)
        let prices = Self.block([["28.64"], ["9.00"]], left: 300, top: 30)
        #expect(Self.texts([items, prices]) == [["Rice", "Cash 28.64", "Change 9.00"]])
    }

    @Test func rowsThatAreReadFromTheRightAreJoinedFromTheRight() {
        let items = Self.block([["חלב"], ["לחם"]], left: 300, direction: .rightToLeft)
        let prices = Self.block([["7"], ["9"]], left: 0, direction: .rightToLeft)
        #expect(Self.texts([items, prices]) == [["חלב 7", "לחם 9"]])
    }

    @Test func columnsOfTextStayColumns() {
        let left = Self.block([["The", "engine", "opens", "the"], ["exact", "kitchen", "against"]], left: 0)
        let right = Self.block([["the", "manager", "and", "then"], ["the", "western", "reason"]], left: 300)
        #expect(Self.texts([left, right]).count == 2)
    }

    @Test func aHeadingInTheMarginAndAColumnOnOtherLinesStayWhereTheyAre() {
        let text = Self.block(
            [["The", "engine", "opens"], ["exact", "kitchen", "doors"], ["at", "ten", "sharp"]], left: 200)
        let heading = Self.block([["Opening"]], left: 0)
        #expect(Self.texts([heading, text]).count == 2)
        let between = Self.block([["a"], ["b"]], left: 0, top: 15)
        let sparse = PageText.Block(
            box: text.box, lines: [text.lines[0], text.lines[2]])
        #expect(Self.texts([between, sparse]).count == 2)
    }
}
