/// What a list is sorted by, and in which direction.
public struct SortCriterion: Hashable, Sendable {
    /// In the order in which forms and menus show them.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// How well a document fits the words that were searched for. Without words it is no order.
        case relevance
        case captured
        /// The date that is written on the document.
        case date
        case changed
        case title
        case correspondent
        case type
        case pages
        case due
        /// When it was moved to the trash. Elsewhere it is no order.
        case deleted
    }

    public enum Direction: Hashable, Sendable, CaseIterable {
        case ascending
        case descending

        public var opposite: Direction { self == .ascending ? .descending : .ascending }
    }

    public let property: Property
    public var direction: Direction

    public init(_ property: Property, _ direction: Direction? = nil) {
        self.property = property
        // There is no worst fit first.
        self.direction = property == .relevance ? .descending : direction ?? property.usualDirection
    }

    public static let newest = SortCriterion(.captured)
    public static let relevance = SortCriterion(.relevance)
    public static let deletedLast = SortCriterion(.deleted)

    /// "Newest First": what the direction means for the property.
    public var directionLabel: String {
        switch (property, direction) {
        case (.relevance, _): localized("Best Match First")
        case (.captured, .descending), (.date, .descending), (.changed, .descending), (.deleted, .descending):
            localized("Newest First")
        case (.captured, .ascending), (.date, .ascending), (.changed, .ascending), (.deleted, .ascending):
            localized("Oldest First")
        case (.title, .ascending), (.correspondent, .ascending), (.type, .ascending): localized("A to Z")
        case (.title, .descending), (.correspondent, .descending), (.type, .descending): localized("Z to A")
        case (.pages, .descending): localized("Most First")
        case (.pages, .ascending): localized("Fewest First")
        case (.due, .ascending): localized("Soonest First")
        case (.due, .descending): localized("Latest First")
        }
    }
}

extension SortCriterion.Property {
    /// Three words at most, for menus.
    public var label: String {
        switch self {
        case .relevance: localized("Relevance")
        case .captured: localized("Date Added")
        case .date: localized("Document Date")
        case .changed: localized("Last Changed")
        case .title: localized("Title")
        case .correspondent: localized("Correspondent")
        case .type: localized("Document Type")
        case .pages: localized("Pages")
        case .due: localized("Due Date")
        case .deleted: localized("Date Deleted")
        }
    }

    /// The direction that people mean if they name none.
    public var usualDirection: SortCriterion.Direction {
        switch self {
        case .relevance, .captured, .date, .changed, .pages, .deleted: .descending
        case .title, .correspondent, .type, .due: .ascending
        }
    }

    /// The criteria of the quick menu.
    public static let quick: [Self] = [.captured, .date, .title, .correspondent, .due]

    /// Whether it has an effect on a list.
    func sorts(_ query: ListQuery) -> Bool {
        switch self {
        case .relevance: !query.text.isEmpty
        case .deleted: query.filter.isTrash
        default: true
        }
    }
}

extension SortCriterion: CustomStringConvertible {
    /// "title", or "-captured" from the highest to the lowest: for addresses.
    public var description: String { (direction == .descending ? "-" : "") + property.rawValue }

    /// - Parameter text: As ``description``.
    public init?(_ text: some StringProtocol) {
        let isDescending = text.hasPrefix("-")
        guard let property = Property(rawValue: String(isDescending ? text.dropFirst() : text[...])) else { return nil }
        self.init(property, isDescending ? .descending : .ascending)
    }
}
