/// Horizontal bars, with the first item at the top.
extension ChartLayout {
    mutating func layOutBars(_ items: ChartItems, _ series: [ChartSeries]) {
        let names = ItemNames(items)
        if series.count > 1 {
            takeLegendRoom(series.indices.map { (series[$0].name, .series($0), .fill, $0) })
        }
        let kept = drawnItems(
            count: items.count, limit: max(Int(plot.height / 3 / Double(max(series.count, 1))), 1),
            keys: series.map { series in { series.value($0) } })
        takeItemRoom(kept, names)
        let scale = addBarAxis(series.flatMap { $0.values.prefix(items.count).compactMap { $0 } })
        let bands = BandScale(count: kept.count, from: plot.y, to: plot.bottom)
        addItemLabels(kept, names, bands)
        let zero = scale.position(0)
        let height = max(min(bands.pitch * 0.7 / Double(max(series.count, 1)), 32), 1)
        for (row, item) in kept.enumerated() {
            for (index, one) in series.enumerated() {
                guard let value = one.value(item) else { continue }
                let middle = bands.center(row) + (Double(index) - Double(series.count - 1) / 2) * height
                let top = min(max(middle - height / 2, plot.y), plot.bottom - height)
                add(
                    .rect(ChartRect(ChartPosition(zero, top), ChartPosition(scale.position(value), top + height))),
                    .series(index), series: index, item: item,
                    name: markName(names.full(item), series.count > 1 ? one.name : nil, value))
            }
        }
        addBarThresholds(scale)
    }

    /// The largest share of the plot's width for the names of items.
    private static let nameShare = 0.45

    /// Takes space for the column of names: the width of the longest one, up to a share of the plot.
    private mutating func takeItemRoom(_ kept: [Int], _ names: ItemNames) {
        let most = plot.width * Self.nameShare
        take(left: min(LabelFitting.widest(kept, names.short), most) + 8)
    }

    private mutating func addItemLabels(_ kept: [Int], _ names: ItemNames, _ bands: BandScale) {
        let room = plot.x - 8 - ChartFrame.margin
        let every = max(Int((ChartFrame.lineHeight / bands.pitch).rounded(.up)), 1)
        for row in stride(from: 0, to: kept.count, by: every) {
            let text = TextWidth.shortened(names.short(kept[row]), to: room + 1e-6, size: ChartFrame.fontSize)
            let place = ChartPosition(plot.x - 8, bands.center(row))
            labels.append(ChartLabel(text: text, role: .axis, place: place, anchor: .right))
        }
    }

    /// Adds the value axis below the plot. Its range always includes 0.
    private mutating func addBarAxis(_ values: [Double]) -> LinearScale {
        let range = ItemScale.range(values + chart.drawnThresholds.map(\.value)) ?? 0...1
        let isWhole = values.allSatisfy { ChartData.drawn($0).map { $0 == $0.rounded() } ?? true }
        let ticks = ChartTicks(
            min(range.lowerBound, 0)...max(range.upperBound, 0), count: tickCount(plot.width), whole: isWhole)
        let scale = LinearScale(ticks.range, from: plot.x, to: plot.right)
        takeMeasureRoomBelow(chart.measure)
        let y = plot.bottom - ChartFrame.fontSize / 2
        take(bottom: ChartFrame.lineHeight + 6)
        labels += LabelFitting.row(
            ticks.values.map { (text: text($0, ticks), x: scale.position($0)) }, y: y, from: plot.x - 8, to: frame.width
        )
        rules += ticks.values.map { tick in
            let x = scale.position(tick)
            return ChartRule(
                role: tick == 0 ? .baseline : .grid, start: ChartPosition(x, plot.y), end: ChartPosition(x, plot.bottom)
            )
        }
        return scale
    }

    private mutating func addBarThresholds(_ scale: LinearScale) {
        for threshold in chart.drawnThresholds {
            let x = scale.position(threshold.value)
            rules.append(
                ChartRule(
                    role: threshold.kind == .target ? .target : .limit, start: ChartPosition(x, plot.y),
                    end: ChartPosition(x, plot.bottom)))
            let text = TextWidth.shortened(threshold.name, to: plot.width / 2, size: ChartFrame.fontSize)
            let isLeft = x + 4 + TextWidth.of(text, ChartFrame.fontSize) > frame.width
            let place = ChartPosition(isLeft ? x - 4 : x + 4, plot.y + ChartFrame.fontSize / 2)
            addIfFree(ChartLabel(text: text, role: .threshold, place: place, anchor: isLeft ? .right : .left))
        }
    }
}
