public import FoundationEssentials
import GRDB
public import StationRules

/// An event in a document's history, for display.
public struct HistoryRecord: Hashable, Sendable {
    public let at: Date
    /// The name of the person who caused it; empty for the person that every library has.
    public let person: String
    public let event: DocumentEvent
    /// The events for ``Library/undo(_:by:at:)``; `nil` if they cannot be undone here, or their files are no longer
    /// kept.
    public let undo: EventRange?
}

extension Library {
    /// Returns the history of a document, latest first, back to the day on which it was added.
    /// - Parameter limit: The maximum number of changes.
    public func history(of document: Int64, limit: Int = 200, at now: Date = .now) throws(StoreError) -> [HistoryRecord]
    {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT event.id, kind, at, detail, coalesce(person.name, '') AS name
                    FROM event LEFT JOIN person ON person.id = event.person
                    WHERE document = ? ORDER BY event.id DESC LIMIT ?
                    """, arguments: [document, limit])
            let origin = try Row.fetchOne(
                database,
                sql: """
                    SELECT captured, source, coalesce(person.name, '') AS name
                    FROM document LEFT JOIN person ON person.id = document.person WHERE document.id = ?
                    """, arguments: [document])
            guard let origin else { throw StoreError.unknownDocument(document) }
            var history = try rows.compactMap { row in
                try Self.event(row["kind"], detail: row["detail"]).map {
                    HistoryRecord(
                        at: row["at"], person: row["name"], event: $0,
                        undo: try Self.undoing(row, of: document, at: now, database))
                }
            }
            // Scans have no event when they are added, while imports record one.
            if !history.contains(where: { $0.event == .added(.import) }), rows.count < limit {
                let source = ListFilter.Source(rawValue: origin["source"]) ?? .scan
                history.append(
                    HistoryRecord(at: origin["captured"], person: origin["name"], event: .added(source), undo: nil))
            }
            return history
        }
    }

    /// The kinds of changes that a document's history offers to undo.
    public static let undoneInHistory: Set<LibraryEvent.Kind> = [
        .filed, .merged, .pagesChanged, .pagesMoved, .signed, .noted, .attached,
    ]

    /// Undoing a merge separates all merged documents. For other changes of many documents, only this one's part is
    /// undone.
    private static func undoing(
        _ event: Row, of document: Int64, at now: Date, _ database: Database
    ) throws -> EventRange? {
        let (id, date): (Int64, Date) = (event["id"], event["at"])
        guard let kind = LibraryEvent.Kind(rawValue: event["kind"]), undoneInHistory.contains(kind),
            now.timeIntervalSince(date) < trashMemory, try isInEffect(event, on: document, database)
        else { return nil }
        // Include the names created for this change.
        if kind == .filed { return EventRange(from: try firstMade(before: id, at: event["at"], database), to: id) }
        guard kind == .merged else { return EventRange(id) }
        // The events of one change have the same time and contiguous numbers.
        return EventRange(
            try Int64.fetchAll(
                database, sql: "SELECT id FROM event WHERE id BETWEEN ? - 1000 AND ? + 1000 AND at = ? ORDER BY id",
                arguments: [id, id, event["at"] as DatabaseValue]))
    }

    /// Whether a change still has an effect on a document: it has something that the change moved to it, or its pages are
    /// those after the signature. True for other changes.
    private static func isInEffect(_ event: Row, on document: Int64, _ database: Database) throws -> Bool {
        func has(_ rows: [Int64], of table: String) throws -> Bool {
            try rows.contains { row in
                try Int64.fetchOne(
                    database, sql: "SELECT 1 FROM \(table) WHERE id = ? AND document = ?", arguments: [row, document])
                    != nil
            }
        }
        switch LibraryEvent.Kind(rawValue: event["kind"]) {
        case .merged:
            let merging = try detail(Merging.self, of: event)
            return try has(merging.pages, of: "page") || has(merging.attachments ?? [], of: "attachment")
        case .pagesMoved: return try has(try detail(Moving.self, of: event).pages.map(\.id), of: "page")
        case .signed: return try detail(Signing.self, of: event).after == pageList(of: document, database).digest
        default: return true
        }
    }

    /// Returns the first event of the folders and names created just before an event for it; the event itself if
    /// there are none.
    private static func firstMade(
        before event: Int64, at moment: DatabaseValue, _ database: Database
    ) throws -> Int64 {
        var first = event
        while try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM event WHERE id = ? AND at = ? AND kind IN ('folderChanged', 'nameChanged')
                    AND document IS NULL AND json_extract(detail, '$.before') IS NULL)
                """, arguments: [first - 1, moment]) == true
        { first -= 1 }
        return first
    }

    /// `nil` for events that are not shown or were written by a later version.
    static func event(_ kind: String, detail text: String?) -> DocumentEvent? {
        func detail<Detail: Decodable>(_ type: Detail.Type) -> Detail? {
            text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
        return switch LibraryEvent.Kind(rawValue: kind) {
        case .imported: .added(.import)
        case .filed: detail(DocumentChange.self).map { DocumentEvent($0) }
        case .merged: detail(Merging.self).map { .merged($0.title, pages: $0.pages.count) }
        case .pagesChanged: .pagesChanged
        case .pagesMoved: detail(Moving.self).map { .pagesMoved(pages: $0.pages.count) }
        case .signed: detail(Signing.self).map { .signed(page: $0.page) }
        case .exported: .exported
        case .trashed: .trashed
        case .restored: .restored
        case .noted:
            detail(NoteChange.self).map {
                $0.before == nil ? .noteAdded : $0.after == nil ? .noteDeleted : .noteChanged
            }
        case .attached:
            detail(AttachmentChange.self).map { $0.isAdded ? .attachmentAdded($0.name) : .attachmentRemoved($0.name) }
        case .captured, .deleted, .folderChanged, .nameChanged, .viewChanged, .ruleChanged, nil: nil
        }
    }
}
