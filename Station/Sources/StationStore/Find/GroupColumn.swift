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
    /// The columns in which all documents of a group have the same.
    private(set) var constant: Set<String> = []
    private let kind: Kind

    private enum Kind {
        /// Filed under rows of a table; with the text by which these are ordered, and that of documents without one.
        case names(column: String, ordered: String)
        case state
        case months(Months)
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
            kind = .months(Months(ofDates: query.filter.date))
        case .month:
            // Identifiers of zones are of the system, not of a person; a quote in one would still be no SQL.
            value = "local_month(captured, '\(calendar.timeZone.identifier.filter { $0 != "'" })')"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
            kind = .months(Months(ofCapture: query.filter.captured, calendar))
        case .folder:
            value = "folder"
            join = " LEFT JOIN (\(Self.folderPaths)) AS folderPlace ON folderPlace.filed = document.folder"
            order = SortColumn("coalesce(folderPlace.path, \(Self.last))", isDescending: false)
            kind = .names(column: value, ordered: Self.folderPaths)
        case .type, .correspondent:
            let property: SortCriterion.Property = grouping == .type ? .type : .correspondent
            value = property.rawValue
            order = SortColumn(SortCriterion(property, .ascending))
            constant = SortColumn.expressions(of: property)
            kind = .names(column: value, ordered: "SELECT id, coalesce(nullif(key, ''), \(Self.last)) FROM \(value)")
        case .state:
            (value, order) = ("state", SortColumn("state", isDescending: false))
            kind = .state
        }
    }

    var isState: Bool {
        if case .state = kind { true } else { false }
    }

    /// What the same documents are sorted or filtered by. Other indexes find them than that of the group.
    var related: Set<String> {
        switch kind {
        case .names(let column, _): [column]
        case .state: ["state"]
        case .months(let months): months.expressions
        }
    }

    // MARK: The groups one by one

    /// The documents of a group outside the trash.
    struct Part {
        /// As the column's ``GroupColumn/value``.
        let value: DatabaseValue
        /// What tells them, with "@" in the place of the column of an index.
        let comparison: String
        let column: String
        let arguments: StatementArguments

        var condition: String { comparison.replacing("@", with: column) }

        init(_ value: DatabaseValue, _ column: String, _ comparison: String, _ arguments: StatementArguments) {
            (self.value, self.column) = (value, column)
            (self.comparison, self.arguments) = (comparison, arguments)
        }
    }

    struct Group {
        let part: Part
        /// As the column's ``GroupColumn/order``.
        let order: DatabaseValue
    }

    /// The groups in their order, each when it is asked for. Some may have no documents.
    struct Walk {
        fileprivate enum Way {
            case all(ArraySlice<Group>)
            case months(Months.Walk)
        }

        fileprivate var way: Way

        mutating func next(_ database: Database) throws -> Group? {
            switch way {
            case .all(var groups):
                let group = groups.popFirst()
                way = .all(groups)
                return group
            case .months(var walk):
                let group = try walk.next(database)
                way = .months(walk)
                return group
            }
        }
    }

    /// What groups' values must fulfil, with "@" in the place of the value.
    typealias Limits = [(comparison: String, arguments: StatementArguments)]

    /// - Parameters:
    ///   - limits: Those of the list's filters. Groups that they leave out have no documents in it.
    ///   - position: The group in which the walk begins, or after which it does if it is gone; `nil` for the first one.
    ///   - isReversed: Whether the last group comes first.
    func walk(
        of limits: Limits, from position: (value: String, order: DatabaseValue)?, isReversed: Bool, _ database: Database
    ) throws -> Walk {
        if case .months(let months) = kind {
            return Walk(way: .months(months.walk(from: position?.value, isReversed: isReversed)))
        }
        var groups = try all(limits, database)[...]
        if isReversed { groups.reverse() }
        guard let position else { return Walk(way: .all(groups)) }
        if let present = groups.firstIndex(where: { $0.part.value.shown == position.value }) {
            return Walk(way: .all(groups[present...]))
        }
        let isDescending = order.isDescending != isReversed
        return Walk(way: .all(groups.drop { !position.order.isBefore($0.order, isDescending) }))
    }

    /// All groups that there may be, in their order.
    private func all(_ limits: Limits, _ database: Database) throws -> [Group] {
        switch kind {
        case .names(let column, let ordered):
            let isLetIn = limits.map { " AND " + $0.comparison.replacing("@", with: "filed") }.joined()
            return try Row.fetchAll(
                database,
                sql: """
                    WITH named(filed, ordered) AS (SELECT * FROM (\(ordered)) UNION ALL SELECT NULL, \(Self.last))
                    SELECT * FROM named WHERE TRUE\(isLetIn) ORDER BY 2, 1
                    """, arguments: limits.reduce([]) { $0 + $1.arguments }
            ).map { Group(part: Self.named($0[0], column), order: $0[1]) }
        case .state:
            return ListFilter.ReviewState.allCases.map(\.rawValue).sorted().map { state in
                Group(part: Self.inState(state), order: state.databaseValue)
            }
        case .months: return []
        }
    }

    private static func named(_ value: DatabaseValue, _ column: String) -> Part {
        Part(value, column, "@ IS ?", [value])
    }

    private static func inState(_ state: String) -> Part {
        // As a literal, which the index of the inbox is for.
        Part(state.databaseValue, "state", "@ = '\(state)'", [])
    }

    /// The documents of a group by what stands for it in a list; `nil` for what stands for none.
    func part(_ shown: String) -> Part? {
        switch kind {
        case .names(let column, _):
            shown.isEmpty ? Self.named(.null, column) : Int64(shown).map { Self.named($0.databaseValue, column) }
        case .state: ListFilter.ReviewState(rawValue: shown).map { Self.inState($0.rawValue) }
        case .months(let months): months.part(shown)
        }
    }
}

extension DatabaseValue {
    /// As a list shows what stands for a group.
    var shown: String { String.fromDatabaseValue(self) ?? Int64.fromDatabaseValue(self).map(String.init) ?? "" }

    /// As SQLite compares texts.
    fileprivate func isBefore(_ other: DatabaseValue, _ isDescending: Bool) -> Bool {
        let (first, second) = isDescending ? (other, self) : (self, other)
        return first.shown.utf8.lexicographicallyPrecedes(second.shown.utf8)
    }
}
