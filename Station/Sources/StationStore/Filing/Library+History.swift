public import FoundationEssentials
import GRDB
public import StationRules

/// Something that happened to a document, for people.
public struct HistoryRecord: Hashable, Sendable {
    public let at: Date
    /// The name of who did it; empty for the person that every library has.
    public let person: String
    public let event: DocumentEvent
}

extension Library {
    /// What happened to a document, the latest first, to the day on which it came.
    /// - Parameter limit: Of the changes.
    public func history(of document: Int64, limit: Int = 200) throws(StoreError) -> [HistoryRecord] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT kind, at, detail, coalesce(person.name, '') AS name
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
            var history = rows.compactMap { row in
                Self.event(row["kind"], detail: row["detail"]).map {
                    HistoryRecord(at: row["at"], person: row["name"], event: $0)
                }
            }
            // What was scanned has no event of its own, and an import tells when it was made.
            if !history.contains(where: { $0.event == .added(.import) }), rows.count < limit {
                let source = ListFilter.Source(rawValue: origin["source"]) ?? .scan
                history.append(
                    HistoryRecord(at: origin["captured"], person: origin["name"], event: .added(source)))
            }
            return history
        }
    }

    /// `nil` for what says nothing to people, or was written by a later version.
    static func event(_ kind: String, detail text: String?) -> DocumentEvent? {
        func detail<Detail: Decodable>(_ type: Detail.Type) -> Detail? {
            text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
        return switch LibraryEvent.Kind(rawValue: kind) {
        case .imported: .added(.import)
        case .filed: detail(DocumentChange.self).map { DocumentEvent($0) }
        case .merged: detail(Merging.self).map { .merged(pages: $0.pages.count) }
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
        case .captured, .deleted, .folderChanged, .viewChanged, nil: nil
        }
    }
}
