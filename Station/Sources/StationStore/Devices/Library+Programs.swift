public import FoundationEssentials
public import GRDB
package import StationIdentity

/// Programs with a token of their own.
extension Library {
    /// How long the time of a use stays as it is, so that reading requests seldom write.
    private static let usePeriod: TimeInterval = 3600

    /// Adds a program with a new token, which is stored as a hash.
    package func addProgram(_ name: String, scope: ProgramScope, at date: Date) throws(StoreError) -> SecretToken {
        let token = SecretToken()
        try write { database in
            try database.execute(
                sql: "INSERT INTO program (name, scope, token, person, created) VALUES (?, ?, ?, ?, ?)",
                arguments: [name, scope.rawValue, token.hash, Self.actingPerson, date])
        }
        return token
    }

    /// Returns all programs, latest first.
    package func programs() throws(StoreError) -> [ProgramRecord] {
        try read {
            try ProgramRecord.fetchAll(
                $0, sql: "SELECT id, name, scope, person, created, used FROM program ORDER BY created DESC, id DESC")
        }
    }

    /// Returns the program with a token, if any, and notes that it was used.
    package func program(_ token: SecretToken, at date: Date) throws(StoreError) -> ProgramRecord? {
        let found = try read {
            try ProgramRecord.fetchOne(
                $0, sql: "SELECT id, name, scope, person, created, used FROM program WHERE token = ?",
                arguments: [token.hash])
        }
        if let found, found.used.map({ date.timeIntervalSince($0) >= Self.usePeriod }) ?? true {
            try write { database in
                try database.execute(sql: "UPDATE program SET used = ? WHERE id = ?", arguments: [date, found.id])
            }
        }
        return found
    }

    /// Removes a program. Its token is no longer valid.
    package func removeProgram(_ id: Int64) throws(StoreError) {
        try write { try $0.execute(sql: "DELETE FROM program WHERE id = ?", arguments: [id]) }
    }
}

/// A program with a token of its own.
package struct ProgramRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let name: String
    package let scope: ProgramScope
    /// The person who made the token.
    package let person: Int64
    package let created: Date
    /// The time of its last use, to the hour; `nil` if it was never used.
    package let used: Date?

    package init(row: Row) throws {
        (id, name, person) = (row["id"], row["name"], row["person"])
        (created, used) = (row["created"], row["used"])
        guard let scope = ProgramScope(rawValue: row["scope"]) else {
            throw DatabaseError(message: "the scope of program \(row["id"] as Int64) is unknown")
        }
        self.scope = scope
    }
}
