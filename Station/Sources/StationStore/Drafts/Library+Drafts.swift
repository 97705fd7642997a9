public import FoundationEssentials
import GRDB

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
        try write { database in
            if let end = try Self.end(of: name, database) { return end }
            try Self.note(.discarded, of: name, keys, at: date, database)
            return .discarded
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

    /// Forgets the owners of drafts that no longer exist.
    package func forgetDraftPeople(except drafts: Set<String>) throws(StoreError) {
        try write { database in
            for draft in try String.fetchSet(database, sql: "SELECT draft FROM draft_person").subtracting(drafts) {
                try database.execute(sql: "DELETE FROM draft_person WHERE draft = ?", arguments: [draft])
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
        try database.execute(sql: "DELETE FROM draft_place WHERE draft = ?", arguments: [name])
        try endEdit(in: name, database)
    }
}
