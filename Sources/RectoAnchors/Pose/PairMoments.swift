internal import RectoCore

/// Weighted sums over point pairs that give the least-squares maps in closed form.
///
/// The unknowns of a projective map with i = 1 are the rows (a, b, c) and (d, e, f) and the horizon (g, h). Their
/// normal equations fall into blocks. Both rows share one 3 × 3 matrix, so eliminating them leaves a 2 × 2 system for
/// the horizon. An affine map is the case without the horizon.
struct PairMoments {
    /// Σ w (xx, xy, yy, x, y, 1), then the same times u, v and u² + v².
    private var plain = SIMD8<Double>()
    private var timesU = SIMD8<Double>()
    private var timesV = SIMD8<Double>()
    private var timesSquare = SIMD8<Double>()

    mutating func add(x: Double, y: Double, u: Double, v: Double, weight: Double) {
        let (wx, wy): (Double, Double) = (weight * x, weight * y)
        let moments = SIMD8<Double>(wx * x, wx * y, wy * y, wx, wy, weight, 0, 0)
        plain += moments
        timesU += moments * u
        timesV += moments * v
        timesSquare += moments * (u * u + v * v)
    }

    /// The least-squares affine map; `nil` if the places lie on a line.
    func affine() -> Homography? {
        guard let inverse = SymmetricMatrix3(plain).inverse else { return nil }
        let first = inverse.times(linear(timesU))
        let second = inverse.times(linear(timesV))
        return Homography(first.x, first.y, first.z, second.x, second.y, second.z, 0, 0, 1)
    }

    /// The least-squares solution of the equations u w = a x + b y + c and v w = d x + e y + f, with i = 1.
    /// - Returns: `nil` if the pairs do not determine a map.
    func projective() -> Homography? {
        guard let inverse = SymmetricMatrix3(plain).inverse else { return nil }
        let (ux, uy) = horizonColumns(timesU)
        let (vx, vy) = horizonColumns(timesV)
        let (bu, bv) = (linear(timesU), linear(timesV))
        let (pux, puy) = (inverse.times(ux), inverse.times(uy))
        let (pvx, pvy) = (inverse.times(vx), inverse.times(vy))
        let xx: Double = timesSquare[0] - dot(ux, pux) - dot(vx, pvx)
        let xy: Double = timesSquare[1] - dot(ux, puy) - dot(vx, pvy)
        let yy: Double = timesSquare[2] - dot(uy, puy) - dot(vy, pvy)
        let rx: Double = dot(bu, pux) + dot(bv, pvx) - timesSquare[3]
        let ry: Double = dot(bu, puy) + dot(bv, pvy) - timesSquare[4]
        let determinant: Double = xx * yy - xy * xy
        guard determinant > 1e-12 * timesSquare[0] * timesSquare[2] else { return nil }
        let g: Double = (rx * yy - ry * xy) / determinant
        let h: Double = (ry * xx - rx * xy) / determinant
        let first = inverse.times(bu + ux * g + uy * h)
        let second = inverse.times(bv + vx * g + vy * h)
        return Homography(first.x, first.y, first.z, second.x, second.y, second.z, g, h, 1)
    }

    /// Σ w u (x, y, 1).
    private func linear(_ sums: SIMD8<Double>) -> SIMD3<Double> { SIMD3(sums[3], sums[4], sums[5]) }

    /// Σ w u x (x, y, 1) and Σ w u y (x, y, 1).
    private func horizonColumns(_ sums: SIMD8<Double>) -> (x: SIMD3<Double>, y: SIMD3<Double>) {
        (SIMD3(sums[0], sums[1], sums[3]), SIMD3(sums[1], sums[2], sums[4]))
    }

    private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
}

/// A symmetric 3 × 3 matrix.
private struct SymmetricMatrix3 {
    var xx, xy, xz, yy, yz, zz: Double

    /// Creates the matrix from Σ w (xx, xy, yy, x, y, 1).
    init(_ moments: SIMD8<Double>) {
        (xx, xy, yy) = (moments[0], moments[1], moments[2])
        (xz, yz, zz) = (moments[3], moments[4], moments[5])
    }

    private init(_ xx: Double, _ xy: Double, _ xz: Double, _ yy: Double, _ yz: Double, _ zz: Double) {
        (self.xx, self.xy, self.xz, self.yy, self.yz, self.zz) = (xx, xy, xz, yy, yz, zz)
    }

    var inverse: SymmetricMatrix3? {
        let a: Double = yy * zz - yz * yz
        let b: Double = xz * yz - xy * zz
        let c: Double = xy * yz - xz * yy
        let determinant: Double = xx * a + xy * b + xz * c
        guard determinant > 1e-12 * xx * yy * zz else { return nil }
        let s: Double = 1 / determinant
        let d: Double = xx * zz - xz * xz
        let e: Double = xy * xz - xx * yz
        let f: Double = xx * yy - xy * xy
        return SymmetricMatrix3(a * s, b * s, c * s, d * s, e * s, f * s)
    }

    func times(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z)
    }
}
