public import FoundationEssentials
import GRDB
import Synchronization

/// Deleted documents stay in the trash for a time and can be restored.
extension Library {
    /// The time in seconds: thirty days.
    public static let trashMemory = 30 * 86_400.0

    /// Moves documents to the trash. Documents that are already there or do not exist are ignored.
    /// - Returns: The events of the moved documents.
    public func trash(
        _ documents: [Int64], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { EventRange(try Self.trash(documents, by: person, at: date, $0)) }
    }

    /// Restores documents from the trash. Documents whose pages were moved to others stay there: only undoing that
    /// restores them.
    /// - Returns: The events of the restored documents.
    public func restore(
        _ documents: [Int64], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { database in
            let whole = try documents.filter { try !Self.isEmpty($0, database) }
            return EventRange(try Self.restore(whole, by: person, at: date, database))
        }
    }

    /// Returns the documents moved to the trash before a date, for which ``trashMemory`` is over.
    public func trashed(before date: Date) throws(StoreError) -> [Int64] {
        try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM document WHERE trashed < ? ORDER BY trashed", arguments: [date])
        }
    }

    public func isTrashEmpty() throws(StoreError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0, sql: "SELECT NOT EXISTS (SELECT 1 FROM document WHERE \(ListStatement.isShownInTrash))")
        }
            ?? true
    }

    /// Deletes documents that have been in the trash for longer than ``trashMemory``, and pages, attachments and
    /// plans kept for as long.
    public func emptyTrash(at date: Date) throws(StoreError) {
        for document in try trashed(before: date - Self.trashMemory) { try delete(document) }
        try changes.withLock { _ throws(StoreError) in
            let originals = try write { database in
                let arguments: StatementArguments = [date - Self.trashMemory]
                let former = [
                    ("former_page", ["original", "single"]), ("former_attachment", ["file"]),
                    ("former_plan", ["picture"]),
                ]
                return try former.reduce(into: Set<String>()) { files, former in
                    let condition = "FROM \(former.0) WHERE at < ?"
                    for column in former.1 {
                        let names = try String?.fetchAll(
                            database, sql: "SELECT \(column) \(condition)", arguments: arguments)
                        files.formUnion(names.compactMap(\.self))
                    }
                    try database.execute(sql: "DELETE \(condition)", arguments: arguments)
                }
            }
            try removeUnused(originals)
        }
    }

    /// Permanently deletes documents in the trash, all at once. Those not in the trash are kept.
    /// - Parameter told: The number of documents that the person agreed to delete; `nil` to skip this check.
    /// - Returns: The number of deleted documents: zero if their number differs from `told`.
    public func purge(_ documents: [Int64], told: Int? = nil) throws(StoreError) -> Int {
        try changes.withLock { _ throws(StoreError) in
            let (count, originals) = try write { database in
                let trashed = try documents.filter { try Self.isTrashed($0, database) }
                if let told, told != trashed.count { return (0, Set<String>()) }
                let originals = try trashed.map { try Self.remove($0, database) }
                return (trashed.count, originals.reduce(into: Set()) { $0.formUnion($1) })
            }
            try removeUnused(originals)
            return count
        }
    }

    // MARK: The database

    static func isTrashed(_ document: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT trashed IS NOT NULL FROM document WHERE id = ?", arguments: [document])
            ?? false
    }

    /// Whether a document has neither pages nor attachments.
    static func isEmpty(_ document: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT NOT \(ListStatement.hasContent) FROM document WHERE id = ?", arguments: [document])
            ?? true
    }

    /// - Returns: The events.
    static func trash(_ documents: [Int64], by person: Int64, at date: Date, _ database: Database) throws -> [Int64] {
        try setTrashed(date, documents, .trashed, by: person, at: date, database)
    }

    /// - Returns: The events.
    static func restore(_ documents: [Int64], by person: Int64, at date: Date, _ database: Database) throws -> [Int64] {
        try setTrashed(nil, documents, .restored, by: person, at: date, database)
    }

    private static func setTrashed(
        _ trashed: Date?, _ documents: [Int64], _ kind: LibraryEvent.Kind, by person: Int64, at date: Date,
        _ database: Database
    ) throws -> [Int64] {
        try documents.compactMap { document in
            try database.execute(
                sql: """
                    UPDATE document SET trashed = ?, changed = ?, version = version + 1
                    WHERE id = ? AND (trashed IS NULL) = ?
                    """, arguments: [trashed, date, document, trashed != nil])
            return database.changesCount > 0 ? try insert(kind, of: document, by: person, at: date, database) : nil
        }
    }
}

extension Library {
    /// Returns the number of documents in the trash, and the size of the files that only they use.
    package func trashSize() throws(StoreError) -> (documents: Int, bytes: Int) {
        let (count, names) = try read { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM document WHERE trashed IS NOT NULL")
            let names = try String.fetchSet(
                database,
                sql: """
                    WITH file AS (
                        SELECT original AS name, document FROM page
                        UNION ALL SELECT single, document FROM page WHERE single IS NOT NULL)
                    SELECT name FROM file JOIN document ON document.id = file.document WHERE trashed IS NOT NULL
                    EXCEPT
                    SELECT name FROM file JOIN document ON document.id = file.document WHERE trashed IS NULL
                    """)
            return (count ?? 0, names)
        }
        let bytes = names.compactMap { BlobName($0) }.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: blobs.file(name))
            return sum + (attributes?[.size] as? Int ?? (attributes?[.size] as? UInt64).map { Int($0) } ?? 0)
        }
        return (count, bytes)
    }
}
