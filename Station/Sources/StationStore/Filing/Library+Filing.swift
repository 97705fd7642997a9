public import FoundationEssentials
import GRDB
public import StationRules

/// The metadata of documents and its changes.
extension Library {
    /// Returns a document's metadata.
    public func filing(of id: Int64) throws(StoreError) -> DocumentFiling {
        try read { try Self.filing(of: id, $0) }
    }

    /// Changes the metadata of documents in one transaction.
    /// - Parameters:
    ///   - versions: The version of each document that the person saw. Documents without one are changed whatever
    ///     their version.
    ///   - change: Changes the metadata of each document.
    /// - Returns: The events for ``undo(_:by:at:)``.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if a version differs.
    public func file(
        _ documents: [Int64], versions: [Int64: Int] = [:], by person: Int64, at date: Date,
        _ change: @Sendable (inout DocumentFiling) throws -> Void
    ) throws(StoreError) -> [Int64] {
        try write { database in
            try documents.compactMap { document in
                if let version = versions[document] { try Self.require(version, of: document, database) }
                let before = try Self.filing(of: document, database)
                var after = before
                try change(&after)
                return try Self.store(
                    DocumentChange(from: before, to: after), of: document, by: person, at: date, database)
            }
        }
    }

    /// Changes a document's metadata to the entries of a person or a program. Missing folders and names are created.
    /// - Parameter version: The version that the person saw; `nil` to accept any version.
    /// - Returns: The events for ``undo(_:by:at:)``; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if the version differs;
    ///   ``StoreError/nameInUse(_:)`` if another document has the number.
    public func file(
        _ document: Int64, _ entry: FilingEntry, version: Int? = nil, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { database in
            if let version { try Self.require(version, of: document, database) }
            return EventRange(try Self.file(document, entry, by: person, at: date, database))
        }
    }

    /// - Returns: The events of the created folders and names, and of the change.
    static func file(
        _ document: Int64, _ entry: FilingEntry, by person: Int64, at date: Date, _ database: Database
    ) throws -> [Int64] {
        let names = try NamesMade(database)
        let before = try filing(of: document, database)
        let after = try filing(entry, after: before, by: person, database)
        let made = try names.note(by: person, at: date, database)
        let filed = try store(
            DocumentChange(from: before, to: after), of: document, by: person, at: date, database)
        return made + [filed].compactMap(\.self)
    }

    static func filing(
        _ entry: FilingEntry, after before: DocumentFiling, by person: Int64, _ database: Database
    ) throws -> DocumentFiling {
        var after = before
        if let title = entry.title { after.title = title }
        if let names = entry.folder { after.folder = try folder(names, database) }
        if let text = entry.type { after.type = try name(entered: text, of: .type, database) }
        if let text = entry.correspondent {
            after.correspondent = try name(entered: text, of: .correspondent, database)
        }
        if let names = entry.tags { after.tags = try tags(names, database) }
        if let date = entry.date { after.date = date }
        if let due = entry.due { after.due = due }
        if let retained = entry.retained { after.retained = retained }
        if let serial = entry.serial { after.serial = serial }
        if let text = entry.place { after.place = try place(entered: text, database) }
        if let state = entry.state { after.state = state }
        if let sharing = entry.sharing { after.owner = sharing == .onlyMe ? person : nil }
        return after
    }

    /// Changes the metadata of many documents in one transaction.
    /// - Returns: The events of the changes.
    /// - Throws: ``StoreError/unknownDocument(_:)``.
    public func file(
        _ documents: [Int64], _ group: GroupFiling, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { database in
            let removed = try group.removedTags.compactMap { try Self.knownName($0, of: .tag, database) }
            var names = try NamesMade(database)
            let added = try Self.tags(group.addedTags, database)
            let events = try documents.flatMap { document in
                let before = try Self.filing(of: document, database)
                var after = try Self.filing(group.entry, after: before, by: person, database)
                let made = try names.note(by: person, at: date, database)
                if !made.isEmpty { names = try NamesMade(database) }
                after.tags = after.tags.subtracting(removed).union(added)
                // Documents added by others stay shared.
                if try !Self.mayOwn(document, person, database) { after.owner = before.owner }
                let filed = try Self.store(
                    DocumentChange(from: before, to: after), of: document, by: person, at: date, database)
                return made + [filed].compactMap(\.self)
            }
            return EventRange(events)
        }
    }

    // MARK: The database

    static func undo(
        _ change: DocumentChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        let before = try filing(of: document, database)
        var after = before
        var isWhole = after.undo(change)
        // Its folder or names may have been deleted.
        isWhole = try dropMissing(from: &after, database) && isWhole
        if after.owner != before.owner, after.owner != nil, after.owner != person {
            after.owner = before.owner
            isWhole = false
        }
        _ = try store(DocumentChange(from: before, to: after), of: document, by: person, at: date, database)
        return isWhole
    }

    /// - Returns: `false` if something was missing.
    private static func dropMissing(from filing: inout DocumentFiling, _ database: Database) throws -> Bool {
        func isThere(_ id: Int64, _ table: String) throws -> Bool {
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id])
                ?? false
        }
        let former = filing
        if let id = filing.folder, try !isThere(id, "folder") { filing.folder = nil }
        if let id = filing.type, try !isThere(id, "type") { filing.type = nil }
        if let id = filing.correspondent, try !isThere(id, "correspondent") { filing.correspondent = nil }
        if let id = filing.place, try !isThere(id, "map_object") { filing.place = nil }
        filing.tags = try filing.tags.filter { try isThere($0, "tag") }
        return filing == former
    }

    /// - Parameter text: The code of a label, or the unique name of a place.
    private static func place(entered text: String, _ database: Database) throws -> Int64? {
        guard !text.isEmpty else { return nil }
        if let label = PlaceLabel(code: text),
            let id = try Int64.fetchOne(
                database, sql: "SELECT id FROM map_object WHERE code = ?", arguments: [label.code])
        {
            return id
        }
        let named = try Int64.fetchAll(
            database, sql: "SELECT id FROM map_object WHERE kind = 'place' AND key = ? LIMIT 2",
            arguments: [SortKey(text).text])
        guard named.count == 1 else { throw StoreError.unknownPlace(text) }
        return named[0]
    }

    static func tags(_ names: [String], _ database: Database) throws -> Set<Int64> {
        Set(try names.compactMap { try name(entered: $0, of: .tag, database) })
    }

    private static func name(entered name: String, of kind: NameKind, _ database: Database) throws -> Int64? {
        name.isEmpty ? nil : try Self.name(name, of: kind, color: TagColor.gray.rawValue, database)
    }

    static func filing(of id: Int64, _ database: Database) throws -> DocumentFiling {
        let found = try DocumentRecord.fetchOne(database, sql: "\(selection) WHERE id = ?", arguments: [id])
        guard let found else { throw StoreError.unknownDocument(id) }
        var filing = DocumentFiling(title: found.title, state: found.state)
        filing.folder = found.folder
        filing.type = found.type
        filing.correspondent = found.correspondent
        filing.tags = try Int64.fetchSet(
            database, sql: "SELECT tag FROM document_tag WHERE document = ?", arguments: [id])
        filing.date = found.date
        filing.due = found.due
        filing.retained = found.retained
        filing.serial = found.serial
        filing.place = found.place
        filing.owner = found.owner
        return filing
    }

    static func require(_ version: Int, of document: Int64, _ database: Database) throws {
        let current = try Int.fetchOne(
            database, sql: "SELECT version FROM document WHERE id = ? AND \(OwnDocumentGuard.isThere)",
            arguments: [document])
        guard let current else { throw StoreError.unknownDocument(document) }
        guard current == version else { throw StoreError.changedMeanwhile(document) }
    }

    /// - Returns: The event; `nil` if nothing changes.
    static func store(
        _ change: DocumentChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64? {
        guard change.before != change.after else { return nil }
        try apply(change, to: document, at: date, database)
        return try insert(.filed, of: document, detail: change, by: person, at: date, database)
    }

    /// Changes a document's metadata without an event.
    static func apply(
        _ change: DocumentChange, to document: Int64, at date: Date, renewsIndex: Bool = true, _ database: Database
    ) throws {
        let filing = change.after
        if let serial = filing.serial {
            let other = try Int64.fetchOne(
                database, sql: "SELECT id FROM document WHERE serial = ? AND id <> ?", arguments: [serial, document])
            guard other == nil else { throw StoreError.nameInUse("\(serial)") }
        }
        if let owner = filing.owner, owner != change.before.owner, try !mayOwn(document, owner, database) {
            throw StoreError.addedByOthers(document)
        }
        try database.execute(
            sql: """
                UPDATE document SET title = ?, titleKey = ?, folder = ?, type = ?, correspondent = ?, date = ?, due = ?,
                    retained = ?, state = ?, serial = ?, place = ?, owner = ?, changed = ?, version = version + 1
                WHERE id = ?
                """,
            arguments: [
                filing.title, SortKey(filing.title).text, filing.folder, filing.type, filing.correspondent,
                filing.date?.description, filing.due?.description, filing.retained?.description, filing.state.rawValue,
                filing.serial, filing.place, filing.owner, date, document,
            ])
        for tag in change.before.tags.subtracting(filing.tags) {
            try database.execute(
                sql: "DELETE FROM document_tag WHERE document = ? AND tag = ?", arguments: [document, tag])
        }
        for tag in filing.tags.subtracting(change.before.tags) {
            try database.execute(
                sql: "INSERT INTO document_tag (document, tag) VALUES (?, ?)", arguments: [document, tag])
        }
        if renewsIndex { try TextIndex.renew(document, database) }
    }
}
