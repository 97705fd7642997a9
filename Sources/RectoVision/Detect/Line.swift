import RectoCore

/// A straight line in normal form: the points with x · normalX + y · normalY = offset.
///
/// Coordinates are working-scale pixels from the frame's centre, so that offsets and angles are well scaled.
struct Line: Sendable, Equatable {
    var normalX: Double
    var normalY: Double
    var offset: Double

    init(normalX: Double, normalY: Double, offset: Double) {
        self.normalX = normalX
        self.normalY = normalY
        self.offset = offset
    }

    /// The line through two points; nothing if they are one.
    init?(through a: Point2D, _ b: Point2D) {
        let length = a.distance(to: b)
        guard length > 1e-6 else { return nil }
        normalX = (b.y - a.y) / length
        normalY = (a.x - b.x) / length
        offset = a.x * normalX + a.y * normalY
    }

    /// The point where two lines cross; nothing if they are almost parallel.
    func crossing(_ other: Line) -> Point2D? {
        let determinant = normalX * other.normalY - normalY * other.normalX
        guard abs(determinant) > 1e-6 else { return nil }
        return Point2D(
            x: (offset * other.normalY - other.offset * normalY) / determinant,
            y: (normalX * other.offset - other.normalX * offset) / determinant)
    }

    /// Cosine of the angle between the normals.
    func alignment(with other: Line) -> Double { normalX * other.normalX + normalY * other.normalY }
}
