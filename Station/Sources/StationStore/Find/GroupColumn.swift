import FoundationEssentials
import GRDB
import StationRules

/// The grouping of a list in the database: the order of groups, and the value that represents each.
struct GroupColumn: Sendable {
    /// The order expression. Never NULL; equal for exactly the documents of one group.
    let order: SortColumn
    /// The month, the state, or the identifier of a name; NULL without one.
    let value: String
    /// The join that the order requires in addition to the documents' table; empty for none.
    private(set) var join = ""
    /// The columns that are constant within a group.
    private(set) var constant: Set<String> = []
    private let kind: Kind

    private enum Kind {
        /// Names in a table, with the text that they are ordered by, and that of documents without one.
        case names(column: String, ordered: String)
        case state
        case months(Months)
    }

    /// A text that sorts after all others.
    private static let last = "char(1114111)"

    /// The keys of folders from the root downward. Their separator sorts before all characters of keys, so a folder
    /// precedes its subfolders, and these precede its next sibling.
    private static let folderPaths = """
        WITH RECURSIVE place(filed, path) AS (
            SELECT id, key || char(9) || id FROM folder WHERE parent IS NULL
            UNION ALL
            SELECT folder.id, path || char(10) || key || char(9) || folder.id
            FROM folder JOIN place ON folder.parent = place.filed)
        SELECT filed, path FROM place
        """

    /// - Parameters:
    ///   - query: The query of the list. If it is sorted by the date on documents, months refer to that date.
    ///   - calendar: The calendar with the time zone of months.
    init(_ grouping: ListQuery.Grouping, of query: ListQuery, _ calendar: Calendar) {
        switch grouping {
        case .month where query.order.first?.property == .date:
            value = "substr(date, 1, 7)"
            order = SortColumn("coalesce(\(value), '')", isDescending: true)
            kind = .months(Months(ofDates: query.filter.date))
        case .month:
            // The system provides time zone identifiers, so they are trusted; quotes are removed in any case.
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

    /// Columns that the same documents are sorted or filtered by, which other indexes than the group's contain.
    var related: Set<String> {
        switch kind {
        case .names(let column, _): [column]
        case .state: ["state"]
        case .months(let months): months.expressions
        }
    }

    // MARK: The groups one by one

    /// The documents of a group, without those in the trash.
    struct Part {
        /// The group's ``GroupColumn/value``.
        let value: DatabaseValue
        /// The SQL condition of the group's documents, in which "@" stands for ``column``.
        let comparison: String
        /// The name of the index's column.
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
        /// The group's ``GroupColumn/order``.
        let order: DatabaseValue
    }

    /// The groups in order, produced on demand. Some may have no documents.
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

    /// The SQL conditions on groups' values, in which "@" stands for the value.
    typealias Limits = [(comparison: String, arguments: StatementArguments)]

    /// - Parameters:
    ///   - limits: The conditions of the list's filters. Groups that do not match have no documents in the list.
    ///   - position: The group to start with, or the one to start after if it no longer exists; `nil` for the first
    ///     one.
    ///   - isReversed: Whether to walk from the last group.
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

    /// Returns all possible groups in order.
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
        // A literal lets SQLite use the inbox's partial index.
        Part(state.databaseValue, "state", "@ = '\(state)'", [])
    }

    /// Returns the part for a group's value in a list; `nil` for an invalid value.
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
    /// The group's value in a list.
    var shown: String { String.fromDatabaseValue(self) ?? Int64.fromDatabaseValue(self).map(String.init) ?? "" }

    /// Whether a value sorts before another in SQLite's text order.
    fileprivate func isBefore(_ other: DatabaseValue, _ isDescending: Bool) -> Bool {
        let (first, second) = isDescending ? (other, self) : (self, other)
        return first.shown.utf8.lexicographicallyPrecedes(second.shown.utf8)
    }
}
