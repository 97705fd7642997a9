import FoundationEssentials
import GRDB
import StationRules
import Synchronization

/// The SQL function `local_month(moment, zone)`: "2026-11", the month of a moment in a time zone.
enum MonthFunction {
    static let function = DatabaseFunction("local_month", argumentCount: 2, pure: true, function: month)

    private static func month(_ values: [DatabaseValue]) -> (any DatabaseValueConvertible)? {
        guard let moment = String.fromDatabaseValue(values[0]), let zone = String.fromDatabaseValue(values[1]) else {
            return nil
        }
        // No month begins within ten minutes: zones differ from UTC by quarters of an hour.
        let key = Key(moment: String(moment.prefix(15)), zone: zone)
        return months.withLock { (months: inout [Key: String]) -> String? in
            if let known = months[key] { return known }
            if months.count >= maximumMonths { months = [:] }
            let month = Date.fromDatabaseValue(values[0]).flatMap { Self.month(of: $0, zone) }
            months[key] = month
            return month
        }
    }

    private struct Key: Hashable {
        let moment: String
        let zone: String
    }

    /// A library is read again and again.
    private static let months = Mutex<[Key: String]>([:])
    private static let maximumMonths = 200_000

    private static func month(of date: Date, _ zone: String) -> String? {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month], from: date)
        guard let year = parts.year, let month = parts.month, let first = Day(year: year, month: month, day: 1) else {
            return nil
        }
        return String(first.description.prefix(7))
    }
}
