public import FoundationEssentials
import GRDB
public import StationRules

/// An object of the map, as it is stored.
public struct StoredMapObject: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var object: MapObject
    /// Of a place: what its label holds.
    public var code: String?
    /// Grows by one with each change.
    public var version: Int
}

/// What stands on the map.
extension Library {
    /// The number of objects that a library holds.
    public static let maximumMapObjects = 100_000

    public func mapObject(_ id: Int64) throws(StoreError) -> StoredMapObject {
        try read { try Self.mapObject(id, $0) }
    }

    /// The place with a label; `nil` if there is none.
    public func mapObject(labelled label: PlaceLabel) throws(StoreError) -> StoredMapObject? {
        try read { database in
            try Int64.fetchOne(database, sql: "SELECT id FROM map_object WHERE code = ?", arguments: [label.code])
                .map { try Self.mapObject($0, database) }
        }
    }

    /// Objects in the order of their names.
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

    /// How many objects of each kind there are.
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

    /// In the order of the identifiers that were asked for; those that are gone are left out.
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

    // MARK: Changes

    /// - Returns: The object, and the change, which ``undoMapChange(_:by:at:)`` takes back.
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

    /// - Parameter version: That the person saw.
    /// - Returns: The change; `nil` if nothing changes.
    public func changeMapObject(
        _ id: Int64, to object: MapObject, version: Int?, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.mapObject(id, database)
            if let version, version != before.version { throw StoreError.changedMapObject(id) }
            // Labels lead to it: a place stays one.
            guard before.object.kind == object.kind else { throw StoreError.unknownMapObject(id) }
            try Self.update(id, to: object, database)
            let after = try Self.mapObject(id, database)
            guard after.object != before.object else { return nil }
            return try Self.note(MapChange(before: before, after: after), by: person, at: date, database)
        }
    }

    /// Documents in it stay, and are in no place then.
    /// - Returns: The change.
    public func removeMapObject(_ id: Int64, by person: Int64 = actingPerson, at date: Date) throws(StoreError) -> Int64
    {
        try write { database in
            let before = try Self.mapObject(id, database)
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

    /// Takes a change back, as far as nothing of it was changed since.
    /// - Returns: `false` if something of it stays.
    @discardableResult
    public func undoMapChange(
        _ id: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Bool {
        try write { database in
            let text = try String.fetchOne(
                database, sql: "SELECT change FROM map_change WHERE id = ?", arguments: [id])
            guard let text, let change = try? JSONDecoder().decode(MapChange.self, from: Data(text.utf8)) else {
                throw StoreError.unknownEvent(id)
            }
            return try Self.undo(change, by: person, at: date, database)
        }
    }

    private static func undo(
        _ change: MapChange, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        if let added = change.added {
            try database.execute(
                sql: "DELETE FROM map_object WHERE id BETWEEN ? AND ?", arguments: [added.first, added.last])
            return true
        }
        guard let id = change.after?.id ?? change.before?.id else { return true }
        let current = try Row.fetchOne(database, sql: "SELECT * FROM map_object WHERE id = ?", arguments: [id])
            .map { try Self.object($0, database) }
        // What was changed again is no longer this change's to undo.
        guard current?.object == change.after?.object else { return false }
        guard let before = change.before else {
            try database.execute(sql: "DELETE FROM map_object WHERE id = ?", arguments: [id])
            _ = try note(MapChange(before: change.after, after: nil), by: person, at: date, database)
            return true
        }
        if current == nil {
            _ = try insert(before.object, id: id, code: before.code, version: before.version + 1, at: date, database)
            for document in change.documents {
                try database.execute(
                    sql: "UPDATE document SET place = ? WHERE id = ? AND place IS NULL", arguments: [id, document])
            }
            for (round, stops) in change.rounds.sorted(by: { $0.key < $1.key }) {
                guard try Self.stops(of: round, database) == stops.filter({ $0 != id }) else { continue }
                try setStops(stops, of: round, database)
            }
        } else {
            try update(id, to: before.object, database)
        }
        _ = try note(
            MapChange(before: current, after: try mapObject(id, database)), by: person, at: date, database)
        return true
    }

    // MARK: Files

    /// Adds all objects of a file, or none.
    /// - Returns: The number of objects, and the change.
    public func addMapObjects(
        _ features: [GeoJSON.Feature], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (count: Int, change: Int64) {
        try write { database in
            try Self.requireRoom(for: features.count, database)
            var ids: [String: Int64] = [:]
            var added: [Int64] = []
            // Rounds stop at places that come with them.
            for feature in features.filter({ $0.object.kind != .round }) + features.filter({ $0.object.kind == .round })
            {
                var object = feature.object
                object.stops = feature.stops.compactMap { ids[$0] }
                // A label that is used here already is another place's.
                let isFree =
                    try feature.code.map { code in
                        try Int64.fetchOne(database, sql: "SELECT id FROM map_object WHERE code = ?", arguments: [code])
                            == nil
                    } ?? false
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

    /// All objects, for a file.
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

    /// Makes `%` and `_` of a text what they are.
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

    private static func object(_ row: Row, _ database: Database) throws -> StoredMapObject {
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

    private static func setStops(_ stops: [Int64], of round: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM map_stop WHERE round = ?", arguments: [round])
        for (position, place) in stops.enumerated() {
            let kind = try String.fetchOne(
                database, sql: "SELECT kind FROM map_object WHERE id = ?", arguments: [place])
            guard kind == MapObjectKind.place.rawValue else { throw StoreError.unknownMapObject(place) }
            try database.execute(
                sql: "INSERT INTO map_stop (round, position, place) VALUES (?, ?, ?)",
                arguments: [round, position, place])
        }
        try renewCorners(of: round, database)
    }

    /// A round goes where its stops stand.
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

    /// - Parameter code: Of its label; a place without one gets a new one.
    private static func insert(
        _ object: MapObject, id: Int64?, code: String?, version: Int, at date: Date, _ database: Database
    ) throws -> Int64 {
        try database.execute(
            sql: """
                INSERT INTO map_object (id, kind, type, name, key, note, glyph, plan, corners, longitude, latitude, code, version)
                VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT id FROM map_plan WHERE id = ?), ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, object.kind.rawValue, object.type?.rawValue, object.name, SortKey(object.name).text, object.note,
                object.glyph, object.plan, MapCorners.text(object.corners), object.corners.first?.longitude,
                object.corners.first?.latitude, object.kind == .place ? code : nil, version,
            ])
        let new = database.lastInsertedRowID
        if object.kind == .place, code == nil {
            let own = "\(new) \(date.timeIntervalSince1970) \(object.name) \(MapCorners.text(object.corners))"
            try database.execute(
                sql: "UPDATE map_object SET code = ? WHERE id = ?",
                arguments: [Self.label(of: own).code, new])
        }
        if object.kind == .round { try setStops(object.stops, of: new, database) }
        return new
    }

    private static func label(of text: String) -> PlaceLabel {
        let digits = Array(BlobName(of: Array(text.utf8)).text)
        return PlaceLabel(
            digest: stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0..<$0 + 2]), radix: 16)
            })
    }

    private static func update(_ id: Int64, to object: MapObject, _ database: Database) throws {
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
        // Rounds go along with their stops.
        let rounds = try Int64.fetchAll(
            database, sql: "SELECT DISTINCT round FROM map_stop WHERE place = ?", arguments: [id])
        for round in rounds { try renewCorners(of: round, database) }
    }

    private static func requireRoom(for count: Int, _ database: Database) throws {
        let known = try Int.fetchOne(database, sql: "SELECT count(*) FROM map_object") ?? 0
        guard known + count <= maximumMapObjects else { throw StoreError.fullMap(maximum: maximumMapObjects) }
    }

    private static func note(
        _ change: MapChange, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try database.execute(
            sql: "INSERT INTO map_change (at, person, change) VALUES (?, ?, ?)",
            arguments: [date, person, String(decoding: try encoder.encode(change), as: UTF8.self)])
        return database.lastInsertedRowID
    }
}

/// A change of the map, as undoing needs it.
private struct MapChange: Codable {
    struct Range: Codable {
        let first: Int64
        let last: Int64
    }

    /// `nil` if it was not there.
    var before: StoredMapObject?
    /// `nil` if it is not there any more.
    var after: StoredMapObject?
    /// The documents that were in a place that was removed.
    var documents: [Int64] = []
    /// The stops of rounds that went there.
    var rounds: [Int64: [Int64]] = [:]
    /// The objects that came from a file.
    var added: Range?

    init(before: StoredMapObject?, after: StoredMapObject?) { (self.before, self.after) = (before, after) }
}

/// Corners as they stand in the database: a list of numbers, longitude and latitude in turn.
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
