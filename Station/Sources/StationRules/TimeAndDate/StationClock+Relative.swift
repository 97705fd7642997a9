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
    ///
    /// Counts whole years, months and weeks of the calendar. "Last month" is the month before this one: of a day longer than a
    /// month ago that is not in it, "1 month ago" is said.
    public func relativeDate(_ date: Date, now: Date) -> String {
        let days = days(from: now, to: date)
        if days == 0 { return "Today" }
        if wording == .long, let near = relativeDay(date, now: now) { return near }
        let (unit, count) = elapsed(from: now, to: date)
        if wording == .long, abs(count) == 1, unit != .days, abs(steps(from: now, to: date, in: unit)) == 1 {
            return "\(count < 0 ? "Last" : "Next") \(unit.text(1, .long).dropFirst(2))"
        }
        let text = unit.text(abs(count), wording)
        return count < 0 ? "\(text) ago" : "In \(text)"
    }

    /// The longest unit of which at least one lies between two days, and how many of it.
    private func elapsed(from now: Date, to date: Date) -> (unit: TimeUnit, count: Int) {
        let (from, to) = (calendar.startOfDay(for: now), calendar.startOfDay(for: date))
        let months = calendar.dateComponents([.year, .month], from: from, to: to)
        if let years = months.year, years != 0 { return (.years, years) }
        if let months = months.month, months != 0 { return (.months, months) }
        let days = days(from: now, to: date)
        return abs(days) >= 7 ? (.weeks, days / 7) : (.days, days)
    }

    /// How many weeks, months or years of the calendar one day is after another: those that began between them.
    private func steps(from now: Date, to date: Date, in unit: TimeUnit) -> Int {
        switch unit {
        case .years: year(date) - year(now)
        case .months:
            12 * (year(date) - year(now)) + calendar.component(.month, from: date)
                - calendar.component(.month, from: now)
        case .weeks: days(from: week(of: now), to: week(of: date)) / 7
        case .days, .hours, .minutes, .seconds: days(from: now, to: date)
        }
    }

    /// The first day of a day's week.
    private func week(of date: Date) -> Date {
        let day = calendar.component(.weekday, from: date)
        let ago = (day - calendar.firstWeekday + 7) % 7
        return calendar.date(byAdding: .day, value: -ago, to: calendar.startOfDay(for: date)) ?? date
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
