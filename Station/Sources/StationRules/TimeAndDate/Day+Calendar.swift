public import FoundationEssentials

extension Day {
    /// The day of a moment.
    /// - Parameter calendar: In whose time zone.
    public init(_ date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        // What no calendar tells becomes the first or the last day that there is.
        let year = min(max(parts.year ?? 1, 1), 9999)
        guard let day = Day(year: year, month: parts.month ?? 1, day: parts.day ?? 1) else {
            preconditionFailure("the calendar is Gregorian")
        }
        self = day
    }

    /// A number of days later, or earlier if negative; the last day that there is instead of a later one.
    public func adding(_ days: Int) -> Day {
        let date =
            Self.calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
        return Day(date.addingTimeInterval(Double(days) * 86_400), in: Self.calendar)
    }

    /// The days from this one to another.
    public func days(to other: Day) -> Int {
        func noon(_ day: Day) -> Date? {
            Self.calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
        }
        guard let start = noon(self), let end = noon(other) else { return 0 }
        return Int((end.timeIntervalSince(start) / 86_400).rounded())
    }

    /// From 0 for Sunday.
    public var weekday: Int { (Day.sunday.days(to: self) % 7 + 7) % 7 }

    private static let sunday: Day = {
        guard let day = Day(year: 2026, month: 11, day: 22) else { preconditionFailure("it is a day") }
        return day
    }()

    /// Of a zone whose days have 24 hours.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()
}
