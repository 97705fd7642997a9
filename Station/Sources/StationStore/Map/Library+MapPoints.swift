public import FoundationEssentials
import GRDB
import RectoCore
public import StationRules

/// A page whose picture contains its location.
public struct CaptureSpot: Hashable, Identifiable, Sendable {
    /// The identifier of the page.
    public let id: Int64
    public let document: Int64
    public let title: String
    public let captured: Date
    /// The index of the page.
    public let position: Int
    public let place: GeoPoint
}

/// The map's markers, and their documents.
extension Library {
    /// Returns a counter that increases with every change of a marker.
    public func mapVersion() throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT version FROM map_version") ?? 0 }
    }

    /// Returns all points: places, and pages of documents visible to the reader, with negative identifiers.
    public func mapPoints() throws(StoreError) -> [MapClusters.Point] {
        try read { database in
            let places = try Row.fetchAll(
                database,
                sql: "SELECT id, type, coalesce(plan, 0), longitude, latitude FROM map_object WHERE kind = 'place'")
            let pages = try Row.fetchAll(
                database,
                sql: """
                    SELECT page.id, longitude, latitude FROM picture_place CROSS JOIN page
                        ON page.original = picture_place.original JOIN document ON document.id = page.document
                    WHERE \(Self.isSeen)
                    """)
            return places.compactMap { row in
                GeoPoint(longitude: row[3], latitude: row[4]).map { place in
                    MapClusters.Point(
                        id: row[0], type: (row[1] as String?).flatMap { MapType(rawValue: $0) } ?? .box, plan: row[2],
                        place: place)
                }
            }
                + pages.compactMap { row in
                    GeoPoint(longitude: row[1], latitude: row[2]).map { place in
                        MapClusters.Point(id: -(row[0] as Int64), type: .capture, place: place)
                    }
                }
        }
    }

    /// Private documents of others are excluded anyway: see ``DocumentReader``.
    private static let isSeen = "document.trashed IS NULL"

    /// Returns pages with locations, latest first, optionally limited to some identifiers.
    public func captureSpots(
        _ pages: [Int64]? = nil, named text: String = "", in bounds: MapBounds? = nil, limit: Int = -1,
        offset: Int = 0
    ) throws(StoreError) -> [CaptureSpot] {
        let chosen = pages.map { "AND page.id IN (\(databaseQuestionMarks(count: $0.count)))" } ?? ""
        let named = text.isEmpty ? "" : "AND document.title LIKE ? ESCAPE '\\'"
        return try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT page.id, page.document, document.title, document.captured, page.position, longitude, latitude
                    FROM page JOIN picture_place ON picture_place.original = page.original
                    JOIN document ON document.id = page.document
                    WHERE \(Self.isSeen) \(chosen) \(named) \(bounds == nil ? "" : Self.isWithin)
                    ORDER BY document.captured DESC, page.document DESC, page.position LIMIT ? OFFSET ?
                    """,
                arguments: StatementArguments(pages ?? [])
                    + (text.isEmpty ? [] : [Self.pattern(text)]) + Self.arguments(bounds) + [limit, offset]
            ).compactMap { row in
                GeoPoint(longitude: row[5], latitude: row[6]).map { place in
                    CaptureSpot(
                        id: row[0], document: row[1], title: row[2], captured: row[3], position: row[4], place: place)
                }
            }
        }
    }

    /// Returns the glyphs of places that differ from the default.
    public func mapGlyphs() throws(StoreError) -> [Int64: String] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, glyph FROM map_object WHERE kind = 'place' AND glyph IS NOT NULL"
            ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
        }
    }

    // MARK: Documents in places

    /// Returns the number of documents at each place.
    public func documentCounts(
        inPlaces places: [Int64]
    ) throws(StoreError) -> [Int64: Int] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT place, count(*) FROM document
                    WHERE place IN (\(databaseQuestionMarks(count: places.count))) AND \(Self.isSeen) GROUP BY place
                    """, arguments: StatementArguments(places)
            ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
        }
    }

    /// Returns the documents at a place, latest first.
    public func documents(
        inPlace place: Int64, limit: Int
    ) throws(StoreError) -> [DocumentRecord] {
        try read {
            try DocumentRecord.fetchAll(
                $0,
                sql: "\(Self.selection) WHERE place = ? AND \(Self.isSeen) ORDER BY captured DESC, id DESC LIMIT ?",
                arguments: [place, limit])
        }
    }

    /// Returns the place of a document, if any.
    public func place(of document: Int64) throws(StoreError) -> StoredMapObject? {
        try read { database in
            let place = try Int64?.fetchOne(
                database, sql: "SELECT place FROM document WHERE id = ?", arguments: [document])
            return try (place ?? nil).map { try Self.mapObject($0, database) }
        }
    }

    /// Assigns documents to a place, or to none.
    /// - Returns: The events for ``undo(_:by:at:)``.
    public func file(
        _ documents: [Int64], intoPlace place: Int64?, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        if let place {
            guard try mapObject(place).object.kind == .place else { throw .unknownMapObject(place) }
        }
        return EventRange(try file(documents, by: person, at: date) { $0.place = place })
    }

    // MARK: Drafts

    /// Sets the place for the document that a draft becomes; `nil` for none.
    public func setPlace(_ place: Int64?, ofDraft draft: String) throws(StoreError) {
        try write { database in
            guard let place else {
                return try database.execute(sql: "DELETE FROM draft_place WHERE draft = ?", arguments: [draft])
            }
            guard try Self.mapObject(place, database).object.kind == .place else {
                throw StoreError.unknownMapObject(place)
            }
            try database.execute(
                sql: """
                    INSERT INTO draft_place (draft, place) VALUES (?, ?)
                    ON CONFLICT (draft) DO UPDATE SET place = excluded.place
                    """, arguments: [draft, place])
        }
    }

    public func place(ofDraft draft: String) throws(StoreError) -> StoredMapObject? {
        try read { database in
            try Int64.fetchOne(database, sql: "SELECT place FROM draft_place WHERE draft = ?", arguments: [draft])
                .map { try Self.mapObject($0, database) }
        }
    }

    /// Moves a new document to the place that was set for its draft.
    static func moveToPlace(_ document: Int64, ofDraft draft: String, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE document SET place = (SELECT place FROM draft_place WHERE draft = ?) WHERE id = ?",
            arguments: [draft, document])
    }

    // MARK: Pictures

    /// Stores the location of a picture, if its file contains one.
    func notePlace(of name: BlobName, in file: [UInt8]) throws(StoreError) {
        guard let place = PicturePlace.place(in: file) else { return }
        try write { try Self.notePlace(place, of: name.text, $0) }
    }

    private static func notePlace(_ place: GeoPoint, of name: String, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO picture_place (original, longitude, latitude) VALUES (?, ?, ?)",
            arguments: [name, place.longitude, place.latitude])
    }

    /// Removes the locations of removed files.
    func forgetPlaces(of names: Set<String>) throws(StoreError) {
        let known = try read { database in
            try names.filter { name in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM picture_place WHERE original = ?)", arguments: [name])
                    ?? false
            }
        }
        guard !known.isEmpty else { return }
        try write { database in
            for name in known {
                try database.execute(sql: "DELETE FROM picture_place WHERE original = ?", arguments: [name])
            }
        }
    }

    /// Reads the locations of pictures from before the map existed or from an import. It can be interrupted at any
    /// time and continues when called again.
    /// - Parameter limit: The maximum number of pictures.
    /// - Returns: Whether more are left.
    @discardableResult
    public func lookForPlaces(limit: Int = 100) throws(StoreError) -> Bool {
        let names = try read {
            try String.fetchAll($0, sql: "SELECT original FROM unplaced_picture LIMIT ?", arguments: [limit])
        }
        guard !names.isEmpty else { return false }
        let found = names.map { name in
            // Damaged files have no location.
            (name, BlobName(name).flatMap { try? blobs.read($0) }.flatMap { PicturePlace.place(in: $0) })
        }
        try write { database in
            for (name, place) in found {
                if let place { try Self.notePlace(place, of: name, database) }
                try database.execute(sql: "DELETE FROM unplaced_picture WHERE original = ?", arguments: [name])
            }
        }
        return names.count == limit
    }
}
