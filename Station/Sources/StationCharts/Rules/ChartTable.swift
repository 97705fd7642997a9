import StationRules

/// The values of a chart as a table to read instead of it.
public struct ChartTable: Hashable, Sendable {
    /// The column titles. The first column names the row.
    public let columns: [String]
    /// The texts of the cells, one for each column.
    public let rows: [[String]]

    public init(_ chart: Chart) {
        switch chart.data {
        case .table(let items, let series):
            let names = ItemNames(items)
            columns = [chart.itemName ?? Self.head(items)] + series.map { Self.head($0, chart) }
            rows = (0..<items.count).map { item in
                [names.full(item)] + series.map { chart.amount($0.value(item)) }
            }
        case .steps(let steps):
            columns = [localized("Step"), chart.measure.name]
            rows = zip(steps, Waterfall(steps).columns).map { [$0.name, chart.amount($1?.value)] }
        case .points(let series, let x, let size):
            let last = size.map { [$0.name] } ?? []
            columns = [localized("Series"), x.name, chart.measure.name] + last
            rows = series.flatMap { series in
                series.points.map { point in
                    let amount = size.map { [ChartNumber.text(point.size, unit: $0.unit)] } ?? []
                    return [series.name, ChartNumber.text(point.x, unit: x.unit), chart.amount(point.y)] + amount
                }
            }
        case .sessions(let sessions, _, let zone):
            let names = ItemNames(.dates(sessions.map(\.date), zone))
            columns = [
                localized("Day"), localized("Opening"), localized("Highest"), localized("Lowest"),
                localized("Closing"), localized("Volume"),
            ]
            rows = sessions.indices.map { item in
                let session = sessions[item]
                return [names.full(item)]
                    + [session.open, session.high, session.low, session.close].map(chart.amount)
                    + [ChartNumber.text(session.volume)]
            }
        }
    }

    /// Returns a column title that includes what is counted if neither the name nor a unit does: "Imported (Pages)".
    private static func head(_ series: ChartSeries, _ chart: Chart) -> String {
        let measure = chart.measure
        let isTold = measure.name.isEmpty || !measure.unit.isEmpty || series.name == measure.name
        return isTold ? series.name : "\(series.name) (\(measure.name))"
    }

    private static func head(_ items: ChartItems) -> String {
        switch items {
        case .categories: localized("Item")
        case .dates: localized("Day")
        case .numbers(_, let measure): measure.name
        }
    }
}
