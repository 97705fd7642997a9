/// A day of the Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public let year: Int
    /// Month, `1...12`.
    public let month: Int
    /// Day of the month, `1...31`.
    public let day: Int

    /// Returns `nil` for a day that does not exist, and outside the years `1...9999`.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(ofMonth: month, year: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// ISO 8601 notation: `2026-11-23`.
    public var description: String {
        func padded(_ value: Int, _ digits: Int) -> String {
            String(repeating: "0", count: max(0, digits - "\(value)".count)) + "\(value)"
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    private static func days(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
