import RectoCore

/// A straight line in normal form: the points with x · normalX + y · normalY = offset.
///
/// Coordinates are in pixels of a pyramid level, measured from its center: see ``CenteredQuad``.
struct Line: Sendable, Equatable {
    var normalX: Double
    var normalY: Double
    var offset: Double

    init(normalX: Double, normalY: Double, offset: Double) {
        self.normalX = normalX
        self.normalY = normalY
        self.offset = offset
    }

    /// Creates the line through two points; `nil` if they coincide.
    init?(through a: Point2D, _ b: Point2D) {
        let length = a.distance(to: b)
        guard length > 1e-6 else { return nil }
        normalX = (b.y - a.y) / length
        normalY = (a.x - b.x) / length
        offset = a.x * normalX + a.y * normalY
    }

    /// The point where two lines cross; `nil` if they are almost parallel.
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

/// The crossings of lines, and which of them can be corners of a page.
final class LineCrossings {
    private let points = Plane<SIMD2<Double>>()
    private let places = Plane<Float>()
    private let crosses = Plane<Float>()
    private let sets = Plane<UInt64>()
    private var count = 0

    /// - Parameters:
    ///   - halfWidth, halfHeight: Half the size of the frame.
    ///   - margin: How far corners may lie outside the frame.
    ///   - minimumSine: Smallest sine of a corner's angle.
    func measure(_ lines: [Line], halfWidth: Double, halfHeight: Double, margin: Double, minimumSine: Double) {
        count = lines.count
        points.reshape(width: max(1, count), height: max(1, count))
        places.reshape(width: max(1, count), height: max(1, count))
        crosses.reshape(width: max(1, count), height: max(1, count))
        sets.reshape(width: max(1, count), height: 1)
        // Positions are read for all lines, and those not reachable are discarded afterwards.
        places.fill(0)
        sets.fill(0)
        for first in 0..<count {
            for second in first + 1..<max(first + 1, count) {
                let (a, b) = (lines[first], lines[second])
                let sine = a.normalX * b.normalY - a.normalY * b.normalX
                crosses[second, first] = Float(sine)
                crosses[first, second] = Float(-sine)
                guard abs(sine) > minimumSine, let point = a.crossing(b), abs(point.x) < halfWidth + margin,
                    abs(point.y) < halfHeight + margin
                else { continue }
                add(point, first, a, second)
                add(point, second, b, first)
            }
        }
    }

    private func add(_ point: Point2D, _ first: Int, _ line: Line, _ second: Int) {
        points[second, first] = SIMD2(point.x, point.y)
        places[second, first] = Float(point.y * line.normalX - point.x * line.normalY)
        sets.base[first] |= 1 << UInt64(second)
    }

    /// The set of lines that a line crosses in or near the frame, at an angle possible for a page.
    @inline(__always)
    func reachable(_ line: Int) -> UInt64 { sets.base[line] }

    /// The crossing of two lines, one of which is reachable from the other.
    @inline(__always)
    subscript(first: Int, second: Int) -> Point2D {
        let point = points.base[first &* count &+ second]
        return Point2D(x: point.x, y: point.y)
    }

    /// Where the other lines cross a line: positions along it, whose direction is its normal turned by 90°.
    @inline(__always)
    func positions(along line: Int) -> UnsafePointer<Float> { UnsafePointer(places.base + line &* count) }

    /// Sines of the angles from a line to the others.
    @inline(__always)
    func sines(of line: Int) -> UnsafePointer<Float> { UnsafePointer(crosses.base + line &* count) }
}
