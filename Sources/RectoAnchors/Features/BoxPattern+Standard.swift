internal import RectoKernels

extension BoxPattern {
    /// The pairs of all descriptors. A database holds only descriptors of this pattern.
    ///
    /// Random: training is no better once an anchor is known from several views. Half of the boxes are 5 pixels wide, a
    /// quarter 7 and a quarter 9; smaller boxes suffer from rounding to whole pixels. Centers are nearly normally
    /// distributed (σ = 6.4 pixels, a sum of four uniform numbers), and no box reaches outside a disc of radius 15 at
    /// any rotation. The numbers are the same on every machine.
    static let standard: BoxPattern = {
        var draws = PatternDraws()
        let radii = [2, 2, 3, 4]
        return BoxPattern(
            radii: radii,
            pairs: radii.flatMap { radius in
                (0..<64).map { _ in
                    let (first, second) = (draws.center(radius), draws.center(radius))
                    return Pair(firstX: first.x, firstY: first.y, secondX: second.x, secondY: second.y)
                }
            })
    }()
}

/// A linear congruential generator (Knuth's MMIX constants) that uses the upper bits.
private struct PatternDraws {
    private static let discRadius: Float = 15
    /// Standard deviation of the centers divided by that of a sum of four numbers uniform in ±½, √⅓.
    private static let spread: Float = 6.4 * 1.732_050_8

    private var state: UInt64 = 2

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func center(_ radius: Int) -> (x: Float, y: Float) {
        let limit = Self.discRadius - Float(radius)
        while true {
            let (x, y) = (coordinate(), coordinate())
            let square: Float = x * x + y * y
            if square <= limit * limit { return (x, y) }
        }
    }

    private mutating func coordinate() -> Float {
        var sum: Float = 0
        for _ in 0..<4 { sum += Float(next()) * (1 / 2_147_483_648) - 0.5 }
        return sum * Self.spread
    }
}
