import FoundationEssentials
import GRDB
import StationRules

/// A list's query as SQL.
struct ListStatement {
    /// The tables of the query.
    var tables = "document"
    /// The join that the order requires in addition.
    private var join = ""
    var conditions: [Condition] = []
    /// Whether indexes of filtered columns may be used, or only that of the order.
    var isSought = true
    var columns: [SortColumn]
    let group: GroupColumn?
    /// The FTS5 query of the search, which excerpts use as well.
    var words: String?
    /// Whether only the search and the trash restrict the documents.
    let isUnfiltered: Bool
    let isTrash: Bool

    /// The maximum number of ranked documents. Ranking reads every match, so beyond it the newest come first instead.
    static let maximumRanked = 2_000
    /// The number of groups from which documents are counted in a single pass over the list.
    static let maximumSums = 12
    /// The number of documents from which reading them takes longer than scanning the index of all.
    static let maximumRead = 4_000
    /// The maximum number of documents that are sorted to group them.
    static let maximumGrouped = 2_000

    /// The approximate number of index entries scanned in the time of one lookup by rowid.
    private static let entriesPerDocument = 14.0

    /// A condition on documents.
    struct Condition {
        /// The condition, with "@" in place of the column.
        let comparison: String
        var column = ""
        var arguments: StatementArguments = []
        /// Whether all documents that match have the same value in the column.
        var isOfOneValue = false
        /// Whether the column's index may be used.
        var isSought = true
        /// The inbox, which usually has few documents and an index with all filtered columns.
        var isInbox: Bool { column == "state" && comparison == "@ = '\(ListFilter.ReviewState.inbox.rawValue)'" }

        /// - Parameter isSought: Whether an index may be used.
        func text(isSought: Bool) -> String {
            // Unary + keeps SQLite off the index.
            comparison.replacing("@", with: isSought ? column : "+\(column)")
        }
    }

    /// - Parameters:
    ///   - isOfTitles: Whether to search only titles.
    ///   - calendar: The calendar with the time zone of days.
    init(_ query: ListQuery, isOfTitles: Bool = false, calendar: Calendar) {
        var columns = query.order.map { SortColumn($0) }
        columns.append(SortColumn(identifierDescending: columns.last?.isDescending ?? true))
        group = query.grouping.map { GroupColumn($0, of: query, calendar) }
        // With the newest first, months are already in order.
        let first = query.order[0]
        let isInOrder =
            query.grouping == .month && (first == .newest || first == SortCriterion(.date, .descending))
        if let group, !isInOrder {
            columns.insert(group.order, at: 0)
            join = group.join
        }
        self.columns = columns
        isUnfiltered = query.filter == ListFilter()
        isTrash = query.filter.isTrash
        if !query.text.isEmpty { search(query.text, isOfTitles: isOfTitles) }
        apply(query.filter, calendar)
        for condition in conditions where condition.isOfOneValue { sortNone(by: condition.column) }
    }

    /// Removes a constant column from the order.
    private mutating func sortNone(by column: String) {
        var same = SortCriterion.Property(rawValue: column).map(SortColumn.expressions) ?? []
        if let group, group.value == column { same.insert(group.order.expression) }
        columns = columns.map { same.contains($0.expression) ? $0.constant : $0 }
    }

    /// Merged documents have no pages and are only kept for undoing. Documents that never had pages have the file
    /// that they were imported from.
    static let isShownInTrash = "trashed IS NOT NULL AND \(hasContent)"

    static let hasContent = "(pages > 0 OR EXISTS (SELECT 1 FROM attachment WHERE attachment.document = document.id))"

    static let tagged = "SELECT document FROM document_tag WHERE tag = ?"
    static let isTagged = "@ IN (\(tagged))"

    private mutating func search(_ text: String, isOfTitles: Bool) {
        tables = "document_words JOIN document ON document.id = document_words.rowid"
        let search = SearchWords(text)
        if let wanted = search.match {
            let match = isOfTitles ? "title : \(wanted)" : wanted
            require("document_words MATCH ?", [match])
            words = match
        } else if let unwanted = search.unwanted {
            // The index can find words, but not their absence.
            tables = "document"
            require("document.id NOT IN (SELECT rowid FROM document_words WHERE document_words MATCH ?)", [unwanted])
            columns = columns.map { $0 == .rank ? SortColumn(.newest) : $0 }
        } else {
            // A search without letters or digits finds nothing, as on pages.
            require("FALSE")
        }
    }

    private mutating func apply(_ filter: ListFilter, _ calendar: Calendar) {
        require(filter.isTrash ? Self.isShownInTrash : "trashed IS NULL")
        switch filter.folder {
        case nil: break
        case .some(.none): require(sameIn: "folder", "@ IS NULL")
        case .inside(let id):
            require(
                """
                @ IN (WITH RECURSIVE inside(id) AS (SELECT ? UNION SELECT folder.id FROM folder JOIN inside \
                ON folder.parent = inside.id) SELECT id FROM inside)
                """, of: "folder", [id])
        }
        for tag in filter.tags.sorted() {
            require(Self.isTagged, of: "document.id", [tag])
        }
        require("type", among: filter.types)
        require("correspondent", among: filter.correspondents)
        require("place", among: filter.places)
        require("person", among: filter.persons)
        if let state = filter.states.first, filter.states.count == 1 {
            // A literal lets SQLite use the inbox's partial index.
            require(sameIn: "state", "@ = '\(state.rawValue)'")
        } else {
            require("state", in: filter.states.map(\.rawValue).sorted())
        }
        require("source", in: filter.sources.map(\.rawValue).sorted())
        // Use the expressions of the indexes for orders.
        let date = SortColumn(SortCriterion(.date, filter.date.lower == nil ? .ascending : .descending)).expression
        require(date, between: filter.date.lower?.description, filter.date.upper?.description)
        require("due", between: filter.due.lower?.description, filter.due.upper?.description)
        require("pages", between: filter.pages.lower, filter.pages.upper)
        if let start = filter.captured.lower?.start(calendar) { require("@ >= ?", of: "captured", [start]) }
        if let end = filter.captured.upper?.end(calendar) { require("@ < ?", of: "captured", [end]) }
        require(filter.weekdays, calendar)
        if let hasText = filter.hasText { require(hasText ? "hasText" : "NOT hasText") }
        if let hasCode = filter.hasCode { require(hasCode ? "hasCode" : "NOT hasCode") }
        if let needsCheck = filter.needsCheck {
            require("document.id \(needsCheck ? "" : "NOT ")IN (\(Library.documentsToCheck))")
        }
    }

    mutating func require(_ comparison: String, of column: String = "", _ values: StatementArguments = []) {
        conditions.append(Condition(comparison: comparison, column: column, arguments: values))
    }

    /// Adds a condition that only allows one value of a column.
    mutating func require(
        sameIn column: String, _ comparison: String, _ values: StatementArguments = []
    ) {
        conditions.append(Condition(comparison: comparison, column: column, arguments: values, isOfOneValue: true))
    }

    /// The arguments of all conditions.
    var arguments: StatementArguments { conditions.reduce([]) { $0 + $1.arguments } }

    /// All conditions as SQL.
    var isShown: String {
        let isInbox = isSought && conditions.contains(where: \.isInbox)
        return conditions.map { condition in
            if isInbox, condition.isInbox { return condition.text(isSought: true) }
            // The bounds apply to the index of the order; that of the inbox is in capture order.
            let isOfIndex = condition.column == (isInbox ? SortColumn(.newest).expression : firstColumn)
            return condition.text(isSought: condition.isSought && (isOfIndex || isSought && !isInbox))
        }.joined(separator: " AND ")
    }

    /// The first expression that orders the documents.
    private var firstColumn: String? { columns.first { !$0.isConstant }?.expression }

    /// Whether the list contains everything outside the trash.
    var isWhole: Bool { conditions.count == 1 && words == nil && !isTrash }

    mutating func require(_ column: String, in values: [some DatabaseValueConvertible]) {
        guard !values.isEmpty else { return }
        if values.count == 1 { return require(sameIn: column, "@ IN (?)", StatementArguments(values)) }
        require("@ IN (\(databaseQuestionMarks(count: values.count)))", of: column, StatementArguments(values))
    }

    /// Requires one of the names, or none if that is selected.
    mutating func require(_ column: String, among names: Set<Int64>) {
        guard names.contains(ListFilter.unnamed) else { return require(column, in: names.sorted()) }
        let named = names.subtracting([ListFilter.unnamed]).sorted()
        guard !named.isEmpty else { return require(sameIn: column, "@ IS NULL") }
        let places = databaseQuestionMarks(count: named.count)
        require("(@ IS NULL OR @ IN (\(places)))", of: column, StatementArguments(named))
    }

    mutating func require(_ weekdays: Set<ListFilter.Weekday>, _ calendar: Calendar) {
        // All weekdays together restrict nothing.
        guard !weekdays.isEmpty, weekdays.count < ListFilter.Weekday.allCases.count else { return }
        let numbers = weekdays.map(\.number).sorted()
        require(
            "local_weekday(captured, ?) IN (\(databaseQuestionMarks(count: numbers.count)))",
            [calendar.timeZone.identifier] + StatementArguments(numbers))
    }

    mutating func require<Value: DatabaseValueConvertible>(
        _ column: String, between lower: Value?, _ upper: Value?
    ) {
        if let lower { require("@ >= ?", of: column, [lower]) }
        if let upper { require("@ <= ?", of: column, [upper]) }
    }

    // MARK: Reading

    /// Returns the documents after a position.
    func fetch(after position: ListPosition?, limit: Int, _ database: Database) throws -> [ListRow] {
        let statement = try rankingFew(database)
        if let group = try groupToWalk(database) {
            return try statement.fetch(by: group, after: position, limit: limit, database)
        }
        return try statement.fetchAtOnce(after: position, limit: limit, database)
    }

    /// Returns documents group by group using indexes, because sorting all documents by group would read all of them.
    /// Positions refer to the whole list.
    private func fetch(
        by group: GroupColumn, after position: ListPosition?, limit: Int, _ database: Database
    ) throws -> [ListRow] {
        guard position == nil || position?.values.count == columns.count else { return [] }
        let limits = conditions.filter { $0.column == group.value }
        var walk = try group.walk(
            of: limits.map { (comparison: $0.comparison, arguments: $0.arguments) },
            from: position.map { (value: $0.group ?? "", order: $0.values[0]) },
            isReversed: columns[0].isDescending != group.order.isDescending, database)
        var inside = position.map { ListPosition(values: Array($0.values.dropFirst()), group: $0.group) }
        var rows: [ListRow] = []
        while rows.count < limit, let next = try walk.next(database) {
            // The position's group may no longer exist.
            if next.part.value.shown != inside?.group { inside = nil }
            rows += try inGroup(next.part, of: group).fetchAtOnce(
                after: inside, limit: limit - rows.count, in: next, database)
            inside = nil
        }
        return rows
    }

    /// Returns the list restricted to one group, which is read from the group's index.
    func inGroup(_ part: GroupColumn.Part, of group: GroupColumn) -> ListStatement {
        var statement = self
        statement.join = ""
        statement.columns = columns.dropFirst().map { group.constant.contains($0.expression) ? $0.constant : $0 }
        // Two conditions on one column would allow two access paths.
        statement.conditions = conditions.map { condition in
            var condition = condition
            condition.isSought = !group.related.contains(condition.column)
            return condition
        }
        statement.require(part.comparison, of: part.column, part.arguments)
        return statement
    }

    /// Returns the grouping if the list has too many documents to sort them by it. Searches and the trash are always
    /// sorted.
    private func groupToWalk(_ database: Database) throws -> GroupColumn? {
        guard let group, columns[0].expression == group.order.expression, words == nil, !isTrash else { return nil }
        let found =
            isWhole
            ? try Library.documentCount(database) : try first(Self.maximumGrouped + 1, database).count
        return found > Self.maximumGrouped ? group : nil
    }

    /// Whether the index in use is in capture order, which is the requested order.
    private var isKeptInOrder: Bool {
        guard firstColumn == SortColumn(.newest).expression, conditions.count == 2 else { return false }
        return conditions[1].isInbox
            || ["folder", "type", "correspondent"].contains(conditions[1].column)
                && conditions[1].comparison.hasPrefix("@")
    }

    /// Returns a limited number of matching documents in any order.
    func first(_ limit: Int, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT document.id FROM \(tables) WHERE \(isShown) LIMIT ?", arguments: arguments + [limit])
    }

    /// Returns the same list restricted to explicit identifiers, if there are few enough.
    func allIfFew(_ limit: Int, _ database: Database) throws -> ListStatement? {
        let found = try first(limit + 1, database)
        guard found.count <= limit else { return nil }
        var statement = self
        statement.conditions = []
        let text = "[\(found.map(String.init).joined(separator: ","))]"
        statement.require("document.id IN (SELECT value FROM json_each(?))", [text])
        statement.columns = columns.map(\.withoutIndex)
        return statement
    }

    /// Returns the same list with the cheaper access path: reading all matching documents and sorting them or, if
    /// there are many, scanning the index of the order until enough match. In the worst case, matches only occur at
    /// the end and most of the index is read.
    private func finding(_ limit: Int, _ database: Database) throws -> ListStatement {
        guard words == nil, !isTrash, !isWhole, !isKeptInOrder else { return self }
        // Groups without an order index are not read one by one, and have few documents.
        guard let firstColumn, firstColumn == SortColumn.identifier || SortColumn.isIndexed(firstColumn) else {
            return try allIfFew(Self.maximumGrouped, database) ?? self
        }
        let all = Double(try Library.documentCount(database))
        let few = Int((Double(limit) * all / Self.entriesPerDocument).squareRoot())
        if let statement = try allIfFew(few, database) { return statement }
        var statement = self
        statement.isSought = false
        return statement
    }

    /// - Parameter part: The group of all documents, which is not among the columns.
    private func fetchAtOnce(
        after position: ListPosition?, limit: Int, in part: GroupColumn.Group? = nil, _ database: Database
    ) throws -> [ListRow] {
        var statement = try finding(limit, database)
        let columns = statement.columns
        if let position { statement.continueAfter(position) }
        let leading = part.map { [$0.order] } ?? []
        let values = columns.enumerated().map { "\($1.expression) AS sort\($0)" }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(Library.documentColumns), \(values), \(group?.value ?? "NULL") AS groupValue
                FROM \(tables)\(join) WHERE \(statement.isShown)
                ORDER BY \(columns.filter { !$0.isConstant }.map(\.order).joined(separator: ", ")) LIMIT ?
                """, arguments: statement.arguments + [limit])
        let excerpts = try excerpts(of: rows.map { $0["id"] }, database)
        return try rows.map { row in
            let (document, group) = (
                try DocumentRecord(row: row), group.map { _ in (row["groupValue"] as DatabaseValue).shown }
            )
            return ListRow(
                document: document, group: group, excerpt: excerpts[document.id],
                position: ListPosition(values: leading + columns.indices.map { row["sort\($0)"] }, group: group))
        }
    }

    /// Returns excerpts of the displayed documents. In the sorted query, an excerpt would be computed for every
    /// match.
    private func excerpts(of documents: [Int64], _ database: Database) throws -> [Int64: Excerpt] {
        guard let words, let first = documents.min(), let last = documents.max() else { return [:] }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT rowid, \(Excerpt.expression) AS excerpt FROM document_words WHERE document_words MATCH ?
                AND rowid BETWEEN ? AND ? AND +rowid IN (\(databaseQuestionMarks(count: documents.count)))
                """, arguments: [words, first, last] + StatementArguments(documents))
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                (row["excerpt"] as String?).flatMap { Excerpt($0) }.map { (row["rowid"], $0) }
            })
    }

    /// Returns the newest matches of a search. Any other order would require reading all of them.
    func titles(limit: Int, _ database: Database) throws -> [SearchSuggestions.Title] {
        // A search with only excluded words has no suggestions.
        guard words != nil else { return [] }
        return try Row.fetchAll(
            database,
            sql: """
                SELECT document.id, document.title FROM \(tables) WHERE \(isShown)
                ORDER BY document_words.rowid DESC LIMIT ?
                """, arguments: arguments + [limit]
        ).map { SearchSuggestions.Title(document: $0["id"], text: $0["title"]) }
    }

    /// Returns the position of a document in the list; `nil` if it is not in it.
    func position(of document: Int64, _ database: Database) throws -> ListPosition? {
        var only = self
        only.require("document.id = ?", [document])
        return try only.fetch(after: nil, limit: 1, database).first?.position
    }

    /// Returns the document before a position.
    func before(_ position: ListPosition, _ database: Database) throws -> DocumentRecord? {
        var statement = try rankingFew(database)
        statement.columns = statement.columns.map(\.reversed)
        return try statement.fetch(after: position, limit: 1, database).first?.document
    }

    /// Returns the identifiers of all documents in order.
    func identifiers(_ database: Database) throws -> [Int64] {
        let columns = try rankingFew(database).columns
        return try Int64.fetchAll(
            database,
            sql: """
                SELECT document.id FROM \(tables)\(join) WHERE \(isShown)
                ORDER BY \(columns.map(\.order).joined(separator: ", "))
                """, arguments: arguments)
    }

    /// Excludes everything up to a position: keeps documents after it in the first column, or equal there and after
    /// it in the second, and so on.
    private mutating func continueAfter(_ position: ListPosition) {
        guard position.values.count == columns.count else { return require("FALSE") }
        var condition = ""
        var values: StatementArguments = []
        for (column, value) in zip(columns, position.values).reversed() where !column.isConstant {
            let after = "\(column.expression) \(column.isDescending ? "<" : ">") ?"
            if condition.isEmpty {
                (condition, values) = (after, [value])
            } else {
                // The separate bound on the first column lets the index start there.
                let bound = "\(column.expression) \(column.isDescending ? "<=" : ">=") ?"
                condition = "(\(bound) AND (\(after) OR \(condition)))"
                values = [value, value] + values
            }
        }
        require(condition, values)
    }
}

extension Day {
    /// Returns the start of the day.
    func start(_ calendar: Calendar) -> Date? {
        calendar.date(from: DateComponents(year: year, month: month, day: day)).map { calendar.startOfDay(for: $0) }
    }

    /// Returns the start of the next day.
    func end(_ calendar: Calendar) -> Date? {
        start(calendar).flatMap { calendar.date(byAdding: .day, value: 1, to: $0) }
    }
}
