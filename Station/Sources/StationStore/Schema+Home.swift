import GRDB

/// The counts of the overview and the timeline.
extension Schema {
    static func home(_ database: Database) throws {
        // Covering indexes, so that no document needs to be read.
        let indexes = [
            ("document_figures", "captured, source, pages"), ("document_filing", "type, folder, person, pages"),
        ]
        for (name, columns) in indexes {
            try database.execute(sql: "CREATE INDEX \(name) ON document (\(columns)) WHERE trashed IS NULL")
        }
        for column in ["due", "retained"] {
            try database.execute(
                sql: """
                    CREATE INDEX document_\(column) ON document (\(column), id)
                    WHERE \(column) IS NOT NULL AND trashed IS NULL
                    """)
        }
        try database.alter(table: "capture_metric") { table in
            table.add(column: "fineDetail", .double)
            table.add(column: "lockMilliseconds", .integer)
            table.add(column: "storeMilliseconds", .integer)
        }
        try database.create(index: "capture_metric_at", on: "capture_metric", columns: ["at"])
        try database.create(table: "storage") { table in
            // Days in the format "2026-11-23".
            table.primaryKey("day", .text)
            table.column("bytes", .integer).notNull()
        }
    }
}
