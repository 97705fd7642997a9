public import RectoCore

/// Which page of an open book is read first. The raw values are the engine's.
public enum BookOrder: String, Hashable, Codable, Sendable, CaseIterable {
    case leftFirst
    /// Used by Arabic, Hebrew and many Japanese books.
    case rightFirst

    public var label: String {
        switch self {
        case .leftFirst: localized("Left page first")
        case .rightFirst: localized("Right page first")
        }
    }
}

/// Both pages of an open book in one picture. They meet at the fold, whose ends lie on the upper and lower edges of
/// the spread and can be moved along these edges.
public struct BookSpread: Hashable, Sendable {
    /// The range of the fold's ends, as shares of the edges.
    public static let ends = 0.1...0.9
    /// The step of an arrow key, without and with Shift.
    public static let step = 0.002
    public static let largeStep = 0.02

    /// The corners of the spread.
    public let outline: Quad
    /// The distance of the fold's ends along the upper and lower edge from the left, as shares.
    public private(set) var top: Double
    public private(set) var bottom: Double

    /// Creates a spread from two pages of one picture; `nil` unless they share a side.
    public init?(left: Quad, right: Quad) {
        guard left.topRight == right.topLeft, left.bottomRight == right.bottomLeft else { return nil }
        outline = Quad(
            topLeft: left.topLeft, topRight: right.topRight, bottomRight: right.bottomRight, bottomLeft: left.bottomLeft
        )
        guard outline.isFinite, outline.isConvexClockwise else { return nil }
        top = Self.share(of: left.topRight, from: outline.topLeft, to: outline.topRight)
        bottom = Self.share(of: left.bottomRight, from: outline.bottomLeft, to: outline.bottomRight)
    }

    /// Creates a spread from a single page with the fold in its middle; `nil` for invalid corners.
    public init?(outline: Quad) {
        guard outline.isFinite, outline.isConvexClockwise else { return nil }
        self.outline = outline
        (top, bottom) = (0.5, 0.5)
    }

    /// Whether the outline may be an open book, which is rarely taller than it is wide.
    public static func isLikely(of outline: Quad) -> Bool {
        let sides = outline.sideLengths
        return sides[0] + sides[2] >= lowestProportion * (sides[1] + sides[3])
    }

    /// The minimum width-to-height ratio of an open book. Its pages are usually upright, and tilting it away from the
    /// camera reduces its height.
    private static let lowestProportion = 0.9

    /// Returns the other half of a spread; `nil` if `half` is not one.
    public static func half(of outline: Quad, beside half: Quad) -> Quad? {
        var rest = outline
        if half.topRight == outline.topRight, half.bottomRight == outline.bottomRight {
            (rest.topRight, rest.bottomRight) = (half.topLeft, half.bottomLeft)
        } else if half.topLeft == outline.topLeft, half.bottomLeft == outline.bottomLeft {
            (rest.topLeft, rest.bottomLeft) = (half.topRight, half.bottomRight)
        } else {
            return nil
        }
        return rest.isConvexClockwise ? rest : nil
    }

    /// Returns the same spread with another fold, whose ends are clamped.
    /// - Returns: `nil` if the values are not finite.
    public func folded(top: Double, bottom: Double) -> BookSpread? {
        guard top.isFinite, bottom.isFinite else { return nil }
        var spread = self
        spread.top = Self.within(top)
        spread.bottom = Self.within(bottom)
        return spread
    }

    /// The ends of the fold.
    public var fold: (top: Point2D, bottom: Point2D) {
        (
            outline.topLeft + (outline.topRight - outline.topLeft) * top,
            outline.bottomLeft + (outline.bottomRight - outline.bottomLeft) * bottom
        )
    }

    public var left: Quad {
        Quad(topLeft: outline.topLeft, topRight: fold.top, bottomRight: fold.bottom, bottomLeft: outline.bottomLeft)
    }

    public var right: Quad {
        Quad(topLeft: fold.top, topRight: outline.topRight, bottomRight: outline.bottomRight, bottomLeft: fold.bottom)
    }

    private static func within(_ share: Double) -> Double { min(max(share, ends.lowerBound), ends.upperBound) }

    private static func share(of point: Point2D, from start: Point2D, to end: Point2D) -> Double {
        let way = end - start
        return (point - start).dot(way) / way.dot(way)
    }
}
