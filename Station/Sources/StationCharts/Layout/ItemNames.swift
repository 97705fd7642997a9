import FoundationEssentials

/// The names of a table's items: short for the axis, full for screen readers.
package struct ItemNames {
    let items: ChartItems
    private let calendar: ChartCalendar?
    /// For dates, the precision needed to distinguish them.
    let step: TimeTicks.Step

    package init(_ items: ChartItems) {
        self.items = items
        switch items {
        case .dates(let dates, let zone):
            calendar = ChartCalendar(zone)
            step = Self.step(dates)
        case .categories, .numbers:
            calendar = nil
            step = .day
        }
    }

    package func short(_ item: Int) -> String {
        if case .dates(let dates, _) = items, let calendar { return calendar.name(dates[item], step) }
        return full(item)
    }

    package func full(_ item: Int) -> String {
        switch items {
        case .categories(let names, _): return names[item]
        case .numbers(let numbers, let measure): return ChartNumber.text(numbers[item], unit: measure.unit)
        case .dates(let dates, _):
            guard let calendar else { return "" }
            switch step.unit {
            case .month, .year: return calendar.name(dates[item], step)
            default: return calendar.fullName(dates[item], withTime: step.unit == .hour)
            }
        }
    }

    /// Returns the shortest interval between two dates: an hour, a day, a month or a year.
    private static func step(_ dates: [Date]) -> TimeTicks.Step {
        let shortest = zip(dates, dates.dropFirst()).map { $1.timeIntervalSince($0).magnitude }.filter { $0 > 0 }.min()
        guard let shortest else { return .day }
        let steps: [TimeTicks.Step] = [.year, .month, .day]
        return steps.first { shortest >= $0.seconds * 0.9 } ?? .hour
    }
}
