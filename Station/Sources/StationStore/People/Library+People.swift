package import FoundationEssentials
package import GRDB
package import StationIdentity
package import StationRules
import Synchronization

/// The people of a station.
extension Library {
    /// Those who can sign in.
    package func people() throws(StoreError) -> [PersonRecord] {
        try read {
            try PersonRecord.fetchAll(
                $0, sql: "\(PersonRecord.selection) WHERE onboarded IS NOT NULL AND retired IS NULL ORDER BY key, id")
        }
    }

    package func person(_ id: Int64) throws(StoreError) -> PersonRecord? {
        try read { try PersonRecord.fetchOne($0, sql: "\(PersonRecord.selection) WHERE id = ?", arguments: [id]) }
    }

    /// The person who can sign in by a name.
    /// - Parameter key: ``PersonName/key(_:)`` of it.
    package func person(named key: String) throws(StoreError) -> PersonRecord? {
        try read {
            try PersonRecord.fetchOne(
                $0,
                sql:
                    "\(PersonRecord.selection) WHERE key = ? AND key <> '' AND onboarded IS NOT NULL AND retired IS NULL",
                arguments: [key])
        }
    }

    // MARK: Onboarding

    /// How far a person is.
    package func onboarding(of person: Int64) throws(StoreError) -> Onboarding {
        try read { try Self.onboarding(of: person, $0) }
    }

    /// Stores what a person who goes through the steps has decided, and does what follows from it.
    package func decide(
        _ step: Onboarding.Step, _ form: ConsentForm, isGiven: Bool, _ person: Int64, at date: Date
    ) throws(StoreError) {
        try complete(step, of: person, at: date) { database in
            try Self.decide(
                ConsentRecord(kind: form.kind.rawValue, version: form.version, isGiven: isGiven, at: date),
                of: person, database)
        }
    }

    /// Names a person who goes through the steps.
    /// - Throws: ``StoreError/nameInUse(_:)``.
    package func setName(_ name: PersonName, of person: Int64, at date: Date) throws(StoreError) {
        try complete(.name, of: person, at: date) { database in
            try Self.requireFree(name, for: person, database)
            try database.execute(
                sql: "UPDATE person SET name = ?, key = ?, created = coalesce(created, ?) WHERE id = ?",
                arguments: [name.text, name.key, date, person])
        }
    }

    /// Stores the first passcode of a person who goes through the steps.
    package func choosePasscode(_ hash: PasscodeHash, of person: Int64, at date: Date) throws(StoreError) {
        try complete(.passcode, of: person, at: date) { try Self.store(hash, of: person, at: date, $0) }
    }

    /// Stores that a person has kept the codes that were shown, which is the last step: from now on they can sign in.
    package func finishOnboarding(_ person: Int64, at date: Date) throws(StoreError) {
        try complete(.codes, of: person, at: date) { database in
            let codes = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM recovery_code WHERE person = ? AND used IS NULL",
                arguments: [person])
            guard let codes, codes > 0 else { throw StoreError.wrongStep(Onboarding.Step.codes.rawValue) }
        }
    }

    /// Does what a step is about and stores that it is done, both or neither.
    private func complete(
        _ step: Onboarding.Step, of person: Int64, at date: Date, _ change: @Sendable (Database) throws -> Void
    ) throws(StoreError) {
        try write { database in
            var onboarding = try Self.onboarding(of: person, database)
            guard onboarding.complete(step) else { throw StoreError.wrongStep(step.rawValue) }
            try change(database)
            try database.execute(
                sql: "INSERT OR IGNORE INTO onboarding_step (person, step, at) VALUES (?, ?, ?)",
                arguments: [person, step.rawValue, date])
            guard onboarding.next == nil else { return }
            try database.execute(
                sql: "UPDATE person SET onboarded = ? WHERE id = ? AND onboarded IS NULL", arguments: [date, person])
        }
    }

    private static func onboarding(of person: Int64, _ database: Database) throws -> Onboarding {
        let steps = try String.fetchAll(
            database, sql: "SELECT step FROM onboarding_step WHERE person = ?", arguments: [person])
        return Onboarding(done: Set(steps.compactMap { Onboarding.Step(rawValue: $0) }))
    }

    // MARK: What others see of them

    /// Gives a person who can sign in another name and title.
    /// - Throws: ``StoreError/nameInUse(_:)``.
    package func rename(_ person: Int64, to name: PersonName, title: PersonTitle) throws(StoreError) {
        try write { database in
            try Self.requireFree(name, for: person, database)
            try database.execute(
                sql: "UPDATE person SET name = ?, key = ?, title = ? WHERE id = ? AND retired IS NULL",
                arguments: [name.text, name.key, title.text, person])
        }
    }

    /// Stores a person's picture in the place of the former one, or removes it.
    package func setPicture(_ picture: [UInt8]?, of person: Int64) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let name = try picture.map { (bytes) throws(StoreError) in try blobs.add(bytes) }
            let former = try write { database in
                let former = try String.fetchOne(
                    database, sql: "SELECT picture FROM person WHERE id = ?", arguments: [person])
                try database.execute(
                    sql: "UPDATE person SET picture = ? WHERE id = ?", arguments: [name?.text, person])
                return former
            }
            if let former, former != name?.text { try removeUnused([former]) }
        }
    }

    private static func requireFree(_ name: PersonName, for person: Int64, _ database: Database) throws {
        let other = try Int64.fetchOne(
            database, sql: "SELECT id FROM person WHERE key = ? AND id <> ? AND retired IS NULL",
            arguments: [name.key, person])
        guard other == nil else { throw StoreError.nameInUse(name.text) }
    }

    // MARK: Roles

    /// Gives a person another role, and ends their sessions, which began with the former one.
    /// - Throws: ``StoreError/lastOwner`` if nobody would decide about the station any more.
    package func setRole(_ role: Role, of person: Int64, at date: Date) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: "UPDATE person SET role = ? WHERE id = ? AND retired IS NULL", arguments: [role.rawValue, person])
            try Self.requireOwner(database)
            try Self.endSessions(of: person, except: nil, at: date, database)
        }
    }

    /// A person's ways in, and what they arrange for themselves: nobody else sees or needs it.
    private static let personalTables = [
        "passcode", "recovery_code", "passkey", "person_setting", "recent_search", "kept_view", "pin", "sidebar_place",
        "sidebar_collapsed",
    ]

    /// Takes from a person all ways in, and erases what concerns them alone: picture, title, settings, searches, views and
    /// the sidebar. What they did stays, with their name.
    /// - Parameter heir: Whose their own documents and drafts become, so that somebody sees them.
    /// - Throws: ``StoreError/lastOwner``.
    package func retire(_ person: Int64, leavingTo heir: Int64, at date: Date) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let picture = try write { connection in
                let database = whole(connection)
                let picture = try String.fetchOne(
                    database, sql: "SELECT picture FROM person WHERE id = ?", arguments: [person])
                try database.execute(
                    sql: "UPDATE person SET retired = ?, title = '', picture = NULL WHERE id = ? AND retired IS NULL",
                    arguments: [date, person])
                try Self.requireOwner(database)
                for (table, column) in [("document", "owner"), ("draft_person", "person")] {
                    try database.execute(
                        sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", arguments: [heir, person])
                }
                for table in Self.personalTables {
                    try database.execute(sql: "DELETE FROM \(table) WHERE person = ?", arguments: [person])
                }
                try Self.endSessions(of: person, except: nil, at: date, database)
                return picture
            }
            if let picture { try removeUnused([picture]) }
        }
    }

    private static func requireOwner(_ database: Database) throws {
        let owners = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM person WHERE role = ? AND onboarded IS NOT NULL AND retired IS NULL",
            arguments: [Role.owner.rawValue])
        guard let owners, owners > 0 else { throw StoreError.lastOwner }
    }

    // MARK: Invitations

    /// Stores an invitation.
    /// - Parameter maximum: The maximum number of open ones, this one included. The oldest are removed.
    /// - Returns: Its number.
    @discardableResult package func invite(
        _ code: SessionIdentifier, as role: Role, by inviter: Int64, expires: Date, maximum: Int, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { database in
            try database.execute(
                sql: "DELETE FROM invitation WHERE person IS NULL AND expires <= ?", arguments: [date])
            try database.execute(
                sql: "INSERT INTO invitation (code, role, inviter, created, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [code.hash.data, role.rawValue, inviter, date, expires])
            let number = database.lastInsertedRowID
            try database.execute(
                sql: """
                    DELETE FROM invitation WHERE person IS NULL AND id NOT IN
                    (SELECT id FROM invitation WHERE person IS NULL ORDER BY id DESC LIMIT ?)
                    """, arguments: [maximum])
            return number
        }
    }

    /// Those whose person has not been through all steps.
    package func openInvitations(at date: Date) throws(StoreError) -> [InvitationRecord] {
        try read {
            try InvitationRecord.fetchAll(
                $0,
                sql: """
                    SELECT invitation.id, invitation.role, expires, person IS NOT NULL AS isUsed, coalesce(name, '') AS name
                    FROM invitation LEFT JOIN person ON person.id = invitation.person
                    WHERE expires > ? AND onboarded IS NULL AND retired IS NULL ORDER BY invitation.id DESC
                    """, arguments: [date])
        }
    }

    /// Takes an invitation back, and from whoever uses it the way on. After the last step it is too late.
    package func withdrawInvitation(_ id: Int64, at date: Date) throws(StoreError) {
        try write { database in
            let isOpen = "person IN (SELECT id FROM person WHERE onboarded IS NULL)"
            try database.execute(
                sql: """
                    UPDATE person SET retired = ? WHERE onboarded IS NULL
                    AND id IN (SELECT person FROM invitation WHERE id = ?)
                    """, arguments: [date, id])
            try database.execute(
                sql: "DELETE FROM invitation WHERE id = ? AND (person IS NULL OR \(isOpen))", arguments: [id])
        }
    }

    /// Whether a code leads on: it is open, or its person has not been through all steps.
    package func isInvitation(_ code: SessionIdentifier, at date: Date) throws(StoreError) -> Bool {
        try read { try Self.invitation(code, at: date, $0) != nil }
    }

    /// The person of an invitation, who is made with its first use.
    /// - Returns: `nil` if it cannot be used any more.
    package func accept(_ code: SessionIdentifier, at date: Date) throws(StoreError) -> Int64? {
        try write { database in
            guard let found = try Self.invitation(code, at: date, database) else { return nil }
            if let person = found["person"] as Int64? { return person }
            try database.execute(
                sql: "INSERT INTO person (name, role, created) VALUES ('', ?, ?)",
                arguments: [found["role"] as String, date])
            let person = database.lastInsertedRowID
            try database.execute(
                sql: "UPDATE invitation SET person = ? WHERE id = ?", arguments: [person, found["id"] as Int64])
            return person
        }
    }

    private static func invitation(_ code: SessionIdentifier, at date: Date, _ database: Database) throws -> Row? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT invitation.id, invitation.role, invitation.person FROM invitation
                LEFT JOIN person ON person.id = invitation.person
                WHERE code = ? AND expires > ? AND person.onboarded IS NULL AND person.retired IS NULL
                """, arguments: [code.hash.data, date])
    }
}

/// Somebody who uses the station.
package struct PersonRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let name: String
    package let role: Role
    package let created: Date?
    /// `nil` if they have not been through all steps.
    package let onboarded: Date?
    package let retired: Date?
    /// What stands beside the name; often nothing.
    package let title: String
    /// The file of the picture.
    package let picture: BlobName?

    static let selection = "SELECT id, name, role, created, onboarded, retired, title, picture FROM person"

    package init(row: Row) {
        (id, name, created) = (row["id"], row["name"], row["created"])
        (onboarded, retired, title) = (row["onboarded"], row["retired"], row["title"])
        picture = (row["picture"] as String?).flatMap { BlobName($0) }
        // A role that this version does not know is allowed the least.
        role = Role(rawValue: row["role"]) ?? .guest
    }
}

package struct InvitationRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let role: Role
    package let expires: Date
    /// Whether somebody has begun with it.
    package let isUsed: Bool
    /// Of whoever has, as far as they got.
    package let name: String

    package init(row: Row) {
        (id, expires, isUsed, name) = (row["id"], row["expires"], row["isUsed"], row["name"])
        role = Role(rawValue: row["role"]) ?? .guest
    }
}

extension Digest {
    var data: Data { Data(bytes) }
}
