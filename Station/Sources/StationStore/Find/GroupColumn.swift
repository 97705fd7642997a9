import GRDB
import StationRules

/// What a list is grouped by in the database: the order of the groups, and what a group stands for.
struct GroupColumn: Sendable {
    /// Never NULL; the same for documents of one group, and only for these.
    let order: SortColumn
    /// The month, the state, or the identifier of what documents are filed under; NULL without one.
    let value: String
    /// What the order needs beside the documents' table; empty for nothing.
    private(set) var join = ""

    /// Folders with their keys from the top of the tree down. The signs between them come before all signs of keys, so a folder
    /// comes before those inside it, and these before its next sibling.
    private static let folderPaths = """
         LEFT JOIN (
            WITH RECURSIVE place(filed, path) AS (
                SELECT id, key || char(9) || id FROM folder WHERE parent IS NULL
                UNION ALL
                SELECT folder.id, path || char(10) || key || char(9) || folder.id
                FROM folder JOIN place ON folder.parent = place.filed)
            SELECT filed, path FROM place) AS folderPlace ON folderPlace.filed = document.folder
        """

    /// - Parameters:
    ///   - query: Of the list. Where it is sorted by the date on documents, their months are those of that date.
    ///   - zone: The identifier of the time zone in which months begin.
    init(_ grouping: ListQuery.Grouping, of query: ListQuery, zone: String) {
        switch grouping {
        case .month where query.order.first?.property == .date:
            value = "substr(date, 1, 7)"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
        case .month:
            // Identifiers of zones are of the system, not of a person; a quote in one would still be no SQL.
            value = "local_month(captured, '\(zone.filter { $0 != "'" })')"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
        case .folder:
            value = "folder"
            join = Self.folderPaths
            order = SortColumn("coalesce(folderPlace.path, char(1114111))", isDescending: false)
        case .type: (value, order) = ("type", SortColumn(SortCriterion(.type, .ascending)))
        case .correspondent: (value, order) = ("correspondent", SortColumn(SortCriterion(.correspondent, .ascending)))
        case .state: (value, order) = ("state", SortColumn("state", isDescending: false))
        }
    }
}
