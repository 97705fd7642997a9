import GRDB

/// Folders, tags, correspondents and types that only private documents use. They are visible to the owners of these documents alone.
///
/// The table `open_name` lists the names that everybody sees: those of shared documents, which triggers add, and those that were
/// created on their own.
enum OwnNames {
    static let folder = "folder"
    /// The tables of names. Documents have columns of the same names, except for tags.
    static let tables = [folder] + Library.NameKind.allCases.map(\.rawValue)

    /// SQL that selects the names that the reader sees.
    static func visible(_ table: String) -> String {
        let open = "SELECT name FROM main.open_name WHERE kind = '\(table)'"
        let own =
            table == Library.NameKind.tag.rawValue
            ? """
            SELECT used.tag FROM main.document_tag AS used JOIN main.document AS own ON own.id = used.document
            WHERE own.owner = reader()
            """ : "SELECT \(table) FROM main.document WHERE owner = reader() AND \(table) IS NOT NULL"
        guard table == folder else { return "\(open) UNION ALL \(own)" }
        // The parents of a visible folder are visible too.
        return """
            WITH RECURSIVE visible(id) AS (\(open) UNION \(own) UNION
                SELECT around.parent FROM main.folder AS around JOIN visible ON around.id = visible.id
                WHERE around.parent IS NOT NULL)
            SELECT id FROM visible
            """
    }

    /// Whether everybody sees a name.
    static func isOpen(_ id: Int64, _ table: String, _ database: Database) throws -> Bool {
        let open = "SELECT name FROM open_name WHERE kind = '\(table)'"
        let visible =
            table == folder
            ? """
            WITH RECURSIVE visible(id) AS (\(open) UNION
                SELECT around.parent FROM folder AS around JOIN visible ON around.id = visible.id
                WHERE around.parent IS NOT NULL)
            SELECT id FROM visible
            """ : open
        return try Bool.fetchOne(database, sql: "SELECT :id IN (\(visible))", arguments: ["id": id]) ?? false
    }

    /// Returns the owners of the private documents that use a name.
    static func owners(of id: Int64, _ table: String, _ database: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            database, sql: "SELECT DISTINCT owner FROM document WHERE owner IS NOT NULL AND \(users(table))",
            arguments: ["id": id])
    }

    /// SQL that selects the private documents of others that a change of a name would change. A folder includes those inside it.
    private static func users(_ table: String) -> String {
        switch table {
        case Library.NameKind.tag.rawValue: "id IN (SELECT document FROM document_tag WHERE tag = :id)"
        case folder:
            """
            folder IN (WITH RECURSIVE inside(id) AS (
                SELECT :id UNION SELECT folder.id FROM folder JOIN inside ON folder.parent = inside.id) SELECT id FROM inside)
            """
        default: "\(table) = :id"
        }
    }

    /// Whether the reader sees a name that exists.
    static func isVisible(_ id: Int64, _ table: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT reader() IS NULL OR :id IN (\(visible(table)))", arguments: ["id": id]) ?? false
    }

    /// Checks that changing a name changes no private document of others.
    /// - Throws: ``StoreError/usedByOthers(_:)``.
    static func requireUnused(_ id: Int64, _ table: String, named name: String, _ database: Database) throws {
        let isUsed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM document WHERE owner IS NOT NULL AND owner <> reader() AND \(users(table)))
                """, arguments: ["id": id])
        if isUsed == true { throw StoreError.usedByOthers(name) }
    }

    /// Makes a name visible to everybody.
    static func open(_ id: Int64, _ table: String, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO open_name (kind, name, made) VALUES (?, ?, 1)
                ON CONFLICT (kind, name) DO UPDATE SET made = 1
                """, arguments: [table, id])
    }
}

extension Schema {
    /// Creates the table of the names that everybody sees.
    static func openNames(_ database: Database) throws {
        try database.create(table: "open_name") { table in
            table.column("kind", .text).notNull()
            table.column("name", .integer).notNull()
            // Whether it was created on its own. Otherwise it is visible because a shared document uses it.
            table.column("made", .boolean).notNull().defaults(to: false)
            table.primaryKey(["kind", "name"])
        }
        try openUsedNames(database)
        try openUnusedNames(database)
        try database.execute(sql: triggers)
    }

    /// Opens names of shared documents.
    private static func openUsedNames(_ database: Database) throws {
        for table in OwnNames.tables where table != Library.NameKind.tag.rawValue {
            try database.execute(
                sql: """
                    INSERT INTO open_name (kind, name) SELECT DISTINCT '\(table)', \(table) FROM document
                    WHERE \(table) IS NOT NULL AND owner IS NULL ON CONFLICT DO NOTHING
                    """)
        }
        try database.execute(
            sql: """
                INSERT INTO open_name (kind, name) SELECT DISTINCT 'tag', tag
                FROM document_tag JOIN document ON document.id = document WHERE owner IS NULL
                ON CONFLICT DO NOTHING
                """)
    }

    /// Opens names that no document uses.
    static func openUnusedNames(_ database: Database) throws {
        for table in OwnNames.tables {
            let used =
                switch table {
                case Library.NameKind.tag.rawValue: "SELECT tag FROM document_tag"
                case OwnNames.folder:
                    """
                    WITH RECURSIVE used(id) AS (SELECT folder FROM document WHERE folder IS NOT NULL UNION
                        SELECT parent FROM folder JOIN used ON folder.id = used.id WHERE parent IS NOT NULL)
                    SELECT id FROM used
                    """
                default: "SELECT \(table) FROM document WHERE \(table) IS NOT NULL"
                }
            try database.execute(
                sql: """
                    INSERT INTO open_name (kind, name, made)
                    SELECT '\(table)', id, 1 FROM \(table) WHERE id NOT IN (\(used)) ON CONFLICT DO NOTHING
                    """)
        }
    }

    /// Says what to do about conflicts in each insertion, since SQLite ignores `INSERT OR IGNORE` in triggers that foreign keys start.
    private static var triggers: String {
        let columns = OwnNames.tables.filter { $0 != Library.NameKind.tag.rawValue }
        func open(_ row: String) -> String {
            columns.map {
                """
                INSERT INTO open_name (kind, name) SELECT '\($0)', \(row).\($0) WHERE \(row).\($0) IS NOT NULL
                    ON CONFLICT DO NOTHING;
                """
            }.joined(separator: "\n")
        }
        func close(_ column: String) -> String {
            """
            DELETE FROM open_name WHERE kind = '\(column)' AND name = old.\(column) AND NOT made
                AND NOT EXISTS (SELECT 1 FROM document WHERE \(column) = old.\(column) AND owner IS NULL);
            """
        }
        return """
            CREATE TRIGGER open_added AFTER INSERT ON document WHEN new.owner IS NULL BEGIN
                \(open("new"))
            END;
            CREATE TRIGGER open_filed AFTER UPDATE OF \(columns.joined(separator: ", ")) ON document WHEN new.owner IS NULL BEGIN
                \(open("new"))
            END;
            CREATE TRIGGER open_tagged AFTER INSERT ON document_tag
            WHEN (SELECT owner FROM document WHERE id = new.document) IS NULL BEGIN
                INSERT INTO open_name (kind, name) VALUES ('tag', new.tag) ON CONFLICT DO NOTHING;
            END;
            CREATE TRIGGER open_shared AFTER UPDATE OF owner ON document WHEN new.owner IS NULL AND old.owner IS NOT NULL BEGIN
                \(open("new"))
                INSERT INTO open_name (kind, name) SELECT 'tag', tag FROM document_tag WHERE document = new.id
                    ON CONFLICT DO NOTHING;
            END;
            CREATE TRIGGER open_owned AFTER UPDATE OF owner ON document WHEN new.owner IS NOT NULL AND old.owner IS NULL BEGIN
                \(columns.map(close).joined(separator: "\n"))
                DELETE FROM open_name WHERE kind = 'tag' AND NOT made
                    AND name IN (SELECT tag FROM document_tag WHERE document = new.id)
                    AND NOT EXISTS (SELECT 1 FROM document_tag JOIN document ON document.id = document_tag.document
                        WHERE document_tag.tag = open_name.name AND owner IS NULL);
            END;
            """
    }
}
