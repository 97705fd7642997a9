import StationRules

/// Names and values of the selected part of a chart, for the summary beside it.
public struct ChartReading: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        public let name: String
        public let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name of the selection.
    public let title: String
    public let lines: [Line]

    /// - Returns: `nil` if nothing is selected.
    public init?(_ chart: Chart) {
        let selection = chart.drawnSelection
        switch (chart.data, selection) {
        case (_, .none): return nil
        case (.table(let items, let series), _) where chart.type == .donut:
            guard let first = series.first else { return nil }
            self = Self(Donut(items, first), chart, selection)
        case (.table(let items, let series), .item(let item)), (.table(let items, let series), .point(_, let item)):
            title = ItemNames(items).full(item)
            lines = Self.parts(series, item, chart)
        case (.table(let items, let series), .items(let selected)):
            title = chart.title
            let names = ItemNames(items)
            lines = selected.sorted().flatMap { item in
                series.map { Line(names.full(item), chart.amount($0.value(item))) }
            }
        case (.table(let items, let series), .series(let index)):
            title = series[index].name
            let names = ItemNames(items)
            lines = (0..<items.count).map { Line(names.full($0), chart.amount(series[index].value($0))) }
        case (.steps(let steps), .item(let item)):
            title = steps[item].name
            let column = Waterfall(steps).columns[item]
            lines = [Line(column?.paint.word ?? "", chart.amount(column?.value))]
        case (.points(let series, let x, let size), .point(let index, let item)):
            title = series[index].name
            lines = Self.point(series[index].points[item], x, size, chart)
        case (.points(let series, _, _), .series(let index)):
            title = series[index].name
            lines = [Line(localized("Points"), "\(series[index].points.count(where: \.isDrawn))")]
        case (.sessions(let sessions, _, let zone), .item(let item)),
            (.sessions(let sessions, _, let zone), .point(_, let item)):
            title = ItemNames(.dates(sessions.map(\.date), zone)).full(item)
            lines = sessions[item].isDrawn ? Self.prices(sessions[item], chart.measure) : []
        default: return nil
        }
    }

    private init(_ donut: Donut, _ chart: Chart, _ selection: ChartSelection) {
        title = chart.title
        let selected = donut.segments.filter { segment in
            segment.items.contains { selection.emphasis(series: 0, item: $0) == .selected }
        }
        lines = selected.map {
            Line($0.name, "\(chart.amount($0.value)) (\(ChartNumber.percentage($0.share)))")
        }
    }

    /// Returns each part of an item, and the sum if the parts are stacked.
    private static func parts(_ series: [ChartSeries], _ item: Int, _ chart: Chart) -> [Line] {
        let parts = series.map { Line($0.name, chart.amount($0.value(item))) }
        guard chart.type == .stackedColumn else { return parts }
        let sum = series.reduce(0) { $0 + ($1.value(item) ?? 0) }
        return [Line(localized("Total"), chart.amount(sum))] + parts
    }

    private static func point(_ point: ChartPoint, _ x: ChartMeasure, _ size: ChartMeasure?, _ chart: Chart) -> [Line] {
        var lines = [
            Line(x.name, ChartNumber.text(point.x, unit: x.unit)), Line(chart.measure.name, chart.amount(point.y)),
        ]
        if let size { lines.append(Line(size.name, ChartNumber.text(point.size, unit: size.unit))) }
        return lines
    }

    /// Returns the prices and the volume of a session.
    static func prices(_ session: ChartSession, _ measure: ChartMeasure) -> [Line] {
        let prices = [
            (localized("Opening"), session.open), (localized("Highest"), session.high),
            (localized("Lowest"), session.low), (localized("Closing"), session.close),
        ]
        return prices.map { Line($0.0, ChartNumber.text($0.1, unit: measure.unit)) }
            + [Line(localized("Volume"), ChartNumber.text(session.volume))]
    }
}

extension Chart {
    /// Formats a value with its unit, or returns a dash for a gap.
    func amount(_ value: Double?) -> String {
        ChartData.drawn(value).map { ChartNumber.text($0, unit: measure.unit) } ?? "–"
    }
}
