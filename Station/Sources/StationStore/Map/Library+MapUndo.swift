public import FoundationEssentials
import GRDB
public import StationRules

/// A place that was removed from the map, although its label may still be in use.
public struct RemovedPlace: Hashable, Sendable {
    public let name: String
    /// The documents that were at the place.
    public let documents: [Int64]
    /// The change for ``Library/undoMapChange(_:by:at:)``.
    public let change: Int64
}

/// Undoing changes on the map.
extension Library {
    /// Returns the removed place that had a label, if any.
    public func removedPlace(labelled label: PlaceLabel) throws(StoreError) -> RemovedPlace? {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, change FROM map_change WHERE json_extract(change, '$.before.code') = ?
                        AND json_extract(change, '$.after') IS NULL ORDER BY id DESC
                    """, arguments: [label.code])
            guard let row else { return nil }
            let text: String = row["change"]
            guard let change = try? JSONDecoder().decode(MapChange.self, from: Data(text.utf8)),
                let before = change.before
            else { return nil }
            return RemovedPlace(name: before.object.name, documents: change.documents, change: row["id"])
        }
    }

    /// Undoes the parts of a change that have not been changed since.
    /// - Returns: `false` if some parts were kept.
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
        if let plan = change.plan { return try undo(plan, by: person, at: date, database) }
        if let added = change.added {
            try database.execute(
                sql: "DELETE FROM map_object WHERE id BETWEEN ? AND ?", arguments: [added.first, added.last])
            return true
        }
        guard let id = change.after?.id ?? change.before?.id else { return true }
        let current = try Row.fetchOne(database, sql: "SELECT * FROM map_object WHERE id = ?", arguments: [id])
            .map { try Self.object($0, database) }
        // The object was changed again and is therefore kept.
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

    private static func undo(
        _ change: MapChange.Plan, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        guard let id = change.after?.id ?? change.before?.id else { return true }
        let current = try plan(id, database)
        guard current == change.after else { return false }
        guard let before = change.before else {
            if let current { _ = try remove(current, by: person, at: date, database) }
            return true
        }
        if current == nil {
            // Its picture is only kept for a limited time.
            let isKept = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM former_plan WHERE picture = ?)",
                arguments: [before.picture.text])
            guard isKept == true else { return false }
            try insert(before.plan, id: id, picture: before.picture, database)
            for object in change.objects {
                try database.execute(
                    sql: "UPDATE map_object SET plan = ? WHERE id = ? AND plan IS NULL", arguments: [id, object])
            }
        } else {
            try update(id, to: before.plan, database)
        }
        _ = try note(MapChange(.init(before: current, after: before)), by: person, at: date, database)
        return true
    }

    static func note(
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

/// A change to the map with everything needed to undo it.
struct MapChange: Codable {
    struct Range: Codable {
        let first: Int64
        let last: Int64
    }

    struct Plan: Codable {
        /// `nil` if it did not exist before.
        let before: StoredPlan?
        /// `nil` if it was removed.
        let after: StoredPlan?
        /// The objects on a removed plan.
        var objects: [Int64] = []
    }

    /// `nil` if it did not exist before.
    var before: StoredMapObject?
    /// `nil` if it was removed.
    var after: StoredMapObject?
    /// The documents at a removed place.
    var documents: [Int64] = []
    /// The stops of rounds that included it.
    var rounds: [Int64: [Int64]] = [:]
    /// The objects imported from a file.
    var added: Range?
    var plan: Plan?

    init(before: StoredMapObject?, after: StoredMapObject?) { (self.before, self.after) = (before, after) }

    init(_ plan: Plan) {
        (before, after) = (nil, nil)
        self.plan = plan
    }
}
