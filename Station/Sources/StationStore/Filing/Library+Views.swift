public import FoundationEssentials
import GRDB
public import StationRules

/// People's saved views: named queries.
extension Library {
    /// Returns the views sorted by name, without those in an unknown format of a later version.
    public func views(of person: Int64 = actingPerson) throws(StoreError) -> [KeptView] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT id, name, query, usual FROM kept_view WHERE person = ?", arguments: [person]
            ).compactMap { row in
                (try? ListQuery(addressText: row["query"])).map {
                    KeptView(id: row["id"], name: row["name"], query: $0, isUsual: row["usual"])
                }
            }.sorted { (SortKey($0.name).text, $0.id) < (SortKey($1.name).text, $1.id) }
        }
    }

    /// - Parameter isUsual: Whether the library opens with it.
    /// - Throws: ``StoreError/nameInUse(_:)``.
    public func addView(
        _ name: String, _ query: ListQuery, isUsual: Bool = false, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (view: Int64, event: Int64) {
        try write { database in
            let former = isUsual ? try Self.usualView(of: person, database) : nil
            // Events still refer to deleted views, so numbers are not reused.
            let id = try Int64.fetchOne(
                database, sql: "SELECT max(seq) + 1 FROM sqlite_sequence WHERE name = 'kept_view'")
            let view = ViewChange.View(id: id ?? 1, name: name, query: query.addressText, isUsual: isUsual)
            let change = ViewChange(before: nil, after: view, formerUsual: former)
            return (view.id, try Self.store(change, by: person, at: date, database))
        }
    }

    /// Renames a view, or makes it the only one that the library opens with.
    /// - Parameter query: `nil` to keep its query.
    /// - Returns: The event; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownView(_:)``, also for another person's; ``StoreError/nameInUse(_:)``.
    public func changeView(
        _ id: Int64, name: String? = nil, query: ListQuery? = nil, isUsual: Bool? = nil,
        by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            guard let before = try Self.view(id, of: person, database) else { throw StoreError.unknownView(id) }
            let after = ViewChange.View(
                id: id, name: name ?? before.name, query: query?.addressText ?? before.query,
                isUsual: isUsual ?? before.isUsual)
            guard before != after else { return nil }
            let former = after.isUsual && !before.isUsual ? try Self.usualView(of: person, database) : nil
            return try Self.store(
                ViewChange(before: before, after: after, formerUsual: former), by: person, at: date, database)
        }
    }

    /// - Returns: The event.
    /// - Throws: ``StoreError/unknownView(_:)``, also for another person's.
    public func removeView(_ id: Int64, by person: Int64 = actingPerson, at date: Date) throws(StoreError) -> Int64 {
        try write { database in
            guard let before = try Self.view(id, of: person, database) else { throw StoreError.unknownView(id) }
            return try Self.store(
                ViewChange(before: before, after: nil, formerUsual: nil), by: person, at: date, database)
        }
    }

    // MARK: The database

    /// A change of a view: the detail of ``LibraryEvent/Kind/viewChanged``.
    struct ViewChange: Codable {
        struct View: Hashable, Codable {
            let id: Int64
            let name: String
            let query: String
            var isUsual: Bool
        }

        /// `nil` if it was added.
        let before: View?
        /// `nil` if it was removed.
        let after: View?
        /// The view that the library opened with before.
        let formerUsual: Int64?
    }

    /// - Throws: ``StoreError/changedSince(_:)`` if the view has changed since.
    static func undo(_ change: ViewChange, by person: Int64, at date: Date, _ database: Database) throws {
        guard let view = change.after ?? change.before else { return }
        guard try Self.view(view.id, of: person, database) == change.after else {
            throw StoreError.changedSince(view.name)
        }
        // The library's previous default view becomes the default again, unless another one has been set.
        var before = change.before
        if before?.isUsual == true, change.after == nil, try usualView(of: person, database) != nil {
            before?.isUsual = false
        }
        _ = try store(
            ViewChange(before: change.after, after: before, formerUsual: nil), by: person, at: date, database)
        if let former = change.formerUsual {
            try database.execute(
                sql: "UPDATE kept_view SET usual = TRUE WHERE id = ? AND person = ?", arguments: [former, person])
        }
    }

    private static func store(
        _ change: ViewChange, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        if let view = change.after {
            try requireRoom(for: view, of: person, database)
            if view.isUsual {
                try database.execute(
                    sql: "UPDATE kept_view SET usual = FALSE WHERE person = ? AND usual", arguments: [person])
            }
            try database.execute(
                sql: """
                    INSERT INTO kept_view (id, person, name, query, usual) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query, usual = excluded.usual
                    """, arguments: [view.id, person, view.name, view.query, view.isUsual])
        } else if let view = change.before {
            try database.execute(sql: "DELETE FROM kept_view WHERE id = ?", arguments: [view.id])
        }
        return try insert(.viewChanged, of: nil, detail: change, by: person, at: date, database)
    }

    private static func requireRoom(for view: ViewChange.View, of person: Int64, _ database: Database) throws {
        let others = try String.fetchAll(
            database, sql: "SELECT name FROM kept_view WHERE person = ? AND id <> ?", arguments: [person, view.id])
        guard !others.contains(where: { SortKey($0).text == SortKey(view.name).text }) else {
            throw StoreError.nameInUse(view.name)
        }
    }

    private static func usualView(of person: Int64, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT id FROM kept_view WHERE person = ? AND usual", arguments: [person])
    }

    private static func view(_ id: Int64, of person: Int64, _ database: Database) throws -> ViewChange.View? {
        try Row.fetchOne(
            database, sql: "SELECT name, query, usual FROM kept_view WHERE id = ? AND person = ?",
            arguments: [id, person]
        ).map { ViewChange.View(id: id, name: $0["name"], query: $0["query"], isUsual: $0["usual"]) }
    }
}
