import RectoCore

/// Closed polygons that are filled together; curves are flattened when they are added.
struct Path: Sendable {
    private(set) var polygons: [[Point2D]] = []

    init() {}

    init(polygon: [Point2D]) { polygons = [polygon] }

    init(_ quad: Quad) { polygons = [quad.corners] }

    /// An upright rectangle with corners rounded by `radius`.
    init(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) {
        guard radius > 0 else {
            polygons = [Quad(width: width, height: height).corners.map { $0 + Point2D(x: x, y: y) }]
            return
        }
        let centers = [
            Point2D(x: x + radius, y: y + radius), Point2D(x: x + width - radius, y: y + radius),
            Point2D(x: x + width - radius, y: y + height - radius), Point2D(x: x + radius, y: y + height - radius),
        ]
        var points: [Point2D] = []
        for (corner, center) in centers.enumerated() {
            for step in 0...6 {
                let angle = .pi * (1 + 0.5 * (Double(corner) + Double(step) / 6))
                points.append(center + Point2D.direction(angle) * radius)
            }
        }
        polygons = [points]
    }

    /// An ellipse; `angle` rotates its first radius clockwise.
    init(ellipseAt center: Point2D, radii: Point2D, angle: Double = 0, steps: Int = 48) {
        let axis = Point2D.direction(angle)
        let points = (0..<steps).map { step -> Point2D in
            let p = Point2D.direction(Double(step) / Double(steps) * 2 * .pi)
            return center + axis * (p.x * radii.x) + axis.quarterTurn * (p.y * radii.y)
        }
        polygons = [points]
    }

    mutating func add(_ polygon: [Point2D]) { polygons.append(polygon) }

    /// Adds a pen line with round joints and ends.
    ///
    /// - Parameter width: Width of the line as a function of the share 0...1 along it.
    mutating func addStroke(_ points: [Point2D], width: (Double) -> Double) {
        let last = Double(max(1, points.count - 1))
        for (index, point) in points.enumerated() {
            let radius = width(Double(index) / last) / 2
            polygons.append(Path(ellipseAt: point, radii: Point2D(x: radius, y: radius), steps: 12).polygons[0])
            guard index + 1 < points.count else { break }
            let next = points[index + 1]
            let along = next - point
            guard along.length > 0 else { continue }
            let side = along.quarterTurn * (1 / along.length)
            let nextRadius = width(Double(index + 1) / last) / 2
            polygons.append([
                point - side * radius, next - side * nextRadius, next + side * nextRadius, point + side * radius,
            ])
        }
    }

    /// Adds a pen line of even width.
    mutating func addStroke(_ points: [Point2D], width: Double) { addStroke(points) { _ in width } }

    func map(_ transform: (Point2D) -> Point2D) -> Path {
        var result = Path()
        result.polygons = polygons.map { $0.map(transform) }
        return result
    }

    /// Points along a cubic Bézier curve, both ends included.
    static func bezier(_ a: Point2D, _ b: Point2D, _ c: Point2D, _ d: Point2D, steps: Int = 16) -> [Point2D] {
        (0...steps).map { step in
            let t = Double(step) / Double(steps)
            let s = 1 - t
            return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
        }
    }

    /// Points along a smooth curve through all given points (Catmull–Rom).
    static func smooth(through points: [Point2D], steps: Int = 8) -> [Point2D] {
        guard points.count > 2 else { return points }
        var result: [Point2D] = [points[0]]
        for i in 0..<points.count - 1 {
            let before = points[max(0, i - 1)]
            let after = points[min(points.count - 1, i + 2)]
            let control1 = points[i] + (points[i + 1] - before) * (1.0 / 6)
            let control2 = points[i + 1] - (after - points[i]) * (1.0 / 6)
            result += bezier(points[i], control1, control2, points[i + 1], steps: steps).dropFirst()
        }
        return result
    }
}

extension Point2D {
    /// The unit vector at an angle, clockwise from the right.
    static func direction(_ angle: Double) -> Point2D {
        Point2D(x: PortableMath.cos(angle), y: PortableMath.sin(angle))
    }

    /// The vector rotated clockwise by 90°.
    var quarterTurn: Point2D { Point2D(x: -y, y: x) }

    /// The vector rotated clockwise by an angle.
    func rotated(by angle: Double) -> Point2D {
        let axis = Point2D.direction(angle)
        return axis * x + axis.quarterTurn * y
    }
}
