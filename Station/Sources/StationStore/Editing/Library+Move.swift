public import FoundationEssentials
import GRDB
import StationRules

/// Moving pages from one document to another or to a new one.
extension Library {
    /// The pages that a document received from another one: the detail of ``LibraryEvent/Kind/pagesMoved``.
    struct Moving: Codable {
        struct Page: Codable {
            let id: Int64
            /// The index in the source document.
            let position: Int
        }

        let from: Int64
        /// The pages in order.
        let pages: [Page]
        /// Whether the target document was created for them.
        let isNew: Bool
        /// The files that the pages came from, which the target did not have.
        var originals: [Int64]?
    }

    /// The result of moving pages.
    public struct MovedPages: Hashable, Sendable {
        /// The document that has them now.
        public let document: Int64
        /// The events for undoing it with ``undo(_:by:at:)``.
        public let events: EventRange
        /// Whether the source document has no pages left.
        public let isEmptied: Bool
    }

    /// Moves pages of a document to the end of another one. A document without remaining pages is moved to the trash.
    /// - Parameters:
    ///   - pages: Their identifiers. They keep their order.
    ///   - target: `nil` for a new document with the metadata of the source.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if one of the pages is not
    ///   in the document; ``StoreError/noPageLeft(_:)`` if a new document would get all of them.
    public func movePages(
        _ pages: Set<Int64>, of source: Int64, to target: Int64?, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> MovedPages {
        try write { [fillsOutbox] database in
            for document in [source, target].compactMap(\.self) {
                guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            }
            try Self.requireOneOwner(of: [source, target].compactMap(\.self), database)
            // They would be deleted with it.
            if let target, try Self.isTrashed(target, database) { throw StoreError.changedMeanwhile(target) }
            let present = try Self.pageIdentifiers(of: source, database)
            let moved = present.enumerated().filter { pages.contains($0.element) }
            guard source != target, !moved.isEmpty, moved.count == pages.count else {
                throw StoreError.changedMeanwhile(source)
            }
            guard target != nil || moved.count < present.count else { throw StoreError.noPageLeft(source) }
            let document = try target ?? Self.addSibling(of: source, at: date, fillsOutbox: fillsOutbox, database)
            let last = try Self.lastOriginal(of: document, database)
            // A document without pages does not stay.
            if moved.count == present.count { try Self.copyOriginals(of: source, to: document, database) }
            try Self.move(moved.map(\.element), to: document, database)
            try Self.close(source, database)
            let moving = Moving(
                from: source, pages: moved.map { Moving.Page(id: $0.element, position: $0.offset) },
                isNew: target == nil, originals: try Self.originals(of: document, after: last, database))
            let event = try Self.insert(.pagesMoved, of: document, detail: moving, by: person, at: date, database)
            let emptied =
                try moved.count == present.count ? Self.trash([source], by: person, at: date, database) : []
            try Self.note(changesOf: [source, document], at: date, database)
            return MovedPages(
                document: document, events: EventRange([event] + emptied) ?? EventRange(event),
                isEmptied: !emptied.isEmpty)
        }
    }

    /// Splits a document in the order of its pages: the first part stays, the others go to new documents with the
    /// same metadata.
    /// - Parameter maximum: The maximum number of pages in each document.
    /// - Returns: The new documents, and the events for ``undo(_:by:at:)``.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if it has no more pages than
    ///   that, or is in the trash.
    public func split(
        _ source: Int64, maximum: Int, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (documents: [Int64], events: EventRange) {
        try write { [fillsOutbox] database in
            guard try Self.hasDocument(source, database) else { throw StoreError.unknownDocument(source) }
            let pages = try Self.pageIdentifiers(of: source, database).enumerated().map { ($0.offset, $0.element) }
            guard maximum > 0, pages.count > maximum, try !Self.isTrashed(source, database) else {
                throw StoreError.changedMeanwhile(source)
            }
            var (documents, events) = ([Int64](), [Int64]())
            for start in stride(from: maximum, to: pages.count, by: maximum) {
                let part = pages[start..<min(start + maximum, pages.count)]
                let document = try Self.addSibling(of: source, at: date, fillsOutbox: fillsOutbox, database)
                try Self.move(part.map(\.1), to: document, database)
                let moving = Moving(
                    from: source, pages: part.map { Moving.Page(id: $0.1, position: $0.0) }, isNew: true)
                events.append(
                    try Self.insert(.pagesMoved, of: document, detail: moving, by: person, at: date, database))
                documents.append(document)
            }
            try Self.note(changesOf: [source] + documents, at: date, database)
            guard let range = EventRange(events) else { throw StoreError.changedMeanwhile(source) }
            return (documents, range)
        }
    }

    /// Returns the document from which an event moved pages; `nil` for other events.
    public func origin(ofMove event: Int64) throws(StoreError) -> Int64? {
        try read { database in
            let detail = try String.fetchOne(
                database, sql: "SELECT detail FROM event WHERE id = ? AND kind = ?",
                arguments: [event, LibraryEvent.Kind.pagesMoved.rawValue])
            return try detail.map { try JSONDecoder().decode(Moving.self, from: Data($0.utf8)).from }
        }
    }

    /// Returns a document with pages or attachments, which may be in the trash. A document whose pages were moved
    /// exists only for undoing that.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/emptied(_:into:)``.
    public func documentWithContent(_ id: Int64) throws(StoreError) -> DocumentRecord {
        let document = try document(id)
        let isEmpty = try read { try Self.isEmpty(id, $0) }
        guard !isEmpty else { throw StoreError.emptied(id, into: try successor(of: id)) }
        return document
    }

    /// Returns a document with pages, which may be in the trash.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/emptied(_:into:)``;
    ///   ``StoreError/withoutPages(_:)``.
    public func documentWithPages(_ id: Int64) throws(StoreError) -> DocumentRecord {
        let document = try documentWithContent(id)
        guard document.pages > 0 else { throw StoreError.withoutPages(id) }
        return document
    }

    /// Returns the document that received the last pages of another one; `nil` if it was permanently deleted or has
    /// no pages either.
    private func successor(of document: Int64) throws(StoreError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT document.id FROM event JOIN document ON document.id = event.document
                    WHERE event.kind IN (?, ?) AND json_extract(detail, '$.from') = ? AND document.pages > 0
                    ORDER BY event.id DESC LIMIT 1
                    """,
                arguments: [LibraryEvent.Kind.pagesMoved.rawValue, LibraryEvent.Kind.merged.rawValue, document])
        }
    }

    // MARK: The database

    /// - Returns: `false` if some of the pages are no longer in the target document. The others are moved back.
    static func undo(
        _ moving: Moving, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        guard try hasDocument(moving.from, database) else { return false }
        let present = try pageIdentifiers(of: document, database)
        let pages = moving.pages.filter { present.contains($0.id) }
        try move(pages.map(\.id), to: moving.from, database)
        let moved = Set(pages.map(\.id))
        var order = try pageIdentifiers(of: moving.from, database).filter { !moved.contains($0) }
        for page in pages { order.insert(page.id, at: min(page.position, order.count)) }
        try makeRoom(in: moving.from, database)
        for (position, page) in order.enumerated() {
            try database.execute(sql: "UPDATE page SET position = ? WHERE id = ?", arguments: [position, page])
        }
        try takeBack(moving.originals, from: document, database)
        try close(document, database)
        if moving.isNew, pages.count == present.count {
            _ = try trash([document], by: person, at: date, database)
        }
        try note(changesOf: [document, moving.from], at: date, database)
        return pages.count == moving.pages.count
    }

    /// Creates a document without pages and with the metadata of another one.
    private static func addSibling(
        of source: Int64, at date: Date, fillsOutbox: Bool, _ database: Database
    ) throws -> Int64 {
        let title = try siblingTitle(of: source, database)
        let filing = "captured, folder, type, correspondent, typeKey, correspondentKey, date, source, person, owner"
        try database.execute(
            sql: """
                INSERT INTO document (title, titleKey, changed, state, outbox, \(filing))
                SELECT ?, ?, ?, ?, ?, \(filing) FROM document WHERE id = ?
                """,
            arguments: [
                title, SortKey(title).text, date, ListFilter.ReviewState.inbox.rawValue,
                (fillsOutbox ? OutboxState.waiting : .none).rawValue, source,
            ])
        let id = database.lastInsertedRowID
        try database.execute(
            sql: "INSERT INTO document_tag (tag, document) SELECT tag, ? FROM document_tag WHERE document = ?",
            arguments: [id, source])
        return id
    }

    /// Returns the first free title of "Rent (2)", "Rent (3)" and so on.
    static func siblingTitle(of source: Int64, _ database: Database) throws -> String {
        let title = try String.fetchOne(database, sql: "SELECT title FROM document WHERE id = ?", arguments: [source])
        var number = 2
        while true {
            let ending = " (\(number))"
            let text = (title ?? "").prefix(DocumentTitle.maximumCharacters - ending.count) + ending
            let isUsed = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE titleKey = ?)",
                arguments: [SortKey(String(text)).text])
            if isUsed != true { return String(text) }
            number += 1
        }
    }
}
