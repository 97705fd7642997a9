public import GRDB

/// The names that documents are filed under: tags, correspondents and types.
extension Library {
    public enum NameKind: String, Hashable, Codable, Sendable, CaseIterable {
        case tag
        case correspondent
        case type
    }

    public struct NameRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
        public let id: Int64
        public let name: String
        /// The color of a tag.
        public let color: String?
        /// The number of documents outside the trash; 0 if not counted.
        public let documents: Int
    }

    /// Returns all names of a kind, sorted alphabetically.
    public func names(of kind: NameKind, isCounted: Bool = true) throws(StoreError) -> [NameRecord] {
        let count =
            !isCounted
            ? "0"
            : kind == .tag
                ? """
                SELECT count(*) FROM document_tag
                WHERE tag = name.id AND document NOT IN (SELECT id FROM document WHERE trashed IS NOT NULL)
                """
                : "SELECT count(*) FROM document WHERE \(kind.rawValue) = name.id AND trashed IS NULL"
        return try read {
            try NameRecord.fetchAll(
                $0,
                sql: """
                    SELECT id, name, \(kind == .tag ? "color" : "NULL AS color"), (\(count)) AS documents
                    FROM \(kind.rawValue) AS name ORDER BY key
                    """)
        }
    }

    /// Creates a name, or returns the existing one that differs only in case and accents.
    /// - Parameter color: The color of a tag.
    public func name(_ name: String, of kind: NameKind, color: String = "gray") throws(StoreError) -> Int64 {
        try write { database in
            let id = try Self.name(name, of: kind, color: color, database)
            try OwnNames.open(id, kind.rawValue, database)
            return id
        }
    }

    /// Returns the existing name that differs only in case and accents.
    public func knownName(_ name: String, of kind: NameKind) throws(StoreError) -> Int64? {
        try read { try Self.knownName(name, of: kind, $0) }
    }

    /// Whether the name exists, ignoring case and accents.
    public func hasName(_ name: String, of kind: NameKind) throws(StoreError) -> Bool {
        try read { try Self.knownName(name, of: kind, $0) != nil }
    }

    static func name(_ name: String, of kind: NameKind, color: String, _ database: Database) throws -> Int64 {
        if let known = try knownName(name, of: kind, database) { return known }
        let key = SortKey(name).text
        if kind == .tag {
            try database.execute(
                sql: "INSERT INTO tag (name, key, color) VALUES (?, ?, ?)", arguments: [name, key, color])
        } else {
            try database.execute(
                sql: "INSERT INTO \(kind.rawValue) (name, key) VALUES (?, ?)", arguments: [name, key])
        }
        return database.lastInsertedRowID
    }

    static func knownName(_ name: String, of kind: NameKind, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT id FROM \(kind.rawValue) WHERE key = ?", arguments: [SortKey(name).text])
    }

    static func documents(of id: Int64, _ kind: NameKind, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: kind == .tag
                ? "SELECT document FROM document_tag WHERE tag = ?"
                : "SELECT id FROM document WHERE \(kind.rawValue) = ?",
            arguments: [id])
    }
}
