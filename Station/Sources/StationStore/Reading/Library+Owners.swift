import GRDB
import StationIdentity
package import StationRules

/// The owners of private documents.
extension Library {
    private static let settingsName = "personal"

    package func personalSettings(of person: Int64) throws(StoreError) -> PersonalSettings? {
        try setting(Self.settingsName, of: person, as: PersonalSettings.self)
    }

    package func set(_ settings: PersonalSettings, of person: Int64) throws(StoreError) {
        try set(Self.settingsName, of: person, to: settings)
    }

    /// Returns the owner of new documents: the person who adds them, if configured so. Documents added by programs
    /// are shared, and so are those of guests, who could not see them otherwise.
    func ownerOfNewDocuments() throws(StoreError) -> Int64? {
        guard let person = DocumentReader.current.person, try personalSettings(of: person)?.sharing == .onlyMe
        else { return nil }
        let role = try read {
            try String.fetchOne($0, sql: "SELECT role FROM person WHERE id = ?", arguments: [person])
        }
        guard let role = role.flatMap({ Role(rawValue: $0) }),
            PermissionRule.verdict(on: .readDocuments, of: role, isFresh: true) == .allowed
        else { return nil }
        return person
    }

    /// Whether the reader sees a document, which may be in the trash.
    public func has(_ document: Int64) throws(StoreError) -> Bool { try read { try Self.has(document, $0) } }

    private static func has(_ document: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE id = ?)", arguments: [document]) ?? false
    }

    /// Returns a text that is different after each change that the reader can see; `nil` if the reader sees all changes.
    package func markOfWhatIsThere() throws(StoreError) -> String? {
        try read { database in
            guard database.leavesOut else { return nil }
            let row = try Row.fetchOne(
                database, sql: "SELECT count(*), total(version), (SELECT max(id) FROM event) FROM document")
            return row.map { "\($0)" }
        }
    }

    /// Whether a document exists but is invisible to the reader. Responses must not reveal more about it.
    public func hides(_ document: Int64) throws(StoreError) -> Bool {
        guard let reader = DocumentReader.current.number else { return false }
        return try readWhole {
            try Bool.fetchOne(
                $0, sql: "SELECT owner <> ? FROM document WHERE id = ? AND owner IS NOT NULL",
                arguments: [reader, document]) ?? false
        }
    }

    /// Whether a person may make a document private: only the person who added it, so that others do not lose it.
    static func mayOwn(_ document: Int64, _ person: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT (person = :person OR owner IS :person) AND coalesce(reader(), :person) = :person
                FROM document WHERE id = :document
                """, arguments: ["person": person, "document": document]) ?? false
    }

    /// - Throws: ``StoreError/differentOwners`` if some are shared and others are private, because together they
    ///   could only be one or the other.
    static func requireOneOwner(of documents: [Int64], _ database: Database) throws {
        let owners = try Row.fetchAll(
            database,
            sql: """
                SELECT owner, max(id) AS id, owner <> reader() AS isOther FROM document
                WHERE id IN (\(databaseQuestionMarks(count: documents.count))) GROUP BY owner
                """, arguments: StatementArguments(documents))
        if let other = owners.first(where: { ($0["isOther"] as Bool?) == true }) {
            throw StoreError.unknownDocument(other["id"])
        }
        guard owners.count < 2 else { throw StoreError.differentOwners }
    }

    /// Returns the number of a person's private documents, including the trash.
    package func ownDocuments(of person: Int64) throws(StoreError) -> Int {
        try readWhole {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM document WHERE owner = ?", arguments: [person]) ?? 0
        }
    }
}
