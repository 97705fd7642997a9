public import FoundationEssentials

/// The values of a chart.
///
/// A value that is missing, not a number, infinite or beyond ±1e100 is a gap. One below 1e-100 is 0.
public enum ChartData: Hashable, Sendable {
    /// Of bars, columns, lines, areas and donuts: each series has one value for each item.
    case table(ChartItems, [ChartSeries])
    /// Of a waterfall.
    case steps([ChartStep])
    /// Of scatter and bubble charts: `x` is measured as the chart's own measure is, `size` counts for bubbles alone.
    case points([ChartPointSeries], x: ChartMeasure, size: ChartMeasure?)
    /// Of a stock chart, in their order. The name is that of what is traded.
    case sessions([ChartSession], name: String, TimeZone)

    static let greatest = 1e100
    static let least = 1e-100

    /// The value as it is drawn; `nil` for a gap.
    static func drawn(_ value: Double?) -> Double? {
        guard let value, value.magnitude <= greatest else { return nil }
        return value.magnitude < least ? 0 : value
    }

    /// The names of what the legend lists.
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

/// What the values of a table belong to, along the axis.
public enum ChartItems: Hashable, Sendable {
    /// - Parameter ordered: Whether their order means something, as that of weekdays and of a ranking does.
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

    /// Whether the items follow each other: dates and numbers that ascend, or categories with an order of their own.
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
    /// How a combo chart draws it.
    public enum Mark: String, Hashable, Sendable, CaseIterable {
        case columns
        case line
    }

    public var name: String
    /// Those beyond the items are not drawn; missing ones are gaps.
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
        /// What there is at first: the level becomes this value.
        case start(Double)
        /// An increase, or a decrease if negative.
        case change(Double)
        /// The level that all steps before have led to.
        case total
    }

    public var name: String
    public var kind: Kind

    public init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The step's value; `nil` for a gap. A total has none of its own.
    var drawn: Double? {
        switch kind {
        case .start(let value), .change(let value): ChartData.drawn(value)
        case .total: nil
        }
    }
}

/// Measurements of two things each.
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
    /// Of a bubble, by its area; 0 and less are not drawn there.
    public var size: Double

    public init(_ x: Double, _ y: Double, size: Double = 1) {
        self.x = x
        self.y = y
        self.size = size
    }

    var isDrawn: Bool { ChartData.drawn(x) != nil && ChartData.drawn(y) != nil }
}

/// A session of a stock chart: a day, as a rule.
public struct ChartSession: Hashable, Sendable {
    public var date: Date
    public var open: Double
    public var high: Double
    public var low: Double
    public var close: Double
    /// How much there was of it, 0 or more.
    public var volume: Double

    public init(_ date: Date, open: Double, high: Double, low: Double, close: Double, volume: Double) {
        self.date = date
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
    }

    /// Whether all prices are there, and none is beyond the highest and lowest. What is not a number is beyond both.
    var isDrawn: Bool {
        ChartData.drawn(low) != nil && ChartData.drawn(high) != nil && low <= open && low <= close && high >= open
            && high >= close
    }
}
