public import FoundationEssentials

/// Formats dates and times in one time zone and regional format, with 12 or 24 hours, long or short.
///
/// The texts are the station's own, in ``Language/current``. The system's language, formats and time zone have no
/// effect. German has no AM and PM, so it always uses 24 hours.
public struct StationClock: Hashable, Sendable {
    public enum Hours: String, Hashable, Codable, Sendable, CaseIterable {
        case twelve
        case twentyFour
    }

    /// The wording of relative times and durations: "5 minutes ago" or "5 min ago".
    public enum Wording: String, Hashable, Codable, Sendable, CaseIterable {
        case long
        case short
    }

    /// The detail of a time of day.
    public enum Detail: Hashable, Sendable, CaseIterable {
        /// "9:05 AM".
        case minutes
        /// "9 AM", if minutes do not matter; with 24 hours the same as ``minutes``.
        case hour
        /// "9:05", only if AM or PM is clear from the context.
        case withoutIndicator
        /// "9", only if AM or PM is clear from the context, and minutes do not matter.
        case hourWithoutIndicator
    }

    public let zone: TimeZone
    public let locale: ClockLocale
    public let hours: Hours
    public let wording: Wording

    public init(
        zone: TimeZone, locale: ClockLocale = .unitedStates, hours: Hours = .twelve, wording: Wording = .long
    ) {
        self.zone = zone
        self.locale = locale
        self.hours = hours
        self.wording = wording
    }

    /// Returns the abbreviated name of a month.
    /// - Parameter month: The month, from 1.
    func monthName(_ month: Int) -> String {
        let names = [
            localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"), localized("May"), localized("Jun"),
            localized("Jul"), localized("Aug"), localized("Sep"), localized("Oct"), localized("Nov"), localized("Dec"),
        ]
        return names[(month - 1) % 12]
    }

    /// The order of dates, adapted to the language.
    var order: ClockLocale { locale.speaking(.current) }
    private var dial: Hours { Language.current == .german ? .twentyFour : hours }

    /// The calendar in the time zone, with the region's weeks.
    public var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        calendar.firstWeekday = order.firstWeekday
        calendar.minimumDaysInFirstWeek = 1
        return calendar
    }

    /// Formats a time as "9:05 AM", with 12 for midnight and noon, or "09:05".
    public func time(_ date: Date, _ detail: Detail = .minutes) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let (hour, minute) = (parts.hour ?? 0, Self.twoDigits(parts.minute ?? 0))
        switch (dial, detail) {
        case (.twelve, .minutes): return "\(Self.onDial(hour)):\(minute) \(Self.indicator(hour))"
        case (.twelve, .hour): return "\(Self.onDial(hour)) \(Self.indicator(hour))"
        case (.twelve, .withoutIndicator): return "\(Self.onDial(hour)):\(minute)"
        case (.twelve, .hourWithoutIndicator): return "\(Self.onDial(hour))"
        case (.twentyFour, _): return "\(Self.twoDigits(hour)):\(minute)"
        }
    }

    /// Formats a day as "Nov 22, 2026", "22 Nov 2026" or "22. Nov. 2026".
    public func day(_ date: Date) -> String { order.day(dayOfYear(date), year: year(date)) }

    /// Formats a day as "Nov 22", "22 Nov" or "22. Nov.".
    func dayOfYear(_ date: Date) -> String {
        let parts = calendar.dateComponents([.month, .day], from: date)
        return order.day("\(parts.day ?? 1)", month: monthName(parts.month ?? 1))
    }

    func year(_ date: Date) -> Int { calendar.component(.year, from: date) }

    /// Formats the day, relative to today if possible, and the time.
    public func dayAndTime(_ date: Date, now: Date) -> String { moment(date, now: now).text }

    /// Formats a date for permanent records: "Nov 22, 2026, 9:05 AM, UTC+01:00".
    public func lasting(_ date: Date) -> String {
        let minutes = zone.secondsFromGMT(for: date) / 60
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        let sign = minutes < 0 ? "\u{2212}" : "+"
        let offset = minutes == 0 ? "" : "\(sign)\(Self.twoDigits(hours)):\(Self.twoDigits(rest))"
        return [day(date), time(date), "UTC" + offset].joined(separator: ", ")
    }

    /// Returns "Today", "Yesterday" or "Tomorrow"; `nil` for other days.
    public func relativeDay(_ date: Date, now: Date) -> String? {
        switch days(from: now, to: date) {
        case 0: localized("Today")
        case -1: localized("Yesterday")
        case 1: localized("Tomorrow")
        default: nil
        }
    }

    /// Returns the number of midnights between two dates.
    func days(from: Date, to: Date) -> Int {
        calendar.dateComponents([.day], from: calendar.startOfDay(for: from), to: calendar.startOfDay(for: to)).day ?? 0
    }

    /// Formats a date for machines: ISO 8601 in UTC, with seconds.
    public func exact(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Returns "AM" or "PM"; `nil` with 24 hours.
    func indicator(_ date: Date) -> String? {
        dial == .twelve ? Self.indicator(calendar.component(.hour, from: date)) : nil
    }

    private static func indicator(_ hour: Int) -> String { hour < 12 ? "AM" : "PM" }
    private static func onDial(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }
    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension StationClock {
    /// A day and a time of day, with the more important one first. If space is tight, the other is shortened and then
    /// omitted.
    public struct Moment: Hashable, Sendable {
        public enum Importance: Hashable, Sendable, CaseIterable {
            case day
            case time
        }

        /// The part that is always shown.
        public let important: String
        /// The part that is omitted if space is tight.
        public let other: String
        /// The same part, shortened: an hour without minutes, a day without the year.
        public let shortOther: String

        public var text: String { "\(important), \(other)" }
    }

    public func moment(_ date: Date, now: Date, important: Moment.Importance = .day) -> Moment {
        let near = relativeDay(date, now: now)
        switch important {
        case .day:
            return Moment(important: near ?? day(date), other: time(date), shortOther: time(date, .hour))
        case .time:
            // Days are lower-case within a sentence.
            return Moment(
                important: time(date), other: near?.lowercased() ?? day(date),
                shortOther: near?.lowercased() ?? dayOfYear(date))
        }
    }
}

extension StationClock {
    /// Formats a range with a spaced en dash. Common parts are written once.
    ///
    /// "Nov 22, 2026, 9:05 – 11:30 AM", "Nov 22, 2026, 9:05 AM – 1:00 PM", "Nov 22, 2026, 9:05 AM – Nov 23, 2026,
    /// 1:00 PM".
    public func range(_ start: Date, _ end: Date) -> String {
        guard days(from: start, to: end) == 0 else {
            return "\(day(start)), \(time(start)) – \(day(end)), \(time(end))"
        }
        return "\(day(start)), \(timeRange(start, end))"
    }

    /// Formats a range within one day: "9:05 – 11:30 AM", "9:05 AM – 1:00 PM", "09:05 – 13:00".
    public func timeRange(_ start: Date, _ end: Date) -> String {
        let isShared = indicator(start) == indicator(end)
        return "\(time(start, isShared ? .withoutIndicator : .minutes)) – \(time(end))"
    }

    /// Formats a range of hours if minutes do not matter: "9 – 11 AM", "9 AM – 1 PM", "09:00 – 13:00". The end is
    /// rounded up to a full hour: a range up to 10:20 ends at 11.
    /// - Parameter isClear: Whether the context makes AM and PM clear, as for office hours: "9 – 5".
    public func hourRange(_ start: Date, _ end: Date, isClear: Bool = false) -> String {
        let start = hour(of: start)
        let end = max(endOfHour(end), start.addingTimeInterval(3600))
        let isShared = indicator(start) == indicator(end)
        let last: Detail = isClear ? .hourWithoutIndicator : .hour
        return "\(time(start, isClear || isShared ? .hourWithoutIndicator : .hour)) – \(time(end, last))"
    }

    /// Returns the start of a date's hour.
    private func hour(of date: Date) -> Date {
        calendar.date(from: calendar.dateComponents([.year, .month, .day, .hour], from: date)) ?? date
    }

    /// Returns the end of a date's hour; a full hour is its own end.
    private func endOfHour(_ date: Date) -> Date {
        let begin = hour(of: date)
        return begin == date ? date : begin.addingTimeInterval(3600)
    }

    /// Formats a range of days: "Nov 22, 2026", "Nov 22 – 24, 2026", "Nov 30 – Dec 2, 2026", "Dec 30, 2026 – Jan 2,
    /// 2027"; or "22 Nov 2026", "22 – 24 Nov 2026" and so on.
    public func dayRange(_ start: Date, _ end: Date) -> String {
        if days(from: start, to: end) == 0 { return day(start) }
        guard year(start) == year(end) else { return "\(day(start)) – \(day(end))" }
        let isOneMonth = calendar.component(.month, from: start) == calendar.component(.month, from: end)
        guard isOneMonth else { return order.day("\(dayOfYear(start)) – \(dayOfYear(end))", year: year(start)) }
        let days = [start, end].map { "\(calendar.component(.day, from: $0))" }
            .joined(separator: order == .germany ? ". – " : " – ")
        let month = monthName(calendar.component(.month, from: start))
        return order.day(order.day(days, month: month), year: year(start))
    }
}
