/// A place in a chart: pixels from its left and upper edge.
public struct ChartPosition: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A part of a chart, in pixels. Width and height are not negative.
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

    /// Between two corners, whichever they are.
    init(_ a: ChartPosition, _ b: ChartPosition) {
        self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: (a.x - b.x).magnitude, height: (a.y - b.y).magnitude)
    }

    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var center: ChartPosition { ChartPosition(x + width / 2, y + height / 2) }

    /// - Parameter tolerance: In pixels.
    public func contains(_ other: ChartRect, tolerance: Double = 1e-6) -> Bool {
        other.x >= x - tolerance && other.y >= y - tolerance && other.right <= right + tolerance
            && other.bottom <= bottom + tolerance
    }

    /// Whether both have more than an edge in common.
    public func overlaps(_ other: ChartRect) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}

/// A part of a ring, clockwise from above.
public struct ChartArc: Hashable, Sendable {
    public var center: ChartPosition
    /// In pixels.
    public var outerRadius: Double
    public var innerRadius: Double
    /// In turns: 0 is above, 0.25 on the right.
    public var start: Double
    public var end: Double
}
