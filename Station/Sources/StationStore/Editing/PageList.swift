import FoundationEssentials
import GRDB
import RectoVision
import StationRules

/// The pages of a document in order, at one point in time.
public struct PageList: Hashable, Sendable {
    public struct Item: Hashable, Sendable {
        /// The identifier, which the page keeps when it is moved; `nil` for a page that is not in the library yet.
        public var id: Int64?
        public var page: PageRecord
    }

    public var items: [Item]

    /// A digest that changes if a page is added, removed, moved or looks different.
    public var digest: String {
        let lines = items.map { item in
            let corners = item.page.corners.map { $0.map { "\($0)" }.joined(separator: ",") } ?? "-"
            return "\(item.id ?? 0) \(item.page.original) \(corners) \(item.page.lookText)"
        }
        return BlobName(of: Array(lines.joined(separator: "\n").utf8)).text
    }
}

extension PageList {
    /// Returns these pages without an earlier change: removed pages are restored, added ones removed, and cropped,
    /// rotated or filtered ones restored to their previous state. Later changes are kept.
    /// - Parameters:
    ///   - former: The pages before the change.
    ///   - after: The pages right after the change.
    func undoing(from former: PageList, to after: PageList) -> PageList {
        let (before, changed) = (former.pages, after.pages)
        var items = items.compactMap { item -> Item? in
            guard let id = item.id, changed[id] == item.page else { return item }
            return before[id].map { Item(id: id, page: $0) }
        }
        let present = pages
        for (position, item) in former.items.enumerated() {
            guard let id = item.id, changed[id] == nil, present[id] == nil else { continue }
            items.insert(item, at: min(position, items.count))
        }
        return PageList(items: items)
    }

    private var pages: [Int64: PageRecord] {
        Dictionary(uniqueKeysWithValues: items.compactMap { item in item.id.map { ($0, item.page) } })
    }
}

extension Library {
    /// - Throws: ``StoreError/unknownDocument(_:)``.
    public func pageList(of document: Int64) throws(StoreError) -> PageList {
        try read { database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            return try Self.pageList(of: document, database)
        }
    }

    static func pageList(of document: Int64, _ database: Database) throws -> PageList {
        let rows = try Row.fetchAll(
            database, sql: "SELECT * FROM page WHERE document = ? ORDER BY position", arguments: [document])
        return try PageList(rows: rows)
    }

    /// Returns a document's pages before an event.
    static func pageList(before event: Int64, _ database: Database) throws -> PageList {
        let rows = try Row.fetchAll(
            database, sql: "SELECT * FROM former_page WHERE event = ? ORDER BY position", arguments: [event])
        return try PageList(rows: rows)
    }

    /// Returns a document's pages after a change to them, if another change of pages followed; `nil` otherwise.
    static func pageList(after event: Int64, of document: Int64, _ database: Database) throws -> PageList? {
        let next = try Int64.fetchOne(
            database, sql: "SELECT MIN(id) FROM event WHERE document = ? AND kind = ? AND id > ?",
            arguments: [document, LibraryEvent.Kind.pagesChanged.rawValue, event])
        return try next.map { try pageList(before: $0, database) }
    }

    /// Replaces a document's pages. Pages with identifiers that are not in the document are added with these.
    static func store(_ list: PageList, of document: Int64, _ database: Database) throws {
        let present = try pageList(of: document, database)
        let known = Dictionary(
            uniqueKeysWithValues: present.items.compactMap { item in item.id.map { ($0, item.page) } })
        for id in Set(known.keys).subtracting(list.items.compactMap(\.id)) {
            try database.execute(sql: "DELETE FROM page WHERE id = ?", arguments: [id])
        }
        try makeRoom(in: document, database)
        for (position, item) in list.items.enumerated() {
            guard let id = item.id, let before = known[id] else {
                try insert(item.page, id: item.id, at: position, of: document, database)
                continue
            }
            try database.execute(sql: "UPDATE page SET position = ? WHERE id = ?", arguments: [position, id])
            // Unchanged pages keep their text.
            if before != item.page { try update(id, to: item.page, database) }
        }
    }

    /// Removes the positions of a document's pages, before assigning new ones.
    static func makeRoom(in document: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE page SET position = -1 - position WHERE document = ?", arguments: [document])
    }

    static func keep(
        _ list: PageList, before event: Int64, of document: Int64, at date: Date, _ database: Database
    ) throws {
        for (position, item) in list.items.enumerated() {
            let page = item.page
            try database.execute(
                sql: """
                    INSERT INTO former_page
                        (event, position, document, at, id, original, width, height, corners, rotation, filter,
                         flattening, single, fusion)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    event, position, document, date, item.id, page.original.text, page.width, page.height,
                    try page.cornersText, page.rotation.rawValue, page.filter.rawValue, page.flattening.rawValue,
                    page.single?.text, try page.fusionText,
                ])
        }
    }

    private static func update(_ id: Int64, to page: PageRecord, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE page
                SET original = ?, width = ?, height = ?, corners = ?, rotation = ?, filter = ?, flattening = ?,
                    single = ?, fusion = ?
                WHERE id = ?
                """,
            arguments: [
                page.original.text, page.width, page.height, try page.cornersText, page.rotation.rawValue,
                page.filter.rawValue, page.flattening.rawValue, page.single?.text, try page.fusionText, id,
            ])
    }
}

extension PageList {
    /// - Parameter rows: Rows of `page` or `former_page`.
    fileprivate init(rows: [Row]) throws {
        items = try rows.map { Item(id: $0["id"], page: try PageRecord(row: $0)) }
    }
}
