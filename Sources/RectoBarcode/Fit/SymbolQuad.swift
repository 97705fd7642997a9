import RectoCore
import RectoKernels

/// The corners of a symbol in a picture, as alternating x and y: top left, top right, bottom right, bottom left.
typealias SymbolQuad = SIMD8<Float>

extension SymbolQuad {
    init(_ topLeft: SIMD2<Float>, _ topRight: SIMD2<Float>, _ bottomRight: SIMD2<Float>, _ bottomLeft: SIMD2<Float>) {
        self.init(
            topLeft.x, topLeft.y, topRight.x, topRight.y, bottomRight.x, bottomRight.y, bottomLeft.x, bottomLeft.y)
    }

    init(_ quad: Quad) {
        self.init()
        for i in 0..<4 { (self[2 * i], self[2 * i + 1]) = (Float(quad[i].x), Float(quad[i].y)) }
    }

    /// The midpoint between two opposite corners.
    var center: SIMD2<Float> { (corner(0) + corner(2)) / 2 }

    func corner(_ i: Int) -> SIMD2<Float> { SIMD2(self[2 * i], self[2 * i + 1]) }

    var quad: Quad {
        func point(_ i: Int) -> Point2D { Point2D(x: Double(self[2 * i]), y: Double(self[2 * i + 1])) }
        return Quad(topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3))
    }

    /// Whether the corners are convex and clockwise.
    var isConvex: Bool {
        (0..<4).allSatisfy { i in
            let (a, b, c) = (corner(i), corner((i + 1) % 4), corner((i + 2) % 4))
            return (b - a).cross(c - b) > 0
        }
    }

    /// Returns whether a point lies in the convex quad.
    func contains(_ point: SIMD2<Float>) -> Bool {
        (0..<4).allSatisfy { i in (corner((i + 1) % 4) - corner(i)).cross(point - corner(i)) >= 0 }
    }

    /// Returns the map from a square of `dimension` modules to the quad.
    func map(dimension: Int) -> GridMap { map(width: dimension, height: dimension) }

    /// The quad with the second and the last corner swapped.
    var mirrored: SymbolQuad { SymbolQuad(corner(0), corner(3), corner(2), corner(1)) }

    /// Returns the map from a rectangle of modules to the quad, in closed form (Heckbert 1989, §2.2.3).
    func map(width: Int, height: Int) -> GridMap {
        let (p0, p1, p2, p3) = (corner(0), corner(1), corner(2), corner(3))
        let sum = p0 - p1 + p2 - p3
        let (d1, d2) = (p1 - p2, p3 - p2)
        var determinant = d1.cross(d2)
        if abs(determinant) < 1e-9 { determinant = 1e-9 }
        let (g, h) = (sum.cross(d2) / determinant, d1.cross(sum) / determinant)
        let (across, along) = (1 / Float(width), 1 / Float(height))
        let right = (p1 - p0 + p1 * g) * across
        let down = (p3 - p0 + p3 * h) * along
        return GridMap(right.x, down.x, p0.x, right.y, down.y, p0.y, g * across, h * along)
    }
}

extension GridMap {
    /// Maps a point of the grid.
    func place(_ x: Float, _ y: Float) -> SIMD2<Float> {
        let w = g * x + h * y + 1
        let depth = abs(w) < 1e-9 ? 1e-9 : w
        return SIMD2(a * x + b * y + c, d * x + e * y + f) / depth
    }

    /// Maps the square of `dimension` modules.
    func quad(dimension: Int) -> SymbolQuad {
        let d = Float(dimension)
        return SymbolQuad(place(0, 0), place(d, 0), place(d, d), place(0, d))
    }
}

extension GridMap {
    /// Least squares for the linear equations of a projective map from the grid to the picture.
    struct Fit {
        private var equations = NormalEquations8()
        private let center: SIMD2<Double>
        /// The pixels, and modules, that correspond to 1.
        private let (scale, gridScale): (Double, Double)

        /// - Parameter center: In pixels. Points around it are scaled to about 1 to keep the equations
        ///   well-conditioned.
        init(around center: SIMD2<Float>, scale: Float, gridScale: Float) {
            self.center = SIMD2<Double>(center)
            (self.scale, self.gridScale) = (Double(scale), Double(gridScale))
        }

        /// Adds a point of the grid and its place in the picture.
        mutating func add(_ source: SIMD2<Float>, _ target: SIMD2<Float>) {
            let p = SIMD2<Double>(source) / gridScale
            let q = (SIMD2<Double>(target) - center) / scale
            equations.add(SIMD8(p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x), q.x)
            equations.add(SIMD8(0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y), q.y)
        }

        /// `nil` if the points do not determine a map.
        var map: GridMap? {
            guard let m = equations.solution else { return nil }
            let (g, h) = (m[6] / gridScale, m[7] / gridScale)
            func row(_ i: Int, _ center: Double) -> (Float, Float, Float) {
                (
                    Float(m[i] * scale / gridScale + center * g), Float(m[i + 1] * scale / gridScale + center * h),
                    Float(m[i + 2] * scale + center)
                )
            }
            let (x, y) = (row(0, center.x), row(3, center.y))
            return GridMap(x.0, x.1, x.2, y.0, y.1, y.2, Float(g), Float(h))
        }
    }
}

extension GridMap {
    /// The projective map from the corners of one quad to those of another; `nil` if either is degenerate.
    init?(from source: SymbolQuad, to target: SymbolQuad) {
        guard let map = Homography(from: source.quad, to: target.quad), abs(map.i) > 1e-9 else { return nil }
        let rows = SIMD8<Double>(map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h) / map.i
        guard (0..<8).allSatisfy({ rows[$0].isFinite }) else { return nil }
        let m = SIMD8<Float>(rows)
        self.init(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7])
    }
}
