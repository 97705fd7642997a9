/// The content of a timeline, as stored in its URL.
public struct TimelineQuery: Hashable, Sendable {
    /// The search words for titles and texts; empty for all documents.
    public private(set) var text = ""
    /// The kinds of entries; empty for all.
    public var kinds: Set<TimelineEntry.Kind> = []
    public var unit = Timeline.Unit.month

    public static let maximumCharacters = ListQuery.maximumCharacters

    public init() {}

    public mutating func search(_ text: String) {
        self.text = String(text.asLine.prefix(Self.maximumCharacters)).asLine
    }

    /// Whether everything is included.
    public var isWhole: Bool { text.isEmpty && kinds.isEmpty }

    public func shows(_ kind: TimelineEntry.Kind) -> Bool { kinds.isEmpty || kinds.contains(kind) }

    /// Returns the query with a kind added or removed.
    public func toggling(_ kind: TimelineEntry.Kind) -> TimelineQuery {
        var query = self
        query.kinds.formSymmetricDifference([kind])
        return query
    }

    public func by(_ unit: Timeline.Unit) -> TimelineQuery {
        var query = self
        query.unit = unit
        return query
    }

    // MARK: Addresses

    /// The parts that are set. Equal queries have equal items in the same order.
    public var items: [ListQuery.Item] {
        var items: [ListQuery.Item] = []
        if !text.isEmpty { items.append(ListQuery.Item("q", text)) }
        if !kinds.isEmpty {
            items.append(ListQuery.Item("kind", kinds.map(\.rawValue).sorted().joined(separator: ",")))
        }
        if unit != .month { items.append(ListQuery.Item("by", unit.rawValue)) }
        return items
    }

    public func address(at path: String, first: [ListQuery.Item] = []) -> String {
        ListQuery.address(at: path, first + items)
    }

    /// - Parameter items: The URL's parameters. Unknown names are ignored.
    /// - Throws: For an invalid value.
    public init(_ items: some Sequence<ListQuery.Item>) throws(ListQuery.Failure) {
        for item in items where !item.value.isEmpty {
            switch item.name {
            case "q": search(item.value)
            case "kind":
                let names = item.value.split(separator: ",")
                let kinds = names.compactMap { TimelineEntry.Kind(rawValue: String($0)) }
                guard kinds.count == names.count else {
                    throw ListQuery.Failure(name: item.name, value: item.value)
                }
                self.kinds.formUnion(kinds)
            case "by":
                guard let unit = Timeline.Unit(rawValue: item.value) else {
                    throw ListQuery.Failure(name: item.name, value: item.value)
                }
                self.unit = unit
            default: break
            }
        }
    }
}

/// Texts of timelines.
public enum TimelineMessages {
    public static var title: String { localized("Timeline") }
    public static var searchLabel: String { localized("Search the timeline") }
    public static var now: String { localized("Now") }

    /// Shown for a timeline without entries.
    public static func empty(_ query: TimelineQuery) -> IllustratedMessage {
        query.isWhole
            ? .empty(
                .noActivity, title: localized("Nothing has happened yet"),
                description: localized("What comes in and what is due appears here."),
                actions: [MessageAction(label: localized("Scan Document"), destination: .scan)])
            : .error(
                .noResults, .configuration, title: localized("Nothing found"),
                description: localized("Nothing on the timeline matches. Take a filter off or search for other words."))
    }

    /// - Parameter count: "12" or "999+".
    public static func seeAll(_ count: some CustomStringConvertible & Sendable) -> String {
        localized("See All (\(count))")
    }
}
