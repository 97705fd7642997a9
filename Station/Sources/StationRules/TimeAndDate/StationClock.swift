public import FoundationEssentials

/// How times and dates are told: in one zone, in American English, by 12 hours or 24.
public struct StationClock: Hashable, Sendable {
    public enum Hours: String, Hashable, Codable, Sendable, CaseIterable {
        case twelve
        case twentyFour
    }

    public let zone: TimeZone
    public let hours: Hours

    public init(zone: TimeZone, hours: Hours = .twelve) {
        self.zone = zone
        self.hours = hours
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// "9:05 AM", midnight and noon as 12, or "09:05".
    public func time(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let (hour, minute) = (parts.hour ?? 0, Self.twoDigits(parts.minute ?? 0))
        switch hours {
        case .twelve: return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute) \(hour < 12 ? "AM" : "PM")"
        case .twentyFour: return "\(Self.twoDigits(hour)):\(minute)"
        }
    }

    /// "Nov 22, 2026".
    public func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return "\(Self.months[((parts.month ?? 1) - 1) % 12]) \(parts.day ?? 1), \(parts.year ?? 0)"
    }

    /// The day in relation to today where that is shorter, and the time: the day first, it is what a list is read for.
    public func dayAndTime(_ date: Date, now: Date) -> String {
        "\(relativeDay(date, now: now) ?? day(date)), \(time(date))"
    }

    /// "Today", "Yesterday", "Tomorrow"; nothing for other days.
    public func relativeDay(_ date: Date, now: Date) -> String? {
        let start = calendar.startOfDay(for: date)
        switch calendar.dateComponents([.day], from: calendar.startOfDay(for: now), to: start).day {
        case 0: return "Today"
        case -1: return "Yesterday"
        case 1: return "Tomorrow"
        default: return nil
        }
    }

    /// For machines: ISO 8601 in UTC, to the second.
    public func exact(_ date: Date) -> String { date.formatted(.iso8601) }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
