import StationRules

/// The reason why a chart type does not suit some data.
public enum ChartRefusal: Hashable, Sendable {
    /// The type draws another kind of values.
    case otherData
    /// Time runs from left to right, not downward.
    case timeOnBars
    /// Columns would be too narrow.
    case manyColumns(Int, most: Int)
    /// Labels of columns would be shortened.
    case longLabels
    /// Parts of a whole cannot be negative.
    case negativeParts
    /// Readers could not distinguish the parts of a column or the series.
    case manyParts(Int, most: Int)
    /// The items form no sequence: a line would suggest a trend that does not exist.
    case unordered
    /// The line would have breaks.
    case gaps(Int, most: Int)
    /// A combo chart compares columns with a line.
    case columnsOrLineMissing
    /// A single segment is the whole, so it has nothing to compare with.
    case oneSegment
    /// The data have no sessions, or some of their prices are missing.
    case pricesMissing

    /// The reason in one sentence.
    public var reason: String {
        switch self {
        case .otherData: localized("This type of chart draws other data.")
        case .timeOnBars: localized("Time goes from left to right, not down.")
        case .manyColumns(let count, let most): localized("\(count) columns are too narrow: there is room for \(most).")
        case .longLabels: localized("The labels are too long for columns.")
        case .negativeParts: localized("Parts of a whole cannot be negative.")
        case .manyParts(let count, let most): localized("\(count) parts cannot be told apart: \(most) can.")
        case .unordered: localized("A line would show a trend, but the items have no order.")
        case .gaps(let count, _):
            count == 1 ? localized("The line would have a gap.") : localized("The line would have \(count) gaps.")
        case .columnsOrLineMissing: localized("It takes columns and a line to compare them.")
        case .oneSegment: localized("One part alone is the whole.")
        case .pricesMissing: localized("Some sessions have no prices.")
        }
    }
}

extension ChartType {
    /// Whether the type can draw this kind of data.
    public func takes(_ data: ChartData) -> Bool {
        switch (self, data) {
        case (.waterfall, .steps), (.scatter, .points), (.bubble, .points), (.stock, .sessions): true
        case (.bar, .table), (.column, .table), (.stackedColumn, .table), (.line, .table), (.area, .table),
            (.combo, .table), (.donut, .table):
            true
        default: false
        }
    }

    /// The largest number of parts in a stacked column, and of lines or clustered columns.
    public static let maximumParts = 6
    /// The largest number of gaps in a line.
    public static let maximumGaps = 1
    /// The width of a column including its spacing, in pixels.
    static let minimumColumnPitch = 8.0
}

extension Chart {
    /// Returns why the chart's type does not suit its data.
    /// - Parameter width: The width of the chart in pixels.
    /// - Returns: Empty if the type suits the data.
    public func refusals(width: Double) -> [ChartRefusal] {
        guard type.takes(data) else { return [.otherData] }
        switch data {
        case .table(let items, let series): return refusals(items, series, width)
        case .sessions(let sessions, _, _): return sessions.allSatisfy(\.isDrawn) ? [] : [.pricesMissing]
        case .points(let series, _, _): return Self.manyParts(series.count)
        case .steps: return []
        }
    }

    /// Returns the type that shows the same data best: the chart's own, unless it is refused.
    /// - Parameter width: The width of the chart in pixels.
    public func suggestedType(width: Double) -> ChartType {
        let candidates: [ChartType] =
            switch data {
            case .table: type == .donut ? [.bar, .column, .line] : [.column, .line, .bar]
            case .steps: [.waterfall]
            case .points(_, _, let size): size == nil ? [.scatter] : [.bubble]
            case .sessions: [.stock]
            }
        let fitting = ([type] + candidates).first { candidate in
            var chart = self
            chart.type = candidate
            return chart.refusals(width: width).isEmpty
        }
        // If no type fits well, use one that can draw the data.
        return fitting ?? candidates[0]
    }

    private func refusals(_ items: ChartItems, _ series: [ChartSeries], _ width: Double) -> [ChartRefusal] {
        switch type {
        case .bar: return (items.isTime ? [.timeOnBars] : []) + Self.manyParts(series.count)
        case .column: return columnRefusals(items, series.count, width) + Self.manyParts(series.count)
        case .stackedColumn:
            return columnRefusals(items, 1, width) + Self.negativeParts(items, series) + Self.manyParts(series.count)
        case .line: return lineRefusals(items, series, gaps: ChartType.maximumGaps) + Self.manyParts(series.count)
        case .area: return lineRefusals(items, series, gaps: 0) + Self.manyParts(series.count)
        case .combo: return comboRefusals(items, series, width)
        case .donut: return donutRefusals(items, series)
        case .waterfall, .scatter, .bubble, .stock: return [.otherData]
        }
    }

    private static func manyParts(_ count: Int) -> [ChartRefusal] {
        count > ChartType.maximumParts ? [.manyParts(count, most: ChartType.maximumParts)] : []
    }

    private static func negativeParts(_ items: ChartItems, _ series: [ChartSeries]) -> [ChartRefusal] {
        let isNegative = series.contains { series in (0..<items.count).contains { (series.value($0) ?? 0) < 0 } }
        return isNegative ? [.negativeParts] : []
    }

    private func columnRefusals(_ items: ChartItems, _ columns: Int, _ width: Double) -> [ChartRefusal] {
        let most = max(Int(width / ChartType.minimumColumnPitch) / max(columns, 1), 1)
        guard items.count <= most else { return [.manyColumns(items.count, most: most)] }
        // Labels of times can be omitted between others; names cannot.
        guard !items.isTime, items.count > 0 else { return [] }
        let pitch = width * Self.plotShare / Double(items.count)
        let names = ItemNames(items)
        let arrangement = LabelFitting.arrangement(
            count: items.count, pitch: pitch, uprightRoom: nil, name: names.short)
        return arrangement == .level(every: 1) ? [] : [.longLabels]
    }

    /// The approximate share of the width left of the value axis for the plot.
    private static let plotShare = 0.9

    private func lineRefusals(_ items: ChartItems, _ series: [ChartSeries], gaps most: Int) -> [ChartRefusal] {
        let order: [ChartRefusal] = items.isOrdered ? [] : [.unordered]
        let gaps = series.map { Self.gaps($0, items.count) }.max() ?? 0
        return order + (gaps > most ? [.gaps(gaps, most: most)] : [])
    }

    /// Returns the number of gaps between the first and the last value.
    static func gaps(_ series: ChartSeries, _ count: Int) -> Int {
        let drawn = (0..<count).filter { series.value($0) != nil }
        return zip(drawn, drawn.dropFirst()).count { $1 - $0 > 1 }
    }

    private func comboRefusals(_ items: ChartItems, _ series: [ChartSeries], _ width: Double) -> [ChartRefusal] {
        let lines = series.filter { $0.mark == .line }
        let columns = series.count - lines.count
        let kinds: [ChartRefusal] = lines.isEmpty || columns == 0 ? [.columnsOrLineMissing] : []
        return kinds + columnRefusals(items, columns, width)
            + lineRefusals(items, lines, gaps: ChartType.maximumGaps) + Self.manyParts(series.count)
    }

    private func donutRefusals(_ items: ChartItems, _ series: [ChartSeries]) -> [ChartRefusal] {
        let series = Array(series.prefix(2))
        guard series.count == 1 else { return [.otherData] }
        let few: [ChartRefusal] = Donut(items, series[0]).segments.count < 2 ? [.oneSegment] : []
        return Self.negativeParts(items, series) + few
    }
}
