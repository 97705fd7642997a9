public import FoundationEssentials

extension StationClock {
    /// A moment as compared to now: "5 minutes ago", "In 2 hours", or "5 min ago", "In 2 hr"; "Just now" or "Now" within a
    /// minute. More than an hour away, on another day, by days: see ``relativeDate(_:now:)``.
    public func relativeTime(_ date: Date, now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now).rounded())
        if abs(seconds) < TimeUnit.minutes.rawValue { return wording == .long ? "Just now" : "Now" }
        if abs(seconds) < TimeUnit.hours.rawValue { return told(seconds, by: .minutes) }
        return days(from: now, to: date) == 0 ? told(seconds, by: .hours) : relativeDate(date, now: now)
    }

    /// A day as compared to today: "Yesterday", "3 days ago", "Last week", "In 2 months", or "1 d ago", "3 d ago", "1 wk ago",
    /// "In 2 mo". Today is "Today" in both.
    public func relativeDate(_ date: Date, now: Date) -> String {
        let days = days(from: now, to: date)
        if days == 0 { return "Today" }
        if wording == .long, let near = relativeDay(date, now: now) { return near }
        let seconds = days * TimeUnit.days.rawValue
        let unit = [TimeUnit.years, .months, .weeks].first { abs(seconds) >= $0.rawValue } ?? .days
        if wording == .long, let word = neighbour(seconds / unit.rawValue, unit) { return word }
        return told(seconds, by: unit)
    }

    /// "Last week", "Next year"; nothing for more than one, and for days, which have words of their own.
    private func neighbour(_ count: Int, _ unit: TimeUnit) -> String? {
        guard abs(count) == 1, unit != .days else { return nil }
        return "\(count < 0 ? "Last" : "Next") \(unit.text(1, .long).dropFirst(2))"
    }

    private func told(_ seconds: Int, by unit: TimeUnit) -> String {
        let text = unit.text(abs(seconds) / unit.rawValue, wording)
        return seconds < 0 ? "\(text) ago" : "In \(text)"
    }
}
