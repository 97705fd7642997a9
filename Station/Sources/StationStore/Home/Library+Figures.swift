public import FoundationEssentials
import GRDB
public import StationRules

/// The figures of the overview.
extension Library {
    /// Counts all figures in one transaction.
    /// - Parameter calendar: The calendar with the time zone of days.
    public func homeFigures(today: Day, calendar: Calendar) throws(StoreError) -> HomeFigures {
        let days = (0..<HomeRange.days).map { today.adding($0 + 1 - HomeRange.days) }
        let month = today.adding(1 - HomeRange.month).start(calendar)
        let (inbox, due) = (
            ListStatement(HomeList.inbox, calendar: calendar),
            ListStatement(HomeList.due(on: today), calendar: calendar)
        )
        return try read { database in
            var figures = HomeFigures(
                today: today, firstWeekday: calendar.firstWeekday - 1, days: try Self.days(days, calendar, database))
            try Self.file(&figures, database)
            figures.inbox = try inbox.count(database)
            figures.due = try due.count(database)
            if let month { figures.deleted = try Self.deleted(before: month, database) }
            figures.storage = try Self.storage(from: today.adding(1 - HomeRange.storage), database)
            return figures
        }
    }

    /// Stores the storage used by the library. The last measurement of each day is kept.
    public func keepStorage(bytes: Int, on day: Day) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO storage (day, bytes) VALUES (?, ?)", arguments: [day.description, bytes])
        }
    }

    /// Returns the measurement of a day, if any.
    public func storage(on day: Day) throws(StoreError) -> Int? {
        try read {
            try Int.fetchOne($0, sql: "SELECT bytes FROM storage WHERE day = ?", arguments: [day.description])
        }
    }

    // MARK: The database

    /// Counts each day as a range of a covering index.
    static func days(
        _ days: [Day], _ calendar: Calendar, _ database: Database
    ) throws -> [HomeFigures.OfDay] {
        var all = days.map { HomeFigures.OfDay($0) }
        let statement = try database.cachedStatement(
            sql: """
                SELECT source, count(*) AS documents, coalesce(sum(pages), 0) AS pages FROM \(database.documents(by: "document_figures"))
                WHERE trashed IS NULL AND captured >= ? AND captured < ? GROUP BY source
                """)
        for index in all.indices {
            guard let start = days[index].start(calendar), let end = days[index].end(calendar) else { continue }
            for row in try Row.fetchAll(statement, arguments: [start, end]) {
                let source = ListFilter.Source(rawValue: row["source"]) ?? .scan
                all[index].amounts[source] = amount(row)
            }
        }
        return all
    }

    private static func amount(_ row: Row) -> DocumentAmount {
        DocumentAmount(documents: row["documents"], pages: row["pages"])
    }

    /// Fills in the counts by name and by owner.
    private static func file(_ figures: inout HomeFigures, _ database: Database) throws {
        figures.types = try named(sums("type", database), "type", database)
        figures.people = try named(sums("person", database), "person", database)
        figures.folders = try folders(sums("folder", database), database)
    }

    private static func sums(_ column: String, _ database: Database) throws -> [Int64?: DocumentAmount] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT nullif(\(column), 0) AS id, sum(documents) AS documents, sum(pages) AS pages
                FROM filing_sum GROUP BY \(column)
                """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as Int64?, amount($0)) })
    }

    private static func named(
        _ sums: [Int64?: DocumentAmount], _ table: String, _ database: Database
    ) throws -> [HomeFigures.Named] {
        let rows = try Row.fetchAll(database, sql: "SELECT id, name FROM \(table)")
        let names = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as Int64, $0["name"] as String) })
        return sums.sorted { ($0.key ?? 0) < ($1.key ?? 0) }
            .map { id, sum in HomeFigures.Named(id: id, name: id.flatMap { names[$0] } ?? "", sum) }
    }

    /// Returns the root folders with everything inside them, and the documents in no folder.
    private static func folders(
        _ own: [Int64?: DocumentAmount], _ database: Database
    ) throws -> [HomeFigures.Named] {
        let tree = try topDown(database)
        var all = own[nil].map { [HomeFigures.Named(id: nil, name: "", $0)] } ?? []
        for node in tree.nodes where node.level == 1 {
            let sum = tree.inside(node.folder.id).reduce(DocumentAmount()) { $0 + (own[$1] ?? DocumentAmount()) }
            if sum.documents > 0 { all.append(HomeFigures.Named(id: node.folder.id, name: node.folder.name, sum)) }
        }
        return all
    }

    /// Returns the folders without their document counts.
    static func topDown(_ database: Database) throws -> FolderTree {
        FolderTree(
            try Row.fetchAll(database, sql: "SELECT id, parent, name FROM folder ORDER BY key, id").map {
                FolderTree.Folder(id: $0["id"], parent: $0["parent"], name: $0["name"], documents: 0)
            })
    }

    private static func deleted(before date: Date, _ database: Database) throws -> DocumentAmount {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT count(*) AS documents, coalesce(sum(pages), 0) AS pages FROM document
                WHERE \(ListStatement.isShownInTrash) AND captured < ?
                """, arguments: [date])
        return row.map(amount) ?? DocumentAmount()
    }

    private static func storage(from day: Day, _ database: Database) throws -> [HomeFigures.Stored] {
        try Row.fetchAll(
            database, sql: "SELECT day, bytes FROM storage WHERE day >= ? ORDER BY day", arguments: [day.description]
        ).compactMap { row in Day(row["day"] as String).map { HomeFigures.Stored($0, bytes: row["bytes"]) } }
    }
}
