import Foundation
import StationRules
import StationViews
import Testing

@Suite struct TemplateModelTests {
    @Test("a row tells all its values, and its tags and excerpt theirs")
    func rows() {
        let moment = StationClock(zone: .gmt).moment(.now, now: .now)
        let row = LibraryView.Row(
            id: 1, path: "p", link: "l", title: "t", moment: moment, exactTime: "e", pages: 2, state: .inbox,
            thumbnail: "th", trashed: "tr", isPinned: true, group: .init(title: "g", count: 1), sortedDay: "s",
            facts: "f", tags: [.init(text: "t", color: "red")], excerpt: [.init(text: "t", isMarked: true)])
        func names(of model: Any) -> Set<String> { Set(Mirror(reflecting: model).children.compactMap(\.label)) }
        #expect(Set(row.values.keys) == names(of: row))
        let bare = LibraryView.Row(
            id: 1, path: "p", link: "l", title: "t", moment: moment, exactTime: "e", pages: 2, state: .inbox,
            thumbnail: nil, isPinned: nil)
        #expect(Set(bare.values.keys) == names(of: bare))
    }
}
