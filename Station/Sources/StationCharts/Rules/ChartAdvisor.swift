import StationRules

/// Why a chart type is not for some data.
public enum ChartRefusal: Hashable, Sendable {
    /// There are no values of the kind that the type draws.
    case otherData
    /// Time goes from left to right, not down.
    case timeOnBars
    /// Columns would be too narrow.
    case manyColumns(Int, most: Int)
    /// Labels of columns would not be whole.
    case longLabels
    /// Parts of a whole are not negative.
    case negativeParts
    /// Parts of a column, or series, could not be told apart.
    case manyParts(Int, most: Int)
    /// Items do not follow each other: a line would tell of a trend that there is not.
    case unordered
    /// The line would have breaks.
    case gaps(Int, most: Int)
    /// A combo chart compares columns with a line.
    case columnsOrLineMissing
    /// There is nothing to compare: one segment is the whole.
    case oneSegment
    /// There are no sessions, or prices are missing in some.
    case pricesMissing

    /// In one sentence.
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
    /// Whether the type draws this kind of data at all.
    public func takes(_ data: ChartData) -> Bool {
        switch (self, data) {
        case (.waterfall, .steps), (.scatter, .points), (.bubble, .points), (.stock, .sessions): true
        case (.bar, .table), (.column, .table), (.stackedColumn, .table), (.line, .table), (.area, .table),
            (.combo, .table), (.donut, .table):
            true
        default: false
        }
    }

    /// The greatest number of parts in a stacked column, and of lines or clustered columns.
    public static let maximumParts = 6
    /// A line has this many gaps at most.
    public static let maximumGaps = 1
    /// The width of a column with the space beside it, in pixels.
    static let minimumColumnPitch = 8.0
}

extension Chart {
    /// Why the chart's type is not for its data.
    /// - Parameter width: Of the chart, in pixels.
    /// - Returns: Empty if it is.
    public func refusals(width: Double) -> [ChartRefusal] {
        guard type.takes(data) else { return [.otherData] }
        switch data {
        case .table(let items, let series): return refusals(items, series, width)
        case .sessions(let sessions, _, _): return sessions.allSatisfy(\.isDrawn) ? [] : [.pricesMissing]
        case .points(let series, _, _): return Self.manyParts(series.count)
        case .steps: return []
        }
    }

    /// The type that shows the same data best. It is the chart's own, if that is not refused.
    /// - Parameter width: Of the chart, in pixels.
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
        // What nothing fits is drawn as what draws it at all.
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
        // Times can be left out between others; names cannot.
        guard !items.isTime, items.count > 0 else { return [] }
        let pitch = width * Self.plotShare / Double(items.count)
        let names = ItemNames(items)
        let arrangement = LabelFitting.arrangement(
            count: items.count, pitch: pitch, uprightRoom: nil, name: names.short)
        return arrangement == .level(every: 1) ? [] : [.longLabels]
    }

    /// What the axis of values leaves of the width, about.
    private static let plotShare = 0.9

    private func lineRefusals(_ items: ChartItems, _ series: [ChartSeries], gaps most: Int) -> [ChartRefusal] {
        let order: [ChartRefusal] = items.isOrdered ? [] : [.unordered]
        let gaps = series.map { Self.gaps($0, items.count) }.max() ?? 0
        return order + (gaps > most ? [.gaps(gaps, most: most)] : [])
    }

    /// The number of breaks between the first value and the last.
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
