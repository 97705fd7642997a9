package import FoundationEssentials
package import GRDB
package import StationIdentity

/// People's credentials and sessions.
extension Library {
    // MARK: Passcodes

    /// Returns the passcode's hash; `nil` if the person has no passcode.
    package func passcode(of person: Int64) throws(StoreError) -> PasscodeHash? {
        let stored = try read {
            try String.fetchOne($0, sql: "SELECT hash FROM passcode WHERE person = ?", arguments: [person])
        }
        return stored.flatMap { PasscodeHash(stored: $0) }
    }

    /// Replaces a person's passcode, and ends all sessions except one, because others may know the previous passcode.
    package func setPasscode(
        _ hash: PasscodeHash, of person: Int64, keeping session: Digest?, at date: Date
    ) throws(StoreError) {
        try write { database in
            try Self.store(hash, of: person, at: date, database)
            try Self.endSessions(of: person, except: session, at: date, database)
        }
    }

    /// Replaces the hash of the same passcode by one with a higher cost.
    package func rehash(_ hash: PasscodeHash, of person: Int64, at date: Date) throws(StoreError) {
        try write { try Self.store(hash, of: person, at: date, $0) }
    }

    static func store(_ hash: PasscodeHash, of person: Int64, at date: Date, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO passcode (person, hash, changed) VALUES (?, ?, ?)
                ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, changed = excluded.changed
                """, arguments: [person, hash.stored, date])
    }

    // MARK: Recovery codes

    /// Replaces a person's unused codes by new ones.
    package func setRecoveryCodes(_ hashes: [Digest], of person: Int64, at date: Date) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: "DELETE FROM recovery_code WHERE person = ? AND used IS NULL", arguments: [person])
            for hash in hashes {
                try database.execute(
                    sql: "INSERT INTO recovery_code (hash, person, created) VALUES (?, ?, ?)",
                    arguments: [hash.data, person, date])
            }
        }
    }

    /// Returns the number of a person's unused codes.
    package func recoveryCodes(of person: Int64) throws(StoreError) -> Int {
        try read {
            try Int.fetchOne(
                $0, sql: "SELECT count(*) FROM recovery_code WHERE person = ? AND used IS NULL", arguments: [person])
                ?? 0
        }
    }

    /// Uses a code to set a new passcode, and ends all of the person's sessions. Of several concurrent uses of a
    /// code, only one succeeds.
    /// - Returns: Whether it was an unused code of that person.
    package func recover(
        _ person: Int64, by code: Digest, passcode: PasscodeHash, at date: Date
    ) throws(StoreError) -> Bool {
        try write { database in
            try database.execute(
                sql: "UPDATE recovery_code SET used = ? WHERE hash = ? AND person = ? AND used IS NULL",
                arguments: [date, code.data, person])
            guard database.changesCount == 1 else { return false }
            try Self.store(passcode, of: person, at: date, database)
            try Self.endSessions(of: person, except: nil, at: date, database)
            return true
        }
    }

    // MARK: Passkeys

    package func add(_ passkey: Passkey, of person: Int64, name: String, at date: Date) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO passkey
                    (id, person, name, key, handle, authenticator, transports, backupEligible, backedUp, counter, created)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(passkey.id), person, name, Data(passkey.key.encoded), Data(passkey.userHandle.bytes),
                    Data(passkey.aaguid), passkey.transports.map(\.rawValue).joined(separator: " "),
                    passkey.isBackupEligible, passkey.isBackedUp, passkey.counter, date,
                ])
        }
    }

    /// Returns a person's passkeys, oldest first.
    package func passkeys(of person: Int64) throws(StoreError) -> [PasskeyRecord] {
        try read {
            try PasskeyRecord.fetchAll(
                $0, sql: "SELECT * FROM passkey WHERE person = ? ORDER BY created, id", arguments: [person])
        }
    }

    package func passkey(_ id: [UInt8]) throws(StoreError) -> PasskeyRecord? {
        try read { try PasskeyRecord.fetchOne($0, sql: "SELECT * FROM passkey WHERE id = ?", arguments: [Data(id)]) }
    }

    /// Records a sign-in with a passkey.
    /// - Parameters:
    ///   - passkey: The passkey after the sign-in.
    ///   - before: The passkey when the signature was verified.
    /// - Returns: Whether the passkey has not been used in between. Otherwise nothing is stored.
    package func note(_ passkey: Passkey, before: Passkey, at date: Date) throws(StoreError) -> Bool {
        try write { database in
            try database.execute(
                sql: "UPDATE passkey SET counter = ?, backedUp = ?, used = ? WHERE id = ? AND counter = ?",
                arguments: [passkey.counter, passkey.isBackedUp, date, Data(passkey.id), before.counter])
            return database.changesCount == 1
        }
    }

    package func removePasskey(_ id: [UInt8], of person: Int64) throws(StoreError) {
        try write {
            try $0.execute(sql: "DELETE FROM passkey WHERE id = ? AND person = ?", arguments: [Data(id), person])
        }
    }

    // MARK: Sessions

    /// Returns the current sessions with the names of their devices.
    package func sessions() throws(StoreError) -> [SessionRecord] {
        try read { try SessionRecord.fetchAll($0, sql: "SELECT * FROM session WHERE ended IS NULL ORDER BY id") }
    }

    package func add(_ session: Session<Int64>, device: String) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO session (hash, person, device, began, seen, confirmed, confirmedBy, locked)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    session.hash.data, session.person, device, session.began, session.seen, session.confirmed,
                    session.confirmedBy.rawValue, session.isLocked,
                ])
        }
    }

    /// Stores changes to a session.
    /// - Parameter former: The previous hash, if the identifier was replaced.
    package func update(_ session: Session<Int64>, former: Digest? = nil) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE session SET hash = ?, seen = ?, confirmed = ?, confirmedBy = ?, locked = ?
                    WHERE hash = ? AND ended IS NULL
                    """,
                arguments: [
                    session.hash.data, session.seen, session.confirmed, session.confirmedBy.rawValue,
                    session.isLocked, (former ?? session.hash).data,
                ])
        }
    }

    /// Records the activated device of a session, which ends when the device is removed.
    package func note(_ device: Int64, of session: Digest) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE session SET activated = ? WHERE hash = ? AND ended IS NULL",
                arguments: [device, session.data])
        }
    }

    package func endSession(_ hash: Digest, at date: Date) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE session SET ended = ? WHERE hash = ? AND ended IS NULL", arguments: [date, hash.data])
        }
    }

    /// Whether a session was ended, and has not been forgotten.
    package func isEnded(_ hash: Digest) throws(StoreError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0, sql: "SELECT ended IS NOT NULL FROM session WHERE hash = ?", arguments: [hash.data]) ?? false
        }
    }

    /// Removes sessions that ended or were last used before a date.
    package func forgetSessions(before date: Date) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "DELETE FROM session WHERE coalesce(ended, seen) < ?", arguments: [date])
        }
    }

    static func endSessions(
        of person: Int64, except kept: Digest?, at date: Date, _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE session SET ended = ? WHERE person = ? AND ended IS NULL AND hash IS NOT ?",
            arguments: [date, person, kept?.data])
    }
}

/// A stored session, with its number in lists.
package struct SessionRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let device: String
    package let session: Session<Int64>

    package init(id: Int64, device: String, session: Session<Int64>) {
        (self.id, self.device, self.session) = (id, device, session)
    }

    package init(row: Row) throws {
        guard let hash = Digest(stored: [UInt8](row["hash"] as Data)),
            let kind = AuthenticationKind(rawValue: row["confirmedBy"])
        else { throw StoreError.database(reason: "a damaged session") }
        (id, device) = (row["id"], row["device"])
        session = Session(
            hash, of: row["person"], began: row["began"], seen: row["seen"], confirmed: row["confirmed"], by: kind,
            isLocked: row["locked"])
    }
}

package struct PasskeyRecord: Hashable, Sendable, FetchableRecord {
    package let person: Int64
    package let name: String
    package let passkey: Passkey
    package let created: Date
    /// `nil` if it was never used.
    package let used: Date?

    package init(row: Row) throws {
        guard let handle = UserHandle([UInt8](row["handle"] as Data)),
            let key = try? CredentialKey([UInt8](row["key"] as Data))
        else { throw StoreError.database(reason: "a damaged passkey") }
        (person, name, created, used) = (row["person"], row["name"], row["created"], row["used"])
        passkey = Passkey(
            id: [UInt8](row["id"] as Data), userHandle: handle, key: key,
            aaguid: [UInt8](row["authenticator"] as Data),
            transports: (row["transports"] as String).split(separator: " ").compactMap {
                AuthenticatorTransport(rawValue: String($0))
            }, isBackupEligible: row["backupEligible"], isBackedUp: row["backedUp"], counter: row["counter"])
    }
}
