import RectoCore

/// A pose fitted to the directions in which the points of a plane are seen.
struct PoseRefinement {
    /// A point of the plane, and the direction (x / z, y / z) in which it is seen.
    struct Sight {
        let x, y: Double
        let direction: SIMD2<Double>
    }

    /// Refinement ends when a step leaves more than this share of the error.
    private static let settledShare = 0.999

    private(set) var rotation: Rotation3
    private(set) var translation: SIMD3<Double>
    /// Root mean square distance between observed and expected directions.
    private(set) var error = Double.infinity

    /// Creates a pose from a rotation and the translation that fits it best, which is linear in the directions.
    init?(_ rotation: Rotation3, _ sights: UnsafeBufferPointer<Sight>) {
        self.rotation = rotation
        translation = SIMD3()
        var equations = NormalEquations()
        for sight in sights {
            let point = rotation.x * sight.x + rotation.y * sight.y
            let (u, v) = (sight.direction.x, sight.direction.y)
            equations.add(SIMD8(1, 0, -u, 0, 0, 0, u * point.z - point.x, 0))
            equations.add(SIMD8(0, 1, -v, 0, 0, 0, v * point.z - point.y, 0))
        }
        guard let solution = equations.solve(unknowns: 3) else { return nil }
        translation = SIMD3(solution[0], solution[1], solution[2])
        error = Self.error(rotation, translation, sights)
        guard error.isFinite else { return nil }
    }

    /// Performs Gauss-Newton steps while they reduce the error.
    mutating func refine(_ sights: UnsafeBufferPointer<Sight>, steps: Int) {
        for _ in 0..<steps {
            var equations = NormalEquations()
            for sight in sights {
                let turned = rotation.x * sight.x + rotation.y * sight.y
                let point = turned + translation
                let share: Double = 1 / point.z
                let (u, v) = (point.x * share, point.y * share)
                // Derivatives of the directions by the point, times the point's derivative by a small rotation w: w ×
                // turned.
                let (du, dv) = (SIMD3(share, 0, -u * share), SIMD3(0, share, -v * share))
                let (wu, wv) = (cross(turned, du), cross(turned, dv))
                equations.add(SIMD8(wu.x, wu.y, wu.z, du.x, du.y, du.z, sight.direction.x - u, 0))
                equations.add(SIMD8(wv.x, wv.y, wv.z, dv.x, dv.y, dv.z, sight.direction.y - v, 0))
            }
            guard let step = equations.solve(unknowns: 6) else { return }
            let turn = Rotation3(rotationVector: SIMD3(step[0], step[1], step[2])).composed(after: rotation)
            let place = translation + SIMD3(step[3], step[4], step[5])
            let next = Self.error(turn, place, sights)
            guard next < error else { return }
            let isDone = next > Self.settledShare * error
            (rotation, translation, error) = (turn, place, next)
            if isDone { return }
        }
    }

    private static func error(
        _ rotation: Rotation3, _ translation: SIMD3<Double>, _ sights: UnsafeBufferPointer<Sight>
    ) -> Double {
        var sum = 0.0
        for sight in sights {
            let point = rotation.x * sight.x + rotation.y * sight.y + translation
            guard point.z > 1e-9 else { return .infinity }
            let du: Double = point.x / point.z - sight.direction.x
            let dv: Double = point.y / point.z - sight.direction.y
            sum += du * du + dv * dv
        }
        return (sum / Double(sights.count)).squareRoot()
    }
}

/// Normal equations of up to six unknowns.
private struct NormalEquations {
    /// Row i holds the products of the coefficients with the i-th one and, in its seventh place, with the right side.
    private var rows = InlineArray<6, SIMD8<Double>>(repeating: SIMD8())

    /// Adds an equation: six coefficients, then the right side.
    mutating func add(_ equation: SIMD8<Double>) {
        for i in 0..<6 { rows[i] += equation * equation[i] }
    }

    /// Solves the equations by elimination, which needs no pivoting for a positive definite matrix.
    /// - Returns: `nil` if the equations do not determine the first `count` unknowns.
    mutating func solve(unknowns count: Int) -> SIMD8<Double>? {
        for i in 0..<count {
            let largest = rows[i][i]
            guard largest > 1e-14 else { return nil }
            rows[i] *= 1 / largest
            for j in 0..<count where j != i { rows[j] -= rows[i] * rows[j][i] }
        }
        var solution = SIMD8<Double>()
        for i in 0..<count {
            guard rows[i][6].isFinite else { return nil }
            solution[i] = rows[i][6]
        }
        return solution
    }
}
