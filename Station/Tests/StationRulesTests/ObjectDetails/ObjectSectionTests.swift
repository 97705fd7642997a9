import StationRules
import Testing

@Suite struct ObjectSectionTests {
    @Test("OD-1: sections come by their groups: header, contextual, instructional, referential, facets")
    func order() {
        #expect(
            DocumentSection.allCases.shuffled().ordered() == [
                .header, .facts, .suggestions, .pages, .related, .notes, .attachments, .text, .history,
            ])
        let groups = DocumentSection.allCases.ordered().map(\.group)
        #expect(groups == groups.sorted() && groups.last == .facet)
        // No section is mandatory.
        #expect([DocumentSection.history, .notes].ordered() == [.notes, .history])
        #expect([DocumentSection]().ordered().isEmpty)
    }

    @Test(
        "OD-2: a section is raised above its group only where that is said, what cannot wait before what is used often")
    func raised() {
        #expect(
            DocumentSection.allCases.ordered(raising: DocumentSection.raised(isInInbox: true)) == [
                .header, .suggestions, .pages, .facts, .related, .notes, .attachments, .text, .history,
            ])
        #expect(
            DocumentSection.allCases.ordered(raising: DocumentSection.raised(isInInbox: false)) == [
                .header, .pages, .facts, .suggestions, .related, .notes, .attachments, .text, .history,
            ])
        // Missing sections are not raised.
        #expect(
            [DocumentSection.facts, .header].ordered(raising: DocumentSection.raised(isInInbox: true)) == [
                .header, .facts,
            ])
        #expect([DocumentSection.facts].ordered(raising: [RaisedSection(.header, for: .priority)]) == [.facts])
    }
}
