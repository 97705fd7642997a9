import GRDB
import Synchronization

/// The reader or writer of the library, which determines the visible documents.
///
/// A document is shared or private. Only its owner can read, find, count or change a private one.
public enum DocumentReader: Hashable, Sendable {
    /// The station itself, which exports and restores the whole library, reads pages and empties the trash.
    case everything
    /// A program or a visitor who has not signed in: sees shared documents only.
    case shared
    /// A signed-in person.
    case person(Int64)

    /// The current reader. Work outside of requests is done by the station itself.
    @TaskLocal public static var current = DocumentReader.everything

    public var person: Int64? {
        if case .person(let person) = self { person } else { nil }
    }

    /// The number to compare owners with; `nil` if all documents are visible.
    var number: Int64? {
        switch self {
        case .everything: nil
        // No person has this number.
        case .shared: 0
        case .person(let person): person
        }
    }
}

/// The reader that SQL functions of a connection return.
final class ConnectionReader: Sendable {
    private let number = Mutex<Int64?>(nil)
    /// The last refused document since the reader was set.
    private let lastRefused = Mutex<Int64?>(nil)

    func add(to database: Database) {
        // Evaluated once per statement, because the reader does not change during one.
        database.add(
            function: DatabaseFunction("reader", argumentCount: 0, pure: true) { _ in self.number.withLock { $0 } })
        database.add(
            function: DatabaseFunction("show_to", argumentCount: 1) { values in
                let number = Int64.fromDatabaseValue(values[0])
                self.number.withLock { $0 = number }
                return nil
            })
        database.add(
            function: DatabaseFunction("refuse_document", argumentCount: 1) { values in
                let document = Int64.fromDatabaseValue(values[0])
                self.lastRefused.withLock { $0 = document }
                throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the document is somebody's own")
            })
    }

    func set(_ reader: DocumentReader) {
        number.withLock { $0 = reader.number }
        lastRefused.withLock { $0 = nil }
    }

    var refused: Int64? { lastRefused.withLock { $0 } }
}

extension DocumentReader {
    /// Whether some document is invisible to the reader.
    func misses(_ database: Database) throws -> Bool {
        guard let number else { return false }
        // Two lookups in a small index, however many documents the reader owns.
        return try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM document WHERE owner < :reader)
                        OR EXISTS (SELECT 1 FROM document WHERE owner > :reader)
                    """), arguments: ["reader": number]) ?? false
    }
}

/// Connections that hide other people's private documents: all statements use views that exclude them.
enum SharedViews {
    /// The label of the connections.
    fileprivate static let label = "shared"

    static func configuration(_ usual: Configuration) -> Configuration {
        var configuration = usual
        configuration.label = label
        configuration.readonly = true
        configuration.prepareDatabase { database in
            ConnectionReader().add(to: database)
            try create(database)
        }
        return configuration
    }

    /// Makes subsequent statements on a connection see a reader's documents.
    static func show(to reader: DocumentReader, _ database: Database) throws {
        _ = try Row.fetchOne(database.cachedStatement(sql: "SELECT show_to(?)"), arguments: [reader.number])
    }

    /// Creates the views. Rows that belong to a document are visible if it is. SQLite resolves temporary views before
    /// tables with the same names.
    private static func create(_ database: Database) throws {
        let isThere = """
            NOT EXISTS (SELECT 1 FROM main.document AS whole WHERE whole.id = part.document
                AND whole.owner IS NOT NULL AND whole.owner <> reader())
            """
        var sql = """
            CREATE TEMP VIEW hidden_document AS SELECT id FROM main.document
                WHERE owner IS NOT NULL AND owner <> reader();
            CREATE TEMP VIEW document AS SELECT * FROM main.document WHERE owner IS NULL OR owner = reader();
            CREATE TEMP VIEW filing_sum AS SELECT * FROM main.filing_sum WHERE owner = 0 OR owner = reader();
            CREATE TEMP VIEW annotation AS SELECT id, scene, x, y, title, subtitle, icon,
                CASE WHEN document IN (SELECT id FROM hidden_document) THEN NULL ELSE document END AS document
                FROM main.annotation;
            """
        for table in OwnNames.tables {
            sql += "CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) WHERE id IN (\(OwnNames.visible(table)));"
        }
        for table in [
            "page", "former_page", "original_file", "attachment", "note", "event", "document_tag", "rule_filing",
        ] {
            sql += "CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) AS part WHERE \(isThere);"
        }
        try database.execute(sql: sql)
    }
}

extension Database {
    /// Whether some documents are invisible on this connection.
    var leavesOut: Bool { configuration.label == SharedViews.label }

    /// Returns all documents using a covering index. Views have no indexes, so SQLite chooses there.
    func documents(by index: String) -> String { leavesOut ? "document" : "document INDEXED BY \(index)" }

    /// The documents that a count of words must exclude.
    var uncounted: String {
        "SELECT id FROM main.document WHERE trashed IS NOT NULL"
            + (leavesOut ? " UNION ALL SELECT id FROM hidden_document" : "")
    }
}

/// Prevents changes to documents that are invisible to the writer.
enum OwnDocumentGuard {
    /// The condition that a document to be changed must fulfill.
    static let isThere = "(owner IS NULL OR owner = coalesce(reader(), owner))"

    /// Adds triggers for the columns that every change of a document, its pages, notes or attachments writes.
    /// Removing a folder, tag or name from all documents does not write them. Nobody can make a document another
    /// person's private one.
    static func add(to database: Database) throws {
        let isOther = "old.owner IS NOT NULL AND old.owner <> reader()"
        try database.execute(
            sql: """
                CREATE TEMP TRIGGER own_update BEFORE UPDATE OF title, changed, trashed, state, owner, version ON main.document
                WHEN \(isOther) BEGIN SELECT refuse_document(old.id); END;
                CREATE TEMP TRIGGER own_delete BEFORE DELETE ON main.document
                WHEN \(isOther) BEGIN SELECT refuse_document(old.id); END;
                CREATE TEMP TRIGGER own_given BEFORE UPDATE OF owner ON main.document
                WHEN new.owner IS NOT old.owner AND new.owner <> reader() BEGIN SELECT refuse_document(old.id); END;
                """)
    }
}
