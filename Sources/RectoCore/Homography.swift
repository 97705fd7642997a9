/// A projective map of the plane, as a 3 × 3 matrix in row order.
///
/// A point (x, y) maps to ((a x + b y + c) / w, (d x + e y + f) / w) with w = g x + h y + i.
public struct Homography: Hashable, Sendable {
    public var a, b, c: Double
    public var d, e, f: Double
    public var g, h, i: Double

    public init(
        _ a: Double, _ b: Double, _ c: Double,
        _ d: Double, _ e: Double, _ f: Double,
        _ g: Double, _ h: Double, _ i: Double
    ) {
        (self.a, self.b, self.c) = (a, b, c)
        (self.d, self.e, self.f) = (d, e, f)
        (self.g, self.h, self.i) = (g, h, i)
    }

    public static let identity = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)

    /// The map of the unit square's corners (0,0), (1,0), (1,1), (0,1) to a quad's.
    ///
    /// Source: Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, §2.2.3.
    /// - Returns: `nil` if the quad is degenerate or folds over (a corner at or beyond the horizon).
    public init?(unitSquareTo quad: Quad) {
        let d1 = quad.topRight - quad.bottomRight
        let d2 = quad.bottomLeft - quad.bottomRight
        let sum = quad.topLeft - quad.topRight + quad.bottomRight - quad.bottomLeft
        let determinant = d1.cross(d2)
        let scale = max(d1.length, d2.length)
        guard quad.isFinite, abs(determinant) > 1e-12 * scale * scale, scale > 0 else { return nil }
        let g = sum.cross(d2) / determinant
        let h = d1.cross(sum) / determinant
        // The corners have the w 1, 1 + g, 1 + g + h and 1 + h: all must be on the same side of the horizon.
        guard 1 + g > 0, 1 + h > 0, 1 + g + h > 0 else { return nil }
        let right = quad.topRight - quad.topLeft + quad.topRight * g
        let down = quad.bottomLeft - quad.topLeft + quad.bottomLeft * h
        self.init(right.x, down.x, quad.topLeft.x, right.y, down.y, quad.topLeft.y, g, h, 1)
    }

    /// The map from the corners of `source` to those of `target`, in closed form.
    /// - Returns: `nil` if either quad is degenerate.
    public init?(from source: Quad, to target: Quad) {
        guard let fromSource = Homography(unitSquareTo: source)?.inverse,
            let toTarget = Homography(unitSquareTo: target)
        else { return nil }
        self = toTarget.composed(after: fromSource)
    }

    public var determinant: Double {
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    }

    /// The inverse map; `nil` if the matrix is singular.
    public var inverse: Homography? {
        let determinant = self.determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        let s = 1 / determinant
        guard s.isFinite else { return nil }
        return Homography(
            (e * i - f * h) * s, (c * h - b * i) * s, (b * f - c * e) * s,
            (f * g - d * i) * s, (a * i - c * g) * s, (c * d - a * f) * s,
            (d * h - e * g) * s, (b * g - a * h) * s, (a * e - b * d) * s)
    }

    /// The map that applies `first`, then this one.
    public func composed(after first: Homography) -> Homography {
        let m = first
        return Homography(
            a * m.a + b * m.d + c * m.g, a * m.b + b * m.e + c * m.h, a * m.c + b * m.f + c * m.i,
            d * m.a + e * m.d + f * m.g, d * m.b + e * m.e + f * m.h, d * m.c + e * m.f + f * m.i,
            g * m.a + h * m.d + i * m.g, g * m.b + h * m.e + i * m.h, g * m.c + h * m.f + i * m.i)
    }

    /// The image of a point; not finite for a point on the horizon.
    public func map(_ point: Point2D) -> Point2D {
        let w = g * point.x + h * point.y + i
        return Point2D(x: (a * point.x + b * point.y + c) / w, y: (d * point.x + e * point.y + f) / w)
    }

    /// Determinant of the Jacobian at a point: the local factor of areas.
    ///
    /// det J = det H / w³.
    public func areaScale(at point: Point2D) -> Double {
        let w = g * point.x + h * point.y + i
        return determinant / (w * w * w)
    }
}
