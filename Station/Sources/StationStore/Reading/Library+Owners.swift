import GRDB
import StationIdentity
package import StationRules

/// Whose own documents are.
extension Library {
    private static let settingsName = "personal"

    package func personalSettings(of person: Int64) throws(StoreError) -> PersonalSettings? {
        try setting(Self.settingsName, of: person, as: PersonalSettings.self)
    }

    package func set(_ settings: PersonalSettings, of person: Int64) throws(StoreError) {
        try set(Self.settingsName, of: person, to: settings)
    }

    /// Whose own new documents are: the person's who adds them, if they have set it so. What programs add is everybody's, and so is
    /// what guests add, who would not see it themselves.
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

    /// Whether a document is there, but not for the reader. What asks before anything else is said of it says no more.
    public func hides(_ document: Int64) throws(StoreError) -> Bool {
        guard let reader = DocumentReader.current.number else { return false }
        return try readWhole {
            try Bool.fetchOne(
                $0, sql: "SELECT owner <> ? FROM document WHERE id = ? AND owner IS NOT NULL",
                arguments: [reader, document]) ?? false
        }
    }

    /// Whether a document may be a person's own: who has not added it must not take it from the others.
    static func mayOwn(_ document: Int64, _ person: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT (person = :person OR owner IS :person) AND coalesce(reader(), :person) = :person
                FROM document WHERE id = :document
                """, arguments: ["person": person, "document": document]) ?? false
    }

    /// - Throws: ``StoreError/differentOwners`` if some are everybody's and others are not: together they would be one or the other.
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

    /// The number of documents that are a person's own, the trash included.
    package func ownDocuments(of person: Int64) throws(StoreError) -> Int {
        try readWhole {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM document WHERE owner = ?", arguments: [person]) ?? 0
        }
    }
}
