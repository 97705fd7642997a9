public import RectoCore

/// A side of the paper as a picture shows it: straight on the page, however bent in the picture.
public struct PageSide: Hashable, Sendable {
    /// Whether it is the paper's top or bottom rather than its left or right.
    public var isLevel: Bool
    /// Points along it, in pixels.
    public var points: [Point2D]

    public init(isLevel: Bool, points: [Point2D]) {
        (self.isLevel, self.points) = (isLevel, points)
    }

    /// Where a place on the page lies between the two sides like this one.
    func offset(_ place: Point2D) -> Double { isLevel ? place.y : place.x }
}
