public import FoundationEssentials
import GRDB

/// What was deleted lies in the trash for a time, and can come back.
extension Library {
    /// In seconds: thirty days.
    public static let trashMemory = 30 * 86_400.0

    /// Moves documents to the trash. Those that lie there, or are gone, stay so.
    /// - Returns: Those that were moved.
    public func trash(_ documents: [Int64], by person: Int64 = builtInPerson, at date: Date) throws(StoreError)
        -> [Int64]
    {
        try setTrashed(date, documents, .trashed, by: person, at: date)
    }

    /// Brings documents back from the trash.
    /// - Returns: Those that came back.
    public func restore(_ documents: [Int64], by person: Int64 = builtInPerson, at date: Date) throws(StoreError)
        -> [Int64]
    {
        try setTrashed(nil, documents, .restored, by: person, at: date)
    }

    /// The documents that were moved to the trash before a date: what ``trashMemory`` is over for.
    public func trashed(before date: Date) throws(StoreError) -> [Int64] {
        try read {
            try Int64.fetchAll($0, sql: "SELECT id FROM document WHERE trashed < ? ORDER BY trashed", arguments: [date])
        }
    }

    public func isTrashEmpty() throws(StoreError) -> Bool {
        try read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM document WHERE trashed IS NOT NULL)") }
            ?? true
    }

    /// Deletes what has been in the trash for longer than ``trashMemory``.
    public func emptyTrash(at date: Date) throws(StoreError) {
        for document in try trashed(before: date - Self.trashMemory) { try delete(document) }
    }

    private func setTrashed(
        _ trashed: Date?, _ documents: [Int64], _ kind: LibraryEvent.Kind, by person: Int64, at date: Date
    ) throws(StoreError) -> [Int64] {
        try write { database in
            try documents.filter { document in
                try database.execute(
                    sql: """
                        UPDATE document SET trashed = ?, changed = ?, version = version + 1
                        WHERE id = ? AND (trashed IS NULL) = ?
                        """, arguments: [trashed, date, document, trashed != nil])
                guard database.changesCount > 0 else { return false }
                try Self.insert(kind, of: document, by: person, at: date, database)
                return true
            }
        }
    }
}
