/// What stands for a value, or for several.
public struct ChartMark: Hashable, Sendable {
    public enum Shape: Hashable, Sendable {
        case rect(ChartRect)
        /// A circle around a place, its radius in pixels.
        case circle(ChartPosition, Double)
        /// A sign of a series on a line or for a point.
        case sign(ChartPosition, ChartSign)
        /// Straight lines through places, a part for each run without a gap.
        case line([[ChartPosition]])
        /// Filled parts, each closed.
        case area([[ChartPosition]])
        case arc(ChartArc)
        /// One dot at each place.
        case dots([ChartPosition])
    }

    public enum Emphasis: String, Hashable, Sendable, CaseIterable {
        case normal
        case selected
        /// Something else is selected.
        case dimmed
    }

    public var shape: Shape
    public var paint: ChartPaint
    public var series: Int?
    public var item: Int?
    /// What it stands for, to be read out. Empty for marks that cannot be selected: a line, whose points can.
    public var name: String
    /// Drawn only while it is selected or has the focus: a point of a line that has many.
    public var isQuiet = false
    public var emphasis = Emphasis.normal

    /// What the shape covers, without the width of lines.
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
            // Segments go clockwise in both directions.
            arc.center = place(arc.center)
            mark.shape = .arc(arc)
        }
        return mark
    }
}

/// The color and pattern of a mark.
public enum ChartPaint: Hashable, Sendable {
    /// From 0; after the palette's last one, colors begin again.
    case series(Int)
    case increase
    case decrease
    case total
    case volume

    /// The end of the classes' names: see charts.css.
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

    /// Besides colors: the pattern over the color, `nil` for none. Two paints of six in succession never share one.
    public var pattern: ChartPattern? {
        switch self {
        case .series(let series): ChartPattern.order[series % ChartPattern.order.count]
        case .increase, .volume: nil
        case .decrease: .falling
        case .total: .dots
        }
    }

    /// The sign of its points.
    public var sign: ChartSign {
        if case .series(let series) = self { return ChartSign.allCases[series % ChartSign.allCases.count] }
        return .circle
    }
}

/// Patterns over a mark's color.
public enum ChartPattern: String, Hashable, Sendable, CaseIterable {
    case rising
    case falling
    case dots
    case across
    case grid

    static let order: [ChartPattern?] = [nil, .rising, .dots, .across, .falling, .grid]
}

/// Signs of points.
public enum ChartSign: String, Hashable, Sendable, CaseIterable {
    case circle
    case square
    case diamond
    case triangle
    case cross
    case star

    /// In pixels.
    public static let radius = 4.0
}
