import FoundationEssentials
public import StationCharts
public import StationRules

/// The charts of the overview, created from its figures.
public struct HomeCharts: Sendable {
    public let figures: HomeFigures
    private let zone: TimeZone
    private let calendar: Calendar

    public init(_ figures: HomeFigures, clock: StationClock) {
        self.figures = figures
        zone = clock.zone
        calendar = clock.calendar
    }

    /// The maximum number of bars, above which they would be too thin for a glance.
    private static let maximumBars = 8

    /// Returns the values of a chart; `nil` if it does not count documents.
    public func series(_ kind: HomeChart) -> HomeSeries? {
        HomeSeries(kind, figures)
    }

    /// Whether a chart has anything to compare: the chart of people requires several people.
    public func isOffered(_ kind: HomeChart) -> Bool { kind != .people || figures.people.count > 1 }

    /// - Parameters:
    ///   - width: The width in pixels, which the chart type depends on.
    ///   - isWhole: Whether to show all bars instead of only the longest.
    public func chart(_ kind: HomeChart, width: Double, isWhole: Bool = true) -> Chart {
        guard let series = series(kind) else { return storage() }
        var chart = Chart(
            chartType(of: kind), title: kind.title, measure: ChartMeasure(localized("Pages")),
            data: data(series, isWhole: isWhole), itemName: itemName(of: kind))
        if !chart.data.isEmpty { chart.type = chart.suggestedType(width: width) }
        return chart
    }

    private func chartType(of kind: HomeChart) -> ChartType {
        switch kind {
        case .days: .line
        case .weekdays: .column
        case .weeks: .stackedColumn
        case .folders, .people: .bar
        case .types: .donut
        case .flow: .waterfall
        case .storage: .area
        }
    }

    /// Returns the name of a chart's items; `nil` if it is obvious.
    private func itemName(of kind: HomeChart) -> String? {
        switch kind {
        case .days, .flow, .storage: nil
        case .weekdays: localized("Weekday")
        case .weeks: localized("Week from")
        case .folders: localized("Folder")
        case .types: localized("Document Type")
        case .people: localized("Person")
        }
    }

    private func data(_ series: HomeSeries, isWhole: Bool) -> ChartData {
        let isEmpty = series.items.allSatisfy { $0.amount == DocumentAmount() }
        // An empty library has no chart.
        func value(_ pages: Int) -> Double? { isEmpty ? nil : Double(pages) }
        switch series.chart {
        case .flow: return .steps(isEmpty ? [] : steps(series.items))
        case .weeks:
            let sources = ListFilter.Source.allCases.filter { source in
                series.items.contains { ($0.parts[source]?.pages ?? 0) > 0 }
            }
            return .table(
                names(series.items),
                sources.map { source in
                    ChartSeries(source.arrival, series.items.map { value($0.parts[source]?.pages ?? 0) })
                })
        case .folders, .people:
            let shown = isWhole ? series.items : shortened(series.items)
            return .table(names(shown), [ChartSeries(localized("Pages"), shown.map { value($0.amount.pages) })])
        default:
            return .table(
                names(series.items, ordered: series.chart == .weekdays),
                [ChartSeries(localized("Pages"), series.items.map { value($0.amount.pages) })])
        }
    }

    private func steps(_ items: [HomeSeries.Item]) -> [ChartStep] {
        items.enumerated().map { index, item in
            let pages = Double(item.amount.pages)
            return ChartStep(
                text(item.name), index == 0 ? .start(pages) : index == items.count - 1 ? .total : .change(pages))
        }
    }

    private func shortened(_ items: [HomeSeries.Item]) -> [HomeSeries.Item] { Array(items.prefix(Self.maximumBars)) }

    /// - Parameter ordered: Whether the names have an order, as weekdays do and folders do not.
    private func names(_ items: [HomeSeries.Item], ordered: Bool = false) -> ChartItems {
        let days = items.compactMap { item -> Date? in if case .day(let day) = item.name { date(day) } else { nil } }
        if days.count == items.count, !items.isEmpty { return .dates(days, zone) }
        return .categories(items.map { text($0.name) }, ordered: ordered)
    }

    private func text(_ name: HomeSeries.Name) -> String {
        switch name {
        case .day(let day): day.description
        case .text(let text): text
        }
    }

    private func date(_ day: Day) -> Date? {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day)).map {
            calendar.startOfDay(for: $0)
        }
    }

    private func storage() -> Chart {
        let stored = figures.storage.compactMap { stored in date(stored.day).map { ($0, stored.bytes) } }
        // Use powers of 1000, as for all file sizes.
        let (unit, scale) = (stored.map(\.1).max() ?? 0) >= 1_000_000_000 ? ("GB", 1e9) : ("MB", 1e6)
        return Chart(
            .area, title: HomeChart.storage.title, measure: ChartMeasure(localized("Storage"), unit: unit),
            data: .table(
                .dates(stored.map(\.0), zone),
                [ChartSeries(localized("Storage"), stored.map { (Double($0.1) / scale * 100).rounded() / 100 })]))
    }
}
