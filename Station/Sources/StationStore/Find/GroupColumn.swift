import GRDB
import StationRules

/// What a list is grouped by in the database: the order of the groups, and what a group stands for.
struct GroupColumn: Sendable {
    /// Never NULL; the same for documents of one group, and only for these.
    let order: SortColumn
    /// The month, the state, or the identifier of what documents are filed under; NULL without one.
    let value: String

    /// - Parameter zone: The identifier of the time zone in which months begin.
    init(_ grouping: ListQuery.Grouping, zone: String) {
        switch grouping {
        case .month:
            // Identifiers of zones are of the system, not of a person; a quote in one would still be no SQL.
            value = "local_month(captured, '\(zone.filter { $0 != "'" })')"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
        case .folder:
            value = "folder"
            // Folders in different ones may have the same name.
            order = SortColumn(
                "coalesce((SELECT key || char(9) || id FROM folder WHERE id = document.folder), char(1114111))",
                isDescending: false)
        case .type: (value, order) = ("type", SortColumn(SortCriterion(.type, .ascending)))
        case .correspondent: (value, order) = ("correspondent", SortColumn(SortCriterion(.correspondent, .ascending)))
        case .state: (value, order) = ("state", SortColumn("state", isDescending: false))
        }
    }
}
