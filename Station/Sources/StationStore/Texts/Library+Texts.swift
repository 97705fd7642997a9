public import FoundationEssentials
import GRDB
import RectoCore
public import StationRules

/// A page to be read.
public struct UnreadPage: Hashable, Sendable {
    /// The identifier of the page, independent of its document and position.
    public let id: Int64
    /// The version of its crop and rotation.
    let version: Int
    public let document: Int64
    /// The index of the page.
    public let position: Int
    public let record: PageRecord
    /// The number of failed attempts.
    public let failures: Int
}

/// The text of pages, and the pages still to be read.
extension Library {
    /// Returns the next page to read: from the requested documents, otherwise from the newest document with pending
    /// pages, in page order.
    /// - Parameter asked: Requested documents, most urgent first.
    public func nextUnreadPage(asked: [Int64] = []) throws(StoreError) -> UnreadPage? {
        try read { database in
            for document in asked {
                if let page = try Self.unreadPage(of: document, database) { return page }
            }
            let newest = try Int64.fetchOne(
                database,
                sql: """
                    SELECT id FROM \(Self.unread(database)) ORDER BY captured DESC, id DESC LIMIT 1
                    """)
            return try newest.flatMap { try Self.unreadPage(of: $0, database) }
        }
    }

    private static func unreadPage(of document: Int64, _ database: Database) throws -> UnreadPage? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT page.*, version, failures FROM page JOIN page_reading ON page_reading.page = page.id
                WHERE document = ? AND state = 'waiting' ORDER BY position LIMIT 1
                """, arguments: [document])
        guard let row else { return nil }
        return UnreadPage(
            id: row["id"], version: row["version"], document: document, position: row["position"],
            record: try PageRecord(row: row), failures: row["failures"])
    }

    /// Returns the number of pages to be read.
    public func unreadPageCount() throws(StoreError) -> Int {
        try read { database in
            try Int.fetchOne(database, sql: "SELECT coalesce(sum(unread), 0) FROM \(Self.unread(database))") ?? 0
        }
    }

    /// Whether any page is still to be read, in constant time.
    package func hasUnreadPages() throws(StoreError) -> Bool {
        try read { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(Self.unread(database)))") ?? false
        }
    }

    /// Returns the documents with pending pages, usually few, through their index: others would lead through all
    /// documents.
    private static func unread(_ database: Database) -> String {
        "\(database.documents(by: "document_unread")) WHERE unread > 0 AND trashed IS NULL"
    }

    /// Stores the text of a page, and makes its document searchable by it.
    /// - Returns: `false` if the page was changed or removed, so that the text is outdated.
    @discardableResult
    public func store(
        _ text: StoredText, of page: UnreadPage, languages: String, at date: Date
    ) throws(StoreError) -> Bool {
        try write { database in
            guard let document = try Self.document(of: page, database) else { return false }
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO page_text (page, text, layout, languages, at) VALUES (?, ?, ?, ?, ?)
                    """, arguments: [page.id, text.text.text, Data(text.bytes), languages, date])
            try Self.end(.read, page, failures: 0, reason: nil, database)
            try Self.renewIndex(document, database)
            return true
        }
    }

    /// Records that a page could not be read.
    /// - Parameters:
    ///   - reason: A sentence.
    ///   - isSetAside: Whether not to retry it.
    public func noteFailure(of page: UnreadPage, reason: String, isSetAside: Bool) throws(StoreError) {
        try write { database in
            guard let document = try Self.document(of: page, database) else { return }
            try Self.end(
                isSetAside ? .aside : .waiting, page, failures: page.failures + 1, reason: reason, database)
            try Self.renewIndex(document, database)
        }
    }

    /// Returns the document that contains the page now; `nil` if the page was changed or removed.
    private static func document(of page: UnreadPage, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT document FROM page JOIN page_reading ON page_reading.page = page.id WHERE id = ? AND version = ?
                """, arguments: [page.id, page.version])
    }

    private static func end(
        _ state: ReadingState, _ page: UnreadPage, failures: Int, reason: String?, _ database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE page_reading SET state = ?, failures = ?, reason = ? WHERE page = ?",
            arguments: [state.rawValue, failures, reason, page.id])
    }

    /// Updates the full-text index. Its row per document takes time proportional to the document's length, so it is
    /// updated after the last page and, for long documents, after 1, 2, 4, 8 … pages.
    private static func renewIndex(_ document: Int64, _ database: Database) throws {
        let (pages, unread) =
            try Row.fetchOne(
                database, sql: "SELECT pages, unread FROM document WHERE id = ?", arguments: [document]
            ).map { ($0["pages"] as Int, $0["unread"] as Int) } ?? (0, 0)
        if unread == 0 || (pages - unread).nonzeroBitCount == 1 { try TextIndex.renew(document, database) }
    }

    /// Makes the failed pages of a document be read again.
    public func readAgain(_ document: Int64) throws(StoreError) {
        try write {
            try $0.execute(
                sql: """
                    UPDATE page_reading SET state = 'waiting', failures = 0, reason = NULL
                    WHERE state = 'aside' AND page IN (SELECT id FROM page WHERE document = ?)
                    """, arguments: [document])
        }
    }

    /// Makes all pages be read again, for example in other languages. Their texts are kept until then.
    public func readAllAgain() throws(StoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE page_reading SET state = 'waiting', failures = 0, reason = NULL WHERE state <> 'waiting'")
        }
    }

    // MARK: What was read

    /// Returns the reading state of all pages outside the trash.
    public func readingCounts() throws(StoreError) -> ReadingCounts {
        try read { database in
            var counts = ReadingCounts()
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT page_reading.state AS state, failures > 0 AS failed, count(*) AS count FROM page_reading
                    JOIN page ON page.id = page_reading.page JOIN document ON document.id = page.document
                    WHERE document.trashed IS NULL GROUP BY 1, 2
                    """)
            for row in rows {
                let count: Int = row["count"]
                switch (ReadingState(rawValue: row["state"]) ?? .waiting, row["failed"] as Bool) {
                case (.read, _): counts.read += count
                case (.aside, _): counts.aside += count
                case (.waiting, false): counts.waiting += count
                case (.waiting, true): counts.failing += count
                // They are not pending.
                case (.withheld, _): break
                }
            }
            return counts
        }
    }

    /// Returns the reading state of a document's pages in order.
    public func readings(of document: Int64) throws(StoreError) -> [PageReading] {
        try read {
            try Row.fetchAll(
                $0,
                sql: """
                    SELECT state, reason, languages, page_text.text <> '' AS hasText FROM page
                    JOIN page_reading ON page_reading.page = page.id LEFT JOIN page_text ON page_text.page = page.id
                    WHERE document = ? ORDER BY position
                    """, arguments: [document]
            ).map { row in
                PageReading(
                    state: ReadingState(rawValue: row["state"]) ?? .waiting, hasText: row["hasText"] ?? false,
                    languages: row["languages"], reason: row["reason"])
            }
        }
    }

    /// Returns the text of a page; `nil` until it has been read. Damaged text counts as missing.
    /// - Parameter position: The index of the page.
    public func text(of position: Int, in document: Int64) throws(StoreError) -> StoredText? {
        try texts("document = ? AND position = ?", [document, position])[position]
    }

    /// Returns the texts of a document by page index.
    public func texts(of document: Int64) throws(StoreError) -> [Int: StoredText] {
        try texts("document = ?", [document])
    }

    private func texts(_ condition: String, _ arguments: StatementArguments) throws(StoreError) -> [Int: StoredText] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT position, layout FROM page_text JOIN page ON page.id = page_text.page WHERE \(condition)",
                arguments: arguments)
            return rows.reduce(into: [:]) { texts, row in
                texts[row["position"]] = try? StoredText(bytes: [UInt8](row["layout"] as Data))
            }
        }
    }
}
