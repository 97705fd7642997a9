public import GRDB
import StationRules

/// The arrangement of the sidebar, and its pinned documents.
extension Library {
    public func sidebar() throws(StoreError) -> SidebarRecord {
        try read { database in
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return SidebarRecord(
                places: try SidebarRecord.PlaceRecord.fetchAll(
                    database, sql: "SELECT name, hidden FROM sidebar_place ORDER BY position"),
                pins: try SidebarRecord.PinRecord.fetchAll(
                    database,
                    sql: """
                        SELECT document, title, hidden FROM pin JOIN document ON document.id = pin.document
                        WHERE trashed IS NULL ORDER BY position
                        """),
                folders: try SidebarRecord.FolderRecord.fetchAll(
                    database, sql: "SELECT id, name FROM folder WHERE parent IS NULL ORDER BY key LIMIT ?",
                    arguments: [SidebarFolder.maximum]),
                collapsed: try String.fetchAll(database, sql: "SELECT name FROM sidebar_collapsed"),
                documents: try count("document INDEXED BY document_filing WHERE trashed IS NULL"),
                scenes: try count("scene"),
                devices: try count("device"))
        }
    }

    /// Stores the order of the places.
    public func arrangePlaces(_ places: [SidebarRecord.PlaceRecord]) throws(StoreError) {
        try write { database in
            try database.execute(sql: "DELETE FROM sidebar_place")
            for (position, place) in places.enumerated() {
                try database.execute(
                    sql: "INSERT INTO sidebar_place (name, position, hidden) VALUES (?, ?, ?)",
                    arguments: [place.name, position, place.hidden])
            }
        }
    }

    /// Stores the order of pinned documents. Documents that are no longer pinned are ignored.
    public func arrangePins(_ pins: [(document: Int64, hidden: Bool)]) throws(StoreError) {
        try write { database in
            for (position, pin) in pins.enumerated() {
                try database.execute(
                    sql: "UPDATE pin SET position = ?, hidden = ? WHERE document = ?",
                    arguments: [position, pin.hidden, pin.document])
            }
        }
    }

    public func setCollapsed(_ isCollapsed: Bool, group: String) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: isCollapsed
                    ? "INSERT OR IGNORE INTO sidebar_collapsed (name) VALUES (?)"
                    : "DELETE FROM sidebar_collapsed WHERE name = ?", arguments: [group])
        }
    }

    /// The pinned documents in their order.
    /// - Parameter isHiddenToo: Whether to include those that the sidebar hides.
    public func pinnedDocuments(isHiddenToo: Bool = true) throws(StoreError) -> [DocumentRecord] {
        try read {
            try DocumentRecord.fetchAll(
                $0,
                sql: """
                    \(Self.selection) JOIN pin ON pin.document = document.id
                    WHERE trashed IS NULL \(isHiddenToo ? "" : "AND NOT hidden") ORDER BY position
                    """)
        }
    }

    /// The identifiers of the pinned documents.
    public func pins() throws(StoreError) -> Set<Int64> {
        try read { Set(try Int64.fetchAll($0, sql: "SELECT document FROM pin")) }
    }

    public func isPinned(_ document: Int64) throws(StoreError) -> Bool {
        try read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM pin WHERE document = ?)", arguments: [document])
                ?? false
        }
    }

    /// Pins a document after the others, unless it is pinned already.
    /// - Parameter maximum: The maximum number of pinned documents.
    /// - Throws: ``StoreError/tooManyPins(maximum:)`` if there is no room for one more.
    public func pin(_ document: Int64, maximum: Int) throws(StoreError) {
        try write { database in
            guard
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE id = ?)", arguments: [document]) == true
            else { throw StoreError.unknownDocument(document) }
            let others = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM pin WHERE document <> ?", arguments: [document])
            guard (others ?? 0) < maximum else { throw StoreError.tooManyPins(maximum: maximum) }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO pin (document, position, hidden)
                    SELECT ?, coalesce(max(position) + 1, 0), FALSE FROM pin
                    """, arguments: [document])
        }
    }

    public func unpin(_ document: Int64) throws(StoreError) {
        try write { try $0.execute(sql: "DELETE FROM pin WHERE document = ?", arguments: [document]) }
    }
}

extension SidebarRecord.PlaceRecord: FetchableRecord {}
extension SidebarRecord.PinRecord: FetchableRecord {}
extension SidebarRecord.FolderRecord: FetchableRecord {}

/// The arrangement of the sidebar, and the counts that it shows.
public struct SidebarRecord: Hashable, Sendable {
    public struct PlaceRecord: Hashable, Codable, Sendable {
        public let name: String
        public let hidden: Bool

        public init(name: String, hidden: Bool) {
            self.name = name
            self.hidden = hidden
        }
    }

    public struct PinRecord: Hashable, Codable, Sendable {
        public let document: Int64
        public let title: String
        public let hidden: Bool
    }

    public struct FolderRecord: Hashable, Codable, Sendable {
        public let id: Int64
        public let name: String
    }

    /// In their order; empty until it is changed.
    public let places: [PlaceRecord]
    /// In their order.
    public let pins: [PinRecord]
    /// Those at the top, in the order of their names.
    public let folders: [FolderRecord]
    /// The names of collapsed groups.
    public let collapsed: [String]
    public let documents: Int
    public let scenes: Int
    public let devices: Int
}
