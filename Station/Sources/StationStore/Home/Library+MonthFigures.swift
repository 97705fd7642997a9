public import FoundationEssentials
import GRDB
public import StationRules

/// The figures of a month, for a report.
extension Library {
    /// - Parameter calendar: The calendar with the time zone of days.
    public func monthFigures(_ month: Month, calendar: Calendar) throws(StoreError) -> MonthFigures {
        try read { database in
            var figures = MonthFigures(month)
            guard let start = month.first.start(calendar), let end = month.last.end(calendar) else { return figures }
            figures.days = try Self.days(month.days, calendar, database)
            let tree = try Self.topDown(database)
            figures.folders = try Self.names("folder", from: start, to: end, database).map { folder in
                let path = tree.nodes.first { $0.folder.id == folder.id }?.path
                return HomeFigures.Named(id: folder.id, name: path ?? folder.name, folder.amount)
            }
            figures.types = try Self.names("type", from: start, to: end, database)
            figures.people = try Self.names("person", from: start, to: end, database)
            figures.before = try Self.amount(before: start, database)
            figures.cameras = try Self.cameras(from: start, to: end, database)
            figures.storage = try Int.fetchOne(
                database, sql: "SELECT bytes FROM storage WHERE day BETWEEN ? AND ? ORDER BY day DESC LIMIT 1",
                arguments: [month.first.description, month.last.description])
            return figures
        }
    }

    /// Counts the documents added in a period by the names in a column, most pages first. A folder's count excludes
    /// its subfolders.
    private static func names(
        _ table: String, from start: Date, to end: Date, _ database: Database
    ) throws -> [HomeFigures.Named] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT value, coalesce(name, '') AS name, documents, pages FROM (
                    SELECT \(table) AS value, count(*) AS documents, total(pages) AS pages FROM document
                    WHERE trashed IS NULL AND captured >= ? AND captured < ? GROUP BY \(table))
                LEFT JOIN \(table) ON \(table).id = value ORDER BY pages DESC, name
                """, arguments: [start, end]
        ).map {
            HomeFigures.Named(
                id: $0["value"], name: $0["name"],
                DocumentAmount(documents: $0["documents"], pages: Int($0["pages"] as Double)))
        }
    }

    private static func amount(before date: Date, _ database: Database) throws -> DocumentAmount {
        let row = try Row.fetchOne(
            database,
            sql:
                "SELECT count(*) AS documents, total(pages) AS pages FROM document WHERE trashed IS NULL AND captured < ?",
            arguments: [date])
        return row.map { DocumentAmount(documents: $0["documents"], pages: Int($0["pages"] as Double)) }
            ?? DocumentAmount()
    }

    private static func cameras(
        from start: Date, to end: Date, _ database: Database
    ) throws -> [MonthFigures.Camera] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT source, total(outcome = 'captured') AS captures, total(outcome <> 'captured') AS failed
                FROM capture_metric WHERE at >= ? AND at < ? GROUP BY source ORDER BY source
                """, arguments: [start, end]
        ).map {
            MonthFigures.Camera(
                name: $0["source"], captures: Int($0["captures"] as Double), failed: Int($0["failed"] as Double))
        }
    }
}
