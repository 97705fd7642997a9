public import FoundationEssentials
import GRDB
import StationRules

/// Changes that people made are taken back by their events.
extension Library {
    /// Takes changes back, the last one first.
    /// - Returns: The documents that somebody has changed since in the same parts, which stay as they are there.
    /// - Throws: ``StoreError/unknownEvent(_:)`` if the events are not those of one change, or of none that can be undone.
    public func undo(_ events: EventRange, by person: Int64 = actingPerson, at date: Date) throws(StoreError)
        -> [Int64]
    {
        try write { database in
            let found = try Row.fetchAll(
                database,
                sql: "SELECT id, kind, document, detail, at FROM event WHERE id BETWEEN ? AND ? ORDER BY id DESC",
                arguments: [events.first, events.last])
            let times = Set(found.map { $0["at"] as DatabaseValue })
            guard times.count == 1 else { throw StoreError.unknownEvent(events.first) }
            let changedSince = try found.compactMap { event -> Int64? in
                let document: Int64 = event["document"]
                // One that was deleted for good meanwhile does not come back.
                guard try Self.hasDocument(document, database) else { return document }
                let isWhole =
                    switch LibraryEvent.Kind(rawValue: event["kind"]) {
                    case .filed:
                        try Self.undo(
                            try Self.detail(DocumentChange.self, of: event), of: document, by: person, at: date,
                            database)
                    case .merged:
                        try Self.undo(try Self.detail(Merging.self, of: event), of: document, at: date, database)
                    case .pagesMoved:
                        try Self.undo(
                            try Self.detail(Moving.self, of: event), of: document, by: person, at: date, database)
                    case .pagesChanged:
                        try Self.undo(
                            try Self.detail(PagesChange.self, of: event), event["id"], of: document, by: person,
                            at: date,
                            database)
                    case .noted:
                        try Self.undo(
                            try Self.detail(NoteChange.self, of: event), of: document, by: person, at: date, database)
                    case .attached:
                        try Self.undo(
                            try Self.detail(AttachmentChange.self, of: event), of: document, by: person, at: date,
                            database)
                    case .trashed: try !Self.restore([document], by: person, at: date, database).isEmpty
                    case .restored: try !Self.trash([document], by: person, at: date, database).isEmpty
                    default: throw StoreError.unknownEvent(events.first)
                    }
                return isWhole ? nil : document
            }
            // One whose pages have gone on to other documents does not come back without any.
            let emptied = try Set(found.map { $0["document"] as Int64 }).filter { try Self.isEmpty($0, database) }
            _ = try Self.trash(emptied.sorted(), by: person, at: date, database)
            return changedSince
        }
    }

    static func hasDocument(_ id: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE id = ?)", arguments: [id])
            ?? false
    }

    private static func detail<Detail: Decodable>(_ type: Detail.Type, of event: Row) throws -> Detail {
        try JSONDecoder().decode(type, from: Data((event["detail"] as String).utf8))
    }
}
