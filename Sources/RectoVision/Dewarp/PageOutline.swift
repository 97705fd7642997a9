public import RectoCore

/// The outline of a page as a picture shows it: four sides, which may be bent.
public struct PageOutline: Hashable, Sendable {
    /// The page's corners, clockwise from its top-left, in pixels of the picture.
    public var quad: Quad
    /// Points along each of the four sides that was seen, clockwise from the top one, in pixels of the picture; none along
    /// others.
    public package(set) var sides: [[Point2D]]

    /// Of sides of which only the ends are known.
    public init(_ quad: Quad) { (self.quad, sides) = (quad, [[], [], [], []]) }

    /// Whether all of it is within some long sides of a picture.
    func isNear(_ picture: PixelSize) -> Bool {
        let reach = 10 * Double(picture.longSide)
        return (quad.corners + sides.flatMap { $0 }).allSatisfy { abs($0.x) <= reach && abs($0.y) <= reach }
    }

    /// Points along a side: those that were seen, or of the straight line between its corners.
    func points(side: Int) -> [Point2D] {
        guard sides[side].isEmpty else { return sides[side] }
        let (start, end) = (quad[side], quad[(side + 1) & 3])
        return (0...8).map { start + (end - start) * (Double($0) / 8) }
    }
}

/// A side of the paper that was seen: straight on the page, however bent in the picture.
struct PageSide {
    /// Whether it is the paper's top or bottom rather than its left or right.
    var isLevel: Bool
    /// Points along it, in pixels.
    var points: [Point2D]

    /// The sides of an outline that were seen, in pixels of its part.
    static func all(of outline: PageOutline?, in part: UprightPart) -> [PageSide] {
        (0..<4).compactMap { side in
            guard let points = outline?.sides[side], !points.isEmpty else { return nil }
            return PageSide(isLevel: side % 2 == 0, points: points.map { part.uprightPoint($0) })
        }
    }

    /// Where a place on the page lies between the two sides like this one.
    func offset(_ place: Point2D) -> Double { isLevel ? place.y : place.x }
}
