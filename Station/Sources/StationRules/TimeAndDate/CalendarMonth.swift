public import FoundationEssentials

/// A month by weeks, and how much happened on each of its days.
public struct CalendarMonth: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        /// From 1.
        public let number: Int
        /// "Nov 22, 2026".
        public let text: String
        /// How many of the moments lie in it.
        public let count: Int
        public let isToday: Bool
    }

    /// "Nov 2026".
    public let title: String
    /// Two letters each, in the order of the week.
    public let weekdays: [String]
    /// Seven places each; `nil` for those before the first day and after the last.
    public let weeks: [[Day?]]
    /// The moments of today by the hours between the first and the last: "9 – 11 AM"; `nil` without any.
    public let todaysHours: String?
    public var count: Int { weeks.joined().compactMap { $0?.count }.reduce(0, +) }
    public var todaysCount: Int { weeks.joined().compactMap(\.self).first(where: \.isToday)?.count ?? 0 }

    /// The month of `now`.
    /// - Parameter moments: Those of other months are not counted.
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

    /// Two letters each, from Sunday on.
    public static var weekdayNames: [String] {
        [
            localized("Su"), localized("Mo"), localized("Tu"), localized("We"), localized("Th"), localized("Fr"),
            localized("Sa"),
        ]
    }
}

extension StationClock {
    /// "Nov 2026".
    func month(_ date: Date) -> String {
        "\(monthName(calendar.component(.month, from: date))) \(year(date))"
    }
}
