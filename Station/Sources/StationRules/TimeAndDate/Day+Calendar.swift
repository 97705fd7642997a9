public import FoundationEssentials

extension Day {
    /// Creates the day of a date.
    /// - Parameter calendar: The calendar with the time zone.
    public init(_ date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        // Dates beyond the supported range become the first or the last day.
        let year = min(max(parts.year ?? 1, 1), 9999)
        guard let day = Day(year: year, month: parts.month ?? 1, day: parts.day ?? 1) else {
            preconditionFailure("the calendar is Gregorian")
        }
        self = day
    }

    /// Returns the day after a number of days, or before if negative; later days become the last supported one.
    public func adding(_ days: Int) -> Day {
        let date =
            Self.calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
        return Day(date.addingTimeInterval(Double(days) * 86_400), in: Self.calendar)
    }

    /// Returns the number of days from this one to another.
    public func days(to other: Day) -> Int {
        func noon(_ day: Day) -> Date? {
            Self.calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
        }
        guard let start = noon(self), let end = noon(other) else { return 0 }
        return Int((end.timeIntervalSince(start) / 86_400).rounded())
    }

    /// The weekday from 0 for Sunday.
    public var weekday: Int { (Day.sunday.days(to: self) % 7 + 7) % 7 }

    private static let sunday: Day = {
        guard let day = Day(year: 2026, month: 11, day: 22) else { preconditionFailure("it is a day") }
        return day
    }()

    /// A calendar in a time zone whose days always have 24 hours.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()
}
