/// The property that a list is sorted by, with a direction.
public struct SortCriterion: Hashable, Sendable {
    /// The properties in the order of forms and menus.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// The relevance for the search text. Has no effect without one.
        case relevance
        case captured
        /// The date written on the document.
        case date
        case changed
        case title
        case correspondent
        case type
        case pages
        case due
        /// The time of deletion. Only has an effect in the trash.
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
        // The least relevant documents never come first.
        self.direction = property == .relevance ? .descending : direction ?? property.usualDirection
    }

    public static let newest = SortCriterion(.captured)
    public static let relevance = SortCriterion(.relevance)
    public static let deletedLast = SortCriterion(.deleted)

    /// The meaning of the direction for the property, such as "Newest First".
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
    /// The label for menus, at most three words.
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

    /// The default direction.
    public var usualDirection: SortCriterion.Direction {
        switch self {
        case .relevance, .captured, .date, .changed, .pages, .deleted: .descending
        case .title, .correspondent, .type, .due: .ascending
        }
    }

    /// The criteria in the quick menu.
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
    /// The name for URLs: "title", or "-captured" for descending order.
    public var description: String { (direction == .descending ? "-" : "") + property.rawValue }

    /// - Parameter text: A name in the format of ``description``.
    public init?(_ text: some StringProtocol) {
        let isDescending = text.hasPrefix("-")
        guard let property = Property(rawValue: String(isDescending ? text.dropFirst() : text[...])) else { return nil }
        self.init(property, isDescending ? .descending : .ascending)
    }
}
