public import FoundationEssentials

/// Formats times and dates: in one time zone, in American English, with 12 or 24 hours, long or short.
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
    }

    public let zone: TimeZone
    public let hours: Hours
    public let wording: Wording

    public init(zone: TimeZone, hours: Hours = .twelve, wording: Wording = .long) {
        self.zone = zone
        self.hours = hours
        self.wording = wording
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// "9:05 AM", midnight and noon as 12, or "09:05".
    public func time(_ date: Date, _ detail: Detail = .minutes) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let (hour, minute) = (parts.hour ?? 0, Self.twoDigits(parts.minute ?? 0))
        switch (hours, detail) {
        case (.twelve, .minutes): return "\(Self.onDial(hour)):\(minute) \(Self.indicator(hour))"
        case (.twelve, .hour): return "\(Self.onDial(hour)) \(Self.indicator(hour))"
        case (.twelve, .withoutIndicator): return "\(Self.onDial(hour)):\(minute)"
        case (.twentyFour, _): return "\(Self.twoDigits(hour)):\(minute)"
        }
    }

    /// "Nov 22, 2026".
    public func day(_ date: Date) -> String { "\(dayOfYear(date)), \(year(date))" }

    /// "Nov 22".
    func dayOfYear(_ date: Date) -> String {
        let parts = calendar.dateComponents([.month, .day], from: date)
        return "\(Self.months[((parts.month ?? 1) - 1) % 12]) \(parts.day ?? 1)"
    }

    func year(_ date: Date) -> Int { calendar.component(.year, from: date) }

    /// The day, relative to today if possible, and the time.
    public func dayAndTime(_ date: Date, now: Date) -> String { moment(date, now: now).text }

    /// "Today", "Yesterday", "Tomorrow"; `nil` for other days.
    public func relativeDay(_ date: Date, now: Date) -> String? {
        switch days(from: now, to: date) {
        case 0: "Today"
        case -1: "Yesterday"
        case 1: "Tomorrow"
        default: nil
        }
    }

    /// The number of midnights between two moments.
    func days(from: Date, to: Date) -> Int {
        calendar.dateComponents([.day], from: calendar.startOfDay(for: from), to: calendar.startOfDay(for: to)).day ?? 0
    }

    /// For machines: ISO 8601 in UTC, to the second.
    public func exact(_ date: Date) -> String { date.formatted(.iso8601) }

    /// "AM" or "PM"; `nil` with 24 hours.
    func indicator(_ date: Date) -> String? {
        hours == .twelve ? Self.indicator(calendar.component(.hour, from: date)) : nil
    }

    private static func indicator(_ hour: Int) -> String { hour < 12 ? "AM" : "PM" }
    private static func onDial(_ hour: Int) -> Int { hour % 12 == 0 ? 12 : hour % 12 }
    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension StationClock {
    /// A day with a time of day, the more important part first. In narrow places only that part is shown.
    public struct Moment: Hashable, Sendable {
        public enum Importance: Hashable, Sendable, CaseIterable {
            case day
            case time
        }

        /// The part that is always shown.
        public let important: String
        /// The part that is left out in narrow places, with its comma.
        public let other: String

        public var text: String { "\(important), \(other)" }
    }

    public func moment(_ date: Date, now: Date, important: Moment.Importance = .day) -> Moment {
        let day = relativeDay(date, now: now) ?? day(date)
        let time = time(date)
        switch important {
        case .day: return Moment(important: day, other: time)
        // Within a sentence days are not capitalized.
        case .time: return Moment(important: time, other: relativeDay(date, now: now)?.lowercased() ?? day)
        }
    }
}

extension StationClock {
    /// From one moment to a later one, with an en dash between spaces. Common parts are written once.
    ///
    /// "Nov 22, 2026, 9:05 – 11:30 AM", "Nov 22, 2026, 9:05 AM – 1:00 PM", "Nov 22, 2026, 9:05 AM – Nov 23, 2026, 1:00 PM".
    public func range(_ start: Date, _ end: Date) -> String {
        guard days(from: start, to: end) == 0 else {
            return "\(day(start)), \(time(start)) – \(day(end)), \(time(end))"
        }
        return "\(day(start)), \(timeRange(start, end))"
    }

    /// "9:05 – 11:30 AM", "9:05 AM – 1:00 PM", "09:05 – 13:00": within one day.
    public func timeRange(_ start: Date, _ end: Date) -> String {
        let isShared = indicator(start) == indicator(end)
        return "\(time(start, isShared ? .withoutIndicator : .minutes)) – \(time(end))"
    }

    /// "Nov 22, 2026", "Nov 22 – 24, 2026", "Nov 30 – Dec 2, 2026", "Dec 30, 2026 – Jan 2, 2027".
    public func dayRange(_ start: Date, _ end: Date) -> String {
        if days(from: start, to: end) == 0 { return day(start) }
        guard year(start) == year(end) else { return "\(day(start)) – \(day(end))" }
        let isOneMonth = calendar.component(.month, from: start) == calendar.component(.month, from: end)
        let last = isOneMonth ? "\(calendar.component(.day, from: end))" : dayOfYear(end)
        return "\(dayOfYear(start)) – \(last), \(year(start))"
    }
}
