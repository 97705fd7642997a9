extension Quad {
    /// Area of the intersection over area of the union, 0…1; both quads convex and clockwise.
    public func intersectionOverUnion(with other: Quad) -> Double {
        let common = intersectionArea(with: other)
        let union = area + other.area - common
        return union > 0 ? common / union : 0
    }

    /// Area of the intersection, by Sutherland–Hodgman clipping; both quads convex and clockwise.
    public func intersectionArea(with other: Quad) -> Double {
        var polygon = ClippedPolygon(other)
        for side in 0..<4 { polygon.clip(from: self[side], towards: self[(side + 1) & 3]) }
        return polygon.area
    }
}

/// A quad of which parts are cut off, without memory of its own.
private struct ClippedPolygon {
    /// Each cut makes at most half as many corners more, also of quads that are not convex: 4, 6, 9, 13, 19.
    private var points = InlineArray<20, Point2D>(repeating: Point2D(x: 0, y: 0))
    private var count = 4

    init(_ quad: Quad) {
        for corner in 0..<4 { points[corner] = quad[corner] }
    }

    /// Keeps what lies on the right-hand side of a line, as seen along it (y runs down).
    mutating func clip(from origin: Point2D, towards end: Point2D) {
        guard count > 0 else { return }
        let direction = end - origin
        let old = points
        var previous = old[count - 1]
        var before = direction.cross(previous - origin)
        var kept = 0
        for index in 0..<count {
            let point = old[index]
            let here = direction.cross(point - origin)
            if (here >= 0) != (before >= 0) {
                points[kept] = previous + (point - previous) * (before / (before - here))
                kept += 1
            }
            if here >= 0 {
                points[kept] = point
                kept += 1
            }
            (previous, before) = (point, here)
        }
        count = kept
    }

    var area: Double {
        var twice = 0.0
        for index in 1..<max(count, 2) - 1 {
            twice += (points[index] - points[0]).cross(points[index + 1] - points[0])
        }
        return abs(twice) / 2
    }
}
