import RectoCore
import RectoKernels

/// The corners of a symbol in a picture: top left, top right, bottom right, bottom left as x, y in turn.
typealias SymbolQuad = SIMD8<Float>

extension SymbolQuad {
    init(_ topLeft: SIMD2<Float>, _ topRight: SIMD2<Float>, _ bottomRight: SIMD2<Float>, _ bottomLeft: SIMD2<Float>) {
        self.init(
            topLeft.x, topLeft.y, topRight.x, topRight.y, bottomRight.x, bottomRight.y, bottomLeft.x, bottomLeft.y)
    }

    func corner(_ i: Int) -> SIMD2<Float> { SIMD2(self[2 * i], self[2 * i + 1]) }

    var quad: Quad {
        func point(_ i: Int) -> Point2D { Point2D(x: Double(self[2 * i]), y: Double(self[2 * i + 1])) }
        return Quad(topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3))
    }

    /// Whether the corners turn one way, clockwise.
    var isConvex: Bool {
        (0..<4).allSatisfy { i in
            let (a, b, c) = (corner(i), corner((i + 1) % 4), corner((i + 2) % 4))
            return (b - a).cross(c - b) > 0
        }
    }

    /// Whether a point lies in the quad, which is convex.
    func contains(_ point: SIMD2<Float>) -> Bool {
        (0..<4).allSatisfy { i in (corner((i + 1) % 4) - corner(i)).cross(point - corner(i)) >= 0 }
    }

    /// The map of a square of `dimension` modules to the quad, in closed form (Heckbert 1989, §2.2.3).
    func map(dimension: Int) -> GridMap {
        let (p0, p1, p2, p3) = (corner(0), corner(1), corner(2), corner(3))
        let sum = p0 - p1 + p2 - p3
        let (d1, d2) = (p1 - p2, p3 - p2)
        var determinant = d1.cross(d2)
        if abs(determinant) < 1e-9 { determinant = 1e-9 }
        let (g, h) = (sum.cross(d2) / determinant, d1.cross(sum) / determinant)
        let scale = 1 / Float(dimension)
        let right = (p1 - p0 + p1 * g) * scale
        let down = (p3 - p0 + p3 * h) * scale
        return GridMap(right.x, down.x, p0.x, right.y, down.y, p0.y, g * scale, h * scale)
    }
}

extension GridMap {
    /// Where a point of the grid goes.
    func place(_ x: Float, _ y: Float) -> SIMD2<Float> {
        let w = g * x + h * y + 1
        let depth = abs(w) < 1e-9 ? 1e-9 : w
        return SIMD2(a * x + b * y + c, d * x + e * y + f) / depth
    }

    /// Where the square of `dimension` modules goes.
    func quad(dimension: Int) -> SymbolQuad {
        let d = Float(dimension)
        return SymbolQuad(place(0, 0), place(d, 0), place(d, d), place(0, d))
    }

    /// The affine map that takes three points to three others; nothing if the first ones lie on a line.
    init?(from source: [SIMD2<Float>], to target: [SIMD2<Float>]) {
        let (u, v) = (source[1] - source[0], source[2] - source[0])
        let determinant = u.cross(v)
        guard abs(determinant) > 1e-9 else { return nil }
        let (p, q) = (target[1] - target[0], target[2] - target[0])
        let right = (p * v.y - q * u.y) / determinant
        let down = (q * u.x - p * v.x) / determinant
        let origin = target[0] - right * source[0].x - down * source[0].y
        self.init(right.x, down.x, origin.x, right.y, down.y, origin.y)
    }

    /// The projective map that takes points to others with the least squared error of its linear equations; nothing if they do
    /// not fix one.
    init?(fitting source: [SIMD2<Float>], to target: [SIMD2<Float>]) {
        guard source.count == target.count, source.count >= 4, let frame = PointFrame(target),
            let grid = PointFrame(source)
        else { return nil }
        var equations = NormalEquations8()
        for (s, t) in zip(source, target) {
            let (p, q) = (grid.normalised(s), frame.normalised(t))
            equations.add(SIMD8(p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x), q.x)
            equations.add(SIMD8(0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y), q.y)
        }
        guard let m = equations.solution else { return nil }
        // Back from the normalised coordinates on both sides.
        let (k, l) = (grid.scale, 1 / frame.scale)
        func unscaled(_ i: Int) -> (Double, Double, Double) {
            let (a, b) = (m[i] * k, m[i + 1] * k)
            return (a, b, m[i + 2] - a * grid.centre.x - b * grid.centre.y)
        }
        let (g, h) = (m[6] * k, m[7] * k)
        let one = 1 - g * grid.centre.x - h * grid.centre.y
        guard abs(one) > 1e-9 else { return nil }
        let (x, y) = (unscaled(0), unscaled(3))
        func row(_ r: (Double, Double, Double), _ centre: Double) -> SIMD4<Float> {
            let numerators = SIMD4(r.0 * l + centre * g, r.1 * l + centre * h, r.2 * l + centre * one, 0)
            return SIMD4<Float>(numerators / one)
        }
        let (first, second) = (row(x, frame.centre.x), row(y, frame.centre.y))
        self.init(
            first[0], first[1], first[2], second[0], second[1], second[2], Float(g / one), Float(h / one))
    }
}

/// Points moved to their mean and scaled to about 1.
private struct PointFrame {
    let centre: SIMD2<Double>
    /// Multiplies.
    let scale: Double

    init?(_ points: [SIMD2<Float>]) {
        let mean = points.reduce(SIMD2<Double>()) { $0 + SIMD2<Double>($1) } / Double(points.count)
        let spread = points.reduce(0.0) { sum, point in
            let offset = SIMD2<Double>(point) - mean
            return sum + (offset * offset).sum()
        }
        guard spread > 0, spread.isFinite else { return nil }
        centre = mean
        scale = (Double(points.count) / spread).squareRoot()
    }

    func normalised(_ p: SIMD2<Float>) -> SIMD2<Double> { (SIMD2<Double>(p) - centre) * scale }
}


extension GridMap {
    /// The projective map that takes the corners of one quad to those of another; nothing if either is degenerate.
    init?(from source: SymbolQuad, to target: SymbolQuad) {
        guard let map = Homography(from: source.quad, to: target.quad), abs(map.i) > 1e-9 else { return nil }
        let m = [map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h].map { Float($0 / map.i) }
        guard m.allSatisfy(\.isFinite) else { return nil }
        self.init(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7])
    }
}
