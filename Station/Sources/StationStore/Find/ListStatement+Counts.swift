import FoundationEssentials
import GRDB
import StationRules

extension ListStatement {
    func count(_ database: Database) throws -> Int {
        if let kept = keptCount(database) { return try Int.fetchOne(database, sql: kept, arguments: arguments) ?? 0 }
        return try Int.fetchOne(
            database, sql: "SELECT count(*) FROM \(try counted(database))", arguments: arguments) ?? 0
    }

    /// Returns the stored count, if one exists: for all documents, and for filters covered by stored sums.
    private func keptCount(_ database: Database) -> String? {
        guard words == nil, !isTrash else { return nil }
        let filters = conditions.dropFirst()
        if filters.count == 1, let tag = filters.first, tag.comparison == Self.isTagged {
            return "SELECT count(*) FROM (\(Self.tagged)) WHERE document NOT IN (\(database.uncounted))"
        }
        return keptSums("", of: nil, by: [])
    }

    /// Returns the sum of documents, optionally by a value; `nil` if the sums lack some of the columns.
    private func keptSums(_ end: String, of value: String?, by columns: [String]) -> String? {
        let filters = conditions.dropFirst()
        guard words == nil, !isTrash, filters.map(\.column).allSatisfy(Schema.sumKey.contains),
            columns.allSatisfy(Schema.sumKey.contains)
        else { return nil }
        // Sums store 0 for missing values.
        let isCounted = filters.map { $0.comparison.replacing("@", with: "nullif(\($0.column), 0)") }
        return "SELECT \(value.map { "\($0), " } ?? "")coalesce(sum(documents), 0) FROM filing_sum"
            + (isCounted.isEmpty ? "" : " WHERE " + isCounted.joined(separator: " AND ")) + end
    }

    /// Returns the query that reads the least.
    private func counted(_ database: Database) throws -> String {
        guard let words, !isTrash else { return "\(tables) WHERE \(isShown)" }
        if isUnfiltered {
            // Match the words only, and exclude the few documents in the trash.
            return """
                document_words WHERE document_words MATCH ? \
                AND document_words.rowid NOT IN (\(database.uncounted))
                """
        }
        guard try found(words, upTo: Self.maximumGrouped + 1, database) > Self.maximumGrouped else {
            return "\(tables) WHERE \(isShown)"
        }
        // Instead of reading all documents that match the words, use an index with all columns that lists are
        // filtered by. The words come first.
        let filters = conditions.dropFirst().map { $0.text(isSought: false) }
        let isFound = "+document.id IN (SELECT rowid FROM document_words WHERE document_words MATCH ?)"
        return "document WHERE " + ([isFound] + filters).joined(separator: " AND ")
    }

    /// Returns the number of documents that match the words, up to a limit.
    func found(_ words: String, upTo limit: Int, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (SELECT 1 FROM document_words WHERE document_words MATCH ? LIMIT ?)",
            arguments: [words, limit]) ?? 0
    }

    /// Returns the same list, not ordered by relevance if that would require ranking too many documents.
    func rankingFew(_ database: Database) throws -> ListStatement {
        guard let words, let rank = columns.firstIndex(of: .rank) else { return self }
        guard try found(words, upTo: Self.maximumRanked + 1, database) > Self.maximumRanked else { return self }
        var other = self
        other.columns[rank...] = [.newestWords]
        return other
    }

    /// Returns the number of documents in the list and in each group; no groups in a list without them.
    /// - Parameter shown: The groups to count if counting all would take time proportional to the documents; `nil`
    ///   for all.
    func counts(shown: Set<String>?, _ database: Database) throws -> (documents: Int, groups: [String: Int]) {
        guard let group, shown != [] else { return (try count(database), [:]) }
        guard let shown, words == nil, !isTrash else {
            return (try count(database), try groupCounts(of: group, database))
        }
        if let kept = keptSums(" GROUP BY 1", of: "nullif(\(group.value), 0)", by: [group.value]) {
            let groups = Self.dictionary(
                try Row.fetchAll(database, sql: kept, arguments: arguments).map { ($0[0], $0[1]) })
            return (groups.values.reduce(0, +), groups)
        }
        if group.isState { return try stateCounts(database) }
        if !isWhole, let few = try allIfFew(Self.maximumGrouped, database) {
            let groups = try few.groupCounts(of: group, database)
            return (groups.values.reduce(0, +), groups)
        }
        let parts = shown.sorted().compactMap(group.part)
        if try isWhole || parts.count > Self.maximumSums || areFew(parts, database) {
            let groups = try parts.map { ($0.value, try inGroup($0, of: group).countByGroup(database)) }
            return (try count(database), Self.dictionary(groups))
        }
        return try sums(of: parts, database)
    }

    /// Returns both counts. If the stored sums cover all filters, they contain both; otherwise, counts the few
    /// unreviewed documents, and subtracts them from all.
    private func stateCounts(_ database: Database) throws -> (documents: Int, groups: [String: Int]) {
        var waiting = self
        let inbox = ListFilter.ReviewState.inbox.rawValue
        waiting.require("@ = '\(inbox)'", of: "state")
        let (all, some) = (try count(database), try waiting.count(database))
        let groups = [inbox: some, ListFilter.ReviewState.reviewed.rawValue: all - some]
        return (all, groups.filter { $0.value > 0 })
    }

    /// Whether groups have so few documents that reading them to apply the filters is cheap.
    private func areFew(_ parts: [GroupColumn.Part], _ database: Database) throws -> Bool {
        var left = Self.maximumRead
        for part in parts {
            left -=
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FROM (SELECT 1 FROM document WHERE trashed IS NULL AND \(part.condition) LIMIT ?)
                        """, arguments: part.arguments + [left + 1]) ?? 0
            guard left >= 0 else { return false }
        }
        return true
    }

    /// Counts the documents of one group using its index.
    private func countByGroup(_ database: Database) throws -> Int {
        var statement = self
        for index in conditions.indices.dropLast() { statement.conditions[index].isSought = false }
        return try Int.fetchOne(
            database, sql: "SELECT count(*) FROM \(tables) WHERE \(statement.isShown)", arguments: arguments) ?? 0
    }

    /// Counts everything in one pass over the documents without sorting them.
    private func sums(
        of parts: [GroupColumn.Part], _ database: Database
    ) throws -> (documents: Int, groups: [String: Int]) {
        var many = self
        // Indexes of names lack some of the columns; those of orders have all.
        for index in conditions.indices {
            let condition = conditions[index]
            many.conditions[index].isSought =
                condition.comparison == Self.isTagged || condition.isInbox || SortColumn.isIndexed(condition.column)
        }
        let sums = parts.map { ", coalesce(sum(\($0.comparison.replacing("@", with: "+\($0.column)"))), 0)" }
        let row = try Row.fetchOne(
            database, sql: "SELECT count(*)\(sums.joined()) FROM \(tables) WHERE \(many.isShown)",
            arguments: parts.reduce(StatementArguments()) { $0 + $1.arguments } + arguments)
        guard let row else { return (0, [:]) }
        let groups = parts.enumerated().map { (value: $1.value, count: row[$0 + 1] as Int) }.filter { $0.count > 0 }
        return (row[0], Self.dictionary(groups))
    }

    private func groupCounts(of group: GroupColumn, _ database: Database) throws -> [String: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(group.value) AS groupValue, count(*) AS count FROM \(tables) WHERE \(isShown) GROUP BY 1
                """, arguments: arguments)
        return Self.dictionary(rows.map { ($0["groupValue"], $0["count"]) })
    }

    private static func dictionary(_ counts: [(value: DatabaseValue, count: Int)]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.value.shown, $0.count) })
    }
}
