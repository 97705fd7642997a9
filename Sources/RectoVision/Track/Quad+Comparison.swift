import RectoCore

extension Quad {
    /// The smallest area of a quad that can be followed, as a share of the frame's area.
    private static let minimumFollowedShare = 0.005
    /// The sine of the angle below which two sides count as almost parallel.
    private static let minimumSine = 0.2

    /// The same quad, with its corners numbered so that they are nearest to those of another quad.
    func aligned(with other: Quad) -> Quad {
        var (best, minimum) = (self, Double.infinity)
        for steps in 0..<4 {
            let turned = rotatingCorners(by: steps)
            let sum = (0..<4).reduce(0) { $0 + turned[$1].distance(to: other[$1]) }
            if sum < minimum { (best, minimum) = (turned, sum) }
        }
        return best
    }

    /// The largest distance between two corners with the same number.
    func farthestCorner(from other: Quad) -> Double {
        (0..<4).reduce(0) { max($0, self[$1].distance(to: other[$1])) }
    }

    /// Whether the quad can be followed: it is convex and not tiny, its centroid is in the frame, and its corners are
    /// not far outside.
    func canBeFollowed(in size: PixelSize) -> Bool {
        let (width, height, reach) = (Double(size.width), Double(size.height), Double(size.longSide))
        for corner in 0..<4 {
            let point = self[corner]
            guard -reach...2 * reach ~= point.x, -reach...2 * reach ~= point.y else { return false }
        }
        let center = centroid
        return isConvexClockwise && area > Self.minimumFollowedShare * width * height
            && 0...width ~= center.x && 0...height ~= center.y
    }

    /// The quad at whose corners four lines cross, each given by two points; `nil` if neighbors are almost parallel.
    init?(crossing sides: InlineArray<4, SideSearch.Side>) {
        self.init(width: 0, height: 0)
        for corner in 0..<4 {
            let (before, after) = (sides[(corner + 3) & 3], sides[corner])
            let (u, v) = (before.end - before.start, after.end - after.start)
            let determinant = u.cross(v)
            guard abs(determinant) > Self.minimumSine * u.length * v.length else { return nil }
            self[corner] = before.start + u * ((after.start - before.start).cross(v) / determinant)
        }
    }
}
