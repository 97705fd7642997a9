import FoundationEssentials
import GRDB
public import StationRules

/// Due documents, and documents past their retention period.
extension Library {
    /// Returns the days set on documents outside the trash from a given day, earliest first.
    public func calendarEvents(from day: Day, limit: Int) throws(StoreError) -> [CalendarFeed.Event] {
        try read { database in
            let parts = CalendarFeed.Event.Kind.allCases.map { kind in
                """
                SELECT * FROM (SELECT \(kind.rawValue) AS day, '\(kind.rawValue)' AS kind, id, title FROM document
                WHERE trashed IS NULL AND \(kind.rawValue) IS NOT NULL AND \(kind.rawValue) >= :day
                ORDER BY \(kind.rawValue), id LIMIT :limit)
                """
            }
            return try Row.fetchAll(
                database, sql: "\(parts.joined(separator: " UNION ALL ")) ORDER BY 1, 3 LIMIT :limit",
                arguments: ["day": day.description, "limit": limit]
            ).compactMap { row in
                guard let kind = CalendarFeed.Event.Kind(rawValue: row["kind"]), let day = Day(row["day"] as String)
                else { return nil }
                return CalendarFeed.Event(kind, document: row["id"], title: row["title"], on: day)
            }
        }
    }

    /// Returns documents past their retention period, earliest first.
    public func expired(before day: Day, limit: Int) throws(StoreError) -> [DocumentRecord] {
        try read {
            try DocumentRecord.fetchAll(
                $0,
                sql: """
                    \(Self.selection) WHERE trashed IS NULL AND retained IS NOT NULL AND retained < ?
                    ORDER BY retained, id LIMIT ?
                    """, arguments: [day.description, limit])
        }
    }

    public func expiredCount(before day: Day) throws(StoreError) -> Int {
        try read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT count(*) FROM document WHERE trashed IS NULL AND retained IS NOT NULL AND retained < ?
                    """, arguments: [day.description]) ?? 0
        }
    }
}
