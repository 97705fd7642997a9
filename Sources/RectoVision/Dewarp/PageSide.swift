import RectoCore

/// A side of the paper that was seen: straight on the page, however bent in the picture.
struct PageSide {
    /// Whether it is the paper's top or bottom rather than its left or right.
    var isLevel: Bool
    /// Points along it, in pixels.
    var points: [Point2D]

    /// Where a place on the page lies between the two sides like this one.
    func offset(_ place: Point2D) -> Double { isLevel ? place.y : place.x }
}
