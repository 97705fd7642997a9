public import GRDB

/// What documents are filed under: tags, correspondents and types.
extension Library {
    public enum NameKind: String, Hashable, Sendable, CaseIterable {
        case tag
        case correspondent
        case type
    }

    public struct NameRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
        public let id: Int64
        public let name: String
        /// Of tags alone.
        public let color: String?
        /// Those outside the trash; 0 where they are not counted.
        public let documents: Int
    }

    /// All names of a kind, in the order of their letters.
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

    /// Makes a name, or finds the one that differs in case and accents alone.
    /// - Parameter color: Of a tag.
    public func name(_ name: String, of kind: NameKind, color: String = "gray") throws(StoreError) -> Int64 {
        try write { try Self.name(name, of: kind, color: color, $0) }
    }

    /// The one that differs in case and accents alone.
    public func knownName(_ name: String, of kind: NameKind) throws(StoreError) -> Int64? {
        try read { try Self.knownName(name, of: kind, $0) }
    }

    /// Whether there is such a name already, whatever its case and accents.
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

    /// - Throws: ``StoreError/unknownName(_:)``; ``StoreError/nameInUse(_:)`` if another one has it.
    public func rename(_ id: Int64, of kind: NameKind, to name: String, color: String? = nil) throws(StoreError) {
        try write { database in
            let key = SortKey(name).text
            let other = try Int64.fetchOne(
                database, sql: "SELECT id FROM \(kind.rawValue) WHERE key = ? AND id <> ?", arguments: [key, id])
            guard other == nil else { throw StoreError.nameInUse(name) }
            try database.execute(
                sql: "UPDATE \(kind.rawValue) SET name = ?, key = ? WHERE id = ?", arguments: [name, key, id])
            guard database.changesCount > 0 else { throw StoreError.unknownName(id) }
            if kind == .tag, let color {
                try database.execute(sql: "UPDATE tag SET color = ? WHERE id = ?", arguments: [color, id])
            }
            try Self.renewDocuments(of: id, kind, database)
        }
    }

    /// Makes one of two names: documents that have the first get the other one instead.
    /// - Throws: ``StoreError/unknownName(_:)``.
    public func merge(_ id: Int64, into other: Int64, of kind: NameKind) throws(StoreError) {
        guard id != other else { return }
        try write { database in
            let isKnown = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM \(kind.rawValue) WHERE id = ?)", arguments: [other])
            guard isKnown == true else { throw StoreError.unknownName(other) }
            let documents = try Self.documents(of: id, kind, database)
            try database.execute(
                sql: kind == .tag
                    ? """
                    INSERT OR IGNORE INTO document_tag (document, tag) SELECT document, :other FROM document_tag
                    WHERE tag = :id
                    """ : "UPDATE document SET \(kind.rawValue) = :other WHERE \(kind.rawValue) = :id",
                arguments: ["other": other, "id": id])
            try database.execute(sql: "DELETE FROM \(kind.rawValue) WHERE id = ?", arguments: [id])
            guard database.changesCount > 0 else { throw StoreError.unknownName(id) }
            for document in documents { try TextIndex.renew(document, database) }
        }
    }

    /// Removes a name from all documents, which stay.
    public func remove(_ id: Int64, of kind: NameKind) throws(StoreError) {
        try write { database in
            let documents = try Self.documents(of: id, kind, database)
            try database.execute(sql: "DELETE FROM \(kind.rawValue) WHERE id = ?", arguments: [id])
            guard database.changesCount > 0 else { throw StoreError.unknownName(id) }
            for document in documents { try TextIndex.renew(document, database) }
        }
    }

    private static func renewDocuments(of id: Int64, _ kind: NameKind, _ database: Database) throws {
        for document in try documents(of: id, kind, database) { try TextIndex.renew(document, database) }
    }

    private static func documents(of id: Int64, _ kind: NameKind, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: kind == .tag
                ? "SELECT document FROM document_tag WHERE tag = ?"
                : "SELECT id FROM document WHERE \(kind.rawValue) = ?",
            arguments: [id])
    }
}
