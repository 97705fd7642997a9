import FoundationEssentials
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
    private let kind: Kind

    private enum Kind {
        /// Filed under rows of a table; with the text by which these are ordered, and that of documents without one.
        case names(column: String, ordered: String)
        case state
        /// - Parameter key: Of the index by date; "~" for documents without one.
        case monthOfDate(key: String)
        case monthOfCapture(Calendar)
    }

    /// After all other texts.
    private static let last = "char(1114111)"

    /// Folders with their keys from the top of the tree down. The signs between them come before all signs of keys, so a folder
    /// comes before those inside it, and these before its next sibling.
    private static let folderPaths = """
        WITH RECURSIVE place(filed, path) AS (
            SELECT id, key || char(9) || id FROM folder WHERE parent IS NULL
            UNION ALL
            SELECT folder.id, path || char(10) || key || char(9) || folder.id
            FROM folder JOIN place ON folder.parent = place.filed)
        SELECT filed, path FROM place
        """

    /// - Parameters:
    ///   - query: Of the list. Where it is sorted by the date on documents, their months are those of that date.
    ///   - calendar: In whose time zone months begin.
    init(_ grouping: ListQuery.Grouping, of query: ListQuery, _ calendar: Calendar) {
        switch grouping {
        case .month where query.order.first?.property == .date:
            value = "substr(date, 1, 7)"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
            kind = .monthOfDate(key: SortColumn(SortCriterion(.date, .ascending)).expression)
        case .month:
            // Identifiers of zones are of the system, not of a person; a quote in one would still be no SQL.
            value = "local_month(captured, '\(calendar.timeZone.identifier.filter { $0 != "'" })')"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
            kind = .monthOfCapture(calendar)
        case .folder:
            value = "folder"
            join = " LEFT JOIN (\(Self.folderPaths)) AS folderPlace ON folderPlace.filed = document.folder"
            order = SortColumn("coalesce(folderPlace.path, \(Self.last))", isDescending: false)
            kind = .names(column: value, ordered: Self.folderPaths)
        case .type, .correspondent:
            value = grouping == .type ? "type" : "correspondent"
            order = SortColumn(SortCriterion(grouping == .type ? .type : .correspondent, .ascending))
            kind = .names(column: value, ordered: "SELECT id, coalesce(nullif(key, ''), \(Self.last)) FROM \(value)")
        case .state:
            (value, order) = ("state", SortColumn("state", isDescending: false))
            kind = .state
        }
    }

    var isMonth: Bool {
        switch kind {
        case .monthOfDate, .monthOfCapture: true
        case .names, .state: false
        }
    }

    // MARK: The groups one by one

    /// A group of the documents outside the trash.
    struct Group {
        /// As the column's ``GroupColumn/value`` and ``GroupColumn/order``.
        let value: DatabaseValue
        let order: DatabaseValue
        /// What tells its documents, with "@" in the place of the column of an index.
        let comparison: String
        let column: String
        let arguments: StatementArguments

        var condition: String { comparison.replacing("@", with: column) }

        init(
            _ value: DatabaseValue, order: DatabaseValue, _ column: String, _ comparison: String,
            _ arguments: StatementArguments
        ) {
            (self.value, self.order, self.column) = (value, order, column)
            (self.comparison, self.arguments) = (comparison, arguments)
        }
    }

    /// All groups that there may be, in their order; some may have no documents.
    func groups(_ database: Database) throws -> [Group] {
        switch kind {
        case .names(let column, let ordered):
            return try Row.fetchAll(
                database, sql: "SELECT * FROM (\(ordered)) UNION ALL SELECT NULL, \(Self.last) ORDER BY 2, 1"
            ).map { row in
                let value: DatabaseValue = row[0]
                return Group(value, order: row[1], column, "@ IS ?", [value])
            }
        case .state:
            return ListFilter.ReviewState.allCases.map(\.rawValue).sorted().map { state in
                // As a literal, which the index of the inbox is for.
                Group(state.databaseValue, order: state.databaseValue, "state", "@ = '\(state)'", [])
            }
        case .monthOfDate(let key):
            let months = try Self.months(below: "~", key, database) { (date: String) in
                let month = String(date.prefix(7))
                return (month, from: month.databaseValue, to: (month + "~").databaseValue)
            }
            let none = Group(.null, order: "".databaseValue, key, "@ = '~'", [])
            return months + [none]
        case .monthOfCapture(let calendar):
            return try Self.months(below: "~", "captured", database) { (moment: Date) in
                let day = Day(moment, in: calendar)
                guard let first = Day(year: day.year, month: day.month, day: 1),
                    let next = Day(year: day.year + day.month / 12, month: day.month % 12 + 1, day: 1),
                    let (start, end) = (first.start(calendar), next.start(calendar)) as? (Date, Date)
                else { return nil }
                return (String(first.description.prefix(7)), from: start.databaseValue, to: end.databaseValue)
            }
        }
    }

    /// The months that have documents, from the last one back: each is found by the index from the one after it on.
    private static func months<Value: DatabaseValueConvertible>(
        below end: String, _ key: String, _ database: Database,
        _ month: (Value) -> (String, from: DatabaseValue, to: DatabaseValue)?
    ) throws -> [Group] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(key) FROM document WHERE trashed IS NULL AND \(key) < ? ORDER BY \(key) DESC LIMIT 1")
        var groups: [Group] = []
        var bound = end.databaseValue
        while let value = try Value.fetchOne(statement, arguments: [bound]), let (name, from, to) = month(value) {
            let text = name.databaseValue
            groups.append(Group(text, order: text, key, "@ >= ? AND @ < ?", [from, to]))
            bound = from
        }
        return groups
    }

    /// The documents of each group outside the trash, by the least that has to be read.
    func counts(_ database: Database) throws -> [(value: DatabaseValue, count: Int)] {
        switch kind {
        case .names(let column, _) where column != "correspondent":
            return try Row.fetchAll(
                database, sql: "SELECT nullif(\(column), 0), sum(documents) FROM filing_sum GROUP BY 1"
            ).map { ($0[0], $0[1]) }
        case .names(let column, _):
            return try Row.fetchAll(
                database, sql: "SELECT \(column), count(*) FROM document WHERE trashed IS NULL GROUP BY 1"
            ).map { ($0[0], $0[1]) }
        case .state:
            // There is an index of those that wait, who are few.
            let inbox = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM document WHERE trashed IS NULL AND state = 'inbox'")
            let (waiting, all) = (inbox ?? 0, try Library.documentCount(database))
            return [
                (ListFilter.ReviewState.inbox.rawValue.databaseValue, waiting),
                (ListFilter.ReviewState.reviewed.rawValue.databaseValue, all - waiting),
            ]
        case .monthOfDate, .monthOfCapture:
            return try groups(database).map { group in
                let statement = try database.cachedStatement(
                    sql: "SELECT count(*) FROM document WHERE trashed IS NULL AND \(group.condition)")
                return (group.value, try Int.fetchOne(statement, arguments: group.arguments) ?? 0)
            }
        }
    }
}
