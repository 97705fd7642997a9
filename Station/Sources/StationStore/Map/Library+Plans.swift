public import FoundationEssentials
import GRDB
public import StationRules
import Synchronization

/// A floor plan, as it is stored.
public struct StoredPlan: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var plan: MapPlan
    /// A PNG or JPEG file.
    public let picture: BlobName
}

/// Floor plans.
extension Library {
    public static let maximumPlans = 200

    /// Returns all plans sorted by name.
    public func plans() throws(StoreError) -> [StoredPlan] {
        try read { try Row.fetchAll($0, sql: "SELECT * FROM map_plan ORDER BY name, id").compactMap(Self.plan) }
    }

    public func plan(_ id: Int64) throws(StoreError) -> StoredPlan {
        guard let found = try read({ try Self.plan(id, $0) }) else { throw .unknownMapObject(id) }
        return found
    }

    // MARK: Changes

    /// - Parameter picture: A PNG or JPEG file.
    /// - Returns: The plan, and the change for ``undoMapChange(_:by:at:)``.
    public func addPlan(
        _ plan: MapPlan, picture: [UInt8], by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (id: Int64, change: Int64) {
        try changes.withLock { _ throws(StoreError) in
            let name = try blobs.add(picture)
            return try write { database in
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM map_plan") ?? 0
                guard count < Self.maximumPlans else { throw StoreError.fullMap(maximum: Self.maximumPlans) }
                try Self.insert(plan, id: nil, picture: name, database)
                let id = database.lastInsertedRowID
                let change = MapChange.Plan(before: nil, after: try Self.plan(id, database))
                return (id, try Self.note(MapChange(change), by: person, at: date, database))
            }
        }
    }

    /// Changes a plan except for its picture.
    /// - Returns: The change; `nil` if nothing changes.
    public func changePlan(
        _ id: Int64, to plan: MapPlan, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            guard let before = try Self.plan(id, database) else { throw StoreError.unknownMapObject(id) }
            try Self.update(id, to: plan, database)
            let after = try Self.plan(id, database)
            guard after != before else { return nil }
            return try Self.note(MapChange(.init(before: before, after: after)), by: person, at: date, database)
        }
    }

    /// Removes a plan. Objects on it stay in place. Its picture is kept for a limited time: see ``emptyTrash(at:)``.
    /// - Returns: The change.
    public func removePlan(_ id: Int64, by person: Int64 = actingPerson, at date: Date) throws(StoreError) -> Int64 {
        try write { database in
            guard let before = try Self.plan(id, database) else { throw StoreError.unknownMapObject(id) }
            return try Self.remove(before, by: person, at: date, database)
        }
    }

    // MARK: The database

    static func plan(_ id: Int64, _ database: Database) throws -> StoredPlan? {
        try Row.fetchOne(database, sql: "SELECT * FROM map_plan WHERE id = ?", arguments: [id]).flatMap(plan)
    }

    /// - Parameter id: The plan's previous identifier; `nil` for a new one.
    static func insert(_ plan: MapPlan, id: Int64?, picture: BlobName, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO map_plan (id, name, picture, width, height, meters, longitude, latitude, rotation)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, plan.name, picture.text, plan.width, plan.height, plan.meters, plan.center.longitude,
                plan.center.latitude, plan.rotation,
            ])
    }

    static func update(_ id: Int64, to plan: MapPlan, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE map_plan SET name = ?, meters = ?, longitude = ?, latitude = ?, rotation = ? WHERE id = ?
                """,
            arguments: [plan.name, plan.meters, plan.center.longitude, plan.center.latitude, plan.rotation, id])
    }

    /// - Returns: The change.
    static func remove(_ plan: StoredPlan, by person: Int64, at date: Date, _ database: Database) throws -> Int64 {
        var change = MapChange.Plan(before: plan, after: nil)
        change.objects = try Int64.fetchAll(
            database, sql: "SELECT id FROM map_object WHERE plan = ? ORDER BY id", arguments: [plan.id])
        try database.execute(
            sql: "INSERT INTO former_plan (at, picture) VALUES (?, ?)", arguments: [date, plan.picture.text])
        try database.execute(sql: "DELETE FROM map_plan WHERE id = ?", arguments: [plan.id])
        return try note(MapChange(change), by: person, at: date, database)
    }

    static func plan(_ row: Row) -> StoredPlan? {
        guard let center = GeoPoint(longitude: row["longitude"], latitude: row["latitude"]),
            let picture = BlobName(row["picture"])
        else { return nil }
        return StoredPlan(
            id: row["id"],
            plan: MapPlan(
                name: row["name"], width: row["width"], height: row["height"], meters: row["meters"], center: center,
                rotation: row["rotation"]),
            picture: picture)
    }
}
