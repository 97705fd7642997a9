public import FoundationEssentials

extension StationClock {
    /// A moment relative to now: "5 minutes ago", "In 2 hours", or "5 min ago", "In 2 hr"; "Just now" or "Now" within a
    /// minute. On another day and more than an hour away, it counts days: see ``relativeDate(_:now:)``.
    public func relativeTime(_ date: Date, now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now).rounded())
        if abs(seconds) < TimeUnit.minutes.rawValue { return wording == .long ? "Just now" : "Now" }
        if abs(seconds) < TimeUnit.hours.rawValue { return relative(seconds, by: .minutes) }
        return days(from: now, to: date) == 0 ? relative(seconds, by: .hours) : relativeDate(date, now: now)
    }

    /// A day relative to today: "Yesterday", "3 days ago", "Last week", "In 2 months", or "1 d ago", "3 d ago", "1 wk ago",
    /// "In 2 mo". Today is "Today" in both.
    public func relativeDate(_ date: Date, now: Date) -> String {
        let days = days(from: now, to: date)
        if days == 0 { return "Today" }
        if wording == .long, let near = relativeDay(date, now: now) { return near }
        let seconds = days * TimeUnit.days.rawValue
        let unit = [TimeUnit.years, .months, .weeks].first { abs(seconds) >= $0.rawValue } ?? .days
        if wording == .long, let word = neighbour(seconds / unit.rawValue, unit) { return word }
        return relative(seconds, by: unit)
    }

    /// "Last week", "Next year"; `nil` for more than one, and for days, which have their own words.
    private func neighbour(_ count: Int, _ unit: TimeUnit) -> String? {
        guard abs(count) == 1, unit != .days else { return nil }
        return "\(count < 0 ? "Last" : "Next") \(unit.text(1, .long).dropFirst(2))"
    }

    private func relative(_ seconds: Int, by unit: TimeUnit) -> String {
        let text = unit.text(abs(seconds) / unit.rawValue, wording)
        return seconds < 0 ? "\(text) ago" : "In \(text)"
    }
}

extension StationClock {
    /// The units of durations and relative times, the longest first.
    enum TimeUnit: Int, CaseIterable {
        case years = 31_536_000
        case months = 2_592_000
        case weeks = 604_800
        case days = 86_400
        case hours = 3600
        case minutes = 60
        case seconds = 1

        private var word: String {
            switch self {
            case .years: "year"
            case .months: "month"
            case .weeks: "week"
            case .days: "day"
            case .hours: "hour"
            case .minutes: "minute"
            case .seconds: "second"
            }
        }

        /// Never "m": it could be minutes, meters or miles.
        private var abbreviation: String {
            switch self {
            case .years: "yr"
            case .months: "mo"
            case .weeks: "wk"
            case .days: "d"
            case .hours: "hr"
            case .minutes: "min"
            case .seconds: "sec"
            }
        }

        func text(_ count: Int, _ wording: Wording) -> String {
            switch wording {
            case .long: "\(count) \(word)\(count == 1 ? "" : "s")"
            case .short: "\(count) \(abbreviation)"
            }
        }
    }

    /// "1 hour 30 minutes" or "1 hr 30 min": the two longest units from days down; "0 seconds" for zero.
    /// - Parameter seconds: Not negative.
    public func duration(_ seconds: Int) -> String {
        let units: [TimeUnit] = [.days, .hours, .minutes, .seconds]
        let first = units.firstIndex { seconds >= $0.rawValue } ?? units.count - 1
        var rest = max(seconds, 0)
        let parts = units[first...].prefix(2).compactMap { unit -> String? in
            let count = rest / unit.rawValue
            rest %= unit.rawValue
            return count > 0 || unit == .seconds && seconds <= 0 ? unit.text(count, wording) : nil
        }
        return parts.joined(separator: " ")
    }
}
