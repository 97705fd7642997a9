public import FoundationEssentials
import GRDB
import StationRules

/// A change of a tag, a correspondent or a type: the detail of ``LibraryEvent/Kind/nameChanged``.
struct NameChange: Codable {
    struct Name: Hashable, Codable {
        let id: Int64
        let name: String
        /// The color of a tag.
        var color: String?
    }

    /// A rule that got another name.
    struct Rule: Hashable, Codable {
        let id: Int64
        let before: FilingRule
        let after: FilingRule
    }

    let kind: Library.NameKind
    /// `nil` if it was created or restored.
    let before: Name?
    /// `nil` if it was removed.
    let after: Name?
    /// The name that replaced it when it was removed; `nil` if none did.
    let other: Int64?
    /// The documents that had it when it was removed.
    let documents: [Int64]
    /// Those of them that already had the replacement.
    let documentsOfBoth: [Int64]
    /// The rules that got the replacement; `nil` in events of earlier versions.
    let changedRules: [Rule]?

    init(
        _ kind: Library.NameKind, before: Name?, after: Name? = nil, other: Int64? = nil, documents: [Int64] = [],
        documentsOfBoth: [Int64] = [], changedRules: [Rule]? = nil
    ) {
        (self.kind, self.before, self.after) = (kind, before, after)
        (self.other, self.documents, self.documentsOfBoth) = (other, documents, documentsOfBoth)
        self.changedRules = changedRules
    }
}

/// Changes to tags, correspondents and types.
extension Library {
    /// - Returns: The event for ``undo(_:by:at:)``; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownName(_:)``; ``StoreError/nameInUse(_:)`` if another one has the name.
    public func rename(
        _ id: Int64, of kind: NameKind, to name: String, color: String? = nil, by person: Int64 = actingPerson,
        at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.requireChangeable(id, of: kind, database)
            var after = NameChange.Name(id: id, name: name, color: before.color)
            if kind == .tag, let color { after.color = color }
            guard before != after else { return nil }
            try Self.store(after, of: kind, database)
            for document in try Self.documents(of: id, kind, database) { try TextIndex.renew(document, database) }
            return try Self.insert(
                .nameChanged, of: nil, detail: NameChange(kind, before: before, after: after), by: person, at: date,
                database)
        }
    }

    /// Merges two names: documents with the first one get the other one instead.
    /// - Returns: The event for ``undo(_:by:at:)``; `nil` if both are the same.
    /// - Throws: ``StoreError/unknownName(_:)``.
    public func merge(
        _ id: Int64, into other: Int64, of kind: NameKind, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        guard id != other else { return nil }
        return try write { database in
            _ = try Self.requireName(other, of: kind, database)
            return try Self.remove(id, of: kind, into: other, by: person, at: date, database)
        }
    }

    /// Removes a name from all documents, without deleting these.
    /// - Returns: The event for ``undo(_:by:at:)``.
    /// - Throws: ``StoreError/unknownName(_:)``.
    public func remove(
        _ id: Int64, of kind: NameKind, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { try Self.remove(id, of: kind, into: nil, by: person, at: date, $0) }
    }

    // MARK: The database

    private static func remove(
        _ id: Int64, of kind: NameKind, into other: Int64?, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        let before = try requireChangeable(id, of: kind, database)
        let documents = try documents(of: id, kind, database)
        var (both, rules): ([Int64], [NameChange.Rule]) = ([], [])
        if let other {
            let followers = try followers(of: id, kind.rawValue, database)
            let isOpen = try OwnNames.isOpen(id, kind.rawValue, database)
            if kind == .tag {
                both = Set(documents).intersection(try self.documents(of: other, kind, database)).sorted()
            }
            try database.execute(
                sql: kind == .tag
                    ? """
                    INSERT OR IGNORE INTO document_tag (document, tag) SELECT document, :other FROM document_tag
                    WHERE tag = :id
                    """ : "UPDATE document SET \(kind.rawValue) = :other WHERE \(kind.rawValue) = :id",
                arguments: ["other": other, "id": id])
            if let name = try name(other, of: kind, database)?.name {
                // A replacement that few people see gets into no rules of others either.
                let visible = try self.followers(of: other, kind.rawValue, database)
                rules = try changeRules(of: isOpen ? visible : followers, database) {
                    $0.renaming(kind.ofRule, from: before.name, to: name, isSame: isSameName)
                }
            }
        }
        try database.execute(sql: "DELETE FROM \(kind.rawValue) WHERE id = ?", arguments: [id])
        for document in documents { try TextIndex.renew(document, database) }
        return try insert(
            .nameChanged, of: nil,
            detail: NameChange(
                kind, before: before, other: other, documents: documents, documentsOfBoth: both, changedRules: rules),
            by: person, at: date, database)
    }

    /// - Returns: The documents that had a removed name and have been changed since.
    /// - Throws: ``StoreError/changedSince(_:)`` if the name has changed since; ``StoreError/nameInUse(_:)``.
    static func undo(_ change: NameChange, by person: Int64, at date: Date, _ database: Database) throws -> [Int64] {
        guard let name = change.before else {
            if let made = change.after { try removeUnused(made, of: change.kind, by: person, at: date, database) }
            return []
        }
        let current = try self.name(name.id, of: change.kind, database)
        if current != nil { _ = try requireName(name.id, of: change.kind, database) }
        guard current == change.after else {
            throw StoreError.changedSince(name.name)
        }
        try OwnNames.requireUnused(name.id, change.kind.rawValue, named: name.name, database)
        try store(name, of: change.kind, database)
        try restore(change.changedRules ?? [], database)
        let both = Set(change.documentsOfBoth)
        let gone = try change.documents.filter { document in
            let isBoth = both.contains(document)
            return try !giveBack(name.id, to: document, isBoth ? nil : change.other, change.kind, database)
        }
        for document in try documents(of: name.id, change.kind, database) { try TextIndex.renew(document, database) }
        try insert(
            .nameChanged, of: nil, detail: NameChange(change.kind, before: change.after, after: name), by: person,
            at: date, database)
        return gone
    }

    /// - Parameter other: The name that replaced it.
    /// - Returns: `false` if the document no longer exists or has been changed.
    private static func giveBack(
        _ id: Int64, to document: Int64, _ other: Int64?, _ kind: NameKind, _ database: Database
    ) throws -> Bool {
        guard kind == .tag else {
            try database.execute(
                sql: """
                    UPDATE document SET \(kind.rawValue) = ? WHERE id = ? AND \(kind.rawValue) IS ?
                    AND \(OwnDocumentGuard.isThere)
                    """,
                arguments: [id, document, other])
            return database.changesCount > 0
        }
        guard try hasDocument(document, database) else { return false }
        if let other {
            try database.execute(
                sql: "DELETE FROM document_tag WHERE document = ? AND tag = ?", arguments: [document, other])
            guard database.changesCount > 0 else { return false }
        }
        try database.execute(
            sql: "INSERT OR IGNORE INTO document_tag (document, tag) SELECT id, ? FROM document WHERE id = ?",
            arguments: [id, document])
        return database.changesCount > 0
    }

    /// Removes a name created by a change if it is unused and unchanged.
    private static func removeUnused(
        _ name: NameChange.Name, of kind: NameKind, by person: Int64, at date: Date, _ database: Database
    ) throws {
        guard try self.name(name.id, of: kind, database) == name,
            try documents(of: name.id, kind, database).isEmpty
        else { return }
        try database.execute(sql: "DELETE FROM \(kind.rawValue) WHERE id = ?", arguments: [name.id])
        try insert(.nameChanged, of: nil, detail: NameChange(kind, before: name), by: person, at: date, database)
    }

    private static func requireName(
        _ id: Int64, of kind: NameKind, _ database: Database
    ) throws -> NameChange.Name {
        guard let name = try name(id, of: kind, database), try OwnNames.isVisible(id, kind.rawValue, database) else {
            throw StoreError.unknownName(id)
        }
        return name
    }

    /// - Throws: ``StoreError/usedByOthers(_:)``, since the change would also change these documents.
    private static func requireChangeable(
        _ id: Int64, of kind: NameKind, _ database: Database
    ) throws -> NameChange.Name {
        let name = try requireName(id, of: kind, database)
        try OwnNames.requireUnused(id, kind.rawValue, named: name.name, database)
        return name
    }

    private static func name(_ id: Int64, of kind: NameKind, _ database: Database) throws -> NameChange.Name? {
        try Row.fetchOne(
            database, sql: "SELECT name, \(color(kind)) AS color FROM \(kind.rawValue) WHERE id = ?", arguments: [id]
        ).map { NameChange.Name(id: id, name: $0["name"], color: $0["color"]) }
    }

    private static func color(_ kind: NameKind) -> String { kind == .tag ? "color" : "NULL" }

    /// Changes a name, or creates it again.
    private static func store(_ name: NameChange.Name, of kind: NameKind, _ database: Database) throws {
        let key = SortKey(name.name).text
        let other = try Int64.fetchOne(
            database, sql: "SELECT id FROM \(kind.rawValue) WHERE key = ? AND id <> ?", arguments: [key, name.id])
        guard other == nil else { throw StoreError.nameInUse(name.name) }
        if let former = try self.name(name.id, of: kind, database), former.name != name.name {
            try changeRules(of: try followers(of: name.id, kind.rawValue, database), database) {
                $0.renaming(kind.ofRule, from: former.name, to: name.name, isSame: isSameName)
            }
        }
        let color = kind == .tag ? ", color" : ""
        let values: StatementArguments = [name.id, name.name, key]
        try database.execute(
            sql: """
                INSERT INTO \(kind.rawValue) (id, name, key\(color)) VALUES (?, ?, ?\(kind == .tag ? ", ?" : ""))
                ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key\(
                    kind == .tag ? ", color = excluded.color" : "")
                """, arguments: kind == .tag ? values + [name.color ?? "gray"] : values)
    }
}

/// The existing folders and names, to determine which ones a change creates. Undoing the change removes those that
/// are unused.
struct NamesMade {
    private let last: [String: Int64]

    init(_ database: Database) throws {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT name, seq FROM sqlite_sequence WHERE name IN ('folder', 'tag', 'correspondent', 'type')"))
        last = Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], $0["seq"]) })
    }

    /// Records what was created since. These events precede those of the change that they belong to, because the last
    /// events are undone first.
    /// - Returns: The events.
    func note(by person: Int64, at date: Date, _ database: Database) throws -> [Int64] {
        guard try NamesMade(database).last != last else { return [] }
        let folders = try FolderChange.Folder.fetchAll(
            database, sql: "SELECT id, parent, name FROM folder WHERE id > ? ORDER BY id",
            arguments: [last["folder"] ?? 0])
        var events = try folders.map {
            try Library.insert(
                .folderChanged, of: nil, detail: FolderChange(before: nil, after: $0), by: person, at: date, database)
        }
        for kind in Library.NameKind.allCases {
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM \(kind.rawValue) WHERE id > ? ORDER BY id",
                arguments: [last[kind.rawValue] ?? 0])
            events += try rows.map { row in
                let name = NameChange.Name(id: row["id"], name: row["name"], color: kind == .tag ? row["color"] : nil)
                return try Library.insert(
                    .nameChanged, of: nil, detail: NameChange(kind, before: nil, after: name), by: person, at: date,
                    database)
            }
        }
        return events
    }
}
