import StationRules

/// The segments of a donut, largest first, at most five.
public struct Donut: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        public let name: String
        /// The value, above 0.
        public let value: Double
        /// The share of the whole, from 0 to 1.
        public let share: Double
        /// The items in the segment: a single one, or all that are combined as "Other".
        public let items: [Int]
    }

    /// The largest number of segments that readers can distinguish.
    public static let maximumSegments = 5

    public let segments: [Segment]
    /// The sum of all values.
    public let total: Double

    /// - Parameter series: The values. Zero, negative and missing ones have no segment.
    public init(_ items: ChartItems, _ series: ChartSeries) {
        let names = ItemNames(items)
        var drawn = (0..<items.count).compactMap { item in series.value(item).map { (item: item, value: $0) } }
            .filter { $0.value > 0 }
        total = drawn.reduce(0) { $0 + $1.value }
        if !items.isOrdered { drawn.sort { ($1.value, $0.item) < ($0.value, $1.item) } }
        let sum = total
        func segment(_ name: String, _ parts: some Collection<(item: Int, value: Double)>) -> Segment {
            let value = parts.reduce(0) { $0 + $1.value }
            return Segment(name: name, value: value, share: value / sum, items: parts.map(\.item))
        }
        guard drawn.count > Self.maximumSegments else {
            segments = drawn.map { segment(names.full($0.item), [$0]) }
            return
        }
        let kept = Self.kept(drawn)
        let rest = drawn.filter { !kept.contains($0.item) }
        segments =
            drawn.filter { kept.contains($0.item) }.map { segment(names.full($0.item), [$0]) }
            + [segment(localized("Other"), rest)]
    }

    /// Returns the largest items, one fewer than the maximum, because "Other" is the last segment.
    private static func kept(_ drawn: [(item: Int, value: Double)]) -> Set<Int> {
        let greatest = drawn.sorted { ($1.value, $0.item) < ($0.value, $1.item) }
        return Set(greatest.prefix(maximumSegments - 1).map(\.item))
    }
}

extension ChartLayout {
    mutating func layOutDonut(_ items: ChartItems, _ series: [ChartSeries]) {
        let donut = Donut(items, series[0])
        guard !donut.segments.isEmpty else {
            message = ChartMessage(frame.place)
            return
        }
        takeLegendRoom(
            donut.segments.enumerated().map { index, segment in
                (legendName(segment), .series(index), .fill, nil)
            })
        let radius = min(plot.width, plot.height) / 2
        var start = 0.0
        for (index, segment) in donut.segments.enumerated() {
            // The last segment closes the ring, whatever the rounding errors.
            let end = index == donut.segments.count - 1 ? 1 : min(start + segment.share, 1)
            let arc = ChartArc(
                center: plot.center, outerRadius: radius, innerRadius: radius * Self.innerShare, start: start, end: end)
            add(.arc(arc), .series(index), series: 0, item: segment.items[0], name: segmentName(segment))
            start = end
        }
        addSum(donut, radius)
    }

    /// The ratio of the inner to the outer radius.
    private static let innerShare = 0.62

    /// Shortens the name if needed, but always keeps the share.
    private func legendName(_ segment: Donut.Segment) -> String {
        let share = ": \(ChartNumber.percentage(segment.share))"
        let room =
            min(plot.width - ChartLegendItem.boxSide - 6, Self.legendWidth) - TextWidth.of(share, ChartFrame.fontSize)
        return TextWidth.shortened(segment.name, to: room, size: ChartFrame.fontSize) + share
    }

    private func segmentName(_ segment: Donut.Segment) -> String {
        let amount = ChartNumber.text(segment.value, unit: chart.measure.unit)
        return "\(segment.name): \(amount), \(ChartNumber.percentage(segment.share))"
    }

    /// Adds the sum of all or of the selected segments inside the ring.
    private mutating func addSum(_ donut: Donut, _ radius: Double) {
        let selection = chart.drawnSelection
        let selected = donut.segments.filter { selection.emphasis(series: 0, item: $0.items[0]) == .selected }
        let sum = selected.isEmpty ? donut.total : selected.reduce(0) { $0 + $1.value }
        let text = ChartNumber.text(sum, unit: chart.measure.unit)
        guard TextWidth.of(text, ChartLabel.Role.head.fontSize) < radius * Self.innerShare * 1.8 else { return }
        labels.append(ChartLabel(text: text, role: .head, place: plot.center, anchor: .middle))
    }
}
