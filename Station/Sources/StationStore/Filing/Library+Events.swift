public import FoundationEssentials
public import GRDB

/// An event in the history of a document, a folder, a tag, a correspondent, a type or a saved view. Events are never
/// changed or removed, even if their object is.
public struct LibraryEvent: Hashable, Codable, Identifiable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case captured
        case imported
        case filed
        case merged
        case pagesChanged
        case pagesMoved
        case signed
        case noted
        case attached
        case exported
        case trashed
        case restored
        case deleted
        case folderChanged
        case nameChanged
        case viewChanged
        case ruleChanged
    }

    public let id: Int64
    public let at: Date
    public let kind: Kind
    public let person: Int64
    public let document: Int64?
    public let page: Int64?
}

extension LibraryEvent: FetchableRecord {}

extension Library {
    /// Returns the events of a document, latest first.
    public func events(of document: Int64, limit: Int = 200) throws(StoreError) -> [LibraryEvent] {
        try read {
            try LibraryEvent.fetchAll(
                $0,
                sql: """
                    SELECT id, at, kind, person, document, page FROM event WHERE document = ? ORDER BY id DESC LIMIT ?
                    """, arguments: [document, limit])
        }
    }

    /// Records the export of documents. Deleted ones are ignored.
    public func noteExport(
        of documents: [Int64], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) {
        try write { database in
            for document in documents where try Self.hasDocument(document, database) {
                try Self.insert(.exported, of: document, by: person, at: date, database)
            }
        }
    }

    @discardableResult
    static func insert(
        _ kind: LibraryEvent.Kind, of document: Int64?, detail: (some Encodable)? = String?.none, by person: Int64,
        at date: Date,
        _ database: Database
    ) throws -> Int64 {
        let detail = try detail.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try database.execute(
            sql: "INSERT INTO event (at, kind, person, document, detail) VALUES (?, ?, ?, ?, ?)",
            arguments: [date, kind.rawValue, person, document, detail])
        return database.lastInsertedRowID
    }
}
