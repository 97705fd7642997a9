public import FoundationEssentials
import GRDB
import Synchronization

/// How drafts ended, so that a used name never becomes a new draft: browsers keep it in their history.
extension Library {
    public enum DraftEnd: Hashable, Sendable {
        /// The document that it was saved as, which may have been deleted since.
        case saved(Int64)
        case discarded
    }

    /// The time for which names are remembered in seconds: longer than browsers keep pages open.
    public static let draftMemory = 365.0 * 86_400

    /// Returns how a draft ended; `nil` if it has not.
    public func end(ofDraft name: String) throws(StoreError) -> DraftEnd? {
        try read { try Self.end(of: name, $0) }
    }

    /// Whether an ended draft had a picture with this key, so that a re-sent picture is not missing.
    public func hadPicture(_ key: String, draft name: String) throws(StoreError) -> Bool {
        let keys = try read {
            try String.fetchOne($0, sql: "SELECT keys FROM ended_draft WHERE name = ?", arguments: [name])
        }
        return keys?.split(separator: " ").contains { $0 == key } == true
    }

    /// Records that a draft was discarded. Its files can then be removed.
    /// - Parameter keys: The keys of its pictures.
    /// - Returns: How it ended: it may have been saved before.
    @discardableResult
    public func discard(draft name: String, keys: [String] = [], at date: Date = .now) throws(StoreError) -> DraftEnd {
        try changes.withLock { _ throws(StoreError) in
            try endingDraft(name) { () throws(StoreError) -> DraftEnd in
                try write { database in
                    if let end = try Self.end(of: name, database) { return end }
                    try Self.note(.discarded, of: name, keys, at: date, database)
                    return .discarded
                }
            }
        }
    }

    /// Returns the owner of a draft; `nil` for a shared one.
    package func person(ofDraft name: String) throws(StoreError) -> Int64? {
        try read {
            try Int64.fetchOne($0, sql: "SELECT person FROM draft_person WHERE draft = ?", arguments: [name])
        }
    }

    /// Records the owner of a draft that has none.
    package func setPerson(_ person: Int64, ofDraft name: String) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "INSERT OR IGNORE INTO draft_person (draft, person) VALUES (?, ?)", arguments: [name, person])
        }
    }

    /// Sets the folder for the document that a draft becomes.
    /// - Throws: ``StoreError/unknownFolder(_:)``.
    package func setFolder(_ folder: Int64, ofDraft name: String) throws(StoreError) {
        try write { database in
            try Self.requireFolder(folder, database)
            try database.execute(
                sql: """
                    INSERT INTO draft_folder (draft, folder) VALUES (?, ?)
                    ON CONFLICT (draft) DO UPDATE SET folder = excluded.folder
                    """, arguments: [name, folder])
        }
    }

    /// Moves a new document to the folder that was set for its draft.
    static func moveToFolder(_ document: Int64, ofDraft name: String, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE document SET folder = (SELECT folder FROM draft_folder WHERE draft = ?) WHERE id = ?",
            arguments: [name, document])
    }

    /// Forgets the owners, folders and files of drafts that no longer exist.
    package func forgetDrafts(except drafts: Set<String>) throws(StoreError) {
        try write { database in
            for table in ["draft_person", "draft_folder", "draft_file"] {
                for draft in try String.fetchSet(database, sql: "SELECT draft FROM \(table)").subtracting(drafts) {
                    try database.execute(sql: "DELETE FROM \(table) WHERE draft = ?", arguments: [draft])
                }
            }
        }
    }

    /// Forgets drafts that ended before a date.
    public func forgetDrafts(endedBefore date: Date) throws(StoreError) {
        try write { try $0.execute(sql: "DELETE FROM ended_draft WHERE at < ?", arguments: [date]) }
    }

    static func end(of name: String, _ database: Database) throws -> DraftEnd? {
        let row = try Row.fetchOne(
            database, sql: "SELECT document FROM ended_draft WHERE name = ?", arguments: [name])
        return row.map { row in (row["document"] as Int64?).map { .saved($0) } ?? .discarded }
    }

    /// An ended draft no longer edits a document.
    static func note(_ end: DraftEnd, of name: String, _ keys: [String], at date: Date, _ database: Database) throws {
        let document: Int64? = if case .saved(let id) = end { id } else { nil }
        try database.execute(
            sql: "INSERT INTO ended_draft (name, document, keys, at) VALUES (?, ?, ?, ?)",
            arguments: [name, document, keys.joined(separator: " "), date])
        for table in ["draft_place", "draft_folder", "draft_file"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE draft = ?", arguments: [name])
        }
        try endEdit(in: name, database)
    }
}
