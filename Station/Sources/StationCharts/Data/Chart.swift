/// The chart types of the pattern.
public enum ChartType: String, Hashable, Sendable, CaseIterable {
    case bar
    case column
    case stackedColumn = "stacked-column"
    case line
    case area
    case combo
    case waterfall
    case scatter
    case bubble
    case stock
    case donut
}

/// A chart: what it shows, not where.
///
/// Any values are taken. Those that cannot be drawn are gaps: see ``ChartData``. What the type is not made for is told by
/// ``refusals(width:)``.
public struct Chart: Hashable, Sendable {
    public var type: ChartType
    /// What the chart is about, in a few words.
    public var title: String
    /// Of the values on the axis.
    public var measure: ChartMeasure
    public var data: ChartData
    /// What its items are: "Folder", "Week from". `nil` for a name by the kind of the items.
    public var itemName: String?
    /// Not of a donut, scatter, bubble or waterfall.
    public var thresholds: [ChartThreshold]
    public var selection: ChartSelection

    public init(
        _ type: ChartType, title: String, measure: ChartMeasure, data: ChartData, itemName: String? = nil,
        thresholds: [ChartThreshold] = [], selection: ChartSelection = .none
    ) {
        self.type = type
        self.title = title
        self.measure = measure
        self.data = data
        self.itemName = itemName
        self.thresholds = thresholds
        self.selection = selection
    }
}

/// What is measured, and in which unit.
public struct ChartMeasure: Hashable, Sendable {
    public var name: String
    /// As it stands behind a number: "MB", "%". Empty if there is none.
    public var unit: String

    public init(_ name: String, unit: String = "") {
        self.name = name
        self.unit = unit
    }

    /// As an axis has it: "Storage (MB)".
    var text: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}

/// A value that others are compared with: a line across the chart.
public struct ChartThreshold: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// To be reached.
        case target
        /// Not to be passed.
        case limit
    }

    public var value: Double
    /// A word or two.
    public var name: String
    public var kind: Kind

    public init(_ value: Double, name: String, kind: Kind = .target) {
        self.value = value
        self.name = name
        self.kind = kind
    }
}

/// What of a chart is selected. Items and series count from 0; numbers without an item or series select nothing.
public enum ChartSelection: Hashable, Sendable {
    case none
    /// A whole item: a column with all of its parts, a step, a session.
    case item(Int)
    /// Several segments of a donut.
    case items(Set<Int>)
    /// A series, by its item of the legend.
    case series(Int)
    /// A point of a series, with its guides.
    case point(series: Int, item: Int)
}
