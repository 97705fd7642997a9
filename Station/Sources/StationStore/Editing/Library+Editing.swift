public import FoundationEssentials
import GRDB
package import RectoCore
import RectoVision
public import StationRules
import Synchronization

/// Editing the pages of saved documents in drafts.
extension Library {
    /// A document whose pages are edited in a draft.
    public struct Edit: Hashable, Sendable {
        /// `nil` if it was permanently deleted.
        public let document: Int64?
        public let title: String
        /// The digest of the draft's initial pages; `nil` if unknown.
        public let beginning: String?
    }

    /// An edited document that was stored.
    public struct SavedEdit: Hashable, Sendable {
        public let document: Int64
        /// The event for undoing the change with ``undo(_:by:at:)``; `nil` if nothing changed.
        public let event: Int64?
    }

    /// Returns the document that a draft edits, if any.
    public func edit(in draft: String) throws(StoreError) -> Edit? {
        try read { try Self.edit(in: draft, $0) }
    }

    /// Returns the state of the document that a draft edits; `nil` if the draft edits none.
    public func editState(of draft: String) throws(StoreError) -> EditState? {
        try read { try Self.editState(of: draft, $0) }
    }

    /// Returns the documents that drafts edit, by draft name.
    public func edits() throws(StoreError) -> [String: Edit] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: Self.editSelection)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["draft"], Edit(row: $0)) })
        }
    }

    /// Returns the title of a new document with the pages of a draft that edits one: "Rent (2)" next to the document,
    /// or "Rent" if that no longer exists.
    /// - Returns: `nil` if the draft does not edit a document.
    public func titleOfCopy(in draft: String) throws(StoreError) -> String? {
        try read { database in
            guard let edit = try Self.edit(in: draft, database) else { return nil }
            guard let document = edit.document, try !Self.isTrashed(document, database) else { return edit.title }
            return try Self.siblingTitle(of: document, database)
        }
    }

    /// Returns the draft in which a document's pages are edited.
    public func draft(editing document: Int64) throws(StoreError) -> String? {
        try read {
            try String.fetchOne($0, sql: "SELECT draft FROM edit WHERE document = ?", arguments: [document])
        }
    }

    /// Records that a draft edits a document. Another draft of that document no longer edits it.
    /// - Parameters:
    ///   - list: The pages copied to the draft.
    ///   - beginning: The digest of these copies.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if the document's pages have
    ///   changed.
    public func beginEdit(
        of document: Int64, in draft: String, seeing list: PageList, beginning: String? = nil
    ) throws(StoreError) {
        try write { database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            guard try Self.pageList(of: document, database) == list else {
                throw StoreError.changedMeanwhile(document)
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO edit (draft, document, pages, beginning) VALUES (?, ?, ?, ?)",
                arguments: [draft, document, list.digest, beginning])
        }
    }

    /// Forgets the edits of drafts that no longer exist.
    public func forgetEdits(except drafts: Set<String>) throws(StoreError) {
        try write { database in
            for draft in try String.fetchSet(database, sql: "SELECT draft FROM edit").subtracting(drafts) {
                try Self.endEdit(in: draft, database)
            }
        }
    }

    /// Stores the pages of a draft in the document that it edits, and ends the draft, in one transaction.
    ///
    /// The document's previous pages are kept for ``trashMemory``, to be restored by ``undo(_:by:at:)``.
    /// - Parameters:
    ///   - pages: The pages, with the identifiers of those already in the document.
    ///   - keys: The keys of all pictures that the draft has had.
    ///   - request: The client's request, which may be repeated.
    ///   - restores: Whether to restore a document from the trash for this.
    /// - Returns: `nil` if the draft does not edit a document, or the document was permanently deleted.
    /// - Throws: ``StoreError/changedMeanwhile(_:)`` if the document's pages have changed since the draft was
    ///   created; ``StoreError/inTrash(_:)``.
    public func saveEdit(
        in draft: String, pages: [(id: Int64?, page: NewDocument.Page)], keys: [String] = [],
        for request: RequestRecord? = nil, restores: Bool = false, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> SavedEdit? {
        try changes.withLock { _ throws(StoreError) in
            let items = try pages.map { (page) throws(StoreError) in
                PageList.Item(id: page.id, page: try record(of: page.page, by: page.id == nil ? person : nil))
            }
            return try endingDraft(draft) { () throws(StoreError) -> SavedEdit? in
                try write { database in
                    if let request, let known = try request.answer(database) {
                        guard case .document(let id) = known else { throw StoreError.reusedKey(request.key) }
                        return SavedEdit(document: id, event: nil)
                    }
                    if let end = try Self.end(of: draft, database) {
                        guard case .saved(let id) = end else { throw StoreError.discardedDraft(draft) }
                        return SavedEdit(document: id, event: nil)
                    }
                    guard let edit = try Self.edit(in: draft, database), let document = edit.document else {
                        return nil
                    }
                    switch try Self.editState(of: draft, database) {
                    case .current: break
                    case .trashed where restores: _ = try Self.restore([document], by: person, at: date, database)
                    case .trashed: throw StoreError.inTrash(document)
                    case .changed, .deleted, nil: throw StoreError.changedMeanwhile(document)
                    }
                    let event = try Self.setEditedPages(items, of: document, by: person, at: date, database)
                    try request?.insert(.document(document), database)
                    try Self.note(.saved(document), of: draft, keys, at: date, database)
                    return SavedEdit(document: document, event: event)
                }
            }
        }
    }

    // MARK: Sharper pages

    /// Replaces the captured picture of a page by a merged one, and keeps the captured one.
    /// - Parameters:
    ///   - page: The page's state when the picture was merged.
    ///   - sharper: The page with the merged picture, and with the captured one as its single one.
    /// - Returns: Whether it was replaced: not if the page has changed, if another page has the same picture, or if
    ///   the pages are being edited or in the trash.
    package func sharpen(
        _ page: PageRecord, of document: Int64, as sharper: NewDocument.Page, at date: Date
    ) throws(StoreError) -> Bool {
        try changes.withLock { _ throws(StoreError) in
            let record = try record(of: sharper, by: nil)
            let isDone = try write { database in
                var list = try Self.pageList(of: document, database)
                let shown = list.items.indices.filter { list.items[$0].page.original == page.original }
                guard shown.count == 1, list.items[shown[0]].page == page, record.single == page.original,
                    try !Self.isTrashed(document, database), try !Self.isEdited(document, database)
                else { return false }
                list.items[shown[0]].page = record
                try Self.store(list, of: document, database)
                try database.execute(
                    sql: "UPDATE document SET changed = ?, version = version + 1 WHERE id = ?",
                    arguments: [date, document])
                try TextIndex.renew(document, database)
                return true
            }
            if !isDone { try removeUnused(Set(record.files.map(\.text))) }
            return isDone
        }
    }

    private static func isEdited(_ document: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM edit WHERE document = ?)", arguments: [document]) ?? false
    }

    // MARK: Signatures

    /// Replaces a page with its signed version, and keeps its picture as an attachment.
    /// - Parameters:
    ///   - position: The index of the page.
    ///   - page: The page's state when it was signed.
    ///   - name: The name of the attachment.
    /// - Throws: ``StoreError/changedMeanwhile(_:)`` if the page has changed.
    package func sign(
        _ position: Int, of document: Int64, seeing page: PageRecord, as picture: [UInt8], size: PixelSize,
        keeping name: String, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let file = try original(page.original)
            let signed = PageRecord(
                original: try blobs.add(picture), size: size, quad: nil, rotation: .none, filter: .original)
            try write { database in
                var list = try Self.pageList(of: document, database)
                guard list.items.indices.contains(position), list.items[position].page == page else {
                    throw StoreError.changedMeanwhile(document)
                }
                let former = list
                list.items[position] = PageList.Item(id: list.items[position].id, page: signed)
                try Self.store(list, of: document, database)
                try database.execute(
                    sql: "UPDATE document SET changed = ?, version = version + 1 WHERE id = ?",
                    arguments: [date, document])
                let isPNG = file.starts(with: [0x89, 0x50])
                try database.execute(
                    sql: """
                        INSERT INTO attachment (document, name, mediaType, size, file, person, at)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        document, name + (isPNG ? ".png" : ".jpg"), isPNG ? "image/png" : "image/jpeg", file.count,
                        page.original.text, person, date,
                    ])
                let signing = Signing(
                    page: position + 1, after: list.digest, attachment: database.lastInsertedRowID)
                let event = try Self.insert(
                    .signed, of: document, detail: signing, by: person, at: date, database)
                try Self.keep(former, before: event, of: document, at: date, database)
                try TextIndex.renew(document, database)
            }
        }
    }

    /// The detail of ``LibraryEvent/Kind/signed``.
    struct Signing: Codable {
        /// The page number from 1.
        let page: Int
        /// The digest of the pages; `nil` in events of earlier versions, which cannot be undone.
        var after: String?
        /// The attachment with the page as it was.
        var attachment: Int64?
    }

    /// - Returns: `false` if the pages have been changed since; see ``PagesChange``.
    static func undo(
        _ signing: Signing, _ event: Int64, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        guard let after = signing.after,
            try undo(PagesChange(after: after), event, of: document, by: person, at: date, database)
        else { return false }
        try database.execute(
            sql: "DELETE FROM attachment WHERE id = ? AND document = ?", arguments: [signing.attachment, document])
        try TextIndex.renew(document, database)
        return true
    }

    // MARK: The database

    /// The new pages of a document: the detail of ``LibraryEvent/Kind/pagesChanged``.
    struct PagesChange: Codable {
        /// The digest of the pages.
        let after: String
    }

    static func endEdit(in draft: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM edit WHERE draft = ?", arguments: [draft])
    }

    /// Stores the title of a document that is about to be permanently deleted for the draft that edits it.
    static func keepTitleOfEdit(of document: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE edit SET title = (SELECT title FROM document WHERE id = :id) WHERE document = :id",
            arguments: ["id": document])
    }

    /// - Returns: `false` if some pages have been changed since, or the previous ones are no longer kept. Unchanged
    ///   pages are undone in any case.
    static func undo(
        _ change: PagesChange, _ event: Int64, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        let former = try pageList(before: event, database)
        guard !former.items.isEmpty else { return false }
        let present = try pageList(of: document, database)
        // Keep the current pages in turn.
        if present.digest == change.after {
            _ = try setPages(former, of: document, by: person, at: date, database)
            return true
        }
        guard let after = try pageList(after: event, of: document, database), after.digest == change.after else {
            return false
        }
        var list = present.undoing(from: former, to: after)
        let known = Set(present.items.map(\.id))
        // Some may have been moved to other documents.
        list.items = try list.items.filter { try known.contains($0.id) || !hasPage($0.id, database) }
        if !list.items.isEmpty { _ = try setPages(list, of: document, by: person, at: date, database) }
        return false
    }

    private static func hasPage(_ id: Int64?, _ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM page WHERE id = ?)", arguments: [id]) ?? false
    }

    private static let editSelection = """
        SELECT edit.draft, edit.document, coalesce(document.title, edit.title) AS title, beginning, trashed, edit.pages AS digest
        FROM edit LEFT JOIN document ON document.id = edit.document
        """

    private static func row(of draft: String, _ database: Database) throws -> Row? {
        try Row.fetchOne(database, sql: "\(editSelection) WHERE edit.draft = ?", arguments: [draft])
    }

    private static func edit(in draft: String, _ database: Database) throws -> Edit? {
        try row(of: draft, database).map { Edit(row: $0) }
    }

    private static func editState(of draft: String, _ database: Database) throws -> EditState? {
        guard let edit = try row(of: draft, database) else { return nil }
        guard let document = edit["document"] as Int64? else { return .deleted }
        guard try pageList(of: document, database).digest == edit["digest"] as String else { return .changed }
        return (edit["trashed"] as Date?) == nil ? .current : .trashed
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
    static func setPages(
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

extension Library.Edit {
    fileprivate init(row: Row) {
        self.init(document: row["document"], title: row["title"] as String? ?? "", beginning: row["beginning"])
    }
}
