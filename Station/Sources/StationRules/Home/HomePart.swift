/// A section of the overview below its figures. People arrange the sections.
public enum HomePart: Hashable, Sendable {
    case target
    case recent
    case review
    case due
    case timeline
    case table
    case chart(HomeChart)

    /// The default order. The target is a small card that does not fit beside a large one, so it comes last.
    public static let allCases: [HomePart] =
        [.timeline, .review, .due, .recent] + HomeChart.allCases.map { .chart($0) } + [.table, .target]

    /// The name in URLs and in stored settings.
    public var name: String {
        switch self {
        case .target: "target"
        case .recent: "recent"
        case .review: "review"
        case .due: "due"
        case .timeline: "timeline"
        case .table: "table"
        case .chart(let chart): "chart-\(chart.rawValue)"
        }
    }

    public init?(_ name: String) {
        guard let part = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = part
    }

    public var title: String {
        switch self {
        case .target: localized("Daily Target")
        case .recent: localized("Recently Added")
        case .review: localized("To Review")
        case .due: localized("Due Soon")
        case .timeline: localized("Timeline")
        case .table: localized("Totals")
        case .chart(let chart): chart.title
        }
    }

    /// Returns the person's order with new sections at the end.
    public static func order(_ kept: [SidebarOrder.Entry]) -> SidebarOrder {
        SidebarOrder(kept: kept, known: allCases.map(\.name))
    }

    /// Returns the sections that a person wants to see, in order.
    public static func shown(_ kept: [SidebarOrder.Entry]) -> [HomePart] {
        order(kept).entries.filter { !$0.isHidden }.compactMap { HomePart($0.name) }
    }
}

/// The first documents of a list with a link to all of them.
public struct ListPreview: Hashable, Sendable {
    /// The maximum number of documents.
    public static let maximum = 3

    public let part: HomePart
    public let query: ListQuery

    /// - Returns: `nil` for sections that are not lists.
    public init?(_ part: HomePart, today: Day) {
        self.part = part
        switch part {
        case .recent: query = ListQuery()
        case .review: query = HomeList.inbox
        case .due: query = HomeList.due(on: today)
        case .target, .timeline, .table, .chart: return nil
        }
    }

    /// The text for an empty list.
    public var emptyText: String {
        switch part {
        case .review: localized("Nothing waits to be reviewed.")
        case .due: localized("Nothing is due within \(HomeList.soon) days.")
        default: localized("No documents yet")
        }
    }
}
