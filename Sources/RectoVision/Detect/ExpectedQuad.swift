package import RectoCore

/// An outline in which pages have been seen before: of two quads that are as like a page, the one that lies there is the
/// likelier.
package struct ExpectedQuad: Sendable {
    package var quad: Quad
    /// Natural logarithm of the odds that it has before the picture is looked at.
    package var lead: Float

    package init(quad: Quad, lead: Float) {
        self.quad = quad
        self.lead = lead
    }

    /// Whether a quad has its size and shape and lies near it: the camera may have moved a little.
    package func isMet(by other: Quad) -> Bool {
        let other = other.aligned(with: quad)
        let side = quad.area.squareRoot()
        let way = quad.centroid - other.centroid
        return way.length < Self.reach * side
            && other.map { $0 + way }.farthestCorner(from: quad) < Self.sameness * side
    }

    /// In roots of the area.
    private static let reach = 0.1
    private static let sameness = 0.03
}
