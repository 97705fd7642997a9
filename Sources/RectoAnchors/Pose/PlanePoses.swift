import RectoCore

/// Both poses of a plane that match a homography, from its first-order terms at the plane's origin.
///
/// A small or distant plane looks nearly the same tilted toward the camera and away from it. Only higher-order terms
/// can distinguish the two.
/// Source: Collins & Bartoli, "Infinitesimal Plane-Based Pose Estimation", IJCV 109, 2014, §4 (IPPE).
struct PlanePoses {
    let first: Rotation3
    let second: Rotation3

    /// - Parameter map: A map from the plane to directions (x / z, y / z).
    /// - Returns: `nil` if the plane is seen edge-on or not at all.
    init?(_ map: Homography) {
        let map = map.normalised
        guard map.i == 1 else { return nil }
        // The direction of the origin, and its derivative by the place on the plane: the Jacobian.
        let (p, q) = (map.c, map.f)
        let (j00, j01) = (map.a - map.g * p, map.b - map.h * p)
        let (j10, j11) = (map.d - map.g * q, map.e - map.h * q)
        let towards = Self.turn(toward: p, q)
        // B = [1 | -v] R: the first two axes of a rotated frame, projected to directions.
        let (b00, b01) = (towards.x.x - p * towards.x.z, towards.y.x - p * towards.y.z)
        let (b10, b11) = (towards.x.y - q * towards.x.z, towards.y.y - q * towards.y.z)
        let determinant: Double = b00 * b11 - b01 * b10
        guard abs(determinant) > 1e-12 else { return nil }
        // A = B⁻¹ J is 1 / depth times the upper left of the wanted rotation.
        let s: Double = 1 / determinant
        let (a00, a01) = ((b11 * j00 - b01 * j10) * s, (b11 * j01 - b01 * j11) * s)
        let (a10, a11) = ((b00 * j10 - b10 * j00) * s, (b00 * j11 - b10 * j01) * s)
        // The larger singular value of A is 1 / depth.
        let xx: Double = a00 * a00 + a01 * a01
        let yy: Double = a10 * a10 + a11 * a11
        let xy: Double = a00 * a10 + a01 * a11
        let spread: Double = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
        let gain = (0.5 * (xx + yy + spread)).squareRoot()
        guard gain > 1e-12, gain.isFinite else { return nil }
        let (r00, r01, r10, r11) = (a00 / gain, a01 / gain, a10 / gain, a11 / gain)
        // The lower row makes the columns unit vectors with product 0. Its sign is ambiguous.
        let below = max(0, 1 - r00 * r00 - r10 * r10).squareRoot()
        let beside = max(0, 1 - r01 * r01 - r11 * r11).squareRoot()
        let isOpposite = r00 * r01 + r10 * r11 > 0
        let c0 = SIMD2<Double>(below, isOpposite ? -beside : beside)
        func pose(_ c: SIMD2<Double>) -> Rotation3 {
            let x = SIMD3<Double>(r00, r10, c.x)
            let y = SIMD3<Double>(r01, r11, c.y)
            return towards.composed(after: Rotation3(x: x, y: y, z: cross(x, y)))
        }
        first = pose(c0)
        second = pose(-c0)
    }

    /// The shortest rotation of the camera's axis to a direction.
    private static func turn(toward x: Double, _ y: Double) -> Rotation3 {
        let length = (x * x + y * y + 1).squareRoot()
        // The axis is perpendicular to both directions, and its length is the sine of the angle.
        let (cosine, axis) = (1 / length, SIMD3<Double>(-y / length, x / length, 0))
        let share: Double = 1 / (1 + cosine)
        func image(_ v: SIMD3<Double>) -> SIMD3<Double> {
            let across = cross(axis, v)
            return v + across + cross(axis, across) * share
        }
        return Rotation3(x: image(SIMD3(1, 0, 0)), y: image(SIMD3(0, 1, 0)), z: image(SIMD3(0, 0, 1)))
    }
}
