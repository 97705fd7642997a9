import GRDB

/// The data by which documents are searched and filed.
extension Schema {
    static func filing(_ database: Database) throws {
        try names(database)
        try documents(database)
        try pages(database)
        try details(database)
        try textIndex(database)
        try indexes(database)
    }

    /// The names that documents are filed under, and the people.
    private static func names(_ database: Database) throws {
        try database.create(table: "person") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("name", .text).notNull()
        }
        try database.execute(sql: "INSERT INTO person (id, name) VALUES (?, '')", arguments: [Library.builtInPerson])
        try database.create(table: "folder") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("parent", .integer).indexed().references("folder", onDelete: .restrict)
            table.column("name", .text).notNull()
            table.column("key", .text).notNull()
        }
        // SQLite treats NULLs as distinct, so the root is mapped to a value to keep names unique there, too.
        try database.execute(sql: "CREATE UNIQUE INDEX folder_name ON folder (coalesce(parent, 0), key)")
        for name in ["tag", "correspondent", "type"] {
            try database.create(table: name) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("key", .text).notNull().unique()
                if name == "tag" { table.column("color", .text).notNull() }
            }
        }
    }

    private static func documents(_ database: Database) throws {
        try database.alter(table: "document") { table in
            // The sort key: "Bill 9" before "bill 10".
            table.add(column: "titleKey", .text).notNull().defaults(to: "")
            table.add(column: "folder", .integer).references("folder", onDelete: .setNull)
            table.add(column: "type", .integer).references("type", onDelete: .setNull)
            table.add(column: "correspondent", .integer).references("correspondent", onDelete: .setNull)
            // Days in the format "2026-11-23".
            table.add(column: "date", .text)
            table.add(column: "due", .text)
            table.add(column: "retained", .text)
            // Documents from before the inbox existed are not in it.
            table.add(column: "state", .text).notNull().defaults(to: "reviewed")
            table.add(column: "source", .text).notNull().defaults(to: "scan")
            table.add(column: "person", .integer).notNull().defaults(to: Library.builtInPerson)
            // NULL for shared documents.
            table.add(column: "owner", .integer).references("person", onDelete: .setNull)
            table.add(column: "serial", .integer)
            table.add(column: "trashed", .datetime)
            // Counts changes, to detect those based on an outdated version.
            table.add(column: "version", .integer).notNull().defaults(to: 1)
            // Maintained by triggers, because lists are sorted by it.
            table.add(column: "pages", .integer).notNull().defaults(to: 0)
            table.add(column: "correspondentKey", .text).notNull().defaults(to: "")
            table.add(column: "typeKey", .text).notNull().defaults(to: "")
            table.add(column: "hasText", .boolean).notNull().defaults(to: false)
            table.add(column: "hasCode", .boolean).notNull().defaults(to: false)
        }
        for row in try Row.fetchAll(database, sql: "SELECT id, title FROM document") {
            try database.execute(
                sql: "UPDATE document SET titleKey = ? WHERE id = ?",
                arguments: [SortKey(row["title"]).text, row["id"] as Int64])
        }
        for name in ["correspondent", "type"] {
            try database.execute(
                sql: """
                    CREATE TRIGGER document_\(name)_key AFTER UPDATE OF \(name) ON document BEGIN
                        UPDATE document SET \(name)Key = coalesce((SELECT key FROM \(name) WHERE id = new.\(name)), '')
                        WHERE id = new.id;
                    END;
                    CREATE TRIGGER \(name)_key AFTER UPDATE OF key ON \(name) BEGIN
                        UPDATE document SET \(name)Key = new.key WHERE \(name) = new.id;
                    END;
                    """)
        }
    }

    /// Gives pages an identifier that they keep when moved.
    private static func pages(_ database: Database) throws {
        try database.create(table: "new_page") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("document", .integer).notNull().references("document", onDelete: .cascade)
            table.column("position", .integer).notNull()
            table.column("original", .text).notNull()
            table.column("width", .integer).notNull()
            table.column("height", .integer).notNull()
            table.column("corners", .jsonText)
            table.column("rotation", .integer).notNull()
            table.column("filter", .text).notNull()
            table.uniqueKey(["document", "position"])
        }
        let columns = "document, position, original, width, height, corners, rotation, filter"
        try database.execute(
            sql: "INSERT INTO new_page (\(columns)) SELECT \(columns) FROM page ORDER BY document, position")
        try database.drop(table: "page")
        try database.rename(table: "new_page", to: "page")
        try database.create(index: "page_original", on: "page", columns: ["original"])
        try database.execute(
            sql: """
                UPDATE document SET pages = (SELECT count(*) FROM page WHERE document = document.id);
                CREATE TRIGGER page_insert AFTER INSERT ON page BEGIN
                    UPDATE document SET pages = pages + 1 WHERE id = new.document;
                END;
                CREATE TRIGGER page_delete AFTER DELETE ON page BEGIN
                    UPDATE document SET pages = pages - 1 WHERE id = old.document;
                END;
                CREATE TRIGGER page_move AFTER UPDATE OF document ON page WHEN old.document <> new.document BEGIN
                    UPDATE document SET pages = pages - 1 WHERE id = old.document;
                    UPDATE document SET pages = pages + 1 WHERE id = new.document;
                END;
                """)
    }

    /// The data of documents and pages, and their events.
    private static func details(_ database: Database) throws {
        try database.create(table: "document_tag") { table in
            table.column("tag", .integer).notNull().references("tag", onDelete: .cascade)
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.primaryKey(["tag", "document"])
        }
        try database.create(table: "note") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.column("text", .text).notNull()
            table.column("person", .integer).notNull().references("person")
            table.column("at", .datetime).notNull()
        }
        try database.create(table: "attachment") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.column("name", .text).notNull()
            table.column("mediaType", .text).notNull()
            table.column("size", .integer).notNull()
            table.column("file", .text).notNull().indexed()
            table.column("person", .integer).notNull().references("person")
            table.column("at", .datetime).notNull()
        }
        try database.create(table: "page_text") { table in
            table.column("page", .integer).primaryKey().references("page", onDelete: .cascade)
            table.column("text", .text).notNull()
            // Blocks, lines and words with their positions.
            table.column("layout", .jsonText)
            table.column("languages", .text).notNull()
            // The page's key when it was read. A page that was cropped or rotated since is read again.
            table.column("rendering", .text).notNull()
            table.column("at", .datetime).notNull()
        }
        try database.create(table: "page_code") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("page", .integer).notNull().indexed().references("page", onDelete: .cascade)
            table.column("kind", .text).notNull()
            table.column("text", .text).notNull()
        }
        try database.create(table: "event") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("at", .datetime).notNull().indexed()
            table.column("kind", .text).notNull()
            table.column("person", .integer).notNull()
            // The document may have been deleted, but its events are kept.
            table.column("document", .integer).indexed()
            table.column("page", .integer)
            table.column("detail", .jsonText)
        }
        try database.execute(
            sql: """
                CREATE TRIGGER event_update BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'events are not changed'); END;
                CREATE TRIGGER event_delete BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'events are not removed'); END;
                """)
        try database.create(table: "recent_search") { table in
            table.column("person", .integer).notNull().references("person", onDelete: .cascade)
            table.column("text", .text).notNull()
            table.column("at", .datetime).notNull()
            table.primaryKey(["person", "text"])
        }
        try database.create(table: "kept_view") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("person", .integer).notNull().references("person", onDelete: .cascade)
            table.column("name", .text).notNull()
            table.column("query", .text).notNull()
            table.uniqueKey(["person", "name"])
        }
    }

    private static func textIndex(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE VIRTUAL TABLE document_words USING fts5(
                    title, names, notes, codes, text, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
                INSERT INTO document_words (document_words, rank) VALUES ('rank', '\(TextIndex.rank)');
                """)
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM document") { try TextIndex.renew(id, database) }
    }

    /// Creates one index per order of a list, excluding the trash.
    private static func indexes(_ database: Database) throws {
        try database.drop(index: "document_captured")
        for (name, expression) in SortColumn.indexed {
            try database.execute(
                sql: "CREATE INDEX document_by_\(name) ON document (\(expression), id) WHERE trashed IS NULL")
        }
        for column in ["folder", "type", "correspondent"] {
            try database.create(
                index: "document_\(column)", on: "document", columns: [column, "captured", "id"],
                condition: Column("trashed") == nil)
        }
        try database.create(
            index: "document_inbox", on: "document", columns: ["captured", "id"],
            condition: Column("state") == "inbox" && Column("trashed") == nil)
        try database.create(
            index: "document_trash", on: "document", columns: ["trashed"], condition: Column("trashed") != nil)
        try database.create(
            index: "document_serial", on: "document", columns: ["serial"], options: .unique,
            condition: Column("serial") != nil)
    }
}
