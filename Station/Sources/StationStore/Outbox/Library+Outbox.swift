import GRDB

/// The documents for the output folder. They are recorded in the same transaction as the document.
extension Library {
    /// Returns documents to be written, oldest first. Because the folder's readers are unknown, private documents
    /// wait until they are shared.
    public func outbox(_ state: OutboxState) throws(StoreError) -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0, sql: "SELECT id FROM document WHERE outbox = ? AND outbox <> 0 AND owner IS NULL ORDER BY id",
                arguments: [state.rawValue])
        }
    }

    /// Records the state of a document.
    public func setOutbox(_ state: OutboxState, of id: Int64) throws(StoreError) {
        try write {
            try $0.execute(sql: "UPDATE document SET outbox = ? WHERE id = ?", arguments: [state.rawValue, id])
        }
    }
}

/// The state of a document in the output folder.
public enum OutboxState: Int, Sendable {
    case none = 0
    case waiting = 1
    /// Its file is complete and about to be renamed.
    case naming = 2
}
