/// A shape that represents one or more values.
public struct ChartMark: Hashable, Sendable {
    public enum Shape: Hashable, Sendable {
        case rect(ChartRect)
        /// A circle with a center and a radius in pixels.
        case circle(ChartPosition, Double)
        /// The sign of a series on a line or at a point.
        case sign(ChartPosition, ChartSign)
        /// Polylines, one for each run without a gap.
        case line([[ChartPosition]])
        /// Filled polygons.
        case area([[ChartPosition]])
        case arc(ChartArc)
        /// One dot at each position.
        case dots([ChartPosition])
    }

    public enum Emphasis: String, Hashable, Sendable, CaseIterable {
        case normal
        case selected
        /// Drawn faintly because something else is selected.
        case dimmed
    }

    public var shape: Shape
    public var paint: ChartPaint
    public var series: Int?
    public var item: Int?
    /// The accessible name. Empty for marks that cannot be selected, such as a line, whose points can.
    public var name: String
    /// Whether the mark is drawn only while selected or focused, such as a point of a line with many points.
    public var isQuiet = false
    public var emphasis = Emphasis.normal

    /// The area of the shape, without line widths.
    public var bounds: ChartRect {
        switch shape {
        case .rect(let rect): rect
        case .circle(let center, let radius): Self.square(center, radius)
        case .sign(let center, _): Self.square(center, ChartSign.radius)
        case .line(let parts), .area(let parts): Self.bounds(parts.joined())
        case .dots(let places): Self.bounds(places)
        case .arc(let arc): Self.square(arc.center, arc.outerRadius)
        }
    }

    private static func square(_ center: ChartPosition, _ radius: Double) -> ChartRect {
        ChartRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    private static func bounds(_ places: some Sequence<ChartPosition>) -> ChartRect {
        var (low, high) = (ChartPosition(.infinity, .infinity), ChartPosition(-.infinity, -.infinity))
        for place in places {
            low = ChartPosition(min(low.x, place.x), min(low.y, place.y))
            high = ChartPosition(max(high.x, place.x), max(high.y, place.y))
        }
        return low.x > high.x ? ChartRect(x: 0, y: 0, width: 0, height: 0) : ChartRect(low, high)
    }

    func mirrored(_ width: Double) -> ChartMark {
        func place(_ place: ChartPosition) -> ChartPosition { ChartPosition(width - place.x, place.y) }
        var mark = self
        switch shape {
        case .rect(var rect):
            rect.x = width - rect.right
            mark.shape = .rect(rect)
        case .circle(let center, let radius): mark.shape = .circle(place(center), radius)
        case .sign(let center, let sign): mark.shape = .sign(place(center), sign)
        case .line(let parts): mark.shape = .line(parts.map { $0.map(place) })
        case .area(let parts): mark.shape = .area(parts.map { $0.map(place) })
        case .dots(let places): mark.shape = .dots(places.map(place))
        case .arc(var arc):
            // Segments run clockwise in both layout directions.
            arc.center = place(arc.center)
            mark.shape = .arc(arc)
        }
        return mark
    }
}

/// The color and pattern of a mark.
public enum ChartPaint: Hashable, Sendable {
    /// A series, counting from 0. Colors repeat after the end of the palette.
    case series(Int)
    case increase
    case decrease
    case total
    case volume

    /// The suffix of the CSS class names in charts.css.
    public var name: String {
        switch self {
        case .series(let series): "\(series % Self.count + 1)"
        case .increase: "increase"
        case .decrease: "decrease"
        case .total: "total"
        case .volume: "volume"
        }
    }

    /// The number of colors in the palette.
    public static let count = 12

    /// The pattern over the color, which distinguishes paints without color; `nil` for a plain fill. Any six
    /// consecutive paints have different pairs of color and pattern.
    public var pattern: ChartPattern? {
        switch self {
        case .series(let series): ChartPattern.order[series % ChartPattern.order.count]
        case .increase, .volume: nil
        case .decrease: .falling
        case .total: .dots
        }
    }

    /// The sign that marks points of the series.
    public var sign: ChartSign {
        if case .series(let series) = self { return ChartSign.allCases[series % ChartSign.allCases.count] }
        return .circle
    }
}

/// Patterns drawn over a mark's color.
public enum ChartPattern: String, Hashable, Sendable, CaseIterable {
    case rising
    case falling
    case dots
    case across
    case grid

    static let order: [ChartPattern?] = [nil, .rising, .dots, .across, .falling, .grid]
}

/// Symbols for points.
public enum ChartSign: String, Hashable, Sendable, CaseIterable {
    case circle
    case square
    case diamond
    case triangle
    case cross
    case star

    /// The radius in pixels.
    public static let radius = 4.0
}
