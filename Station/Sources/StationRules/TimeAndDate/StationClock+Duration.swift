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

    /// "1 hour 30 minutes" or "1 hr 30 min": the two longest units that there are, of days and below; "0 seconds" of none.
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
