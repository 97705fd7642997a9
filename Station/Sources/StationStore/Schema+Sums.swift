import GRDB

/// The number of documents, maintained by triggers, so that no screen reads all documents to count them.
extension Schema {
    /// The columns that documents are counted by. Missing values are 0, so that each sum has a key.
    static let sumKey = ["type", "folder", "person", "owner"]

    static func sums(_ database: Database) throws {
        try database.create(table: "filing_sum", options: .withoutRowID) { table in
            for column in sumKey { table.column(column, .integer).notNull() }
            // The documents outside the trash, and their pages.
            table.column("documents", .integer).notNull()
            table.column("pages", .integer).notNull()
            table.primaryKey(sumKey)
        }
        try database.execute(
            sql: """
                INSERT INTO filing_sum
                    SELECT \(sumKey.map { "coalesce(\($0), 0)" }.joined(separator: ", ")), count(*), sum(pages)
                    FROM document WHERE trashed IS NULL GROUP BY 1, 2, 3, 4;
                CREATE TRIGGER document_counted AFTER INSERT ON document BEGIN \(counting("new")) END;
                CREATE TRIGGER document_uncounted AFTER DELETE ON document BEGIN \(uncounting("old")) END;
                CREATE TRIGGER document_recounted
                AFTER UPDATE OF trashed, pages, \(sumKey.joined(separator: ", ")) ON document BEGIN
                    \(uncounting("old"))
                    \(counting("new"))
                END;
                DROP INDEX document_filing;
                -- Has all that the figures of days ask for, so that no document is read.
                DROP INDEX document_figures;
                CREATE INDEX document_figures ON document (captured, source, pages, owner, trashed) WHERE trashed IS NULL;
                """)
    }

    private static func counting(_ row: String) -> String {
        """
        INSERT INTO filing_sum SELECT \(key(row).joined(separator: ", ")), 1, \(row).pages WHERE \(row).trashed IS NULL
        ON CONFLICT DO UPDATE SET documents = documents + 1, pages = pages + excluded.pages;
        """
    }

    private static func uncounting(_ row: String) -> String {
        let isOfRow = zip(sumKey, key(row)).map { "\($0) = \($1)" }.joined(separator: " AND ")
        return """
            UPDATE filing_sum SET documents = documents - 1, pages = pages - \(row).pages
            WHERE \(isOfRow) AND \(row).trashed IS NULL;
            DELETE FROM filing_sum WHERE \(isOfRow) AND documents = 0;
            """
    }

    private static func key(_ row: String) -> [String] { sumKey.map { "coalesce(\(row).\($0), 0)" } }
}
