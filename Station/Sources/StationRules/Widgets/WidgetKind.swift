/// The subjects of widgets, made for a glance on a board, a wall tablet or an e-paper frame.
public enum WidgetKind: String, Hashable, Sendable, CaseIterable {
    case today
    case inbox
    case due
    case recent
    case storage
    case types
    case weeks

    public var title: String {
        switch self {
        case .today: HomeHeader.Kind.today.label
        case .inbox: HomePart.review.title
        case .due: HomePart.due.title
        case .recent: HomePart.recent.title
        case .storage: HomeHeader.Kind.storage.label
        case .types: HomeChart.types.title
        case .weeks: HomeChart.weeks.title
        }
    }

    /// The name of a Bootstrap icon.
    public var icon: String {
        switch self {
        case .today: "camera"
        case .inbox: "check-square-fill"
        case .due: "calendar-event"
        case .recent: "file-earmark-text"
        case .storage: "archive"
        case .types: "tags"
        case .weeks: "collection"
        }
    }

    /// Returns the path of the page that it links to: the list of what it counts.
    public func path(on today: Day) -> String {
        let library = Place.library.path
        return switch self {
        case .today: HomeList.captured(from: today, to: today).address(at: library)
        case .inbox: HomeList.inbox.address(at: library)
        case .due: HomeList.due(on: today).address(at: library)
        case .recent: ListQuery().address(at: library)
        case .storage: HomeChart.storage.path
        case .types: HomeChart.types.path
        case .weeks: HomeChart.weeks.path
        }
    }

    /// Returns the list whose beginning its rows show; `nil` without rows of documents.
    public func list(on today: Day) -> ListQuery? {
        switch self {
        case .today: HomeList.captured(from: today, to: today)
        case .inbox: HomeList.inbox
        case .due: HomeList.due(on: today)
        case .recent: ListQuery()
        case .storage, .types, .weeks: nil
        }
    }

    /// Returns the parts of its body. A larger widget shows more, rather than the same in a larger size.
    public func body(_ size: WidgetSize) -> [WidgetPart] {
        switch (self, size) {
        // A line or a ring is readable at a glance; columns need more space.
        case (.types, .small): [.chart(.types)]
        case (_, .small): []
        case (.today, .medium): [.chart(.days)]
        case (.today, .large): [.chart(.days), .documents(2)]
        case (.inbox, .medium): [.documents(1)]
        case (.inbox, .large): [.documents(3)]
        case (.due, .medium), (.recent, .medium): [.documents(2)]
        case (.due, .large), (.recent, .large): [.documents(4)]
        case (.storage, .medium): [.chart(.storage)]
        case (.storage, .large): [.chart(.storage), .chart(.flow)]
        case (.types, .medium): [.names(2)]
        case (.types, .large): [.chart(.types), .names(3)]
        case (.weeks, .medium): [.chart(.weeks)]
        case (.weeks, .large): [.chart(.weeks), .chart(.weekdays)]
        }
    }
}

/// The size of a widget in cells of a board, columns by rows.
public enum WidgetSize: String, Hashable, Sendable, CaseIterable {
    case small = "s"
    case medium = "m"
    case large = "l"

    public var label: String {
        switch self {
        case .small: localized("Small")
        case .medium: localized("Medium")
        case .large: localized("Large")
        }
    }

    public var fields: (columns: Int, rows: Int) {
        switch self {
        case .small: (1, 1)
        case .medium: (2, 1)
        case .large: (2, 2)
        }
    }

    /// The size in CSS pixels.
    public var pixels: (width: Int, height: Int) {
        func length(_ fields: Int) -> Int { fields * Self.field + (fields - 1) * Self.gap }
        return (length(fields.columns), length(fields.rows))
    }

    private static let field = 168
    private static let gap = 16

    /// The card size for a message in the widget.
    public var card: CardSize {
        switch self {
        case .small: .oneByOne
        case .medium: .twoByOne
        case .large: .twoByTwo
        }
    }
}

/// A part of a widget's body.
public enum WidgetPart: Hashable, Sendable {
    case chart(HomeChart)
    /// The first documents of its list.
    case documents(Int)
    /// The first names of its chart, with their number of pages.
    case names(Int)
}

/// The color palette of a widget.
public enum WidgetPaint: String, Hashable, Sendable, CaseIterable {
    case color
    /// Only black and white, for e-paper.
    case bilevel = "1"
}
