public import FoundationEssentials
import GRDB

/// What was deleted lies in the trash for a time, and can come back.
extension Library {
    /// In seconds: thirty days.
    public static let trashMemory = 30 * 86_400.0

    /// Moves documents to the trash. Those that lie there, or are gone, stay so.
    /// - Returns: The events of those that were moved.
    public func trash(
        _ documents: [Int64], by person: Int64 = builtInPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { EventRange(try Self.trash(documents, by: person, at: date, $0)) }
    }

    /// Brings documents back from the trash.
    /// - Returns: The events of those that came back.
    public func restore(
        _ documents: [Int64], by person: Int64 = builtInPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { EventRange(try Self.restore(documents, by: person, at: date, $0)) }
    }

    /// The documents that were moved to the trash before a date: what ``trashMemory`` is over for.
    public func trashed(before date: Date) throws(StoreError) -> [Int64] {
        try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM document WHERE trashed < ? ORDER BY trashed", arguments: [date])
        }
    }

    public func isTrashEmpty() throws(StoreError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0, sql: "SELECT NOT EXISTS (SELECT 1 FROM document WHERE trashed IS NOT NULL AND pages > 0)")
        }
            ?? true
    }

    /// Deletes what has been in the trash for longer than ``trashMemory``.
    public func emptyTrash(at date: Date) throws(StoreError) {
        for document in try trashed(before: date - Self.trashMemory) { try delete(document) }
    }

    // MARK: The database

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
