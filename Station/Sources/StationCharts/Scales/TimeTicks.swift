public import FoundationEssentials

/// The labeled times of a time axis: starts of hours, days, months or years in a time zone.
public struct TimeTicks: Hashable, Sendable {
    /// The distance of two ticks.
    public enum Step: Hashable, Sendable, CaseIterable {
        case minute, fiveMinutes, quarter, hour, threeHours, sixHours, twelveHours
        case day, twoDays, week, twoWeeks, month, threeMonths, year, twoYears, fiveYears, tenYears, century

        /// The approximate length in seconds.
        var seconds: Double {
            switch unit {
            case .minute: Double(amount) * 60
            case .hour: Double(amount) * 3600
            case .day: Double(amount) * 86_400
            case .month: Double(amount) * 30.4 * 86_400
            default: Double(amount) * 365.2 * 86_400
            }
        }

        var unit: Calendar.Component {
            switch self {
            case .minute, .fiveMinutes, .quarter: .minute
            case .hour, .threeHours, .sixHours, .twelveHours: .hour
            case .day, .twoDays, .week, .twoWeeks: .day
            case .month, .threeMonths: .month
            case .year, .twoYears, .fiveYears, .tenYears, .century: .year
            }
        }

        var amount: Int {
            switch self {
            case .minute, .hour, .day, .month, .year: 1
            case .fiveMinutes, .fiveYears: 5
            case .quarter: 15
            case .threeHours, .threeMonths: 3
            case .sixHours: 6
            case .twelveHours: 12
            case .twoDays, .twoYears: 2
            case .week: 7
            case .twoWeeks: 14
            case .tenYears: 10
            case .century: 100
            }
        }
    }

    public let step: Step
    /// Ascending dates within the range. Empty if the range is shorter than a step and contains no start of one.
    public let dates: [Date]

    /// - Parameters:
    ///   - count: The largest number of ticks, at least 1.
    ///   - least: The shortest useful step: a day for values counted by day.
    public init(_ range: ClosedRange<Date>, zone: TimeZone, count: Int, least: Step = .minute) {
        let range = ChartCalendar.told(range.lowerBound)...ChartCalendar.told(range.upperBound)
        let length = range.upperBound.timeIntervalSince(range.lowerBound)
        let most = Double(max(count, 1))
        step = Step.allCases.first { $0.seconds >= least.seconds && length / $0.seconds <= most } ?? .century
        dates = Self.dates(range, step, ChartCalendar(zone), most: count + 1)
    }

    private static func dates(
        _ range: ClosedRange<Date>, _ step: Step, _ calendar: ChartCalendar, most: Int
    ) -> [Date] {
        var found: [Date] = []
        var date = calendar.beginning(before: range.lowerBound, step)
        // One start before the range, and two for clocks that are set back.
        for _ in 0..<most + 3 {
            guard let tick = date, tick <= range.upperBound else { break }
            if tick >= range.lowerBound { found.append(tick) }
            date = calendar.calendar.date(byAdding: step.unit, value: step.amount, to: tick)
        }
        return found
    }
}
