import GRDB

/// Rules that file documents, what they filed, and the documents still to be filed.
extension Schema {
    static func filingRules(_ database: Database) throws {
        try database.create(table: "filing_rule") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("position", .integer).notNull()
            // A `FilingRule`.
            table.column("definition", .jsonText).notNull()
            table.column("isOn", .boolean).notNull()
            // The person who saved it last.
            table.column("person", .integer).notNull()
        }
        try database.create(table: "rule_run") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("at", .datetime).notNull()
            // Its events.
            table.column("first", .integer).notNull()
            table.column("last", .integer).notNull()
            table.column("undone", .datetime)
        }
        try database.create(table: "rule_filing") { table in
            table.column("event", .integer).primaryKey()
            table.column("rule", .integer).notNull()
            table.column("run", .integer).notNull().indexed().references("rule_run", onDelete: .cascade)
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
        }
        try database.create(index: "rule_filing_rule", on: "rule_filing", columns: ["rule", "document"])
        // New documents that no rule has seen. A document is filed once, when all of its pages have been read.
        try database.create(table: "rule_queue") { table in
            table.column("document", .integer).primaryKey().references("document", onDelete: .cascade)
            table.column("isRead", .boolean).notNull()
        }
        try database.create(
            index: "rule_queue_read", on: "rule_queue", columns: ["document"], condition: Column("isRead") == true)
        try database.execute(
            sql: """
                CREATE TRIGGER document_read AFTER UPDATE OF unread ON document
                WHEN (old.unread = 0) <> (new.unread = 0) BEGIN
                    UPDATE rule_queue SET isRead = \(isRead("new")) WHERE document = new.id;
                END;
                """)
    }

    /// SQL for whether the text of a document is complete. Pages without consent to reading them wait for it.
    static func isRead(_ document: String) -> String {
        """
        (\(document).unread = 0 AND NOT EXISTS (SELECT 1 FROM page JOIN page_reading ON page_reading.page = page.id
            WHERE page.document = \(document).id AND page_reading.state = 'withheld'))
        """
    }
}
