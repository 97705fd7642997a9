public import GRDB

/// The tree of folders.
extension Library {
    public struct FolderRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
        public let id: Int64
        /// `nil` at the top.
        public let parent: Int64?
        public let name: String
        /// Those that lie in it itself, outside the trash; 0 where they are not counted.
        public let documents: Int
    }

    /// All folders, in the order of their letters; the tree is in ``FolderRecord/parent``.
    public func folders(isCounted: Bool = true) throws(StoreError) -> [FolderRecord] {
        let count =
            isCounted ? "(SELECT count(*) FROM document WHERE folder = folder.id AND trashed IS NULL)" : "0"
        return try read {
            try FolderRecord.fetchAll(
                $0, sql: "SELECT id, parent, name, \(count) AS documents FROM folder ORDER BY key, id")
        }
    }

    /// - Parameter parent: `nil` at the top.
    /// - Throws: ``StoreError/unknownFolder(_:)``; ``StoreError/nameInUse(_:)`` if there is one of this name.
    public func addFolder(_ name: String, in parent: Int64?) throws(StoreError) -> Int64 {
        try write { database in
            if let parent { try Self.requireFolder(parent, database) }
            try Self.requireRoom(for: name, in: parent, but: nil, database)
            try database.execute(
                sql: "INSERT INTO folder (parent, name, key) VALUES (?, ?, ?)",
                arguments: [parent, name, SortKey(name).text])
            return database.lastInsertedRowID
        }
    }

    /// Renames or moves a folder with all that is in it.
    /// - Parameter parent: `nil` for the top.
    /// - Throws: As ``addFolder(_:in:)``; ``StoreError/folderInItself(_:)``.
    public func changeFolder(_ id: Int64, name: String, parent: Int64?) throws(StoreError) {
        try write { database in
            try Self.requireFolder(id, database)
            if let parent {
                try Self.requireFolder(parent, database)
                guard try !Self.folders(inside: id, database).contains(parent) else {
                    throw StoreError.folderInItself(name)
                }
            }
            try Self.requireRoom(for: name, in: parent, but: id, database)
            try database.execute(
                sql: "UPDATE folder SET name = ?, key = ?, parent = ? WHERE id = ?",
                arguments: [name, SortKey(name).text, parent, id])
        }
    }

    /// Removes a folder. What lies in it goes to the folder around it.
    /// - Throws: ``StoreError/unknownFolder(_:)``; ``StoreError/nameInUse(_:)`` if a folder in it has the name of one there.
    public func removeFolder(_ id: Int64) throws(StoreError) {
        try write { database in
            try Self.requireFolder(id, database)
            let parent =
                try Int64?.fetchOne(
                    database, sql: "SELECT parent FROM folder WHERE id = ?", arguments: [id]) ?? nil
            let inside = try Row.fetchAll(
                database, sql: "SELECT id, name FROM folder WHERE parent = ?", arguments: [id])
            for row in inside { try Self.requireRoom(for: row["name"], in: parent, but: id, database) }
            // Its own name makes room for one of the same name in it.
            try database.execute(sql: "UPDATE folder SET key = ? WHERE id = ?", arguments: ["\u{0}\(id)", id])
            try database.execute(sql: "UPDATE folder SET parent = ? WHERE parent = ?", arguments: [parent, id])
            try database.execute(sql: "UPDATE document SET folder = ? WHERE folder = ?", arguments: [parent, id])
            try database.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
        }
    }

    /// The folder at the end of a way from the top; those that are missing are made. `nil` without names.
    static func folder(_ names: [String], _ database: Database) throws -> Int64? {
        try names.reduce(nil) { parent, name in
            let key = SortKey(name).text
            let known = try Int64.fetchOne(
                database, sql: "SELECT id FROM folder WHERE coalesce(parent, 0) = ? AND key = ?",
                arguments: [parent ?? 0, key])
            if let known { return known }
            try database.execute(
                sql: "INSERT INTO folder (parent, name, key) VALUES (?, ?, ?)", arguments: [parent, name, key])
            return database.lastInsertedRowID
        }
    }

    /// A folder and those inside it.
    private static func folders(inside id: Int64, _ database: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            sql: """
                WITH RECURSIVE inside(id) AS (
                    SELECT ? UNION SELECT folder.id FROM folder JOIN inside ON folder.parent = inside.id)
                SELECT id FROM inside
                """, arguments: [id])
    }

    private static func requireFolder(_ id: Int64, _ database: Database) throws {
        let isKnown = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM folder WHERE id = ?)", arguments: [id])
        guard isKnown == true else { throw StoreError.unknownFolder(id) }
    }

    private static func requireRoom(for name: String, in parent: Int64?, but own: Int64?, _ database: Database) throws {
        let other = try Int64.fetchOne(
            database, sql: "SELECT id FROM folder WHERE coalesce(parent, 0) = ? AND key = ? AND id <> ?",
            arguments: [parent ?? 0, SortKey(name).text, own ?? 0])
        guard other == nil else { throw StoreError.nameInUse(name) }
    }
}
