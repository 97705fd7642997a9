package import RectoCore

/// Accuracy of a detected page.
package struct QuadScore {
    /// Intersection over union in the picture; 0 if nothing was found.
    package var overlap: Double
    /// The same after straightening both by the true corners, as SmartDoc 2015 scores: far and near parts have equal
    /// weight.
    package var pageOverlap: Double
    /// Mean distance of the corners in percent of the picture's diagonal; `nil` if nothing was found.
    package var cornerError: Double?

    package init(found: Quad?, truth: Quad, in size: PixelSize) {
        guard let found else { (overlap, pageOverlap) = (0, 0); return }
        overlap = found.intersectionOverUnion(with: truth)
        pageOverlap = Self.pageOverlap(found, truth)
        let diagonal = Point2D(x: Double(size.width), y: Double(size.height)).length
        cornerError = (0..<4).map { turn in
            let turned = found.rotatingCorners(by: turn)
            return (0..<4).reduce(0) { $0 + turned[$1].distance(to: truth[$1]) } / 4
        }.min().map { 100 * $0 / diagonal }
    }

    /// The ratio does not depend on the page's proportions: a unit square represents it.
    private static func pageOverlap(_ found: Quad, _ truth: Quad) -> Double {
        let page = Quad(width: 1, height: 1)
        guard let map = Homography(from: truth, to: page) else { return 0 }
        // A corner beyond the page's horizon has no place on its plane.
        func depth(_ point: Point2D) -> Double { map.g * point.x + map.h * point.y + map.i }
        let side = depth(truth[0])
        guard (0..<4).allSatisfy({ depth(found[$0]) * side > 0 }) else { return 0 }
        let straight = found.map(map.map)
        return straight.isConvexClockwise ? straight.intersectionOverUnion(with: page) : 0
    }
}
