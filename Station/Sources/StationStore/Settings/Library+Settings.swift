import FoundationEssentials
import GRDB

/// The station's settings by name.
extension Library {
    /// Returns a setting; `nil` if it was never set, or was set in an unknown format by another version.
    public func setting<Value: Decodable & Sendable>(_ name: String, as type: Value.Type) throws(StoreError) -> Value? {
        let text = try read { database in
            try String.fetchOne(database, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
        }
        return text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    public func set(_ name: String, to value: some Encodable & Sendable) throws(StoreError) {
        try write { database in
            let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            try database.execute(
                sql:
                    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                arguments: [name, text])
        }
    }
}
