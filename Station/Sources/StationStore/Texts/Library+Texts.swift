public import FoundationEssentials
import GRDB
import RectoCore
public import StationRules

/// A page that is to be read.
public struct UnreadPage: Hashable, Sendable {
    /// Of the page, whatever its document and position.
    public let id: Int64
    /// Of its crop and turn.
    let version: Int
    public let document: Int64
    /// From 0.
    public let position: Int
    public let record: PageRecord
    /// How often it could not be read.
    public let failures: Int
}

/// The texts of pages, and which of them are still to be read.
extension Library {
    /// The page to read next: of those that are asked for, else of the newest document that has one; in the order of its pages.
    /// - Parameter asked: Documents, the most urgent one first.
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

    /// The number of pages that are to be read.
    public func unreadPageCount() throws(StoreError) -> Int {
        try read { database in
            try Int.fetchOne(database, sql: "SELECT coalesce(sum(unread), 0) FROM \(Self.unread(database))") ?? 0
        }
    }

    /// Whether any page is still to be read. It costs the same in each library.
    package func hasUnreadPages() throws(StoreError) -> Bool {
        try read { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(Self.unread(database)))") ?? false
        }
    }

    /// Documents with pages that wait. Few, as a rule: other indexes would lead through all documents.
    private static func unread(_ database: Database) -> String {
        "\(database.documents(by: "document_unread")) WHERE unread > 0 AND trashed IS NULL"
    }

    /// Keeps the text of a page, and makes the document found by it.
    /// - Returns: `false` if the page was changed or removed meanwhile: the text is not that of the page.
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

    /// Notes that a page could not be read.
    /// - Parameters:
    ///   - reason: A sentence.
    ///   - isSetAside: Whether it is not to be tried again.
    public func noteFailure(of page: UnreadPage, reason: String, isSetAside: Bool) throws(StoreError) {
        try write { database in
            guard let document = try Self.document(of: page, database) else { return }
            try Self.end(
                isSetAside ? .aside : .waiting, page, failures: page.failures + 1, reason: reason, database)
            try Self.renewIndex(document, database)
        }
    }

    /// The document in which the page is now; `nil` if the page was changed or removed.
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

    /// The index has a row for each document, which takes as long to renew as the document is long. So it is renewed when the last
    /// page was read and, of many, after 1, 2, 4, 8 … of them.
    private static func renewIndex(_ document: Int64, _ database: Database) throws {
        let (pages, unread) =
            try Row.fetchOne(
                database, sql: "SELECT pages, unread FROM document WHERE id = ?", arguments: [document]
            ).map { ($0["pages"] as Int, $0["unread"] as Int) } ?? (0, 0)
        if unread == 0 || (pages - unread).nonzeroBitCount == 1 { try TextIndex.renew(document, database) }
    }

    /// Has the pages of a document that were set aside read again.
    public func readAgain(_ document: Int64) throws(StoreError) {
        try write {
            try $0.execute(
                sql: """
                    UPDATE page_reading SET state = 'waiting', failures = 0, reason = NULL
                    WHERE state = 'aside' AND page IN (SELECT id FROM page WHERE document = ?)
                    """, arguments: [document])
        }
    }

    /// Has all pages read again, such as in other languages. Their texts stay until then.
    public func readAllAgain() throws(StoreError) {
        try write {
            try $0.execute(
                sql: "UPDATE page_reading SET state = 'waiting', failures = 0, reason = NULL WHERE state <> 'waiting'")
        }
    }

    // MARK: What was read

    /// How far all pages are that lie outside the trash.
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
                // Nobody waits for them.
                case (.withheld, _): break
                }
            }
            return counts
        }
    }

    /// How far the pages of a document are, in their order.
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

    /// The text of a page; `nil` while it is not read. A text that is damaged counts as none.
    /// - Parameter position: From 0.
    public func text(of position: Int, in document: Int64) throws(StoreError) -> StoredText? {
        try texts("document = ? AND position = ?", [document, position])[position]
    }

    /// The texts of a document by the positions of its pages.
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
