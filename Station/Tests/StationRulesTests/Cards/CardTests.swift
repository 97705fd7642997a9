import StationRules
import Testing

@Suite struct CardTests {
    @Test("CA-10: a card has few elements, as many as its kind has room for", arguments: CardKind.allCases)
    func aCardHasFewElements(_ kind: CardKind) {
        #expect(kind.maximumElements <= 4 && CardKind.maximumActions == 2)
        #expect(kind.shown(Array(0..<100)).count == kind.maximumElements)
        #expect(Array(kind.shown([5])) == [5])
    }

    @Test("CA-7: a card tells of what is missing, in the place of all of it or of its body alone")
    func missing() {
        let damaged = DraftRefusal.ended(.damaged).message
        #expect(CardContent.missing(damaged) != .bodyMissing(damaged))
        #expect(damaged.state == .error && ArMessages.noPicture.state == .error)
    }

    @Test("CA-17, CA-19: cards take one field to six, and a message in them has the drawing of their size")
    func sizes() {
        #expect(CardSize.allCases.map(\.rawValue) == ["1x1", "2x1", "2x2", "2x3"])
        #expect(CardSize.allCases.map { $0.messageSize.drawing.width } == [64, 92, 160, 160])
        #expect(CardKind.figure.size == .oneByOne)
    }

    @Test("CA-4: the state of a card's object is a word or two")
    func status() {
        let scores = [(0, CardStatus.Level.critical), (50, .neutral), (90, .positive)]
        for (score, level) in scores { #expect(AnchorVerdict(score: score, reasons: []).status.level == level) }
        for status in [CardStatus.unsaved] + scores.map({ AnchorVerdict(score: $0.0, reasons: []).status }) {
            #expect(1...2 ~= status.text.split(separator: " ").count)
        }
    }
}
