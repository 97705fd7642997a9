/// The regional format of dates, and the first day of the week. The words come from ``Language/current``.
public enum ClockLocale: String, Hashable, Codable, Sendable, CaseIterable {
    // The raw values are language tags (BCP 47).
    case unitedStates = "en-US"
    case unitedKingdom = "en-GB"
    case germany = "de-DE"

    public var label: String {
        switch self {
        case .unitedStates: localized("English (United States)")
        case .unitedKingdom: localized("English (United Kingdom)")
        case .germany: localized("German (Germany)")
        }
    }

    private var language: Language { self == .germany ? .german : .english }

    /// Returns this region, or one where the language is spoken: words of one language in the order of another look
    /// wrong.
    func speaking(_ language: Language) -> ClockLocale {
        if self.language == language { return self }
        return language == .german ? .germany : .unitedKingdom
    }

    /// The first day of the week; 1 is Sunday.
    var firstWeekday: Int {
        switch self {
        case .unitedStates: 1
        case .unitedKingdom, .germany: 2
        }
    }

    /// Formats a day of the year: "Nov 22", "22 Nov" or "22. Nov.".
    func day(_ day: String, month: String) -> String {
        switch self {
        case .unitedStates: "\(month) \(day)"
        case .unitedKingdom: "\(day) \(month)"
        case .germany: "\(day). \(month)"
        }
    }

    /// Formats a day: "Nov 22, 2026", "22 Nov 2026" or "22. Nov. 2026".
    func day(_ dayOfYear: String, year: Int) -> String {
        switch self {
        case .unitedStates: "\(dayOfYear), \(year)"
        case .unitedKingdom, .germany: "\(dayOfYear) \(year)"
        }
    }
}
