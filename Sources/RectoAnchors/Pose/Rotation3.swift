import Glibc

/// A rotation in space, as the matrix whose columns are the rotated axes.
public struct Rotation3: Hashable, Sendable {
    public var x: SIMD3<Double>
    public var y: SIMD3<Double>
    public var z: SIMD3<Double>

    public static let identity = Rotation3(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), z: SIMD3(0, 0, 1))

    /// - Parameters: Three perpendicular axes of length 1, the third being the cross product of the others.
    public init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates the rotation about a vector by its length in radians (Rodrigues).
    public init(rotationVector v: SIMD3<Double>) {
        let square: Double = dot(v, v)
        let angle = square.squareRoot()
        // sin a / a and (1 - cos a) / a², by their series if a is too small to divide by.
        let s: Double = angle > 1e-4 ? Glibc.sin(angle) / angle : 1 - square / 6
        let c: Double = angle > 1e-4 ? (1 - Glibc.cos(angle)) / square : 0.5 - square / 24
        func image(_ axis: SIMD3<Double>) -> SIMD3<Double> {
            let across = cross(v, axis)
            return axis + across * s + cross(v, across) * c
        }
        self.init(x: image(SIMD3(1, 0, 0)), y: image(SIMD3(0, 1, 0)), z: image(SIMD3(0, 0, 1)))
    }

    /// The rotation vector, of a length up to π.
    public var rotationVector: SIMD3<Double> {
        let axis = SIMD3<Double>(y.z - z.y, z.x - x.z, x.y - y.x) * 0.5
        let sine = dot(axis, axis).squareRoot()
        let cosine: Double = (x.x + y.y + z.z - 1) / 2
        let angle = Glibc.atan2(sine, cosine)
        if sine > 1e-6 { return axis * (angle / sine) }
        guard cosine < 0 else { return axis }
        // Half a turn: R + 1 = 2 a aᵀ, so its longest column lies along the axis.
        let columns = [x + SIMD3(1, 0, 0), y + SIMD3(0, 1, 0), z + SIMD3(0, 0, 1)]
        let longest = columns.reduce(columns[0]) { dot($0, $0) >= dot($1, $1) ? $0 : $1 }
        return longest * (angle / dot(longest, longest).squareRoot())
    }

    /// Rotates a vector.
    public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> { x * v.x + y * v.y + z * v.z }

    public var inverse: Rotation3 {
        Rotation3(x: SIMD3(x.x, y.x, z.x), y: SIMD3(x.y, y.y, z.y), z: SIMD3(x.z, y.z, z.z))
    }

    /// The rotation that applies `first`, then this one.
    public func composed(after first: Rotation3) -> Rotation3 {
        Rotation3(x: apply(first.x), y: apply(first.y), z: apply(first.z))
    }

    /// The angle between two rotations in radians.
    public func angle(to other: Rotation3) -> Double {
        let turn = other.composed(after: inverse).rotationVector
        return dot(turn, turn).squareRoot()
    }
}

func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
