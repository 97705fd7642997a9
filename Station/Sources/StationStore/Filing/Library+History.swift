public import FoundationEssentials
import GRDB
public import StationRules

/// Something that happened to a document, for people.
public struct HistoryRecord: Hashable, Sendable {
    public let at: Date
    /// The name of who did it; empty for the person that every library has.
    public let person: String
    public let event: DocumentEvent
    /// What ``Library/undo(_:by:at:)`` takes back; `nil` for what is not undone from here, or is longer ago than its files are kept.
    public let undo: EventRange?
}

extension Library {
    /// What happened to a document, the latest first, to the day on which it came.
    /// - Parameter limit: Of the changes.
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
                        at: row["at"], person: row["name"], event: $0, undo: try Self.undoing(row, at: now, database))
                }
            }
            // What was scanned has no event of its own, and an import tells when it was made.
            if !history.contains(where: { $0.event == .added(.import) }), rows.count < limit {
                let source = ListFilter.Source(rawValue: origin["source"]) ?? .scan
                history.append(
                    HistoryRecord(at: origin["captured"], person: origin["name"], event: .added(source), undo: nil))
            }
            return history
        }
    }

    /// Kinds of changes that the history of a document offers to undo.
    public static let undoneInHistory: Set<LibraryEvent.Kind> = [
        .filed, .merged, .pagesChanged, .pagesMoved, .noted, .attached,
    ]

    /// Documents that were merged come apart together. Of other changes of many documents only this one's is undone.
    private static func undoing(_ event: Row, at now: Date, _ database: Database) throws -> EventRange? {
        let (id, date): (Int64, Date) = (event["id"], event["at"])
        guard let kind = LibraryEvent.Kind(rawValue: event["kind"]), undoneInHistory.contains(kind),
            now.timeIntervalSince(date) < trashMemory
        else { return nil }
        // What was made for this change goes with it.
        if kind == .filed { return EventRange(from: try firstMade(before: id, at: event["at"], database), to: id) }
        guard kind == .merged else { return EventRange(id) }
        // Those of one change have one time, and no other is between them.
        return EventRange(
            try Int64.fetchAll(
                database, sql: "SELECT id FROM event WHERE id BETWEEN ? - 1000 AND ? + 1000 AND at = ? ORDER BY id",
                arguments: [id, id, event["at"] as DatabaseValue]))
    }

    /// The first of the folders and names that were made just before an event, for it; the event itself if none were.
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

    /// `nil` for what says nothing to people, or was written by a later version.
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
        case .captured, .deleted, .folderChanged, .nameChanged, .viewChanged, nil: nil
        }
    }
}
