/// How a place writes dates, and when its weeks begin. The words are English.
public enum ClockLocale: String, Hashable, Codable, Sendable, CaseIterable {
    // The raw values are language tags (BCP 47).
    case unitedStates = "en-US"
    case unitedKingdom = "en-GB"

    public var label: String {
        switch self {
        case .unitedStates: "English (United States)"
        case .unitedKingdom: "English (United Kingdom)"
        }
    }

    /// 1 is Sunday.
    var firstWeekday: Int {
        switch self {
        case .unitedStates: 1
        case .unitedKingdom: 2
        }
    }

    /// "Nov 22" or "22 Nov".
    func day(_ day: String, month: String) -> String {
        switch self {
        case .unitedStates: "\(month) \(day)"
        case .unitedKingdom: "\(day) \(month)"
        }
    }

    /// "Nov 22, 2026" or "22 Nov 2026".
    func day(_ dayOfYear: String, year: Int) -> String {
        switch self {
        case .unitedStates: "\(dayOfYear), \(year)"
        case .unitedKingdom: "\(dayOfYear) \(year)"
        }
    }
}
