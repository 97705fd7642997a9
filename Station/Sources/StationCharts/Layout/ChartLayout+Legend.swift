import StationRules

extension ChartLayout {
    /// A legend item before it is placed.
    typealias LegendEntry = (name: String, paint: ChartPaint, swatch: ChartLegendItem.Swatch, series: Int?)

    /// Takes space for a legend below the plot, and draws it. Items that do not fit are counted.
    mutating func takeLegendRoom(_ entries: [LegendEntry]) {
        let rows = legendRows
        guard rows > 0, !entries.isEmpty else { return }
        var (row, x) = (0, plot.x)
        for (index, entry) in entries.enumerated() {
            let isLast = index == entries.count - 1
            // If more entries follow the last row, it reserves space for their count.
            let reserve = row == rows - 1 && !isLast ? Self.countWidth : 0
            let box = ChartLegendItem.boxSide + 6
            let text = TextWidth.shortened(
                entry.name, to: min(plot.width - box, Self.legendWidth), size: ChartFrame.fontSize)
            let width = box + TextWidth.of(text, ChartFrame.fontSize)
            if x > plot.x, x + width > plot.right - reserve {
                row += 1
                x = plot.x
            }
            guard row < rows else {
                addCount(entries.count - index, after: legend)
                row = rows - 1
                break
            }
            addLegendItem(entry.name, text, entry.paint, entry.swatch, entry.series, row: row, x: x)
            x += width + 20
        }
        take(bottom: Double(row + 1) * Self.rowHeight + 4)
        let top = plot.bottom + 4 + Self.rowHeight / 2
        legend = legend.map { item in
            var item = item
            item.box.y += top
            item.label.place.y += top
            return item
        }
        labels = labels.map { label in
            var label = label
            if label.role == .legend { label.place.y += top }
            return label
        }
    }

    /// The largest width of an item's text in pixels.
    static let legendWidth = 240.0
    private static let rowHeight = 20.0
    private static let countWidth = 90.0

    private var legendRows: Int {
        if frame.isSmall || frame.height < 160 { return 0 }
        if frame.height < 240 { return 1 }
        // Given enough space, each segment of a donut is named.
        return frame.height < 300 || chart.type != .donut ? 3 : Donut.maximumSegments
    }

    /// Adds a legend item, positioned relative to the middle of the first row.
    private mutating func addLegendItem(
        _ name: String, _ text: String, _ paint: ChartPaint, _ swatch: ChartLegendItem.Swatch, _ series: Int?, row: Int,
        x: Double
    ) {
        let (side, y) = (ChartLegendItem.boxSide, Double(row) * Self.rowHeight)
        let label = ChartLabel(text: text, role: .legend, place: ChartPosition(x + side + 6, y), anchor: .left)
        let box = ChartRect(x: x, y: y - side / 2, width: side, height: side)
        var item = ChartLegendItem(
            paint: paint, swatch: swatch, name: name, label: label, series: series, box: box)
        if let series, case .series(series) = chart.drawnSelection { item.isSelected = true }
        legend.append(item)
    }

    private mutating func addCount(_ count: Int, after legend: [ChartLegendItem]) {
        guard let last = legend.last else { return }
        let text = localized("\(count) more")
        let x = last.label.bounds.right + 20
        guard x + TextWidth.of(text, ChartFrame.fontSize) <= plot.right else { return }
        let place = ChartPosition(x, last.label.place.y)
        labels.append(ChartLabel(text: text, role: .legend, place: place, anchor: .left))
    }
}
