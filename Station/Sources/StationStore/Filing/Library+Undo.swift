public import FoundationEssentials
import GRDB
import StationRules

/// Undoing changes by their events.
extension Library {
    /// Undoes changes, last one first.
    /// - Returns: The documents whose same parts have been changed by somebody since. These parts are kept.
    /// - Throws: ``StoreError/unknownEvent(_:)`` if the events are not those of a single change that can be undone.
    public func undo(_ events: EventRange, by person: Int64 = actingPerson, at date: Date) throws(StoreError)
        -> [Int64]
    {
        try write { database in
            let found = try Row.fetchAll(
                database,
                sql:
                    "SELECT id, kind, document, detail, at, person FROM event WHERE id BETWEEN ? AND ? ORDER BY id DESC",
                arguments: [events.first, events.last])
            let times = Set(found.map { $0["at"] as DatabaseValue })
            guard times.count == 1 else { throw StoreError.unknownEvent(events.first) }
            let kept = try Self.eventsToKeep(of: events, database)
            let changedSince = try found.flatMap { event -> [Int64] in
                if kept.contains(event["id"]) { return [] }
                switch LibraryEvent.Kind(rawValue: event["kind"]) {
                case .folderChanged:
                    return try Self.undo(
                        try Self.detail(FolderChange.self, of: event), by: person, at: date, database)
                case .nameChanged:
                    return try Self.undo(try Self.detail(NameChange.self, of: event), by: person, at: date, database)
                case .viewChanged:
                    // People can only undo changes of their own views.
                    guard event["person"] == person else { throw StoreError.unknownEvent(events.first) }
                    try Self.undo(try Self.detail(ViewChange.self, of: event), by: person, at: date, database)
                    return []
                case .ruleChanged:
                    try Self.undo(
                        try Self.detail(FilingRuleChange.self, of: event), by: person, at: date, database)
                    return []
                default:
                    let isWhole = try Self.undo(event, by: person, at: date, database)
                    return isWhole ? [] : [event["document"]]
                }
            }
            // A document whose pages have been moved on to others is not restored without any.
            let emptied = try Set(found.compactMap { $0["document"] as Int64? }).filter {
                try Self.isEmpty($0, database)
            }
            _ = try Self.trash(emptied.sorted(), by: person, at: date, database)
            try Self.noteUndo(of: events, at: date, database)
            return changedSince
        }
    }

    /// - Returns: `false` if the same part of the document has been changed since. It is kept.
    private static func undo(_ event: Row, by person: Int64, at date: Date, _ database: Database) throws -> Bool {
        let document: Int64 = event["document"]
        // A permanently deleted document is not restored.
        guard try hasDocument(document, database) else {
            let isGone =
                try Int64.fetchOne(database, sql: "SELECT 1 FROM document WHERE id = ?", arguments: [document]) == nil
            guard isGone else { throw StoreError.unknownDocument(document) }
            return false
        }
        switch LibraryEvent.Kind(rawValue: event["kind"]) {
        case .filed:
            return try undo(
                try detail(DocumentChange.self, of: event), of: document, by: person, at: date, database)
        case .merged: return try undo(try detail(Merging.self, of: event), of: document, at: date, database)
        case .pagesMoved:
            return try undo(try detail(Moving.self, of: event), of: document, by: person, at: date, database)
        case .pagesChanged:
            return try undo(
                try detail(PagesChange.self, of: event), event["id"], of: document, by: person, at: date, database)
        case .signed:
            return try undo(
                try detail(Signing.self, of: event), event["id"], of: document, by: person, at: date, database)
        case .noted:
            return try undo(try detail(NoteChange.self, of: event), of: document, by: person, at: date, database)
        case .attached:
            return try undo(
                try detail(AttachmentChange.self, of: event), of: document, by: person, at: date, database)
        case .trashed: return try !restore([document], by: person, at: date, database).isEmpty
        case .restored: return try !trash([document], by: person, at: date, database).isEmpty
        default: throw StoreError.unknownEvent(event["id"])
        }
    }

    static func hasDocument(_ id: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE id = ? AND \(OwnDocumentGuard.isThere))",
            arguments: [id])
            ?? false
    }

    static func detail<Detail: Decodable>(_ type: Detail.Type, of event: Row) throws -> Detail {
        try JSONDecoder().decode(type, from: Data((event["detail"] as String).utf8))
    }
}
