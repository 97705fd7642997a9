import StationRules
import Testing

@Suite struct CardTests {
    @Test("CA-10: a card has few elements, as many as its kind has room for", arguments: CardKind.allCases)
    func elements(_ kind: CardKind) {
        #expect(kind.maximumElements <= 4)
        #expect(kind.shown(Array(0..<100)).count == kind.maximumElements)
        #expect(Array(kind.shown([5])) == [5])
    }

    @Test("CA-7: a card tells of what is missing, in the place of all of it or of its body alone")
    func missing() {
        #expect(CardContent.missing(LibraryMessages.unreadableDraft) != .bodyMissing(LibraryMessages.unreadableDraft))
        #expect(LibraryMessages.unreadableDraft.state == .error && ArMessages.noPicture.state == .error)
    }
}
