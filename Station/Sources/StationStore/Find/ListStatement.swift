import FoundationEssentials
import GRDB
import StationRules

/// A list's query as SQL.
struct ListStatement {
    /// Where the documents come from.
    private var tables = "document"
    private var conditions: [String] = []
    private var arguments: StatementArguments = []
    private var columns: [SortColumn]
    private let group: GroupColumn?
    /// What is searched for, as the index takes it; rows may show it.
    private var words: String?
    /// Whether nothing but words and the trash leaves documents out.
    private let isUnfiltered: Bool

    /// Ranking reads every document that fits. Of more than these the newest come first instead.
    static let maximumRanked = 10_000

    /// - Parameters:
    ///   - isOfTitles: Whether the words are searched in titles alone.
    ///   - calendar: In whose time zone a day begins.
    init(_ query: ListQuery, isOfTitles: Bool = false, calendar: Calendar) {
        var columns = query.order.map { SortColumn($0) }
        columns.append(SortColumn(identifierDescending: columns.last?.isDescending ?? true))
        group = query.grouping.map { GroupColumn($0, of: query, zone: calendar.timeZone.identifier) }
        // The newest first are in the order of their months as they are.
        let isInOrder = query.grouping == .month && query.order.first == .newest
        if let group, !isInOrder { columns.insert(group.order, at: 0) }
        self.columns = columns
        isUnfiltered = query.filter == ListFilter()
        if !query.text.isEmpty { search(query.text, isOfTitles: isOfTitles) }
        if let group { tables += group.join }
        apply(query.filter, calendar)
    }

    /// What was merged into others has no pages, and is there to undo that. What never had any has the file that it was imported from.
    static let isShownInTrash = "trashed IS NOT NULL AND \(hasContent)"

    static let hasContent = "(pages > 0 OR EXISTS (SELECT 1 FROM attachment WHERE attachment.document = document.id))"

    private mutating func search(_ text: String, isOfTitles: Bool) {
        tables = "document_words JOIN document ON document.id = document_words.rowid"
        let search = SearchWords(text)
        if let wanted = search.match {
            let match = isOfTitles ? "title : \(wanted)" : wanted
            require("document_words MATCH ?", [match])
            words = match
        } else if let unwanted = search.unwanted {
            // The index finds words, and no lack of them.
            tables = "document"
            require("document.id NOT IN (SELECT rowid FROM document_words WHERE document_words MATCH ?)", [unwanted])
            columns = columns.map { $0 == .rank ? SortColumn(.newest) : $0 }
        } else {
            // A search for signs alone finds nothing, as it would on the pages.
            require("FALSE")
        }
    }

    private mutating func apply(_ filter: ListFilter, _ calendar: Calendar) {
        require(filter.isTrash ? Self.isShownInTrash : "trashed IS NULL")
        switch filter.folder {
        case nil: break
        case .some(.none): require("folder IS NULL")
        case .inside(let id):
            require(
                """
                folder IN (WITH RECURSIVE inside(id) AS (SELECT ? UNION SELECT folder.id FROM folder JOIN inside \
                ON folder.parent = inside.id) SELECT id FROM inside)
                """, [id])
        }
        for tag in filter.tags.sorted() {
            require("document.id IN (SELECT document FROM document_tag WHERE tag = ?)", [tag])
        }
        require("type", among: filter.types)
        require("correspondent", among: filter.correspondents)
        require("place", among: filter.places)
        require("person", among: filter.persons)
        if let state = filter.states.first, filter.states.count == 1 {
            // As a literal, which the index of the inbox is for.
            require("state = '\(state.rawValue)'")
        } else {
            require("state", in: filter.states.map(\.rawValue).sorted())
        }
        require("source", in: filter.sources.map(\.rawValue).sorted())
        require("date", between: filter.date.lower?.description, filter.date.upper?.description)
        require("due", between: filter.due.lower?.description, filter.due.upper?.description)
        require("pages", between: filter.pages.lower, filter.pages.upper)
        if let start = filter.captured.lower?.start(calendar) { require("captured >= ?", [start]) }
        if let end = filter.captured.upper?.end(calendar) { require("captured < ?", [end]) }
        require(filter.weekdays, calendar)
        if let hasText = filter.hasText { require(hasText ? "hasText" : "NOT hasText") }
        if let hasCode = filter.hasCode { require(hasCode ? "hasCode" : "NOT hasCode") }
    }

    private mutating func require(_ condition: String, _ values: StatementArguments = []) {
        conditions.append(condition)
        arguments += values
    }

    private mutating func require(_ column: String, in values: [some DatabaseValueConvertible]) {
        guard !values.isEmpty else { return }
        require("\(column) IN (\(databaseQuestionMarks(count: values.count)))", StatementArguments(values))
    }

    /// What has one of the names, or none where that is asked for.
    private mutating func require(_ column: String, among names: Set<Int64>) {
        guard names.contains(ListFilter.unnamed) else { return require(column, in: names.sorted()) }
        let named = names.subtracting([ListFilter.unnamed]).sorted()
        guard !named.isEmpty else { return require("\(column) IS NULL") }
        let places = databaseQuestionMarks(count: named.count)
        require("(\(column) IS NULL OR \(column) IN (\(places)))", StatementArguments(named))
    }

    private mutating func require(_ weekdays: Set<ListFilter.Weekday>, _ calendar: Calendar) {
        // All of them leave nothing out.
        guard !weekdays.isEmpty, weekdays.count < ListFilter.Weekday.allCases.count else { return }
        let numbers = weekdays.map(\.number).sorted()
        require(
            "local_weekday(captured, ?) IN (\(databaseQuestionMarks(count: numbers.count)))",
            [calendar.timeZone.identifier] + StatementArguments(numbers))
    }

    private mutating func require<Value: DatabaseValueConvertible>(
        _ column: String, between lower: Value?, _ upper: Value?
    ) {
        if let lower { require("\(column) >= ?", [lower]) }
        if let upper { require("\(column) <= ?", [upper]) }
    }

    // MARK: Reading

    /// The documents after a position.
    func fetch(after position: ListPosition?, limit: Int, _ database: Database) throws -> [ListRow] {
        var statement = try rankingFew(database)
        let columns = statement.columns
        if let position { statement.continueAfter(position) }
        let values = columns.enumerated().map { "\($1.expression) AS sort\($0)" }.joined(separator: ", ")
        let excerpt = words != nil ? Excerpt.expression : "NULL"
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(Library.documentColumns), \(values), \(group?.value ?? "NULL") AS groupValue, \(excerpt) AS excerpt
                FROM \(tables) WHERE \(statement.conditions.joined(separator: " AND "))
                ORDER BY \(columns.map(\.order).joined(separator: ", ")) LIMIT ?
                """, arguments: statement.arguments + [limit])
        return try rows.map { row in
            let group = group.map { _ in Self.text(row["groupValue"]) }
            return ListRow(
                document: try DocumentRecord(row: row), group: group,
                excerpt: (row["excerpt"] as String?).flatMap { Excerpt($0) },
                position: ListPosition(values: columns.indices.map { row["sort\($0)"] }, group: group))
        }
    }

    /// The newest documents of a search, in no other order: that would read all of them.
    func titles(limit: Int, _ database: Database) throws -> [SearchSuggestions.Title] {
        // Without a word that is wanted there is nothing to suggest.
        guard words != nil else { return [] }
        return try Row.fetchAll(
            database,
            sql: """
                SELECT document.id, document.title FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
                ORDER BY document_words.rowid DESC LIMIT ?
                """, arguments: arguments + [limit]
        ).map { SearchSuggestions.Title(document: $0["id"], text: $0["title"]) }
    }

    /// Where a document stands in the list; `nil` for one that is not in it.
    func position(of document: Int64, _ database: Database) throws -> ListPosition? {
        var only = self
        only.require("document.id = ?", [document])
        return try only.fetch(after: nil, limit: 1, database).first?.position
    }

    /// The document that comes before a position.
    func before(_ position: ListPosition, _ database: Database) throws -> DocumentRecord? {
        var statement = try rankingFew(database)
        statement.columns = statement.columns.map(\.reversed)
        return try statement.fetch(after: position, limit: 1, database).first?.document
    }

    /// Those of all documents, in their order.
    func identifiers(_ database: Database) throws -> [Int64] {
        let columns = try rankingFew(database).columns
        return try Int64.fetchAll(
            database,
            sql: """
                SELECT document.id FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
                ORDER BY \(columns.map(\.order).joined(separator: ", "))
                """, arguments: arguments)
    }

    private static func text(_ value: DatabaseValue) -> String {
        String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map(String.init) ?? ""
    }

    func count(_ database: Database) throws -> Int {
        if isUnfiltered, conditions == ["trashed IS NULL"] { return try Library.documentCount(database) }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(counted(database))", arguments: arguments) ?? 0
    }

    /// Without other filters the least that has to be read: the words alone, of which the few documents in the trash are left out.
    private func counted(_ database: Database) -> String {
        guard isUnfiltered, words != nil else { return "\(tables) WHERE \(conditions.joined(separator: " AND "))" }
        return """
            document_words WHERE document_words MATCH ? \
            AND document_words.rowid NOT IN (\(database.uncounted))
            """
    }

    /// The same list, without an order by relevance where too many documents would have to be ranked.
    private func rankingFew(_ database: Database) throws -> ListStatement {
        guard let words, let rank = columns.firstIndex(of: .rank) else { return self }
        let found = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (SELECT 1 FROM document_words WHERE document_words MATCH ? LIMIT ?)",
            arguments: [words, Self.maximumRanked + 1])
        guard let found, found > Self.maximumRanked else { return self }
        var other = self
        other.columns[rank...] = [.newestWords]
        return other
    }

    /// The documents of each group; empty without groups.
    func groupCounts(_ database: Database) throws -> [String: Int] {
        guard let group else { return [:] }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(group.value) AS groupValue, count(*) AS count FROM \(tables)
                WHERE \(conditions.joined(separator: " AND ")) GROUP BY 1
                """, arguments: arguments)
        return Dictionary(uniqueKeysWithValues: rows.map { (Self.text($0["groupValue"]), $0["count"]) })
    }

    /// Leaves out all up to a position: those after it in the first column, or equal there and after it in the second, and so on.
    private mutating func continueAfter(_ position: ListPosition) {
        guard position.values.count == columns.count else { return require("FALSE") }
        var condition = ""
        var values: StatementArguments = []
        for (column, value) in zip(columns, position.values).reversed() {
            let after = "\(column.expression) \(column.isDescending ? "<" : ">") ?"
            if condition.isEmpty {
                (condition, values) = (after, [value])
            } else {
                // The bound of the first column alone lets an index begin there.
                let bound = "\(column.expression) \(column.isDescending ? "<=" : ">=") ?"
                condition = "(\(bound) AND (\(after) OR \(condition)))"
                values = [value, value] + values
            }
        }
        require(condition, values)
    }
}

extension Day {
    /// When it begins.
    func start(_ calendar: Calendar) -> Date? {
        calendar.date(from: DateComponents(year: year, month: month, day: day)).map { calendar.startOfDay(for: $0) }
    }

    /// When the next one begins.
    func end(_ calendar: Calendar) -> Date? {
        start(calendar).flatMap { calendar.date(byAdding: .day, value: 1, to: $0) }
    }
}
