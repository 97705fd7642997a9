import GRDB
import StationRules

/// The text on pages, and the pages still to be read.
extension Schema {
    static func texts(_ database: Database) throws {
        // The first version of this table was never used.
        try database.drop(table: "page_text")
        try database.create(table: "page_text") { table in
            table.column("page", .integer).primaryKey().references("page", onDelete: .cascade)
            table.column("text", .text).notNull()
            // Lines and words with their positions: see `StoredText`.
            table.column("layout", .blob).notNull()
            table.column("languages", .text).notNull()
            table.column("at", .datetime).notNull()
        }
        try database.create(table: "page_reading") { table in
            table.column("page", .integer).primaryKey().references("page", onDelete: .cascade)
            table.column("state", .text).notNull().defaults(to: ReadingState.waiting.rawValue)
            // Increases when the page is cropped or rotated, so that text from an outdated reading is rejected.
            table.column("version", .integer).notNull().defaults(to: 1)
            table.column("failures", .integer).notNull().defaults(to: 0)
            table.column("reason", .text)
        }
        // The number of pending pages. The next document is looked up for each page that is read.
        try database.alter(table: "document") { $0.add(column: "unread", .integer).notNull().defaults(to: 0) }
        try database.execute(
            sql: """
                INSERT INTO page_reading (page) SELECT id FROM page;
                UPDATE document SET unread = pages;
                CREATE INDEX document_unread ON document (captured, id) WHERE unread > 0 AND trashed IS NULL;
                """)
        try triggers(database)
    }

    /// Triggers that keep track of pending pages after any change.
    private static func triggers(_ database: Database) throws {
        let ofPage = "(SELECT document FROM page WHERE id = new.page)"
        try database.execute(
            sql: """
                CREATE TRIGGER page_unread AFTER INSERT ON page BEGIN
                    INSERT INTO page_reading (page) VALUES (new.id);
                    \(count("new.document"))
                END;
                CREATE TRIGGER page_removed AFTER DELETE ON page BEGIN \(count("old.document")) END;
                CREATE TRIGGER page_moved AFTER UPDATE OF document ON page BEGIN
                    \(count("old.document"))
                    \(count("new.document"))
                END;
                \(pageChanged(columns: "original, corners, rotation", of: ["original", "rotation"]))
                CREATE TRIGGER page_read AFTER UPDATE OF state ON page_reading BEGIN \(count(ofPage)) END;
                CREATE TRIGGER page_text_added AFTER INSERT ON page_text BEGIN \(count(ofPage)) END;
                """)
    }

    /// A page that looks different is read again, because word positions refer to its appearance. Filters move
    /// nothing.
    private static func pageChanged(columns: String, of compared: [String]) -> String {
        let (old, new) = (compared.map { "old.\($0)" }, compared.map { "new.\($0)" })
        return """
            CREATE TRIGGER page_changed AFTER UPDATE OF \(columns) ON page
            WHEN (\(old.joined(separator: ", "))) <> (\(new.joined(separator: ", ")))
                OR old.corners IS NOT new.corners BEGIN
                DELETE FROM page_text WHERE page = new.id;
                UPDATE page_reading SET state = 'waiting', version = version + 1, failures = 0, reason = NULL
                WHERE page = new.id;
            END;
            """
    }

    /// Whether pages are flattened, which moves their words.
    static func flattening(_ database: Database) throws {
        for table in ["page", "former_page"] {
            try database.alter(table: table) { $0.add(column: "flattening", .text).notNull().defaults(to: "off") }
        }
        try database.execute(sql: "DROP TRIGGER page_changed;")
        try database.execute(
            sql: pageChanged(
                columns: "original, corners, rotation, flattening", of: ["original", "rotation", "flattening"]))
    }

    /// Updates the reading state of a document.
    private static func count(_ document: String) -> String {
        """
        UPDATE document SET
            unread = (SELECT count(*) FROM page JOIN page_reading ON page_reading.page = page.id
                WHERE page.document = document.id AND state = 'waiting'),
            hasText = EXISTS (SELECT 1 FROM page JOIN page_text ON page_text.page = page.id
                WHERE page.document = document.id AND page_text.text <> '')
        WHERE id = \(document);
        """
    }
}
