/// What stands on the overview below its figures, and is arranged by a person.
public enum HomePart: Hashable, Sendable {
    case target
    case recent
    case review
    case due
    case timeline
    case table
    case chart(HomeChart)

    /// In their first order. The target is a small card, beside which no large one has room: it comes last.
    public static let allCases: [HomePart] =
        [.timeline, .review, .due, .recent] + HomeChart.allCases.map { .chart($0) } + [.table, .target]

    /// Its name in addresses and in what is kept.
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
        case .table: localized("The Library in Figures")
        case .chart(let chart): chart.title
        }
    }

    /// The order that a person chose, with what is new at its end.
    public static func order(_ kept: [SidebarOrder.Entry]) -> SidebarOrder {
        SidebarOrder(kept: kept, known: allCases.map(\.name))
    }

    /// The parts that a person wants to see, in their order.
    public static func shown(_ kept: [SidebarOrder.Entry]) -> [HomePart] {
        order(kept).entries.filter { !$0.isHidden }.compactMap { HomePart($0.name) }
    }
}

/// A part of a list: its first documents, and the way to all of them.
public struct ListPreview: Hashable, Sendable {
    /// The greatest number of documents.
    public static let maximum = 3

    public let part: HomePart
    public let query: ListQuery

    /// - Returns: `nil` for parts that are no lists.
    public init?(_ part: HomePart, today: Day) {
        self.part = part
        switch part {
        case .recent: query = ListQuery()
        case .review: query = HomeList.inbox
        case .due: query = HomeList.due(on: today)
        case .target, .timeline, .table, .chart: return nil
        }
    }

    /// Where nothing is to be shown.
    public var emptyText: String {
        switch part {
        case .review: localized("Nothing waits to be reviewed.")
        case .due: localized("Nothing is due within \(HomeList.soon) days.")
        default: localized("No documents yet")
        }
    }
}
