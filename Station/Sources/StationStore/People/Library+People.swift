package import FoundationEssentials
package import GRDB
package import StationIdentity
package import StationRules
import Synchronization

/// The people of a station.
extension Library {
    /// Returns the people who can sign in.
    package func people() throws(StoreError) -> [PersonRecord] {
        try read {
            try PersonRecord.fetchAll(
                $0, sql: "\(PersonRecord.selection) WHERE onboarded IS NOT NULL AND retired IS NULL ORDER BY key, id")
        }
    }

    /// The number of people who were removed.
    package func removedPeople() throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM person WHERE retired IS NOT NULL") ?? 0 }
    }

    package func person(_ id: Int64) throws(StoreError) -> PersonRecord? {
        try read { try PersonRecord.fetchOne($0, sql: "\(PersonRecord.selection) WHERE id = ?", arguments: [id]) }
    }

    /// Returns the person who can sign in with a name.
    /// - Parameter key: The name's ``PersonName/key(_:)``.
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

    /// Returns a person's onboarding progress.
    package func onboarding(of person: Int64) throws(StoreError) -> Onboarding {
        try read { try Self.onboarding(of: person, $0) }
    }

    /// Stores a decision in a person's onboarding, and applies it.
    package func decide(
        _ step: Onboarding.Step, _ form: ConsentForm, isGiven: Bool, _ person: Int64, at date: Date
    ) throws(StoreError) {
        try complete(step, of: person, at: date) { database in
            try Self.decide(
                ConsentRecord(kind: form.kind.rawValue, version: form.version, isGiven: isGiven, at: date),
                of: person, database)
        }
    }

    /// Sets a person's name during onboarding.
    /// - Throws: ``StoreError/nameInUse(_:)``.
    package func setName(_ name: PersonName, of person: Int64, at date: Date) throws(StoreError) {
        try complete(.name, of: person, at: date) { database in
            try Self.requireFree(name, for: person, database)
            try database.execute(
                sql: "UPDATE person SET name = ?, key = ?, created = coalesce(created, ?) WHERE id = ?",
                arguments: [name.text, name.key, date, person])
        }
    }

    /// Stores a person's first passcode during onboarding.
    package func choosePasscode(_ hash: PasscodeHash, of person: Int64, at date: Date) throws(StoreError) {
        try complete(.passcode, of: person, at: date) { try Self.store(hash, of: person, at: date, $0) }
    }

    /// Records that a person has saved the recovery codes, which is the last step: the person can sign in from now
    /// on.
    package func finishOnboarding(_ person: Int64, at date: Date) throws(StoreError) {
        try complete(.codes, of: person, at: date) { database in
            let codes = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM recovery_code WHERE person = ? AND used IS NULL",
                arguments: [person])
            guard let codes, codes > 0 else { throw StoreError.wrongStep(Onboarding.Step.codes.rawValue) }
        }
    }

    /// Carries out a step and records its completion in one transaction.
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

    /// Changes the name and title of a person who can sign in.
    /// - Throws: ``StoreError/nameInUse(_:)``.
    package func rename(_ person: Int64, to name: PersonName, title: PersonTitle) throws(StoreError) {
        try write { database in
            try Self.requireFree(name, for: person, database)
            try database.execute(
                sql: "UPDATE person SET name = ?, key = ?, title = ? WHERE id = ? AND retired IS NULL",
                arguments: [name.text, name.key, title.text, person])
        }
    }

    /// Replaces or removes a person's picture.
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

    /// Changes a person's role, and ends the sessions that began with the previous one.
    /// - Throws: ``StoreError/lastOwner`` if the station would have no owner.
    package func setRole(_ role: Role, of person: Int64, at date: Date) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: "UPDATE person SET role = ? WHERE id = ? AND retired IS NULL", arguments: [role.rawValue, person])
            try Self.requireOwner(database)
            try Self.endSessions(of: person, except: nil, at: date, database)
            if role != .owner { try Self.withdrawInvitations(by: person, at: date, database) }
        }
    }

    /// The tables with a person's credentials and private data, which nobody else needs.
    private static let personalTables = [
        "passcode", "recovery_code", "passkey", "person_setting", "recent_search", "kept_view", "pin", "sidebar_place",
        "sidebar_collapsed",
    ]

    /// Removes all credentials of a person, and erases private data: picture, title, settings, searches, views and
    /// the sidebar. The person's actions stay, with the name.
    /// - Parameter heir: The person who gets the private documents, drafts and rules, so that somebody can see them.
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
                for (table, column) in [("document", "owner"), ("draft_person", "person"), ("filing_rule", "person")] {
                    try database.execute(
                        sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", arguments: [heir, person])
                }
                for table in Self.personalTables {
                    try database.execute(sql: "DELETE FROM \(table) WHERE person = ?", arguments: [person])
                }
                try Self.endSessions(of: person, except: nil, at: date, database)
                try Self.withdrawInvitations(by: person, at: date, database)
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
    /// - Parameter maximum: The maximum number of open invitations, including this one. The oldest are removed.
    /// - Returns: The invitation's number.
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

    /// Returns the invitations whose person has not completed all steps.
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

    /// Revokes an invitation, which also stops the onboarding of a person who is using it. After the last step it is
    /// too late.
    package func withdrawInvitation(_ id: Int64, at date: Date) throws(StoreError) {
        try write { try Self.withdrawInvitations(where: "id", is: id, at: date, $0) }
    }

    /// Withdraws the open invitations of a person.
    private static func withdrawInvitations(by inviter: Int64, at date: Date, _ database: Database) throws {
        try withdrawInvitations(where: "inviter", is: inviter, at: date, database)
    }

    private static func withdrawInvitations(
        where column: String, is number: Int64, at date: Date, _ database: Database
    ) throws {
        let isOpen = "person IN (SELECT id FROM person WHERE onboarded IS NULL)"
        try database.execute(
            sql: """
                UPDATE person SET retired = ? WHERE onboarded IS NULL
                AND id IN (SELECT person FROM invitation WHERE \(column) = ?)
                """, arguments: [date, number])
        try database.execute(
            sql: "DELETE FROM invitation WHERE \(column) = ? AND (person IS NULL OR \(isOpen))", arguments: [number])
    }

    /// Whether an invitation code is usable: it is open, or its person has not completed all steps.
    package func isInvitation(_ code: SessionIdentifier, at date: Date) throws(StoreError) -> Bool {
        try read { try Self.invitation(code, at: date, $0) != nil }
    }

    /// Returns the person of an invitation, who is created when it is first used.
    /// - Returns: `nil` if the invitation is no longer usable.
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

/// A person who uses the station.
package struct PersonRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let name: String
    package let role: Role
    package let created: Date?
    /// `nil` if the person has not completed all steps.
    package let onboarded: Date?
    package let retired: Date?
    /// The job title; often empty.
    package let title: String
    /// The picture's file.
    package let picture: BlobName?

    static let selection = "SELECT id, name, role, created, onboarded, retired, title, picture FROM person"

    package init(row: Row) {
        (id, name, created) = (row["id"], row["name"], row["created"])
        (onboarded, retired, title) = (row["onboarded"], row["retired"], row["title"])
        picture = (row["picture"] as String?).flatMap { BlobName($0) }
        // An unknown role of a later version gets the fewest permissions.
        role = Role(rawValue: row["role"]) ?? .guest
    }
}

package struct InvitationRecord: Hashable, Identifiable, Sendable, FetchableRecord {
    package let id: Int64
    package let role: Role
    package let expires: Date
    /// Whether a person has started to use it.
    package let isUsed: Bool
    /// The name that this person has entered so far.
    package let name: String

    package init(row: Row) {
        (id, expires, isUsed, name) = (row["id"], row["expires"], row["isUsed"], row["name"])
        role = Role(rawValue: row["role"]) ?? .guest
    }
}

extension Digest {
    var data: Data { Data(bytes) }
}
