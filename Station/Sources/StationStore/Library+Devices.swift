public import FoundationEssentials
public import GRDB

/// Activation codes, each of which makes one device known, and the devices.
extension Library {
    /// Opens a code for use.
    /// - Parameter maximum: Codes that are open at once, this one among them; the oldest end.
    public func addActivation(_ code: SecretToken, expires: Date, now: Date, maximum: Int) throws(StoreError) {
        try write { database in
            try database.execute(sql: "DELETE FROM activation WHERE expires <= ?", arguments: [now])
            try database.execute(
                sql: "INSERT INTO activation (code, expires) VALUES (?, ?)", arguments: [code.hash, expires])
            try database.execute(
                sql: """
                    DELETE FROM activation WHERE used IS NULL AND id NOT IN
                    (SELECT id FROM activation WHERE used IS NULL ORDER BY id DESC LIMIT ?)
                    """,
                arguments: [maximum])
        }
    }

    /// What using a code would lead to.
    /// - Returns: Nothing if it may be used.
    public func objection(to code: SecretToken, now: Date) throws(StoreError) -> ActivationOutcome? {
        try read { try Self.objection(to: code, now: now, $0) }
    }

    /// Uses a code, once: of any number who try at the same time, one device is made known.
    public func activate(_ code: SecretToken, name: String, now: Date) throws(StoreError) -> ActivationOutcome {
        let token = SecretToken()
        return try write { database in
            if let objection = try Self.objection(to: code, now: now, database) { return objection }
            try database.execute(
                sql: "UPDATE activation SET used = ? WHERE code = ?", arguments: [now, code.hash])
            try database.execute(
                sql: "INSERT INTO device (name, token, activated) VALUES (?, ?, ?)",
                arguments: [name, token.hash, now])
            return .activated(token)
        }
    }

    private static func objection(
        to code: SecretToken, now: Date, _ database: Database
    ) throws -> ActivationOutcome? {
        let found = try Row.fetchOne(
            database, sql: "SELECT expires, used FROM activation WHERE code = ?", arguments: [code.hash])
        guard let found else { return .unknown }
        if (found["used"] as Date?) != nil { return .used }
        return (found["expires"] as Date) <= now ? .expired : nil
    }

    /// The device that has a token; nothing if none has.
    public func device(_ token: SecretToken) throws(StoreError) -> DeviceRecord? {
        try read {
            try DeviceRecord.fetchOne(
                $0, sql: "SELECT id, name, activated FROM device WHERE token = ?", arguments: [token.hash])
        }
    }

    /// All of them, the latest first.
    public func devices() throws(StoreError) -> [DeviceRecord] {
        try read {
            try DeviceRecord.fetchAll(
                $0, sql: "SELECT id, name, activated FROM device ORDER BY activated DESC, id DESC")
        }
    }

    /// Knows a device no longer.
    public func removeDevice(_ id: Int64) throws(StoreError) {
        try write { try $0.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [id]) }
    }
}

extension DeviceRecord: FetchableRecord {}
