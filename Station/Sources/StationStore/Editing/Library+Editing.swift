public import FoundationEssentials
import GRDB
import Synchronization

/// The pages of saved documents are edited in drafts.
extension Library {
    /// A document whose pages are edited in a draft.
    public struct Edit: Hashable, Sendable {
        public let document: Int64
        public let title: String
        /// Whether the document is no longer as the draft found it: it has other pages, or lies in the trash.
        public let isOutdated: Bool
    }

    /// An edited document that was stored.
    public struct SavedEdit: Hashable, Sendable {
        public let document: Int64
        /// Takes the change back by ``undo(_:by:at:)``; `nil` if nothing has changed.
        public let event: Int64?
    }

    /// The document that a draft edits; `nil` if it is one of its own.
    public func edit(in draft: String) throws(StoreError) -> Edit? {
        try read { try Self.edit(in: draft, $0) }
    }

    /// The titles of the documents that drafts edit, by the drafts' names.
    public func editedTitles() throws(StoreError) -> [String: String] {
        try read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT edit.draft, title FROM edit JOIN document ON document.id = edit.document")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["draft"], $0["title"]) })
        }
    }

    /// The draft in which the pages of a document are edited.
    public func draft(editing document: Int64) throws(StoreError) -> String? {
        try read {
            try String.fetchOne($0, sql: "SELECT draft FROM edit WHERE document = ?", arguments: [document])
        }
    }

    /// Notes that a draft edits a document. Another draft that did is one of its own from now on.
    /// - Parameter list: The pages that the draft has copies of.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if the document has other pages.
    public func beginEdit(of document: Int64, in draft: String, seeing list: PageList) throws(StoreError) {
        try write { database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            guard try Self.pageList(of: document, database) == list else {
                throw StoreError.changedMeanwhile(document)
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO edit (draft, document, pages) VALUES (?, ?, ?)",
                arguments: [draft, document, list.digest])
        }
    }

    /// Forgets that drafts edit documents, but for those that there are.
    public func forgetEdits(except drafts: Set<String>) throws(StoreError) {
        try write { database in
            for draft in try String.fetchSet(database, sql: "SELECT draft FROM edit").subtracting(drafts) {
                try Self.endEdit(in: draft, database)
            }
        }
    }

    /// Stores the pages of a draft as those of the document that it edits, and ends the draft: all of it or nothing.
    ///
    /// The pages that the document had are kept for ``trashMemory``, to come back by ``undo(_:by:at:)``.
    /// - Parameters:
    ///   - pages: With the identifiers of those that the document has.
    ///   - keys: Of all pictures that the draft has had.
    ///   - request: The client's request, which may be repeated.
    /// - Returns: `nil` if the draft edits no document, as after that was deleted for good.
    /// - Throws: ``StoreError/changedMeanwhile(_:)`` if the document is no longer as the draft found it.
    public func saveEdit(
        in draft: String, pages: [(id: Int64?, page: NewDocument.Page)], keys: [String] = [],
        for request: RequestRecord? = nil, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> SavedEdit? {
        try changes.withLock { _ throws(StoreError) in
            let items = try pages.map { (page) throws(StoreError) in
                PageList.Item(id: page.id, page: try record(of: page.page))
            }
            return try write { database in
                if let request, let known = try request.answer(database) {
                    guard case .document(let id) = known else { throw StoreError.reusedKey(request.key) }
                    return SavedEdit(document: id, event: nil)
                }
                if let end = try Self.end(of: draft, database) {
                    guard case .saved(let id) = end else { throw StoreError.discardedDraft(draft) }
                    return SavedEdit(document: id, event: nil)
                }
                guard let edit = try Self.edit(in: draft, database) else { return nil }
                guard !edit.isOutdated else { throw StoreError.changedMeanwhile(edit.document) }
                let event = try Self.setEditedPages(items, of: edit.document, by: person, at: date, database)
                try request?.insert(.document(edit.document), database)
                try Self.note(.saved(edit.document), of: draft, keys, at: date, database)
                return SavedEdit(document: edit.document, event: event)
            }
        }
    }

    // MARK: The database

    /// What a document's pages were changed to: the detail of ``LibraryEvent/Kind/pagesChanged``.
    struct PagesChange: Codable {
        /// The digest of the pages.
        let after: String
    }

    static func endEdit(in draft: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM edit WHERE draft = ?", arguments: [draft])
    }

    /// - Returns: `false` if somebody has changed the pages since, or if they are kept no longer. What nobody has changed is undone
    ///   all the same.
    static func undo(
        _ change: PagesChange, _ event: Int64, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        let former = try pageList(before: event, database)
        guard !former.items.isEmpty else { return false }
        let present = try pageList(of: document, database)
        // The pages of now are kept in their turn.
        if present.digest == change.after {
            _ = try setPages(former, of: document, by: person, at: date, database)
            return true
        }
        guard let after = try pageList(after: event, of: document, database), after.digest == change.after else {
            return false
        }
        var list = present.undoing(from: former, to: after)
        let known = Set(present.items.map(\.id))
        // Some may have gone to other documents.
        list.items = try list.items.filter { try known.contains($0.id) || !hasPage($0.id, database) }
        if !list.items.isEmpty { _ = try setPages(list, of: document, by: person, at: date, database) }
        return false
    }

    private static func hasPage(_ id: Int64?, _ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM page WHERE id = ?)", arguments: [id]) ?? false
    }

    private static func edit(in draft: String, _ database: Database) throws -> Edit? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT document.id, title, trashed, edit.pages AS digest FROM edit JOIN document ON document.id = edit.document
                WHERE edit.draft = ?
                """, arguments: [draft])
        return try row.map { row in
            let isTrashed = (row["trashed"] as Date?) != nil
            return Edit(
                document: row["id"], title: row["title"],
                isOutdated: try isTrashed || pageList(of: row["id"], database).digest != row["digest"] as String)
        }
    }

    /// Only pages of the document keep their identifiers.
    private static func setEditedPages(
        _ items: [PageList.Item], of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64? {
        let known = Set(try pageList(of: document, database).items.map(\.id))
        let list = PageList(items: items.map { PageList.Item(id: known.contains($0.id) ? $0.id : nil, page: $0.page) })
        return try setPages(list, of: document, by: person, at: date, database)
    }

    /// - Returns: The event; `nil` if nothing changes.
    private static func setPages(
        _ list: PageList, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64? {
        let former = try pageList(of: document, database)
        guard list != former else { return nil }
        try store(list, of: document, database)
        try database.execute(
            sql: "UPDATE document SET changed = ?, version = version + 1 WHERE id = ?", arguments: [date, document])
        try TextIndex.renew(document, database)
        let after = try pageList(of: document, database).digest
        let event = try insert(
            .pagesChanged, of: document, detail: PagesChange(after: after), by: person, at: date, database)
        try keep(former, before: event, of: document, at: date, database)
        return event
    }
}
