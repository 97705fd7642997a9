public import RectoCore

/// Moves the corners of a page by pointer or key, and keeps them a valid page.
public struct CornerEditor: Hashable, Sendable {
    /// The step of an arrow key in pixels of the picture, without and with Shift.
    public static let step = 1.0
    public static let largeStep = 10.0
    /// The minimum distance between neighboring corners, as a share of the picture's shorter side.
    public static let minimumSide = 0.02

    public let size: PixelSize
    public private(set) var quad: Quad

    /// - Parameter quad: The corners. `nil` and invalid quads become the picture's corners.
    public init(size: PixelSize, quad: Quad?) {
        self.size = size
        self.quad = Quad(size)
        if let quad, Self.isAcceptable(quad.map { Self.clamp($0, to: size) }, in: size) {
            self.quad = quad.map { Self.clamp($0, to: size) }
        }
    }

    /// Moves a corner, clamped to the picture.
    /// - Parameter corner: `0..<4`, clockwise from the top left.
    /// - Returns: Whether it was moved. A move that would make the page invalid is refused.
    @discardableResult
    public mutating func move(_ corner: Int, to point: Point2D) -> Bool {
        guard 0..<4 ~= corner, point.isFinite else { return false }
        var moved = quad
        moved[corner] = Self.clamp(point, to: size)
        guard Self.isAcceptable(moved, in: size) else { return false }
        quad = moved
        return true
    }

    /// Moves a side of the page perpendicular to itself, with its middle as close to a point as possible and both
    /// corners in the picture.
    /// - Parameter side: `0..<4`, the side from the corner with that index to the next one.
    /// - Returns: Whether it was moved.
    @discardableResult
    public mutating func moveSide(_ side: Int, to point: Point2D) -> Bool {
        guard 0..<4 ~= side, point.isFinite else { return false }
        let (start, end) = (quad[side], quad[(side + 1) % 4])
        let along = end - start
        let normal = Point2D(x: -along.y / along.length, y: along.x / along.length)
        let way = normal.dot(point - Point2D(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2))
        let shift = Point2D(x: normal.x * way, y: normal.y * way)
        var moved = quad
        moved[side] = Self.clamp(start + shift, to: size)
        moved[(side + 1) % 4] = Self.clamp(end + shift, to: size)
        guard Self.isAcceptable(moved, in: size) else { return false }
        quad = moved
        return true
    }

    /// Whether four points form a convex, clockwise and non-degenerate page.
    public static func isAcceptable(_ quad: Quad, in size: PixelSize) -> Bool {
        let minimum = minimumSide * Double(min(size.width, size.height))
        guard quad.isFinite, quad.isConvexClockwise else { return false }
        return (0..<4).allSatisfy { corner in
            (quad[corner] - quad[(corner + 1) % 4]).length >= minimum
                && distanceFromDiagonal(quad, corner) >= minimum / 2
        }
    }

    /// Returns the distance of a corner from the line between its neighbors.
    private static func distanceFromDiagonal(_ quad: Quad, _ corner: Int) -> Double {
        let (before, after) = (quad[(corner + 3) % 4], quad[(corner + 1) % 4])
        let diagonal = after - before
        let length = diagonal.length
        return length > 0 ? abs(diagonal.cross(quad[corner] - before)) / length : 0
    }

    private static func clamp(_ point: Point2D, to size: PixelSize) -> Point2D {
        Point2D(x: min(max(point.x, 0), Double(size.width)), y: min(max(point.y, 0), Double(size.height)))
    }
}
