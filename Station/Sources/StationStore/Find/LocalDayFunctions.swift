import FoundationEssentials
import GRDB
import StationRules
import Synchronization

/// SQL functions of a time and a time zone: `local_month` ("2026-11") and `local_weekday` (from 0 for Sunday).
enum LocalDayFunctions {
    static let all = [
        DatabaseFunction("local_month", argumentCount: 2, pure: true) { day($0)?.month },
        DatabaseFunction("local_weekday", argumentCount: 2, pure: true) { day($0)?.weekday },
    ]

    private struct LocalDay {
        let month: String
        let weekday: Int
    }

    private static func day(_ values: [DatabaseValue]) -> LocalDay? {
        guard let moment = String.fromDatabaseValue(values[0]), let zone = String.fromDatabaseValue(values[1]) else {
            return nil
        }
        // Ten minutes are always within one day, because time zones differ from UTC by multiples of a quarter of an
        // hour.
        let key = Key(moment: String(moment.prefix(15)), zone: zone)
        return days.withLock { (days: inout [Key: LocalDay]) -> LocalDay? in
            if let known = days[key] { return known }
            if days.count >= maximumDays { days = [:] }
            let day = Date.fromDatabaseValue(values[0]).flatMap { Self.day(of: $0, zone) }
            days[key] = day
            return day
        }
    }

    private struct Key: Hashable {
        let moment: String
        let zone: String
    }

    /// A cache, because the same times are converted repeatedly.
    private static let days = Mutex<[Key: LocalDay]>([:])
    private static let maximumDays = 200_000

    private static func day(of date: Date, _ zone: String) -> LocalDay? {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .weekday], from: date)
        guard let year = parts.year, let month = parts.month, let first = Day(year: year, month: month, day: 1),
            let weekday = parts.weekday
        else { return nil }
        return LocalDay(month: String(first.description.prefix(7)), weekday: weekday - 1)
    }
}
