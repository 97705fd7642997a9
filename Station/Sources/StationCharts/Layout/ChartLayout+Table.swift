/// Columns, stacked columns, lines, areas, and columns combined with a line.
extension ChartLayout {
    mutating func layOutTable(_ items: ChartItems, _ series: [ChartSeries]) {
        let names = ItemNames(items)
        if series.count > 1 { takeLegendRoom(legendEntries(series)) }
        takeMeasureRoom()
        let ticks = takeValueRoom(valueRange(items, series), whole: areWhole(items, series))
        let scale = isOfLines ? addItemAxis(names) : .bands(addBands(names))
        let values = LinearScale(ticks.range, from: plot.bottom, to: plot.y)
        addValueAxis(ticks, values)
        addMarks(series, names, scale, values)
        addThresholds(values)
    }

    private var isOfLines: Bool { chart.type == .line || chart.type == .area }

    private func isLine(_ series: ChartSeries) -> Bool {
        isOfLines || (chart.type == .combo && series.mark == .line)
    }

    private func legendEntries(_ series: [ChartSeries]) -> [LegendEntry] {
        series.enumerated().map { index, series in
            (series.name, .series(index), isLine(series) ? .line : .fill, index)
        }
    }

    private mutating func addMarks(
        _ series: [ChartSeries], _ names: ItemNames, _ scale: ItemScale, _ values: LinearScale
    ) {
        let columns = series.indices.filter { !isLine(series[$0]) }
        if case .bands(let bands) = scale, !columns.isEmpty {
            if chart.type == .stackedColumn {
                addStacks(series, names, bands, values)
            } else {
                addColumns(columns, series, names, bands, values)
            }
        }
        let lines = series.indices.filter { isLine(series[$0]) }
        for index in lines { addLine(index, series[index], names, scale, values) }
        for index in lines { addSigns(index, series, names, scale, values) }
    }

    /// Whether all values are counts, so that ticks are whole numbers.
    private func areWhole(_ items: ChartItems, _ series: [ChartSeries]) -> Bool {
        series.allSatisfy { series in
            series.values.prefix(items.count).allSatisfy { value in
                ChartData.drawn(value).map { $0 == $0.rounded() } ?? true
            }
        }
    }

    /// Returns the range of the value axis. Columns and areas always start at 0; lines do if that takes less than
    /// half of the height.
    private func valueRange(_ items: ChartItems, _ series: [ChartSeries]) -> ClosedRange<Double> {
        let thresholds = chart.drawnThresholds.map(\.value)
        let drawn =
            chart.type == .stackedColumn
            ? (0..<items.count).flatMap { [Self.stack(series, $0, .up), Self.stack(series, $0, .down)] }
            : series.flatMap { $0.values.prefix(items.count).compactMap { $0 } }
        guard let range = ItemScale.range(drawn + thresholds) else { return 0...1 }
        let (low, high) = (range.lowerBound, range.upperBound)
        if chart.type != .line || (low >= 0 && low < high / 2) { return min(low, 0)...max(high, 0) }
        return range
    }

    /// The side of the zero line for stacked parts: positive values go up, negative ones down.
    private enum StackSide {
        case up
        case down

        init(_ value: Double) { self = value < 0 ? .down : .up }
    }

    /// Returns the sum of an item's parts on one side of the zero line.
    private static func stack(_ series: [ChartSeries], _ item: Int, _ side: StackSide) -> Double {
        series.reduce(0) { sum, one in
            let value = one.value(item) ?? 0
            return StackSide(value) == side ? sum + value : sum
        }
    }

    private var columnLimit: Int { max(Int(plot.width / 3), 1) }

    /// Draws columns from 0 to each value.
    private mutating func addColumns(
        _ columns: [Int], _ series: [ChartSeries], _ names: ItemNames, _ bands: BandScale, _ values: LinearScale
    ) {
        let keys: [(Int) -> Double?] = columns.map { index in { series[index].value($0) } }
        // Each bucket keeps items for every series, and each item has one column per series.
        let limit = columnLimit / (columns.count * columns.count) + 1
        let kept = drawnItems(count: bands.count, limit: limit, keys: keys)
        let width = max(min(bands.pitch * 0.7 / Double(columns.count), 48), 1)
        let zero = values.position(0)
        for item in kept {
            for (place, index) in columns.enumerated() {
                guard let value = series[index].value(item) else { continue }
                let middle = bands.center(item) + (Double(place) - Double(columns.count - 1) / 2) * width
                let left = min(max(middle - width / 2, plot.x), plot.right - width)
                let rect = ChartRect(ChartPosition(left, zero), ChartPosition(left + width, values.position(value)))
                add(
                    .rect(rect), .series(index), series: index, item: item,
                    name: markName(names.full(item), series.count > 1 ? series[index].name : nil, value))
            }
        }
    }

    /// Stacks the parts of each item in the order of the series, up and down from 0.
    private mutating func addStacks(
        _ series: [ChartSeries], _ names: ItemNames, _ bands: BandScale, _ values: LinearScale
    ) {
        let sides: [StackSide] = values.domain.lowerBound < 0 ? [.up, .down] : [.up]
        let kept = drawnItems(
            count: bands.count, limit: max(columnLimit / sides.count, 1),
            keys: sides.map { side in { Self.stack(series, $0, side) } })
        let width = max(min(bands.pitch * 0.7, 48), 1)
        for item in kept {
            let left = min(max(bands.center(item) - width / 2, plot.x), plot.right - width)
            var levels: [StackSide: Double] = [:]
            for (index, one) in series.enumerated() {
                guard let value = one.value(item) else { continue }
                let level = levels[StackSide(value)] ?? 0
                let (from, to) = (values.position(level), values.position(level + value))
                levels[StackSide(value)] = level + value
                add(
                    .rect(ChartRect(ChartPosition(left, from), ChartPosition(left + width, to))), .series(index),
                    series: index, item: item, name: markName(names.full(item), one.name, value))
            }
        }
    }

    /// Returns the positions of a series as contiguous runs between gaps.
    private func runs(
        _ series: ChartSeries, _ count: Int, _ scale: ItemScale, _ values: LinearScale
    ) -> [[ChartPosition]] {
        var (runs, run) = ([[ChartPosition]](), [ChartPosition]())
        for item in 0..<count {
            if let value = series.value(item), let x = scale.position(item) {
                run.append(ChartPosition(x, values.position(value)))
            } else if !run.isEmpty {
                runs.append(run)
                run = []
            }
        }
        return run.isEmpty ? runs : runs + [run]
    }

    private mutating func addLine(
        _ index: Int, _ series: ChartSeries, _ names: ItemNames, _ scale: ItemScale, _ values: LinearScale
    ) {
        let runs = runs(series, names.items.count, scale, values).map(Thinning.line)
        guard !runs.isEmpty else { return }
        if chart.type == .area {
            let zero = values.position(0)
            let filled = runs.map { run in
                run + [ChartPosition(run[run.count - 1].x, zero), ChartPosition(run[0].x, zero)]
            }
            add(.area(filled), .series(index), series: index)
        }
        add(.line(runs), .series(index), series: index)
    }

    /// Adds selectable points to a line: all of them, or the extremes if there are many. Only a few are drawn.
    private mutating func addSigns(
        _ index: Int, _ series: [ChartSeries], _ names: ItemNames, _ scale: ItemScale, _ values: LinearScale
    ) {
        let (line, count) = (series[index], names.items.count)
        let kept = drawnItems(
            count: count, limit: max(Int(plot.width / 12), 1), keys: [{ line.value($0) }])
        let areDrawn = !frame.isSmall && Double(count) <= plot.width / 24
        for item in kept {
            guard let value = line.value(item), let x = scale.position(item) else { continue }
            let isAlone = line.value(item - 1) == nil && line.value(item + 1) == nil
            let paint = ChartPaint.series(index)
            add(
                .sign(ChartPosition(x, values.position(value)), paint.sign), paint, series: index, item: item,
                name: markName(names.full(item), series.count > 1 ? line.name : nil, value),
                isQuiet: !(areDrawn || isAlone))
        }
    }
}
