public import FoundationEssentials
public import GRDB

/// Activation codes, each for one device, and activated devices.
extension Library {
    /// Stores a code for use.
    /// - Parameter maximum: The maximum number of unused codes, including this one. The oldest are removed.
    public func addActivation(_ code: SecretToken, expires: Date, now: Date, maximum: Int) throws(StoreError) {
        try write { try Self.insert(code, expires: expires, now: now, maximum: maximum, $0) }
    }

    /// Does the same beside the running station of a library.
    package static func addActivation(
        _ code: SecretToken, expires: Date, now: Date, maximum: Int, besideStationIn folder: String
    ) throws(StoreError) {
        do {
            let database = try DatabaseQueue(path: tables(in: folder), configuration: configuration)
            try database.write { try insert(code, expires: expires, now: now, maximum: maximum, $0) }
            try database.close()
        } catch { throw StoreError(error) { .database(reason: $0) } }
    }

    private static func insert(
        _ code: SecretToken, expires: Date, now: Date, maximum: Int, _ database: Database
    ) throws {
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

    /// Returns the reason why a code cannot be used.
    /// - Returns: `nil` if it can be used.
    public func refusal(of code: SecretToken, now: Date) throws(StoreError) -> ActivationOutcome? {
        try read { try Self.refusal(of: code, now: now, $0) }
    }

    /// Uses a code. Of several devices that try it concurrently, only one is activated.
    public func activate(_ code: SecretToken, name: String, now: Date) throws(StoreError) -> ActivationOutcome {
        let token = SecretToken()
        return try write { database in
            if let refusal = try Self.refusal(of: code, now: now, database) { return refusal }
            try database.execute(
                sql: "UPDATE activation SET used = ? WHERE code = ?", arguments: [now, code.hash])
            try database.execute(
                sql: "INSERT INTO device (name, token, activated) VALUES (?, ?, ?)",
                arguments: [name, token.hash, now])
            return .activated(token)
        }
    }

    private static func refusal(
        of code: SecretToken, now: Date, _ database: Database
    ) throws -> ActivationOutcome? {
        let found = try Row.fetchOne(
            database, sql: "SELECT expires, used FROM activation WHERE code = ?", arguments: [code.hash])
        guard let found else { return .unknown }
        if (found["used"] as Date?) != nil { return .used }
        return (found["expires"] as Date) <= now ? .expired : nil
    }

    /// Returns the device with a token, if any.
    public func device(_ token: SecretToken) throws(StoreError) -> DeviceRecord? {
        try read {
            try DeviceRecord.fetchOne(
                $0, sql: "SELECT id, name, activated FROM device WHERE token = ?", arguments: [token.hash])
        }
    }

    /// Returns all devices, latest first.
    public func devices() throws(StoreError) -> [DeviceRecord] {
        try read {
            try DeviceRecord.fetchAll(
                $0, sql: "SELECT id, name, activated FROM device ORDER BY activated DESC, id DESC")
        }
    }

    /// Removes a device, and ends the sessions of the people who signed in on it.
    /// - Returns: The ended sessions.
    @discardableResult package func removeDevice(_ id: Int64, at date: Date) throws(StoreError) -> [SessionRecord] {
        try write { database in
            let ended = try SessionRecord.fetchAll(
                database, sql: "SELECT * FROM session WHERE activated = ? AND ended IS NULL", arguments: [id])
            try database.execute(
                sql: "UPDATE session SET ended = ? WHERE activated = ? AND ended IS NULL", arguments: [date, id])
            try database.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [id])
            return ended
        }
    }
}

extension DeviceRecord: FetchableRecord {}

/// An activated device: a browser that may use the station.
public struct DeviceRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public let name: String
    public let activated: Date
}

/// The outcome of using an activation code.
public enum ActivationOutcome: Hashable, Sendable {
    /// The token that identifies the device.
    case activated(SecretToken)
    /// The code was never issued, or has expired and been removed.
    case unknown
    case expired
    case used
}
