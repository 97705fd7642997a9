import GRDB

/// What is to be written to the output folder: it is noted with the document, in one transaction.
extension Library {
    /// Documents that are to be written, the oldest first.
    public func outbox(_ state: OutboxState) throws(StoreError) -> [Int64] {
        try read {
            try Int64.fetchAll(
                $0, sql: "SELECT id FROM document WHERE outbox = ? AND outbox <> 0 ORDER BY id",
                arguments: [state.rawValue])
        }
    }

    /// Notes how far a document is.
    public func setOutbox(_ state: OutboxState, of id: Int64) throws(StoreError) {
        try write {
            try $0.execute(sql: "UPDATE document SET outbox = ? WHERE id = ?", arguments: [state.rawValue, id])
        }
    }
}

/// How far a document is that is to be written to the output folder.
public enum OutboxState: Int, Sendable {
    case none = 0
    case waiting = 1
    /// Its file is complete, and about to get its name.
    case naming = 2
}
