import FoundationEssentials
import StationRules

/// Names times on a chart axis in one time zone.
struct ChartCalendar {
    let calendar: Calendar

    init(_ zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// Returns the nearest date that calendars handle, about the years 6 to 9987. NaN becomes the first one.
    static func told(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        return Date(timeIntervalSince1970: seconds >= -62e9 ? min(seconds, 253e9) : -62e9)
    }

    /// Returns the start of a step at or before a date.
    func beginning(before date: Date, _ step: TimeTicks.Step) -> Date? {
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func down(_ value: Int?, from first: Int = 0) -> Int {
            let value = (value ?? first) - first
            return value - value % step.amount + first
        }
        switch step.unit {
        case .minute: parts.minute = down(parts.minute)
        case .hour: (parts.hour, parts.minute) = (down(parts.hour), 0)
        case .day: (parts.hour, parts.minute) = (0, 0)
        case .month: (parts.month, parts.day, parts.hour, parts.minute) = (down(parts.month, from: 1), 1, 0, 0)
        default: (parts.year, parts.month, parts.day, parts.hour, parts.minute) = (down(parts.year), 1, 1, 0, 0)
        }
        return calendar.date(from: parts)
    }

    /// Formats a date as briefly as the step allows: "09:00", "Nov 22", "Nov 2026", "2026".
    func name(_ date: Date, _ step: TimeTicks.Step) -> String {
        let parts = self.parts(date)
        switch step.unit {
        case .minute, .hour: return time(parts)
        case .day: return day(parts)
        case .month: return "\(month(parts)) \(parts.year ?? 0)"
        default: return "\(parts.year ?? 0)"
        }
    }

    /// Formats a date as "Nov 22, 2026", with the time if it matters.
    func fullName(_ date: Date, withTime: Bool) -> String {
        let parts = self.parts(date)
        let year = parts.year ?? 0
        let text = Language.current == .german ? "\(day(parts)) \(year)" : "\(day(parts)), \(year)"
        return withTime ? "\(text), \(time(parts))" : text
    }

    private func parts(_ date: Date) -> DateComponents {
        calendar.dateComponents([.year, .month, .day, .hour, .minute], from: Self.told(date))
    }

    private func time(_ parts: DateComponents) -> String {
        "\(twoDigits(parts.hour ?? 0)):\(twoDigits(parts.minute ?? 0))"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func day(_ parts: DateComponents) -> String {
        let day = parts.day ?? 1
        return Language.current == .german ? "\(day). \(month(parts))" : "\(month(parts)) \(day)"
    }

    private func month(_ parts: DateComponents) -> String {
        let names = [
            localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"), localized("May"), localized("Jun"),
            localized("Jul"), localized("Aug"), localized("Sep"), localized("Oct"), localized("Nov"), localized("Dec"),
        ]
        return names[((parts.month ?? 1) - 1) % 12]
    }
}
