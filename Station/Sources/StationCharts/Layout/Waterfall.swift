import StationRules

/// The levels at which the steps of a waterfall begin and end.
public struct Waterfall: Hashable, Sendable {
    /// A column between two levels.
    public struct Column: Hashable, Sendable {
        public let from: Double
        public let to: Double
        public let paint: ChartPaint

        /// The value of the column: the change, or the level of a start or total.
        public var value: Double { to - from }
    }

    /// One column per step; `nil` for a gap, which does not change the level.
    public let columns: [Column?]

    public init(_ steps: [ChartStep]) {
        var level = 0.0
        columns = steps.map { step in
            switch step.kind {
            case .total: return Column(from: 0, to: level, paint: .total)
            case .start:
                guard let value = step.drawn else { return nil }
                level = value
                return Column(from: 0, to: level, paint: .total)
            case .change:
                guard let value = step.drawn else { return nil }
                defer { level += value }
                return Column(from: level, to: level + value, paint: value < 0 ? .decrease : .increase)
            }
        }
    }

    /// The level after all steps.
    public var end: Double { columns.compactMap { $0 }.last?.to ?? 0 }
}

extension ChartLayout {
    mutating func layOutSteps(_ steps: [ChartStep]) {
        let waterfall = Waterfall(steps)
        let names = ItemNames(.categories(steps.map(\.name), ordered: true))
        takeLegendRoom([
            (localized("Increase"), .increase, .fill, nil), (localized("Decrease"), .decrease, .fill, nil),
            (localized("Total"), .total, .fill, nil),
        ])
        takeMeasureRoom()
        let levels = waterfall.columns.compactMap { $0 }.flatMap { [$0.from, $0.to] }
        let range = ItemScale.range(levels) ?? 0...1
        let ticks = takeValueRoom(
            min(range.lowerBound, 0)...max(range.upperBound, 0), whole: levels.allSatisfy { $0 == $0.rounded() })
        let bands = addBands(names)
        let values = LinearScale(ticks.range, from: plot.bottom, to: plot.y)
        addValueAxis(ticks, values)
        addColumns(waterfall, names, bands, values)
    }

    private mutating func addColumns(
        _ waterfall: Waterfall, _ names: ItemNames, _ bands: BandScale, _ values: LinearScale
    ) {
        let columns = waterfall.columns
        let kept = drawnItems(
            count: columns.count, limit: max(Int(plot.width / 3), 1), keys: [{ columns[$0]?.to }])
        let width = max(min(bands.pitch * 0.7, 64), 1)
        var last: ChartPosition?
        for item in kept {
            guard let column = columns[item] else { continue }
            let left = min(max(bands.center(item) - width / 2, plot.x), plot.right - width)
            let (from, to) = (values.position(column.from), values.position(column.to))
            let rect = ChartRect(ChartPosition(left, from), ChartPosition(left + width, to))
            add(
                .rect(rect), column.paint, item: item,
                name: markName(names.full(item), column.paint.word, column.value))
            if let last, last.x < left {
                rules.append(ChartRule(role: .connector, start: last, end: ChartPosition(left, last.y)))
            }
            last = ChartPosition(left + width, to)
            if chart.drawnSelection == .item(item) { addValue(column, rect) }
        }
    }

    /// Adds the value of the selected column above or below it, where there is space.
    private mutating func addValue(_ column: Waterfall.Column, _ rect: ChartRect) {
        let text = ChartNumber.text(column.value, unit: chart.measure.unit)
        let half = TextWidth.of(text, ChartFrame.fontSize) / 2
        let x = min(max(rect.center.x, half), frame.width - half)
        let count = labels.count
        for y in [rect.y - 9, rect.bottom + 9, rect.center.y] where labels.count == count {
            addIfFree(ChartLabel(text: text, role: .value, place: ChartPosition(x, y), anchor: .middle))
        }
    }
}

extension ChartPaint {
    /// The name of its kind in the legend of a waterfall.
    var word: String? {
        switch self {
        case .increase: localized("Increase")
        case .decrease: localized("Decrease")
        case .total: localized("Total")
        case .series, .volume: nil
        }
    }
}
