import StationRules

/// A chart with the positions of all its elements in pixels.
public struct ChartLayout: Hashable, Sendable {
    public let chart: Chart
    public let frame: ChartFrame
    /// The area that contains the marks.
    public internal(set) var plot: ChartRect
    /// The marks in drawing order. Selectable ones are also in reading order.
    public internal(set) var marks: [ChartMark] = []
    public internal(set) var labels: [ChartLabel] = []
    public internal(set) var rules: [ChartRule] = []
    public internal(set) var legend: [ChartLegendItem] = []
    /// The message that replaces the marks if the chart has no values.
    public internal(set) var message: ChartMessage?

    /// Lays out a chart. The time depends on the number of values, the number of marks only on the frame's size.
    public init(_ chart: Chart, in frame: ChartFrame) {
        self.chart = chart
        self.frame = frame
        let margin = ChartFrame.margin
        plot = ChartRect(
            x: margin, y: margin, width: frame.width - 2 * margin, height: frame.height - 2 * margin)
        if chart.data.isEmpty || !chart.type.takes(chart.data) {
            message = ChartMessage(frame.place)
        } else {
            layOut()
        }
        if frame.direction == .rightToLeft { mirror() }
    }

    private mutating func layOut() {
        switch (chart.type, chart.data) {
        case (.bar, .table(let items, let series)): layOutBars(items, series)
        case (.donut, .table(let items, let series)): layOutDonut(items, series)
        case (_, .table(let items, let series)): layOutTable(items, series)
        case (_, .steps(let steps)): layOutSteps(steps)
        case (_, .points(let series, let x, let size)): layOutPoints(series, x, size)
        case (_, .sessions(let sessions, let name, let zone)): layOutSessions(sessions, name, zone)
        }
    }

    private mutating func mirror() {
        let width = frame.width
        plot.x = width - plot.right
        marks = marks.map { $0.mirrored(width) }
        labels = labels.map { $0.mirrored(width) }
        rules = rules.map { $0.mirrored(width) }
        legend = legend.map { $0.mirrored(width) }
    }
}

/// The message shown instead of a chart without values.
public struct ChartMessage: Hashable, Sendable {
    public let title: String
    /// An explanation, only for a chart on its own page.
    public let description: String?

    init(_ place: ChartFrame.Place) {
        title = localized("No values yet")
        description = place == .page ? localized("The chart is drawn as soon as there are some.") : nil
    }
}
