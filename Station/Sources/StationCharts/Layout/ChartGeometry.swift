/// A point in a chart, in pixels from its top left corner.
public struct ChartPosition: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in a chart, in pixels. Width and height are not negative.
public struct ChartRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = max(width, 0)
        self.height = max(height, 0)
    }

    /// Creates the rectangle between two opposite corners.
    init(_ a: ChartPosition, _ b: ChartPosition) {
        self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: (a.x - b.x).magnitude, height: (a.y - b.y).magnitude)
    }

    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var center: ChartPosition { ChartPosition(x + width / 2, y + height / 2) }

    /// - Parameter tolerance: How far `other` may stick out, in pixels.
    public func contains(_ other: ChartRect, tolerance: Double = 1e-6) -> Bool {
        other.x >= x - tolerance && other.y >= y - tolerance && other.right <= right + tolerance
            && other.bottom <= bottom + tolerance
    }

    /// Whether the rectangles share more than an edge.
    public func overlaps(_ other: ChartRect) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}

/// A segment of a ring, clockwise from the top.
public struct ChartArc: Hashable, Sendable {
    public var center: ChartPosition
    /// The outer radius in pixels.
    public var outerRadius: Double
    public var innerRadius: Double
    /// The start angle in turns: 0 is at the top, 0.25 on the right.
    public var start: Double
    public var end: Double
}
