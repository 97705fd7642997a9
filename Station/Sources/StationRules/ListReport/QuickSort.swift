/// The menu that sorts a list by one criterion, and does nothing else.
public struct QuickSort: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let label: String
        /// Only of the one that the list is sorted by.
        public let isActive: Bool
        /// The list after a tap.
        public let query: ListQuery
    }

    public static var title: String { localized("Sort By") }
    public let entries: [Entry]
    /// What the list is sorted by, below the title where the menu is a part of another one.
    public let current: String

    public init(_ query: ListQuery) {
        current = ListTexts.order(query)
        let special = [SortCriterion.Property.relevance, .deleted].filter { $0.sorts(query) }
        let offered = special + SortCriterion.Property.quick
        entries = offered.prefix(Self.maximum).map { property in
            var after = query
            after.sort(by: [SortCriterion(property)])
            let isActive = query.order.count == 1 && query.order[0].property == property
            return Entry(label: property.label, isActive: isActive, query: after)
        }
    }

    private static let maximum = 5

    /// The toast after a choice: "Sorted by title".
    public static func toast(_ query: ListQuery) -> String {
        let name = Language.current.withinSentence(query.order[0].property.label)
        return localized("Sorted by \(name)")
    }
}
