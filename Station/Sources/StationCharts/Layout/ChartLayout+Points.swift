/// Scatter and bubble charts.
extension ChartLayout {
    mutating func layOutPoints(_ series: [ChartPointSeries], _ x: ChartMeasure, _ size: ChartMeasure?) {
        if series.count > 1 {
            takeLegendRoom(
                series.indices.map { (series[$0].name, .series($0), chart.type == .bubble ? .fill : .sign, $0) })
        }
        takeMeasureRoom()
        let points = series.flatMap(\.points).filter(\.isDrawn)
        let ticks = takeValueRoom(range(points.map(\.y), plot.height), whole: false)
        let across = addNumbers(range(points.map(\.x), plot.width), x)
        let up = LinearScale(ticks.range, from: plot.bottom, to: plot.y)
        addValueAxis(ticks, up)
        let bubbles = BubbleSizes(points, largest: bubbleRadius)
        for index in series.indices { addPoints(index, series, across, up, x, size, bubbles) }
        addGuides(series, across, up)
    }

    /// Returns the range of an axis: the values, with space for bubbles that extend beyond their centers. If all
    /// values are 0, 0 is in the middle.
    /// - Parameter length: The length of the axis in pixels.
    private func range(_ values: [Double], _ length: Double) -> ClosedRange<Double> {
        guard let range = ItemScale.range(values) else { return 0...1 }
        let span = range.upperBound - range.lowerBound
        if range == 0...0 { return -1...1 }
        guard chart.type == .bubble, span > 0 else { return range }
        let room = span * bubbleRadius / max(length - 4 * bubbleRadius, length / 2)
        return range.lowerBound - room...range.upperBound + room
    }

    /// The largest radius of a bubble, in pixels.
    private var bubbleRadius: Double { min(max(min(plot.width, plot.height) / 12, 4), 28) }

    private func place(_ point: ChartPoint, _ across: LinearScale, _ up: LinearScale) -> ChartPosition {
        ChartPosition(across.position(point.x), up.position(point.y))
    }

    /// The largest number of points, over all series, that get selectable marks. Beyond it points are dots, and only
    /// the extremes have marks.
    private static let markLimit = 400

    private mutating func addPoints(
        _ index: Int, _ all: [ChartPointSeries], _ across: LinearScale, _ up: LinearScale, _ x: ChartMeasure,
        _ size: ChartMeasure?, _ bubbles: BubbleSizes
    ) {
        let points = all[index].points
        let drawn = points.indices.filter { points[$0].isDrawn && (chart.type == .scatter || points[$0].size > 0) }
        let paint = ChartPaint.series(index)
        var marked = drawn
        if drawn.count > Self.markLimit / all.count {
            let places = drawn.map { place(points[$0], across, up) }
            add(.dots(Thinning.cells(places, side: 3)), paint, series: index)
            marked = extremes(drawn, points)
        }
        // Draw small bubbles over large ones.
        if chart.type == .bubble { marked.sort { points[$0].size > points[$1].size } }
        for item in marked {
            let place = place(points[item], across, up)
            let shape: ChartMark.Shape =
                chart.type == .bubble
                ? .circle(place, bubbles.radius(points[item].size)) : .sign(place, paint.sign)
            let name = pointName(points[item], all.count > 1 ? all[index].name : nil, x, size)
            add(shape, paint, series: index, item: item, name: name)
        }
    }

    /// Returns the points with the lowest and highest coordinates, the largest one and the selected one.
    private func extremes(_ drawn: [Int], _ points: [ChartPoint]) -> [Int] {
        let keys: [(Int) -> Double] = [{ points[$0].x }, { points[$0].y }, { points[$0].size }]
        var kept: Set<Int> = []
        for key in keys {
            if let least = drawn.min(by: { key($0) < key($1) }) { kept.insert(least) }
            if let greatest = drawn.max(by: { key($0) < key($1) }) { kept.insert(greatest) }
        }
        if case .point(_, let item) = chart.drawnSelection, points.indices.contains(item), points[item].isDrawn {
            kept.insert(item)
        }
        return kept.sorted()
    }

    private func pointName(_ point: ChartPoint, _ series: String?, _ x: ChartMeasure, _ size: ChartMeasure?) -> String {
        var parts = ["\(x.name): \(ChartNumber.text(point.x, unit: x.unit))"]
        parts.append("\(chart.measure.name): \(ChartNumber.text(point.y, unit: chart.measure.unit))")
        if chart.type == .bubble, let size {
            parts.append("\(size.name): \(ChartNumber.text(point.size, unit: size.unit))")
        }
        return ([series].compactMap { $0 } + parts).joined(separator: ", ")
    }

    /// Adds lines from the selected point to both axes.
    private mutating func addGuides(_ series: [ChartPointSeries], _ across: LinearScale, _ up: LinearScale) {
        guard case .point(let index, let item) = chart.drawnSelection, series[index].points[item].isDrawn
        else { return }
        let place = place(series[index].points[item], across, up)
        for (start, end) in [
            (ChartPosition(place.x, plot.y), ChartPosition(place.x, plot.bottom)),
            (ChartPosition(plot.x, place.y), ChartPosition(plot.right, place.y)),
        ] {
            rules.append(ChartRule(role: .guide, start: start, end: end))
        }
    }
}

/// Bubble radii. The area is proportional to the size, in a few steps.
package struct BubbleSizes {
    /// The number of distinct sizes; readers cannot distinguish more.
    static let steps = 8

    private let greatest: Double
    private let largest: Double

    /// - Parameter largest: The radius of the largest bubble in pixels.
    package init(_ points: [ChartPoint], largest: Double) {
        greatest = ItemScale.range(points.map(\.size))?.upperBound ?? 0
        self.largest = largest
    }

    /// - Parameter size: A size above 0. The area is rounded to a step; the smallest step is not 0.
    package func radius(_ size: Double) -> Double {
        guard greatest > 0, size.isFinite else { return largest }
        let share = (size / greatest * Double(Self.steps)).rounded() / Double(Self.steps)
        return largest * min(max(share, 1 / Double(Self.steps)), 1).squareRoot()
    }
}
