import FoundationEssentials
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

    /// All plans, in the order of their names.
    public func plans() throws(StoreError) -> [StoredPlan] {
        try read { try Row.fetchAll($0, sql: "SELECT * FROM map_plan ORDER BY name, id").compactMap(Self.plan) }
    }

    public func plan(_ id: Int64) throws(StoreError) -> StoredPlan {
        let found = try read {
            try Row.fetchOne($0, sql: "SELECT * FROM map_plan WHERE id = ?", arguments: [id]).flatMap(Self.plan)
        }
        guard let found else { throw .unknownMapObject(id) }
        return found
    }

    /// - Parameter picture: A PNG or JPEG file.
    public func addPlan(_ plan: MapPlan, picture: [UInt8]) throws(StoreError) -> Int64 {
        try changes.withLock { _ throws(StoreError) in
            let name = try blobs.add(picture)
            return try write { database in
                let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM map_plan") ?? 0
                guard count < Self.maximumPlans else { throw StoreError.fullMap(maximum: Self.maximumPlans) }
                try database.execute(
                    sql: """
                        INSERT INTO map_plan (name, picture, width, height, meters, longitude, latitude, rotation)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        plan.name, name.text, plan.width, plan.height, plan.meters, plan.center.longitude,
                        plan.center.latitude, plan.rotation,
                    ])
                return database.lastInsertedRowID
            }
        }
    }

    /// Its picture stays.
    public func changePlan(_ id: Int64, to plan: MapPlan) throws(StoreError) {
        let count = try write { database in
            try database.execute(
                sql: """
                    UPDATE map_plan SET name = ?, meters = ?, longitude = ?, latitude = ?, rotation = ? WHERE id = ?
                    """,
                arguments: [
                    plan.name, plan.meters, plan.center.longitude, plan.center.latitude, plan.rotation, id,
                ])
            return database.changesCount
        }
        guard count > 0 else { throw .unknownMapObject(id) }
    }

    /// What stands on it stays where it is.
    public func removePlan(_ id: Int64) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let picture = try plan(id).picture
            try write { try $0.execute(sql: "DELETE FROM map_plan WHERE id = ?", arguments: [id]) }
            try removeUnused([picture.text])
        }
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
