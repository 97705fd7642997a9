public import FoundationEssentials
public import GRDB
import StationRules

/// The tree of folders.
extension Library {
    public struct FolderRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
        public let id: Int64
        /// `nil` at the root.
        public let parent: Int64?
        public let name: String
        /// The number of documents directly in the folder and not in the trash; 0 if not counted.
        public let documents: Int
    }

    /// Returns all folders sorted by name. Their hierarchy is given by ``FolderRecord/parent``.
    public func folders(isCounted: Bool = true) throws(StoreError) -> [FolderRecord] {
        let count =
            isCounted ? "(SELECT count(*) FROM document WHERE folder = folder.id AND trashed IS NULL)" : "0"
        return try read {
            try FolderRecord.fetchAll(
                $0, sql: "SELECT id, parent, name, \(count) AS documents FROM folder ORDER BY key, id")
        }
    }

    /// - Parameter parent: `nil` for the root.
    /// - Throws: ``StoreError/unknownFolder(_:)``; ``StoreError/nameInUse(_:)`` if the name exists there.
    public func addFolder(_ name: String, in parent: Int64?) throws(StoreError) -> Int64 {
        try write { database in
            if let parent { try Self.requireFolder(parent, database) }
            // A folder that was invisible to this person is shared from now on.
            let known = try Self.folder(named: name, in: parent, but: nil, database)
            if let known, try OwnNames.isVisible(known, OwnNames.folder, database) { throw StoreError.nameInUse(name) }
            let id = try known ?? Self.insertFolder(name, in: parent, database)
            try OwnNames.open(id, OwnNames.folder, database)
            return id
        }
    }

    /// Renames or moves a folder with its content.
    /// - Parameter parent: `nil` for the root.
    /// - Returns: The event for ``undo(_:by:at:)``; `nil` if nothing changes.
    /// - Throws: As ``addFolder(_:in:)``; ``StoreError/folderInItself(_:)``.
    public func changeFolder(
        _ id: Int64, name: String, parent: Int64?, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.requireChangeableFolder(id, database)
            if let parent { try Self.requireFolder(parent, database) }
            let after = FolderChange.Folder(id: id, parent: parent, name: name)
            guard before != after else { return nil }
            try Self.store(after, database)
            return try Self.insert(
                .folderChanged, of: nil, detail: FolderChange(before: before, after: after), by: person, at: date,
                database)
        }
    }

    /// Removes a folder. Its content moves to the parent folder.
    /// - Returns: The event for ``undo(_:by:at:)``.
    /// - Throws: ``StoreError/unknownFolder(_:)``; ``StoreError/nameInUse(_:)`` if a subfolder has the name of a
    ///   folder there.
    public func removeFolder(
        _ id: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { database in
            let before = try Self.requireChangeableFolder(id, database)
            let inside = try FolderChange.Folder.fetchAll(
                database, sql: "SELECT id, parent, name FROM folder WHERE parent = ?", arguments: [id])
            for folder in inside { try Self.requireRoom(for: folder.name, in: before.parent, but: id, database) }
            let documents = try Int64.fetchAll(
                database, sql: "SELECT id FROM document WHERE folder = ? ORDER BY id", arguments: [id])
            let (path, around) = (
                try Self.folderNames(id, database), try before.parent.map { try Self.folderNames($0, database) } ?? []
            )
            // Free the folder's own name for a subfolder with the same name. This key cannot occur otherwise.
            try database.execute(sql: "UPDATE folder SET key = ? WHERE id = ?", arguments: ["\u{1}\(id)", id])
            try database.execute(sql: "UPDATE folder SET parent = ? WHERE parent = ?", arguments: [before.parent, id])
            try database.execute(
                sql: "UPDATE document SET folder = ? WHERE folder = ?", arguments: [before.parent, id])
            try database.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
            for folder in inside {
                try Self.moveInRules(folder.id, path + [folder.name], to: around + [folder.name], database)
            }
            return try Self.insert(
                .folderChanged, of: nil,
                detail: FolderChange(before: before, folders: inside.map(\.id), documents: documents), by: person,
                at: date, database)
        }
    }

    /// Returns the folder at the end of a path from the root, creating missing ones. `nil` without names.
    static func folder(_ names: [String], _ database: Database) throws -> Int64? {
        try names.reduce(nil) { parent, name in
            let key = SortKey(name).text
            let known = try Int64.fetchOne(
                database, sql: "SELECT id FROM folder WHERE coalesce(parent, 0) = ? AND key = ?",
                arguments: [parent ?? 0, key])
            return try known ?? insertFolder(name, in: parent, database)
        }
    }

    /// Returns the existing folder at the end of a path from the root.
    static func knownFolder(_ names: [String], _ database: Database) throws -> Int64? {
        var folder: Int64?
        for name in names {
            folder = try self.folder(named: name, in: folder, but: nil, database)
            if folder == nil { return nil }
        }
        return folder
    }

    /// Returns the names of a folder and those around it, from the root.
    static func folderNames(_ id: Int64, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                WITH RECURSIVE way(name, parent, level) AS (
                    SELECT name, parent, 0 FROM folder WHERE id = ?
                    UNION ALL SELECT folder.name, folder.parent, level + 1 FROM folder JOIN way ON folder.id = way.parent)
                SELECT name FROM way ORDER BY level DESC
                """, arguments: [id])
    }

    private static func insertFolder(_ name: String, in parent: Int64?, _ database: Database) throws -> Int64 {
        try database.execute(
            sql: "INSERT INTO folder (parent, name, key) VALUES (?, ?, ?)",
            arguments: [parent, name, SortKey(name).text])
        return database.lastInsertedRowID
    }

    /// Returns a folder and its subfolders.
    static func folders(inside id: Int64, _ database: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            sql: """
                WITH RECURSIVE inside(id) AS (
                    SELECT ? UNION SELECT folder.id FROM folder JOIN inside ON folder.parent = inside.id)
                SELECT id FROM inside
                """, arguments: [id])
    }

    @discardableResult
    static func requireFolder(_ id: Int64, _ database: Database) throws -> FolderChange.Folder {
        guard let folder = try folder(id, database), try OwnNames.isVisible(id, OwnNames.folder, database) else {
            throw StoreError.unknownFolder(id)
        }
        return folder
    }

    /// - Throws: ``StoreError/usedByOthers(_:)``, since the change would move documents of others.
    private static func requireChangeableFolder(_ id: Int64, _ database: Database) throws -> FolderChange.Folder {
        let folder = try requireFolder(id, database)
        try OwnNames.requireUnused(id, OwnNames.folder, named: folder.name, database)
        return folder
    }

    private static func folder(_ id: Int64, _ database: Database) throws -> FolderChange.Folder? {
        try FolderChange.Folder.fetchOne(
            database, sql: "SELECT id, parent, name FROM folder WHERE id = ?", arguments: [id])
    }

    /// Changes a folder, or creates it again.
    private static func store(_ folder: FolderChange.Folder, _ database: Database) throws {
        if let parent = folder.parent {
            try requireFolder(parent, database)
            guard try !folders(inside: folder.id, database).contains(parent) else {
                throw StoreError.folderInItself(folder.name)
            }
        }
        try requireRoom(for: folder.name, in: folder.parent, but: folder.id, database)
        let former = try folderNames(folder.id, database)
        try database.execute(
            sql: """
                INSERT INTO folder (id, parent, name, key) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, name = excluded.name, key = excluded.key
                """, arguments: [folder.id, folder.parent, folder.name, SortKey(folder.name).text])
        try moveInRules(folder.id, former, to: try folderNames(folder.id, database), database)
    }

    /// - Parameter former: The former path; empty for a folder that did not exist.
    private static func moveInRules(
        _ id: Int64, _ former: [String], to path: [String], _ database: Database
    ) throws {
        guard !former.isEmpty, former != path else { return }
        try changeRules(of: try followers(of: id, OwnNames.folder, database), database) {
            $0.moving(folder: former, to: path, isSame: isSameName)
        }
    }

    private static func requireRoom(for name: String, in parent: Int64?, but own: Int64?, _ database: Database) throws {
        guard try folder(named: name, in: parent, but: own, database) == nil else { throw StoreError.nameInUse(name) }
    }

    private static func folder(
        named name: String, in parent: Int64?, but own: Int64?, _ database: Database
    ) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT id FROM folder WHERE coalesce(parent, 0) = ? AND key = ? AND id <> ?",
            arguments: [parent ?? 0, SortKey(name).text, own ?? 0])
    }
}

/// A change of a folder: the detail of ``LibraryEvent/Kind/folderChanged``.
struct FolderChange: Codable {
    struct Folder: Hashable, Codable, FetchableRecord {
        let id: Int64
        /// `nil` at the root.
        var parent: Int64?
        let name: String
    }

    /// `nil` if it was created or restored.
    let before: Folder?
    /// `nil` if it was removed.
    let after: Folder?
    /// The content at the time of removal, which moved to the parent folder.
    let folders: [Int64]
    let documents: [Int64]

    init(before: Folder?, after: Folder? = nil, folders: [Int64] = [], documents: [Int64] = []) {
        (self.before, self.after, self.folders, self.documents) = (before, after, folders, documents)
    }
}

extension Library {
    /// - Returns: The documents that were in a removed folder and have been moved elsewhere since.
    /// - Throws: ``StoreError/changedSince(_:)`` if the folder has changed since; ``StoreError/nameInUse(_:)``.
    static func undo(_ change: FolderChange, by person: Int64, at date: Date, _ database: Database) throws -> [Int64] {
        guard var folder = change.before else {
            if let made = change.after { try removeUnused(made, by: person, at: date, database) }
            return []
        }
        let current = try self.folder(folder.id, database)
        if current != nil { try requireFolder(folder.id, database) }
        guard current == change.after else { throw StoreError.changedSince(folder.name) }
        try OwnNames.requireUnused(folder.id, OwnNames.folder, named: folder.name, database)
        let around = folder.parent
        // If the parent folder no longer exists either, it is restored at the root.
        if let parent = around, try self.folder(parent, database) == nil { folder.parent = nil }
        let inside = try change.folders.compactMap { try self.folder($0, database) }.filter { $0.parent == around }
        // A subfolder may have the same name as the restored folder, so free that name before moving it back.
        for inner in inside {
            try database.execute(
                sql: "UPDATE folder SET key = ? WHERE id = ?", arguments: ["\u{1}\(inner.id)", inner.id])
        }
        try store(folder, database)
        for inner in inside {
            try store(FolderChange.Folder(id: inner.id, parent: folder.id, name: inner.name), database)
        }
        let gone = try change.documents.filter { document in
            try database.execute(
                sql: """
                    UPDATE document SET folder = ? WHERE id = ? AND folder IS ? AND \(OwnDocumentGuard.isThere)
                    """,
                arguments: [folder.id, document, around])
            return database.changesCount == 0
        }
        try insert(
            .folderChanged, of: nil, detail: FolderChange(before: change.after, after: folder), by: person, at: date,
            database)
        return gone
    }

    /// Removes a folder created by a change if it is unused and unchanged.
    private static func removeUnused(
        _ folder: FolderChange.Folder, by person: Int64, at date: Date, _ database: Database
    ) throws {
        let isUsed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM folder WHERE parent = :id)
                    OR EXISTS (SELECT 1 FROM document WHERE folder = :id AND trashed IS NULL)
                    OR EXISTS (SELECT 1 FROM document WHERE folder = :id AND trashed IS NOT NULL)
                """, arguments: ["id": folder.id])
        guard isUsed == false, try self.folder(folder.id, database) == folder else { return }
        try database.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder.id])
        try insert(
            .folderChanged, of: nil, detail: FolderChange(before: folder), by: person, at: date, database)
    }
}
