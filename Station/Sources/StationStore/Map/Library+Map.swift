public import FoundationEssentials
import GRDB
import StationIdentity
public import StationRules

/// An object of the map, as it is stored.
public struct StoredMapObject: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var object: MapObject
    /// The code on the label of a place.
    public var code: String?
    /// A counter that increases with each change.
    public var version: Int
}

/// Objects of the map.
extension Library {
    /// The maximum number of objects in a library.
    public static let maximumMapObjects = 100_000

    public func mapObject(_ id: Int64) throws(StoreError) -> StoredMapObject {
        try read { try Self.mapObject(id, $0) }
    }

    /// Returns the place with a label, if any.
    public func mapObject(labelled label: PlaceLabel) throws(StoreError) -> StoredMapObject? {
        try read { database in
            try Int64.fetchOne(database, sql: "SELECT id FROM map_object WHERE code = ?", arguments: [label.code])
                .map { try Self.mapObject($0, database) }
        }
    }

    /// Returns objects sorted by name.
    public func mapObjects(
        _ kinds: Set<MapObjectKind> = Set(MapObjectKind.allCases), named text: String = "",
        in bounds: MapBounds? = nil, limit: Int = -1, offset: Int = 0
    ) throws(StoreError) -> [StoredMapObject] {
        let list = kinds.map(\.rawValue).sorted()
        return try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM map_object WHERE kind IN (\(databaseQuestionMarks(count: list.count)))
                    \(text.isEmpty ? "" : "AND name LIKE ? ESCAPE '\\'") \(bounds == nil ? "" : Self.isWithin) ORDER BY kind, key, id LIMIT ? OFFSET ?
                    """,
                arguments: StatementArguments(list)
                    + (text.isEmpty ? [] : [Self.pattern(text)]) + Self.arguments(bounds) + [limit, offset])
            return try Self.objects(rows, database)
        }
    }

    /// Returns the number of objects of each kind.
    public func mapObjectCounts(named text: String = "") throws(StoreError) -> [MapObjectKind: Int] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT kind, count(*) FROM map_object \(text.isEmpty ? "" : "WHERE name LIKE ? ESCAPE '\\'")
                    GROUP BY kind
                    """, arguments: text.isEmpty ? [] : [Self.pattern(text)])
            return rows.reduce(into: [:]) { counts, row in
                if let kind = MapObjectKind(rawValue: row[0]) { counts[kind] = row[1] }
            }
        }
    }

    /// Returns objects in the order of the given identifiers, without missing ones.
    public func mapObjects(_ ids: [Int64]) throws(StoreError) -> [StoredMapObject] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT * FROM map_object WHERE id IN (\(databaseQuestionMarks(count: ids.count)))",
                arguments: StatementArguments(ids))
            let all = try Self.objects(rows, database)
            let known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            return ids.compactMap { known[$0] }
        }
    }

    /// Returns the names of the rounds that stop at a place.
    public func rounds(at place: Int64) throws(StoreError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM map_object WHERE id IN (SELECT round FROM map_stop WHERE place = ?) ORDER BY key, id
                    """, arguments: [place])
        }
    }

    // MARK: Changes

    /// - Returns: The object, and the change for ``undoMapChange(_:by:at:)``.
    public func addMapObject(
        _ object: MapObject, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (id: Int64, change: Int64) {
        try write { database in
            try Self.requireRoom(for: 1, database)
            let id = try Self.insert(object, id: nil, code: nil, version: 1, at: date, database)
            let stored = try Self.mapObject(id, database)
            return (id, try Self.note(MapChange(before: nil, after: stored), by: person, at: date, database))
        }
    }

    /// - Parameter version: The version that the person saw.
    /// - Returns: The change; `nil` if nothing changes.
    public func changeMapObject(
        _ id: Int64, to object: MapObject, version: Int?, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.mapObject(id, database)
            if let version, version != before.version { throw StoreError.changedMapObject(id) }
            // Labels refer to places, so a place cannot become another kind of object.
            guard before.object.kind == object.kind else { throw StoreError.unknownMapObject(id) }
            try Self.update(id, to: object, database)
            let after = try Self.mapObject(id, database)
            guard after.object != before.object else { return nil }
            return try Self.note(MapChange(before: before, after: after), by: person, at: date, database)
        }
    }

    /// Removes an object. Documents at a removed place are kept without a place.
    /// - Returns: The change.
    public func removeMapObject(_ id: Int64, by person: Int64 = actingPerson, at date: Date) throws(StoreError) -> Int64
    {
        try write { database in
            let before = try Self.mapObject(id, database)
            try OwnNames.requireUnused(id, "place", named: before.object.name, database)
            var change = MapChange(before: before, after: nil)
            change.documents = try Int64.fetchAll(
                database, sql: "SELECT id FROM document WHERE place = ? ORDER BY id", arguments: [id])
            let rounds = try Int64.fetchAll(
                database, sql: "SELECT DISTINCT round FROM map_stop WHERE place = ? ORDER BY round", arguments: [id])
            for round in rounds { change.rounds[round] = try Self.stops(of: round, database) }
            try database.execute(sql: "DELETE FROM map_object WHERE id = ?", arguments: [id])
            for round in rounds { try Self.renewCorners(of: round, database) }
            return try Self.note(change, by: person, at: date, database)
        }
    }

    // MARK: Files

    /// Adds all objects of a file in one transaction.
    /// - Returns: The number of objects, and the change.
    public func addMapObjects(
        _ features: [GeoJSON.Feature], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (count: Int, change: Int64) {
        try write { database in
            try Self.requireRoom(for: features.count, database)
            var ids: [String: Int64] = [:]
            var added: [Int64] = []
            // Add rounds last, because they refer to places in the same file.
            for feature in features.filter({ $0.object.kind != .round }) + features.filter({ $0.object.kind == .round })
            {
                var object = feature.object
                object.stops = feature.stops.compactMap { ids[$0] }
                // A code already in use here belongs to another place.
                let isFree = try feature.code.map { try Self.isFree($0, database) } ?? false
                let id = try Self.insert(
                    object, id: nil, code: isFree ? feature.code : nil, version: 1, at: date, database)
                if let name = feature.id { ids[name] = id }
                added.append(id)
            }
            var change = MapChange(before: nil, after: nil)
            if let first = added.min(), let last = added.max() { change.added = .init(first: first, last: last) }
            return (added.count, try Self.note(change, by: person, at: date, database))
        }
    }

    /// Returns all objects for writing them to a file.
    public func mapFeatures() throws(StoreError) -> [GeoJSON.Feature] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT * FROM map_object ORDER BY id")
            return try Self.objects(rows, database).map { stored in
                GeoJSON.Feature(
                    id: "\(stored.id)", object: stored.object, code: stored.code,
                    stops: stored.object.stops.map { "\($0)" })
            }
        }
    }

    // MARK: The database

    static let isWithin = "AND longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?"

    static func arguments(_ bounds: MapBounds?) -> StatementArguments {
        bounds.map { [$0.west, $0.east, $0.south, $0.north] } ?? []
    }

    /// Escapes `%` and `_` for LIKE.
    static func pattern(_ text: String) -> String {
        "%" + text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
    }

    static func mapObject(_ id: Int64, _ database: Database) throws -> StoredMapObject {
        let row = try Row.fetchOne(database, sql: "SELECT * FROM map_object WHERE id = ?", arguments: [id])
        guard let row else { throw StoreError.unknownMapObject(id) }
        return try object(row, database)
    }

    static func objects(_ rows: [Row], _ database: Database) throws -> [StoredMapObject] {
        try rows.map { try object($0, database) }
    }

    static func object(_ row: Row, _ database: Database) throws -> StoredMapObject {
        let kind = MapObjectKind(rawValue: row["kind"]) ?? .place
        let id: Int64 = row["id"]
        return StoredMapObject(
            id: id,
            object: MapObject(
                kind: kind, type: (row["type"] as String?).flatMap { MapType(rawValue: $0) }, name: row["name"],
                note: row["note"], glyph: row["glyph"], plan: row["plan"], corners: MapCorners.places(row["corners"]),
                stops: kind == .round ? try stops(of: id, database) : []),
            code: row["code"], version: row["version"])
    }

    static func stops(of round: Int64, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT place FROM map_stop WHERE round = ? ORDER BY position", arguments: [round])
    }

    static func setStops(_ stops: [Int64], of round: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM map_stop WHERE round = ?", arguments: [round])
        let kind = try database.cachedStatement(sql: "SELECT kind FROM map_object WHERE id = ?")
        let insertion = try database.cachedStatement(
            sql: "INSERT INTO map_stop (round, position, place) VALUES (?, ?, ?)")
        for (position, place) in stops.enumerated() {
            guard try String.fetchOne(kind, arguments: [place]) == MapObjectKind.place.rawValue else {
                throw StoreError.unknownMapObject(place)
            }
            try insertion.execute(arguments: [round, position, place])
        }
        try renewCorners(of: round, database)
    }

    /// Updates the corners of a round from its stops.
    private static func renewCorners(of round: Int64, _ database: Database) throws {
        let corners = try Row.fetchAll(
            database,
            sql: """
                SELECT place.longitude, place.latitude FROM map_stop JOIN map_object AS place ON place.id = map_stop.place
                WHERE round = ? ORDER BY position
                """, arguments: [round]
        ).compactMap { GeoPoint(longitude: $0[0], latitude: $0[1]) }
        try database.execute(
            sql: "UPDATE map_object SET corners = ?, longitude = ?, latitude = ? WHERE id = ?",
            arguments: [
                MapCorners.text(corners), corners.first?.longitude, corners.first?.latitude, round,
            ])
    }

    /// - Parameters:
    ///   - id: The object's previous identifier; `nil` for a new one.
    ///   - code: The code of its label; a place without one gets a new code.
    static func insert(
        _ object: MapObject, id: Int64?, code: String?, version: Int, at date: Date, _ database: Database
    ) throws -> Int64 {
        let new = try id ?? nextMapObject(database)
        let insertion = try database.cachedStatement(
            sql: """
                INSERT INTO map_object (id, kind, type, name, key, note, glyph, plan, corners, longitude, latitude, code, version)
                VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT id FROM map_plan WHERE id = ?), ?, ?, ?, ?, ?)
                """)
        let corners = MapCorners.text(object.corners)
        let own = "\(new) \(date.timeIntervalSince1970) \(object.name) \(corners)"
        try insertion.execute(
            arguments: [
                new, object.kind.rawValue, object.type?.rawValue, object.name, SortKey(object.name).text, object.note,
                object.glyph, object.plan, corners, object.corners.first?.longitude, object.corners.first?.latitude,
                object.kind == .place ? code ?? label(of: own).code : nil, version,
            ])
        if object.kind == .round { try setStops(object.stops, of: new, database) }
        return new
    }

    /// Returns the identifier of the next new object, which has never been used.
    private static func nextMapObject(_ database: Database) throws -> Int64 {
        let last = try database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'map_object'")
        return try (Int64.fetchOne(last) ?? 0) + 1
    }

    private static func isFree(_ code: String, _ database: Database) throws -> Bool {
        let known = try database.cachedStatement(sql: "SELECT id FROM map_object WHERE code = ?")
        return try Int64.fetchOne(known, arguments: [code]) == nil
    }

    private static func label(of text: String) -> PlaceLabel {
        PlaceLabel(digest: Digest(of: Array(text.utf8)).bytes)
    }

    static func update(_ id: Int64, to object: MapObject, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE map_object SET type = ?, name = ?, key = ?, note = ?, glyph = ?,
                    plan = (SELECT id FROM map_plan WHERE id = ?), corners = ?, longitude = ?, latitude = ?,
                    version = version + 1
                WHERE id = ?
                """,
            arguments: [
                object.type?.rawValue, object.name, SortKey(object.name).text, object.note, object.glyph, object.plan,
                MapCorners.text(object.corners), object.corners.first?.longitude, object.corners.first?.latitude, id,
            ])
        if object.kind == .round { return try setStops(object.stops, of: id, database) }
        // Rounds follow their stops.
        let rounds = try Int64.fetchAll(
            database, sql: "SELECT DISTINCT round FROM map_stop WHERE place = ?", arguments: [id])
        for round in rounds { try renewCorners(of: round, database) }
    }

    private static func requireRoom(for count: Int, _ database: Database) throws {
        let known = try Int.fetchOne(database, sql: "SELECT count(*) FROM map_object") ?? 0
        guard known + count <= maximumMapObjects else { throw StoreError.fullMap(maximum: maximumMapObjects) }
    }
}

/// Corners in the database format: a list of numbers, alternating longitude and latitude.
enum MapCorners {
    static func text(_ places: [GeoPoint]) -> String {
        "[" + places.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ",") + "]"
    }

    static func places(_ text: String) -> [GeoPoint] {
        let values = text.dropFirst().dropLast().split(separator: ",").compactMap { Double($0) }
        return stride(from: 0, to: values.count - 1, by: 2).compactMap {
            GeoPoint(longitude: values[$0], latitude: values[$0 + 1])
        }
    }
}
