public import GRDB
import StationRules

/// Each person's arrangement of the sidebar, with pinned documents.
extension Library {
    public func sidebar(of person: Int64 = actingPerson) throws(StoreError) -> SidebarRecord {
        try read { database in
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return SidebarRecord(
                places: try SidebarRecord.PlaceRecord.fetchAll(
                    database, sql: "SELECT name, hidden FROM sidebar_place WHERE person = ? ORDER BY position",
                    arguments: [person]),
                pins: try SidebarRecord.PinRecord.fetchAll(
                    database,
                    sql: """
                        SELECT document, title, hidden FROM pin JOIN document ON document.id = pin.document
                        WHERE pin.person = ? AND trashed IS NULL ORDER BY position
                        """, arguments: [person]),
                folders: try SidebarRecord.FolderRecord.fetchAll(
                    database,
                    sql: "SELECT id, parent, name FROM folder ORDER BY parent IS NOT NULL, key, id LIMIT ?",
                    arguments: [SidebarFolder.maximumRead]),
                collapsed: try String.fetchAll(
                    database, sql: "SELECT name FROM sidebar_collapsed WHERE person = ?", arguments: [person]),
                documents: try Self.documentCount(database),
                scenes: try count("scene"),
                devices: try count("device"))
        }
    }

    /// Stores the order of the places.
    public func arrangePlaces(
        _ places: [SidebarRecord.PlaceRecord], of person: Int64 = actingPerson
    ) throws(StoreError) {
        try write { database in
            try database.execute(sql: "DELETE FROM sidebar_place WHERE person = ?", arguments: [person])
            for (position, place) in places.enumerated() {
                try database.execute(
                    sql: "INSERT INTO sidebar_place (person, name, position, hidden) VALUES (?, ?, ?, ?)",
                    arguments: [person, place.name, position, place.hidden])
            }
        }
    }

    /// Stores the order of pinned documents. Documents that are no longer pinned are ignored.
    public func arrangePins(
        _ pins: [(document: Int64, hidden: Bool)], of person: Int64 = actingPerson
    ) throws(StoreError) {
        try write { database in
            for (position, pin) in pins.enumerated() {
                try database.execute(
                    sql: "UPDATE pin SET position = ?, hidden = ? WHERE document = ? AND person = ?",
                    arguments: [position, pin.hidden, pin.document, person])
            }
        }
    }

    public func setCollapsed(
        _ isCollapsed: Bool, group: String, of person: Int64 = actingPerson
    ) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: isCollapsed
                    ? "INSERT OR IGNORE INTO sidebar_collapsed (name, person) VALUES (?, ?)"
                    : "DELETE FROM sidebar_collapsed WHERE name = ? AND person = ?", arguments: [group, person])
        }
    }

    /// Returns the pinned documents in order.
    /// - Parameter isHiddenToo: Whether to include those hidden in the sidebar.
    public func pinnedDocuments(
        isHiddenToo: Bool = true, of person: Int64 = actingPerson
    ) throws(StoreError) -> [DocumentRecord] {
        try read {
            try DocumentRecord.fetchAll(
                $0,
                sql: """
                    \(Self.selection) JOIN pin ON pin.document = document.id
                    WHERE pin.person = ? AND trashed IS NULL \(isHiddenToo ? "" : "AND NOT hidden") ORDER BY position
                    """, arguments: [person])
        }
    }

    /// Returns the identifiers of the pinned documents.
    public func pins(of person: Int64 = actingPerson) throws(StoreError) -> Set<Int64> {
        try read {
            Set(try Int64.fetchAll($0, sql: "SELECT document FROM pin WHERE person = ?", arguments: [person]))
        }
    }

    public func isPinned(_ document: Int64, of person: Int64 = actingPerson) throws(StoreError) -> Bool {
        try read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM pin WHERE document = ? AND person = ?)",
                arguments: [document, person]) ?? false
        }
    }

    /// Pins a document after the others, unless it is already pinned.
    /// - Parameter maximum: The maximum number of pinned documents.
    /// - Throws: ``StoreError/tooManyPins(maximum:)`` if the maximum is reached.
    public func pin(_ document: Int64, maximum: Int, of person: Int64 = actingPerson) throws(StoreError) {
        try write { database in
            guard
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE id = ?)", arguments: [document]) == true
            else { throw StoreError.unknownDocument(document) }
            let others = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM pin WHERE document <> ? AND person = ?",
                arguments: [document, person])
            guard (others ?? 0) < maximum else { throw StoreError.tooManyPins(maximum: maximum) }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO pin (person, document, position, hidden)
                    SELECT :person, :document, coalesce(max(position) + 1, 0), FALSE FROM pin WHERE person = :person
                    """, arguments: ["person": person, "document": document])
        }
    }

    public func unpin(_ document: Int64, of person: Int64 = actingPerson) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "DELETE FROM pin WHERE document = ? AND person = ?", arguments: [document, person])
        }
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
        /// `nil` at the root.
        public let parent: Int64?
        public let name: String
    }

    /// The places in order; empty until changed.
    public let places: [PlaceRecord]
    /// The pins in order.
    public let pins: [PinRecord]
    /// Root folders first, sorted by name at each level.
    public let folders: [FolderRecord]
    /// The names of collapsed groups.
    public let collapsed: [String]
    public let documents: Int
    public let scenes: Int
    public let devices: Int
}
