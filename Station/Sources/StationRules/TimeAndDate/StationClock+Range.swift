public import FoundationEssentials

extension StationClock {
    /// From a moment to a later one, with an en dash between spaces: what both have in common is told once.
    ///
    /// "Nov 22, 2026, 9:05 – 11:30 AM", "Nov 22, 2026, 9:05 AM – 1:00 PM", "Nov 22, 2026, 9:05 AM – Nov 23, 2026, 1:00 PM".
    public func range(_ start: Date, _ end: Date) -> String {
        guard days(from: start, to: end) == 0 else {
            return "\(day(start)), \(time(start)) – \(day(end)), \(time(end))"
        }
        return "\(day(start)), \(timeRange(start, end))"
    }

    /// "9:05 – 11:30 AM", "9:05 AM – 1:00 PM", "09:05 – 13:00": of one day.
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
