public import FoundationEssentials

extension StationClock {
    /// Formats a date relative to now: "5 minutes ago", "In 2 hours", or "5 min ago", "In 2 hr"; "Just now" or "Now"
    /// within a minute. On another day and more than an hour away, it counts days: see ``relativeDate(_:now:)``.
    public func relativeTime(_ date: Date, now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now).rounded())
        if abs(seconds) < TimeUnit.minutes.rawValue {
            return wording == .long ? localized("Just now") : localized("Now")
        }
        if abs(seconds) < TimeUnit.hours.rawValue { return relative(seconds, by: .minutes) }
        return days(from: now, to: date) == 0 ? relative(seconds, by: .hours) : relativeDate(date, now: now)
    }

    /// Formats a day relative to today: "Yesterday", "3 days ago", "Last week", "In 2 months", or "1 d ago", "3 d
    /// ago", "1 wk ago", "In 2 mo". Today is "Today" in both wordings.
    ///
    /// Counts whole calendar years, months and weeks. "Last month" is the month before this one; a day more than a
    /// month ago but in an earlier month is "1 month ago".
    public func relativeDate(_ date: Date, now: Date) -> String {
        let days = days(from: now, to: date)
        if days == 0 { return localized("Today") }
        if wording == .long, let near = relativeDay(date, now: now) { return near }
        let (unit, count) = elapsed(from: now, to: date)
        if wording == .long, abs(count) == 1, unit != .days, abs(steps(from: now, to: date, in: unit)) == 1 {
            return unit.neighbour(isPast: count < 0)
        }
        return unit.relative(count, wording)
    }

    /// Returns the longest unit with at least one step between two days, and the number of steps.
    private func elapsed(from now: Date, to date: Date) -> (unit: TimeUnit, count: Int) {
        let (from, to) = (calendar.startOfDay(for: now), calendar.startOfDay(for: date))
        let months = calendar.dateComponents([.year, .month], from: from, to: to)
        if let years = months.year, years != 0 { return (.years, years) }
        if let months = months.month, months != 0 { return (.months, months) }
        let days = days(from: now, to: date)
        return abs(days) >= 7 ? (.weeks, days / 7) : (.days, days)
    }

    /// Returns the number of calendar weeks, months or years that began between two days.
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

    /// Returns the first day of a day's week.
    private func week(of date: Date) -> Date {
        let day = calendar.component(.weekday, from: date)
        let ago = (day - calendar.firstWeekday + 7) % 7
        return calendar.date(byAdding: .day, value: -ago, to: calendar.startOfDay(for: date)) ?? date
    }

    private func relative(_ seconds: Int, by unit: TimeUnit) -> String {
        unit.relative(seconds / unit.rawValue, wording)
    }
}

extension StationClock {
    /// The units of durations and relative times, longest first.
    enum TimeUnit: Int, CaseIterable {
        case years = 31_536_000
        case months = 2_592_000
        case weeks = 604_800
        case days = 86_400
        case hours = 3600
        case minutes = 60
        case seconds = 1

        func text(_ count: Int, _ wording: Wording) -> String {
            wording == .short ? short(count) : count == 1 ? one : several(count)
        }

        /// Formats a relative time: "3 days ago" or "In 3 days".
        /// - Parameter count: The number of units, negative for the past.
        func relative(_ count: Int, _ wording: Wording) -> String {
            let (number, isPast) = (abs(count), count < 0)
            if wording == .short {
                return isPast ? localized("\(short(number)) ago") : localized("In \(short(number))")
            }
            if number == 1 { return isPast ? oneAgo : inOne }
            return isPast ? ago(number) : within(number)
        }

        /// Formats "Last week" or "Next week".
        func neighbour(isPast: Bool) -> String {
            switch self {
            case .years: isPast ? localized("Last year") : localized("Next year")
            case .months: isPast ? localized("Last month") : localized("Next month")
            case .weeks: isPast ? localized("Last week") : localized("Next week")
            case .days, .hours, .minutes, .seconds: relative(isPast ? -1 : 1, .long)
            }
        }

        // Translate whole phrases: after "vor" and "in", German nouns change their endings.

        private var one: String {
            switch self {
            case .years: localized("1 year")
            case .months: localized("1 month")
            case .weeks: localized("1 week")
            case .days: localized("1 day")
            case .hours: localized("1 hour")
            case .minutes: localized("1 minute")
            case .seconds: localized("1 second")
            }
        }

        private func several(_ count: Int) -> String {
            switch self {
            case .years: localized("\(count) years")
            case .months: localized("\(count) months")
            case .weeks: localized("\(count) weeks")
            case .days: localized("\(count) days")
            case .hours: localized("\(count) hours")
            case .minutes: localized("\(count) minutes")
            case .seconds: localized("\(count) seconds")
            }
        }

        private var oneAgo: String {
            switch self {
            case .years: localized("1 year ago")
            case .months: localized("1 month ago")
            case .weeks: localized("1 week ago")
            case .days: localized("1 day ago")
            case .hours: localized("1 hour ago")
            case .minutes: localized("1 minute ago")
            case .seconds: localized("1 second ago")
            }
        }

        private func ago(_ count: Int) -> String {
            switch self {
            case .years: localized("\(count) years ago")
            case .months: localized("\(count) months ago")
            case .weeks: localized("\(count) weeks ago")
            case .days: localized("\(count) days ago")
            case .hours: localized("\(count) hours ago")
            case .minutes: localized("\(count) minutes ago")
            case .seconds: localized("\(count) seconds ago")
            }
        }

        private var inOne: String {
            switch self {
            case .years: localized("In 1 year")
            case .months: localized("In 1 month")
            case .weeks: localized("In 1 week")
            case .days: localized("In 1 day")
            case .hours: localized("In 1 hour")
            case .minutes: localized("In 1 minute")
            case .seconds: localized("In 1 second")
            }
        }

        private func within(_ count: Int) -> String {
            switch self {
            case .years: localized("In \(count) years")
            case .months: localized("In \(count) months")
            case .weeks: localized("In \(count) weeks")
            case .days: localized("In \(count) days")
            case .hours: localized("In \(count) hours")
            case .minutes: localized("In \(count) minutes")
            case .seconds: localized("In \(count) seconds")
            }
        }

        /// Abbreviates the unit. Never "m", which could mean minutes, meters or miles.
        private func short(_ count: Int) -> String {
            switch self {
            case .years: localized("\(count) yr")
            case .months: localized("\(count) mo")
            case .weeks: localized("\(count) wk")
            case .days: localized("\(count) d")
            case .hours: localized("\(count) hr")
            case .minutes: localized("\(count) min")
            case .seconds: localized("\(count) sec")
            }
        }
    }

    /// Formats a duration by its two longest units from days down: "1 hour 30 minutes" or "1 hr 30 min"; "0 seconds"
    /// for zero.
    /// - Parameter seconds: The duration, not negative.
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
