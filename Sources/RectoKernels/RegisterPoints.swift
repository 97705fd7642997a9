internal import CVector

/// Points for registering pictures: their places, the expected values there, and the slopes along x and y.
///
/// The number of each is a multiple of eight; coordinates beyond the last point are NaN.
public struct RegistrationPoints {
    public let x, y, target, dx, dy: UnsafePointer<Float>
    /// A multiple of 8.
    public let count: Int

    /// - Parameter numbers: `count` of each kind, in the order of the properties.
    public init(_ numbers: UnsafePointer<Float>, count: Int) {
        precondition(count >= 0 && count % 8 == 0, "whole vectors")
        (x, y, target) = (numbers, numbers + count, numbers + 2 * count)
        (dx, dy, self.count) = (numbers + 3 * count, numbers + 4 * count, count)
    }

    fileprivate var c: recto_points { recto_points(x: x, y: y, target: target, dx: dx, dy: dy, count: count) }
}

/// Samples a plane bilinearly at mapped points; `seen` is NaN outside.
/// - Parameters:
///   - plane: At least 2 × 2.
///   - map: Nine coefficients of a homography from points to elements of the plane, row by row.
///   - seen: One value for each point.
/// - Returns: The sum of seen times expected values, and the sum of squared seen values.
public func samplePoints(
    _ plane: PlaneView<Float>, _ points: RegistrationPoints, map: [Float], into seen: UnsafeMutablePointer<Float>
) -> (across: Float, own: Float) {
    precondition(plane.width >= 2 && plane.height >= 2 && map.count == 9, "a plane and a homography")
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { sums in
        // SAFETY: two vectors of sums.
        let sums = sums.baseAddress.unsafelyUnwrapped
        map.withUnsafeBufferPointer {
            recto_sample_points(plane.c, points.c, $0.baseAddress.unsafelyUnwrapped, seen, sums)
        }
        return (laneTotal(sums), laneTotal(sums + 8))
    }
}

/// The sum of absolute differences between `gain` × seen and expected values, and the number of visible points.
public func sumDifferences(
    _ points: RegistrationPoints, seen: UnsafePointer<Float>, gain: Float
) -> (error: Float, count: Float) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { sums in
        // SAFETY: two vectors of sums.
        let sums = sums.baseAddress.unsafelyUnwrapped
        recto_sum_differences(points.c, seen, gain, sums)
        return (laneTotal(sums), laneTotal(sums + 8))
    }
}

/// The normal equations for the small homography that minimizes the differences between seen and expected values.
///
/// Differences above `bound` have Huber weights. The unknowns are the homography's first eight coefficients minus those
/// of the identity.
/// - Returns: The upper triangle of the matrix, by rows, then the right side: 44 numbers.
public func sumSystem(
    _ points: RegistrationPoints, seen: UnsafePointer<Float>, gain: Float, bound: Float
) -> [Float] {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 52 * 8) { sums in
        // SAFETY: 44 vectors of sums, and eight more.
        let sums = sums.baseAddress.unsafelyUnwrapped
        recto_sum_system(points.c, seen, gain, bound, sums)
        return (0..<44).map { laneTotal(sums + 8 * $0) }
    }
}

/// The sum of eight numbers.
private func laneTotal(_ p: UnsafePointer<Float>) -> Float {
    let first: Float = (p[0] + p[4]) + (p[2] + p[6])
    let second: Float = (p[1] + p[5]) + (p[3] + p[7])
    return first + second
}

extension Reference {
    /// Sums of every eighth number, then their sum.
    private static func total(_ count: Int, _ value: (Int) -> Float) -> Float {
        let lanes = (0..<8).map { lane in stride(from: lane, to: count, by: 8).reduce(Float(0)) { $0 + value($1) } }
        return lanes.withUnsafeBufferPointer { laneTotal($0.baseAddress.unsafelyUnwrapped) }
    }

    /// The plain reference of the kernel `samplePoints`.
    public static func samplePoints(
        _ plane: PlaneView<Float>, _ points: RegistrationPoints, map: [Float], into seen: UnsafeMutablePointer<Float>
    ) -> (across: Float, own: Float) {
        for i in 0..<points.count {
            let (u, v) = (points.x[i], points.y[i])
            let scale: Float = 1 / (map[6] * u + map[7] * v + map[8])
            let x: Float = (map[0] * u + map[1] * v + map[2]) * scale
            let y: Float = (map[3] * u + map[4] * v + map[5]) * scale
            guard x >= 0, y >= 0, x < Float(plane.width - 1), y < Float(plane.height - 1) else {
                seen[i] = .nan
                continue
            }
            let (column, row) = (Int(x), Int(y))
            let p = plane.row(row) + column
            let (right, down) = (x - Float(column), y - Float(row))
            let upper: Float = p[0] + (p[1] - p[0]) * right
            let lower: Float = p[plane.stride] + (p[plane.stride + 1] - p[plane.stride]) * right
            seen[i] = upper + (lower - upper) * down
        }
        return (
            total(points.count) { seen[$0].isNaN ? 0 : seen[$0] * points.target[$0] },
            total(points.count) { seen[$0].isNaN ? 0 : seen[$0] * seen[$0] }
        )
    }

    /// The plain reference of the kernel `sumDifferences`.
    public static func sumDifferences(
        _ points: RegistrationPoints, seen: UnsafePointer<Float>, gain: Float
    ) -> (error: Float, count: Float) {
        (
            total(points.count) { seen[$0].isNaN ? 0 : abs(seen[$0] * gain - points.target[$0]) },
            total(points.count) { seen[$0].isNaN ? 0 : 1 }
        )
    }

    /// The plain reference of the kernel `sumSystem`.
    public static func sumSystem(
        _ points: RegistrationPoints, seen: UnsafePointer<Float>, gain: Float, bound: Float
    ) -> [Float] {
        func slopes(_ i: Int) -> [Float] {
            let (u, v, dx, dy) = (points.x[i], points.y[i], points.dx[i], points.dy[i])
            let k: Float = -(u * dx + v * dy)
            return [dx * u, dx * v, dx, dy * u, dy * v, dy, u * k, v * k]
        }
        func weighted(_ i: Int, _ number: Float) -> (value: Float, residual: Float) {
            let residual: Float = seen[i] * gain - points.target[i]
            return (number * min(bound / max(abs(residual), 1e-6), 1), residual)
        }
        let matrix = (0..<8).flatMap { a in
            (a..<8).map { b in
                total(points.count) { seen[$0].isNaN ? 0 : weighted($0, slopes($0)[a]).value * slopes($0)[b] }
            }
        }
        return matrix
            + (0..<8).map { a in
                total(points.count) { i in
                    guard !seen[i].isNaN else { return 0 }
                    let (value, residual) = weighted(i, slopes(i)[a])
                    return value * residual
                }
            }
    }
}

// MARK: - Bodies

@c @implementation
func recto_sample_points_body(
    _ plane: recto_float_plane, _ points: recto_points, _ map: UnsafePointer<Float>!,
    _ seen: UnsafeMutablePointer<Float>!, _ sums: UnsafeMutablePointer<Float>!
) {
    var (across, own) = (SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    // SAFETY: whole vectors of points; nothing outside the plane is read.
    while i < points.count {
        let (u, v) = (load(points.x + i), load(points.y + i))
        let below: SIMD8<Float> = u * map[6] + v * map[7] + map[8]
        let scale: SIMD8<Float> = SIMD8(repeating: 1) / below
        let x: SIMD8<Float> = (u * map[0] + v * map[1] + map[2]) * scale
        let y: SIMD8<Float> = (u * map[3] + v * map[4] + map[5]) * scale
        let value = vec_sample_plane(
            plane.base, plane.stride, x, y, Float(plane.width &- 1), Float(plane.height &- 1))
        store(value, seen + i)
        let known = value.replacing(with: 0, where: value .!= value)
        across += known * load(points.target + i)
        own += known * known
        i &+= 8
    }
    store(across, sums)
    store(own, sums + 8)
}

@c @implementation
func recto_sum_differences_body(
    _ points: recto_points, _ seen: UnsafePointer<Float>!, _ gain: Float, _ sums: UnsafeMutablePointer<Float>!
) {
    var (error, count) = (SIMD8<Float>(), SIMD8<Float>())
    var i = 0
    // SAFETY: whole vectors.
    while i < points.count {
        let value = load(seen + i)
        let difference: SIMD8<Float> = value * gain - load(points.target + i)
        let size = difference.replacing(with: 0 - difference, where: difference .< 0)
        let isUnseen = value .!= value
        error += size.replacing(with: 0, where: isUnseen)
        count += SIMD8(repeating: 1).replacing(with: 0, where: isUnseen)
        i &+= 8
    }
    store(error, sums)
    store(count, sums + 8)
}

@c @implementation
func recto_sum_system_body(
    _ points: recto_points, _ seen: UnsafePointer<Float>!, _ gain: Float, _ bound: Float,
    _ sums: UnsafeMutablePointer<Float>!
) {
    var i = 0
    while i < 44 {
        store(SIMD8<Float>(), sums + 8 &* i)
        i &+= 1
    }
    // SAFETY: 44 vectors of sums, followed by eight of slopes, and whole vectors of points.
    let slopes = sums + 44 &* 8
    i = 0
    while i < points.count {
        let value = load(seen + i)
        let difference: SIMD8<Float> = value * gain - load(points.target + i)
        let isUnseen = value .!= value
        let size = difference.replacing(with: 0 - difference, where: difference .< 0)
        let least = SIMD8<Float>(repeating: 1e-6)
        let share: SIMD8<Float> = SIMD8(repeating: bound) / size.replacing(with: least, where: size .< least)
        let weight = share.replacing(with: 1, where: share .> 1).replacing(with: 0, where: isUnseen)
        let residual = difference.replacing(with: 0, where: isUnseen)
        setSlopes(points, i, isUnseen, slopes)
        var (at, row) = (sums.unsafelyUnwrapped, 0)
        while row < 8 {
            let own: SIMD8<Float> = load(slopes + 8 &* row) * weight
            var column = row
            while column < 8 {
                store(load(at) + own * load(slopes + 8 &* column), at)
                at += 8
                column &+= 1
            }
            let right = sums + 8 &* (36 &+ row)
            store(load(right) + own * residual, right)
            row &+= 1
        }
        i &+= 8
    }
}

/// Derivatives of the values at eight points by the unknowns. Points that are not visible may have any place.
@inline(__always)
private func setSlopes(
    _ points: recto_points, _ i: Int, _ isUnseen: SIMDMask<SIMD8<Int32>>, _ slopes: UnsafeMutablePointer<Float>
) {
    let u = load(points.x + i).replacing(with: 0, where: isUnseen)
    let v = load(points.y + i).replacing(with: 0, where: isUnseen)
    let (dx, dy) = (load(points.dx + i), load(points.dy + i))
    let k: SIMD8<Float> = 0 - (u * dx + v * dy)
    store(dx * u, slopes)
    store(dx * v, slopes + 8)
    store(dx, slopes + 16)
    store(dy * u, slopes + 24)
    store(dy * v, slopes + 32)
    store(dy, slopes + 40)
    store(u * k, slopes + 48)
    store(v * k, slopes + 56)
}
