public import FoundationEssentials

/// The values of a chart.
///
/// A value that is missing, not a number, infinite or beyond ±1e100 is a gap. A magnitude below 1e-100 counts as 0.
public enum ChartData: Hashable, Sendable {
    /// The data of bars, columns, lines, areas and donuts. Each series has one value per item.
    case table(ChartItems, [ChartSeries])
    /// The data of a waterfall.
    case steps([ChartStep])
    /// The data of scatter and bubble charts. `y` has the chart's own measure; only bubbles use `size`.
    case points([ChartPointSeries], x: ChartMeasure, size: ChartMeasure?)
    /// The data of a stock chart in chronological order, with the name of what is traded.
    case sessions([ChartSession], name: String, TimeZone)

    static let greatest = 1e100
    static let least = 1e-100

    /// The value to draw; `nil` for a gap.
    static func drawn(_ value: Double?) -> Double? {
        guard let value, value.magnitude <= greatest else { return nil }
        return value.magnitude < least ? 0 : value
    }

    /// The names in the legend.
    var seriesNames: [String] {
        switch self {
        case .table(_, let series): series.map(\.name)
        case .points(let series, _, _): series.map(\.name)
        case .sessions(_, let name, _): [name]
        case .steps: []
        }
    }

    /// Whether there is anything to draw.
    public var isEmpty: Bool {
        switch self {
        case .table(let items, let series):
            !series.contains { $0.values.prefix(items.count).contains { Self.drawn($0) != nil } }
        case .steps(let steps): !steps.contains { $0.drawn != nil }
        case .points(let series, _, _): !series.contains { $0.points.contains(where: \.isDrawn) }
        case .sessions(let sessions, _, _): !sessions.contains(where: \.isDrawn)
        }
    }
}

/// The items along the axis that the values of a table belong to.
public enum ChartItems: Hashable, Sendable {
    /// - Parameter ordered: Whether the order has a meaning, as for weekdays or a ranking.
    case categories([String], ordered: Bool)
    case dates([Date], TimeZone)
    case numbers([Double], ChartMeasure)

    public var count: Int {
        switch self {
        case .categories(let names, _): names.count
        case .dates(let dates, _): dates.count
        case .numbers(let numbers, _): numbers.count
        }
    }

    var isTime: Bool {
        if case .dates = self { return true }
        return false
    }

    /// Whether the items form a sequence: ascending dates and numbers, or ordered categories.
    var isOrdered: Bool {
        switch self {
        case .categories(_, let ordered): ordered
        case .dates(let dates, _): zip(dates, dates.dropFirst()).allSatisfy(<)
        case .numbers(let numbers, _): zip(numbers, numbers.dropFirst()).allSatisfy(<)
        }
    }
}

/// A name, and a value for each item.
public struct ChartSeries: Hashable, Sendable {
    /// The way a combo chart draws a series.
    public enum Mark: String, Hashable, Sendable, CaseIterable {
        case columns
        case line
    }

    public var name: String
    /// One value per item. Surplus values are not drawn; missing ones are gaps.
    public var values: [Double?]
    public var mark: Mark

    public init(_ name: String, _ values: [Double?], mark: Mark = .columns) {
        self.name = name
        self.values = values
        self.mark = mark
    }

    /// - Returns: The value of an item; `nil` for a gap.
    func value(_ item: Int) -> Double? { values.indices.contains(item) ? ChartData.drawn(values[item]) : nil }
}

/// A step of a waterfall.
public struct ChartStep: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The starting level.
        case start(Double)
        /// An increase, or a decrease if negative.
        case change(Double)
        /// The level after all preceding steps.
        case total
    }

    public var name: String
    public var kind: Kind

    public init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The step's value; `nil` for a gap and for totals, which have no value.
    var drawn: Double? {
        switch kind {
        case .start(let value), .change(let value): ChartData.drawn(value)
        case .total: nil
        }
    }
}

/// Pairs of measurements.
public struct ChartPointSeries: Hashable, Sendable {
    public var name: String
    public var points: [ChartPoint]

    public init(_ name: String, _ points: [ChartPoint]) {
        self.name = name
        self.points = points
    }
}

public struct ChartPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double
    /// The size of a bubble, shown as its area. Bubbles of size 0 or less are not drawn.
    public var size: Double

    public init(_ x: Double, _ y: Double, size: Double = 1) {
        self.x = x
        self.y = y
        self.size = size
    }

    var isDrawn: Bool { ChartData.drawn(x) != nil && ChartData.drawn(y) != nil }
}

/// A session of a stock chart, usually one day.
public struct ChartSession: Hashable, Sendable {
    public var date: Date
    public var open: Double
    public var high: Double
    public var low: Double
    public var close: Double
    /// The traded volume, at least 0.
    public var volume: Double

    public init(_ date: Date, open: Double, high: Double, low: Double, close: Double, volume: Double) {
        self.date = date
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
    }

    /// Whether all prices are numbers and lie between the lowest and the highest one.
    var isDrawn: Bool {
        ChartData.drawn(low) != nil && ChartData.drawn(high) != nil && low <= open && low <= close && high >= open
            && high >= close
    }
}
