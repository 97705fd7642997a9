/// The menu that sorts a list by a single criterion.
public struct QuickSort: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let label: String
        /// Whether the list is sorted by this criterion.
        public let isActive: Bool
        /// The list after a tap.
        public let query: ListQuery
        /// The list in the criterion's default direction, which forms offer.
        public let usual: ListQuery
    }

    public static var title: String { localized("Sort By") }
    public let entries: [Entry]
    /// The current criterion, shown below the title if the menu is part of another one.
    public let current: String

    public init(_ query: ListQuery) {
        current = ListTexts.order(query)
        let special = [SortCriterion.Property.relevance, .deleted].filter { $0.sorts(query) }
        let offered = special + SortCriterion.Property.quick
        entries = offered.prefix(Self.maximum).map { property in
            var (after, usual) = (query, query)
            usual.sort(by: [SortCriterion(property)])
            let isActive = query.order.count == 1 && query.order[0].property == property
            // A second tap reverses the direction.
            after.sort(by: [SortCriterion(property, isActive ? query.order[0].direction.opposite : nil)])
            return Entry(label: property.label, isActive: isActive, query: after, usual: usual)
        }
    }

    private static let maximum = 5

    /// Returns the toast after a choice: "Sorted by title", "Sorted by title: Z to A".
    public static func toast(_ query: ListQuery) -> String {
        let order = query.order[0]
        let name = Language.current.withinSentence(order.property.label)
        guard order == SortCriterion(order.property) else {
            return localized("Sorted by \(name): \(order.directionLabel)")
        }
        return localized("Sorted by \(name)")
    }
}
