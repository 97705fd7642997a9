public import RectoCore

/// The outline of a page in a picture: four sides, which may be bent.
public struct PageOutline: Hashable, Sendable {
    /// The page's corners, clockwise from its top-left, in pixels of the picture.
    public var quad: Quad
    /// Points along each visible side, clockwise from the top one, in pixels of the picture; empty for sides that were
    /// not seen.
    public package(set) var sides: [[Point2D]]

    /// An outline of which only the corners are known.
    public init(_ quad: Quad) { (self.quad, sides) = (quad, [[], [], [], []]) }

    /// Whether the whole outline lies within some long sides of a picture.
    func isNear(_ picture: PixelSize) -> Bool {
        let reach = 10 * Double(picture.longSide)
        return (quad.corners + sides.flatMap { $0 }).allSatisfy { abs($0.x) <= reach && abs($0.y) <= reach }
    }

    /// Whether a point of the picture lies within the sides.
    func contains(_ point: Point2D) -> Bool {
        let outline = (0..<4).flatMap { points(side: $0) }
        var (isInside, last) = (false, outline[outline.count - 1])
        for next in outline {
            if (next.y > point.y) != (last.y > point.y),
                point.x < last.x + (next.x - last.x) * (point.y - last.y) / (next.y - last.y)
            {
                isInside.toggle()
            }
            last = next
        }
        return isInside
    }

    /// Points along a side: those that were seen, or points of the straight line between its corners.
    func points(side: Int) -> [Point2D] {
        guard sides[side].isEmpty else { return sides[side] }
        let (start, end) = (quad[side], quad[(side + 1) & 3])
        return (0...8).map { start + (end - start) * (Double($0) / 8) }
    }
}

/// A visible side of the paper: straight on the page, however bent in the picture.
struct PageSide {
    /// Whether it is the paper's top or bottom, not its left or right.
    var isLevel: Bool
    /// Points along the side, in pixels.
    var points: [Point2D]

    /// The visible sides of an outline, in pixels of its part.
    static func all(of outline: PageOutline?, in part: UprightPart) -> [PageSide] {
        (0..<4).compactMap { side in
            guard let points = outline?.sides[side], !points.isEmpty else { return nil }
            return PageSide(isLevel: side % 2 == 0, points: points.map { part.uprightPoint($0) })
        }
    }

    /// Coordinate of a place on the page across this side's direction.
    func offset(_ place: Point2D) -> Double { isLevel ? place.y : place.x }

    /// One point of a side in this many may be stray.
    private static let strayDivisor = 10

    /// Root mean square deviation of the paper's left and right sides from straight, without a few stray points, in
    /// letter heights. `nil` unless both were seen.
    static func bend(of sides: [PageSide], _ letter: Double, _ place: (Point2D) -> Point2D) -> Double? {
        let upright = sides.filter { !$0.isLevel }
        guard upright.count == 2 else { return nil }
        return upright.reduce(0) { $0 + bend(of: $1.points.map(place)) } / (2 * letter)
    }

    private static func bend(of points: [Point2D]) -> Double {
        let share = 1 / Double(points.count)
        let middle = points.reduce(Point2D(x: 0, y: 0)) { $0 + $1 * share }
        let (spread, slope) = points.reduce((0, 0)) { sums, point in
            let away = point - middle
            return (sums.0 + away.y * away.y, sums.1 + away.x * away.y)
        }
        guard spread > 0 else { return 0 }
        let squares = points.map { point -> Double in
            let away = point - middle
            let off = away.x - away.y * slope / spread
            return off * off
        }.sorted().dropLast(points.count / strayDivisor)
        return squares.isEmpty ? 0 : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
}
