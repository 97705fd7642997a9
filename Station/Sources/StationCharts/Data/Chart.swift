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

/// A chart's content, independent of its size and place.
///
/// Any values are accepted. Those that cannot be drawn become gaps: see ``ChartData``. ``refusals(width:)`` lists why
/// the type does not suit the data.
public struct Chart: Hashable, Sendable {
    public var type: ChartType
    /// What the chart is about, in a few words.
    public var title: String
    /// What the axis of values measures.
    public var measure: ChartMeasure
    public var data: ChartData
    /// The name of its items, such as "Folder" or "Week from". `nil` for a name that fits the kind of item.
    public var itemName: String?
    /// Lines across the chart. Donuts, scatter, bubble and waterfall charts ignore them.
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

/// The name and the unit of a measured quantity.
public struct ChartMeasure: Hashable, Sendable {
    public var name: String
    /// The unit written after a number, such as "MB" or "%". Empty for a quantity without a unit.
    public var unit: String

    public init(_ name: String, unit: String = "") {
        self.name = name
        self.unit = unit
    }

    /// The title of its axis, such as "Storage (MB)".
    var text: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}

/// A value that others are compared with: a line across the chart.
public struct ChartThreshold: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A value to reach.
        case target
        /// A value not to exceed.
        case limit
    }

    public var value: Double
    /// The name, one or two words long.
    public var name: String
    public var kind: Kind

    public init(_ value: Double, name: String, kind: Kind = .target) {
        self.value = value
        self.name = name
        self.kind = kind
    }
}

/// The selected part of a chart. Items and series count from 0; numbers beyond them select nothing.
public enum ChartSelection: Hashable, Sendable {
    case none
    /// A whole item, such as a column with all of its parts, a step or a session.
    case item(Int)
    /// Several segments of a donut.
    case items(Set<Int>)
    /// A series, selected by its legend item.
    case series(Int)
    /// A point of a series, with its guides.
    case point(series: Int, item: Int)
}
