import GRDB
import Synchronization

/// For whom the library is read and changed, and so which documents there are.
///
/// A document is everybody's, or its owner's own: then nobody else reads it, finds it, counts it or changes it.
public enum DocumentReader: Hashable, Sendable {
    /// The station itself: it exports and restores the whole library, reads texts and empties the trash.
    case everything
    /// A program, or whoever has not signed in: they see what is everybody's.
    case shared
    /// Somebody who has signed in.
    case person(Int64)

    /// Whom the library is read for meanwhile. Everything that is not done for a request is done by the station itself.
    @TaskLocal public static var current = DocumentReader.everything

    public var person: Int64? {
        if case .person(let person) = self { person } else { nil }
    }

    /// Owners are compared with it; `nil` where all documents are there.
    var number: Int64? {
        switch self {
        case .everything: nil
        // No person has it.
        case .shared: 0
        case .person(let person): person
        }
    }
}

/// What SQL knows of the reader of a connection.
final class ConnectionReader: Sendable {
    private let number = Mutex<Int64?>(nil)
    /// The document that was refused since the reader was set.
    private let lastRefused = Mutex<Int64?>(nil)

    func add(to database: Database) {
        // Evaluated once in a statement: the reader stays the same for all of it.
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
    /// Whether there is a document that is not there for the reader.
    func misses(_ database: Database) throws -> Bool {
        guard let number else { return false }
        // Two looks into a small index, however many documents are the reader's own.
        return try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM document WHERE owner < :reader)
                        OR EXISTS (SELECT 1 FROM document WHERE owner > :reader)
                    """), arguments: ["reader": number]) ?? false
    }
}

/// Connections for which others' own documents are not there: whatever a statement asks for, it asks views that leave them out.
enum SharedViews {
    /// Of the connections.
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

    /// Lets the statements that follow on a connection see what is there for somebody.
    static func show(to reader: DocumentReader, _ database: Database) throws {
        _ = try Row.fetchOne(database.cachedStatement(sql: "SELECT show_to(?)"), arguments: [reader.number])
    }

    /// What belongs to a document is there if the document is. SQLite finds these views before the tables of the same names.
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
        for table in ["page", "former_page", "attachment", "note", "event", "document_tag"] {
            sql += "CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) AS part WHERE \(isThere);"
        }
        try database.execute(sql: sql)
    }
}

extension Database {
    private var leavesOut: Bool { configuration.label == SharedViews.label }

    /// All documents, by an index that has all that is asked for. Views have no indexes of their own: there SQLite chooses.
    func documents(by index: String) -> String { leavesOut ? "document" : "document INDEXED BY \(index)" }

    /// The documents that a count of words leaves out.
    var uncounted: String {
        "SELECT id FROM main.document WHERE trashed IS NOT NULL"
            + (leavesOut ? " UNION ALL SELECT id FROM hidden_document" : "")
    }
}

/// Changes of documents that are not there for whoever makes them.
enum OwnDocumentGuard {
    /// Where a document is looked for before it is changed.
    static let isThere = "(owner IS NULL OR owner = coalesce(reader(), owner))"

    /// Whatever changes a document, its pages, notes or attachments, writes one of these columns; taking a folder, tag or name away
    /// from all documents does not. Nobody makes a document another one's own.
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
