package import Foundation
package import GRDB

/// What people have agreed to, and what they have set for themselves.
extension Library {
    /// Stores a decision. Former ones stay.
    package func record(_ consent: ConsentRecord, of person: Int64) throws(StoreError) {
        try write { try Self.insert(consent, of: person, $0) }
    }

    static func insert(_ consent: ConsentRecord, of person: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO consent (person, kind, version, given, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [person, consent.kind, consent.version, consent.isGiven, consent.at])
    }

    /// A person's decisions, in their order.
    package func consents(of person: Int64) throws(StoreError) -> [ConsentRecord] {
        try read {
            try ConsentRecord.fetchAll(
                $0, sql: "SELECT kind, version, given, at FROM consent WHERE person = ? ORDER BY id",
                arguments: [person])
        }
    }

    /// `nil` if the person never set it, or by another version in another form.
    package func setting<Value: Decodable & Sendable>(
        _ name: String, of person: Int64, as type: Value.Type
    ) throws(StoreError) -> Value? {
        let text = try read {
            try String.fetchOne(
                $0, sql: "SELECT value FROM person_setting WHERE person = ? AND name = ?", arguments: [person, name])
        }
        return text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    package func set(
        _ name: String, of person: Int64, to value: some Encodable & Sendable
    ) throws(StoreError) {
        try write { database in
            let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            try database.execute(
                sql: """
                    INSERT INTO person_setting (person, name, value) VALUES (?, ?, ?)
                    ON CONFLICT (person, name) DO UPDATE SET value = excluded.value
                    """, arguments: [person, name, text])
        }
    }
}

/// A decision about a text that somebody read.
package struct ConsentRecord: Hashable, Sendable, FetchableRecord {
    package let kind: String
    /// Of the text.
    package let version: Int
    /// Whether it was given, or refused or withdrawn.
    package let isGiven: Bool
    package let at: Date

    package init(kind: String, version: Int, isGiven: Bool, at: Date) {
        (self.kind, self.version, self.isGiven, self.at) = (kind, version, isGiven, at)
    }

    package init(row: Row) {
        (kind, version, isGiven, at) = (row["kind"], row["version"], row["given"], row["at"])
    }
}
