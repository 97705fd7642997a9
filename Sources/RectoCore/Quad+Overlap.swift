extension Quad {
    /// Area of the intersection over area of the union, 0…1; both quads convex and clockwise.
    public func intersectionOverUnion(with other: Quad) -> Double {
        let common = intersectionArea(with: other)
        let union = area + other.area - common
        return union > 0 ? common / union : 0
    }

    /// Area of the intersection, by Sutherland–Hodgman clipping; both quads convex and clockwise.
    public func intersectionArea(with other: Quad) -> Double {
        var (polygon, clipped) = (Polygon(other), Polygon())
        for side in stride(from: 0, to: 4, by: 2) {
            polygon.clip(from: self[side], towards: self[side + 1], into: &clipped)
            clipped.clip(from: self[side + 1], towards: self[(side + 2) & 3], into: &polygon)
        }
        return polygon.area
    }

    /// Intersection over union of the parts of both quads in a frame, 0…1; all convex and clockwise.
    package func intersectionOverUnion(with other: Quad, within frame: Quad) -> Double {
        let (own, others) = (intersectionArea(with: frame), other.intersectionArea(with: frame))
        let common = intersectionArea(with: other, within: frame)
        let union = own + others - common
        return union > 0 ? common / union : 0
    }

    /// Area of what both quads have in common in a frame; all convex and clockwise.
    package func intersectionArea(with other: Quad, within frame: Quad) -> Double {
        var (polygon, clipped) = (Polygon(other), Polygon())
        for quad in [self, frame] {
            for side in stride(from: 0, to: 4, by: 2) {
                polygon.clip(from: quad[side], towards: quad[side + 1], into: &clipped)
                clipped.clip(from: quad[side + 1], towards: quad[(side + 2) & 3], into: &polygon)
            }
        }
        return polygon.area
    }
}

/// A quad or what is left of it after clipping, stored without allocation.
private struct Polygon {
    /// Each cut adds at most one corner to a convex polygon, and at most half as many to others: 4, 6, 9, 13, 19.
    private var points = InlineArray<20, Point2D>(repeating: Point2D(x: 0, y: 0))
    private var count = 0

    init() {}

    init(_ quad: Quad) {
        for corner in 0..<4 { points[corner] = quad[corner] }
        count = 4
    }

    /// Clips to the right-hand side of a line, as seen along it (y runs down).
    func clip(from origin: Point2D, towards end: Point2D, into clipped: inout Polygon) {
        clipped.count = 0
        guard count > 0 else { return }
        let direction = end - origin
        var previous = points[count - 1]
        var before = direction.cross(previous - origin)
        for index in 0..<count {
            let point = points[index]
            let here = direction.cross(point - origin)
            if (here >= 0) != (before >= 0) {
                clipped.add(previous + (point - previous) * (before / (before - here)))
            }
            if here >= 0 { clipped.add(point) }
            (previous, before) = (point, here)
        }
    }

    private mutating func add(_ point: Point2D) {
        guard count < points.count else { return }
        points[count] = point
        count += 1
    }

    var area: Double {
        var twice = 0.0
        for index in 1..<max(count, 2) - 1 {
            twice += (points[index] - points[0]).cross(points[index + 1] - points[0])
        }
        return abs(twice) / 2
    }
}
