/// What widgets are about. Each is for a glance: on a board, on a tablet at a wall, or on a frame of electronic paper.
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

    /// The page that it leads to: the list of what it counts.
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

    /// The list that its rows are the beginning of; `nil` for one without rows of documents.
    public func list(on today: Day) -> ListQuery? {
        switch self {
        case .today: HomeList.captured(from: today, to: today)
        case .inbox: HomeList.inbox
        case .due: HomeList.due(on: today)
        case .recent: ListQuery()
        case .storage, .types, .weeks: nil
        }
    }

    /// What its body shows. A larger widget has something else to say, and does not just say the same on more room.
    public func body(_ size: WidgetSize) -> [WidgetPart] {
        switch (self, size) {
        // A line and a ring are read at a glance; columns need more room.
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

/// How large a widget is: fields of a board, columns by rows.
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

    /// In CSS pixels.
    public var pixels: (width: Int, height: Int) {
        func length(_ fields: Int) -> Int { fields * Self.field + (fields - 1) * Self.gap }
        return (length(fields.columns), length(fields.rows))
    }

    private static let field = 168
    private static let gap = 16

    /// Of a message in it.
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
    /// The first names of its chart, with their pages.
    case names(Int)
}

/// With what a widget is drawn.
public enum WidgetPaint: String, Hashable, Sendable, CaseIterable {
    case color
    /// Black and white alone, for electronic paper.
    case bilevel = "1"
}
