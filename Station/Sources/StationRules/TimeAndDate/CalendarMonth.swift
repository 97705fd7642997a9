public import FoundationEssentials

/// A month by weeks, with the number of events on each day.
public struct CalendarMonth: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        /// The day of the month, from 1.
        public let number: Int
        /// The day as text: "Nov 22, 2026".
        public let text: String
        /// The number of events on the day.
        public let count: Int
        public let isToday: Bool
    }

    /// The title, such as "Nov 2026".
    public let title: String
    /// Two-letter names, in the order of the week.
    public let weekdays: [String]
    /// Seven entries each; `nil` before the first and after the last day.
    public let weeks: [[Day?]]
    /// The span of hours of today's events, such as "9 – 11 AM"; `nil` without any.
    public let todaysHours: String?
    public var count: Int { weeks.joined().compactMap { $0?.count }.reduce(0, +) }
    public var todaysCount: Int { weeks.joined().compactMap(\.self).first(where: \.isToday)?.count ?? 0 }

    /// Creates the month that contains `now`.
    /// - Parameter moments: The events. Those in other months are ignored.
    public init(of now: Date, moments: [Date], clock: StationClock) {
        let calendar = clock.calendar
        let first = calendar.date(from: calendar.dateComponents([.year, .month], from: now)) ?? now
        let length = calendar.range(of: .day, in: .month, for: first)?.count ?? 0
        let today = calendar.component(.day, from: now)
        let own = moments.filter { calendar.isDate($0, equalTo: first, toGranularity: .month) }
        let counts = Dictionary(grouping: own) { calendar.component(.day, from: $0) }.mapValues(\.count)
        let days = (0..<length).map { index in
            let date = calendar.date(byAdding: .day, value: index, to: first) ?? first
            return Day(
                number: index + 1, text: clock.day(date), count: counts[index + 1] ?? 0, isToday: index + 1 == today)
        }
        let before = (calendar.component(.weekday, from: first) - calendar.firstWeekday + 7) % 7
        let places: [Day?] = Array(repeating: nil, count: before) + days
        let missing = (7 - places.count % 7) % 7
        let whole = places + Array(repeating: nil, count: missing)
        weeks = stride(from: 0, to: whole.count, by: 7).map { Array(whole[$0..<$0 + 7]) }
        weekdays = (0..<7).map { Self.weekdayNames[($0 + calendar.firstWeekday - 1) % 7] }
        title = clock.month(first)
        let todays = own.filter { calendar.isDate($0, inSameDayAs: now) }
        todaysHours = todays.min().flatMap { start in todays.max().map { clock.hourRange(start, $0) } }
    }

    /// Two-letter names, starting with Sunday.
    public static var weekdayNames: [String] {
        [
            localized("Su"), localized("Mo"), localized("Tu"), localized("We"), localized("Th"), localized("Fr"),
            localized("Sa"),
        ]
    }
}

extension StationClock {
    /// Formats a month as "Nov 2026".
    func month(_ date: Date) -> String {
        "\(monthName(calendar.component(.month, from: date))) \(year(date))"
    }
}
