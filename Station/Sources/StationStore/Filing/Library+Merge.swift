public import FoundationEssentials
import GRDB
import StationRules

/// Merging documents.
extension Library {
    /// The content moved from one document to another: the detail of ``LibraryEvent/Kind/merged``.
    struct Merging: Codable {
        let from: Int64
        /// `nil` in events of earlier versions.
        let title: String?
        /// The pages in order.
        let pages: [Int64]
        /// `nil` in events of earlier versions.
        let notes: [Int64]?
        let attachments: [Int64]?
        /// The files that the pages came from, which the target did not have.
        let originals: [Int64]?
    }

    /// Appends the pages, notes and attachments of documents to the first one, which also gets their tags and their
    /// values for its empty fields. The others are moved to the trash without their pages.
    /// - Returns: The events for ``undo(_:by:at:)``.
    /// - Throws: ``StoreError/unknownDocument(_:)``.
    public func merge(
        _ documents: [Int64], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try write { database in
            guard let target = documents.first else { return nil }
            try Self.requireOneOwner(of: documents, database)
            var events: [Int64] = []
            let before = try Self.filing(of: target, database)
            var after = before
            for document in documents.dropFirst() {
                let other = try Self.filing(of: document, database)
                let pages = try Self.pageIdentifiers(of: document, database)
                let attachments = try Self.moveRows(of: "attachment", from: document, to: target, database)
                // Already merged, for example by a double click.
                if pages.isEmpty, attachments.isEmpty { continue }
                after.takeOver(other)
                let last = try Self.lastOriginal(of: target, database)
                try Self.copyOriginals(of: document, to: target, database)
                try Self.move(pages, to: target, database)
                let notes = try Self.moveRows(of: "note", from: document, to: target, database)
                events.append(
                    try Self.insert(
                        .merged, of: target,
                        detail: Merging(
                            from: document, title: other.title, pages: pages, notes: notes, attachments: attachments,
                            originals: try Self.originals(of: target, after: last, database)),
                        by: person, at: date, database))
                events += try Self.trash([document], by: person, at: date, database)
            }
            let change = DocumentChange(from: before, to: after)
            if let event = try Self.store(change, of: target, by: person, at: date, database) { events.append(event) }
            try Self.note(changesOf: documents, at: date, database)
            return EventRange(events)
        }
    }

    /// - Returns: `false` if some of the pages are no longer in the target document. The others are moved back.
    static func undo(_ merging: Merging, of target: Int64, at date: Date, _ database: Database) throws -> Bool {
        let present = try pageIdentifiers(of: target, database)
        let pages = merging.pages.filter(present.contains)
        guard try hasDocument(merging.from, database) else { return false }
        try move(pages, to: merging.from, database)
        for (table, rows) in [("note", merging.notes), ("attachment", merging.attachments)] {
            for row in rows ?? [] {
                try database.execute(
                    sql: "UPDATE \(table) SET document = ? WHERE id = ? AND document = ?",
                    arguments: [merging.from, row, target])
            }
        }
        try takeBack(merging.originals, from: target, database)
        try close(target, database)
        try note(changesOf: [target, merging.from], at: date, database)
        return pages == merging.pages
    }

    /// - Returns: The identifiers of the moved rows.
    private static func moveRows(
        of table: String, from document: Int64, to target: Int64, _ database: Database
    ) throws -> [Int64] {
        let rows = try Int64.fetchAll(
            database, sql: "SELECT id FROM \(table) WHERE document = ? ORDER BY id", arguments: [document])
        try database.execute(
            sql: "UPDATE \(table) SET document = ? WHERE document = ?", arguments: [target, document])
        return rows
    }

    static func pageIdentifiers(of document: Int64, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM page WHERE document = ? ORDER BY position", arguments: [document])
    }

    /// Appends pages to those of a document.
    static func move(_ pages: [Int64], to document: Int64, _ database: Database) throws {
        guard
            let end = try Int.fetchOne(
                database,
                sql: """
                    SELECT coalesce((SELECT max(position) + 1 FROM page WHERE document = document.id), 0)
                    FROM document WHERE id = ?
                    """, arguments: [document])
        else { throw StoreError.unknownDocument(document) }
        for (index, page) in pages.enumerated() {
            try database.execute(
                sql: "UPDATE page SET document = ?, position = ? WHERE id = ?",
                arguments: [document, end + index, page])
        }
    }

    /// Closes gaps between the positions of a document's pages.
    static func close(_ document: Int64, _ database: Database) throws {
        for (index, page) in try pageIdentifiers(of: document, database).enumerated() {
            try database.execute(sql: "UPDATE page SET position = ? WHERE id = ?", arguments: [index, page])
        }
    }

    static func note(changesOf documents: [Int64], at date: Date, _ database: Database) throws {
        for document in documents {
            try database.execute(
                sql: "UPDATE document SET changed = ?, version = version + 1 WHERE id = ?", arguments: [date, document])
            try TextIndex.renew(document, database)
        }
    }
}
