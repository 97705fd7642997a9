internal import RectoKernels

extension BoxPattern {
    /// The pairs of all descriptors: a database holds descriptors of this pattern alone.
    ///
    /// Drawn by chance: no training beats that once an anchor is known from several views. Boxes are 3 to 11 pixels wide,
    /// centres nearly normally distributed (σ = 6.4 pixels, a sum of four uniform numbers), and no box reaches out of a disc
    /// of radius 15, however it is turned. The numbers are the same on every machine.
    static let standard: BoxPattern = {
        var draws = PatternDraws()
        return BoxPattern(
            (0..<BoxPattern.count).map { _ in
                let radius = draws.radius()
                let (first, second) = (draws.centre(radius), draws.centre(radius))
                return Pair(firstX: first.x, firstY: first.y, secondX: second.x, secondY: second.y, radius: radius)
            })
    }()
}

/// A linear congruential generator (Knuth's MMIX constants), of which the upper bits are used.
private struct PatternDraws {
    private static let discRadius: Float = 15
    /// Standard deviation of centres over that of a sum of four numbers uniform in ±½, √⅓.
    private static let spread: Float = 6.4 * 1.732_050_8
    /// How often of 20 each radius from 1 on is drawn.
    private static let radiusWeights: [UInt64] = [3, 6, 5, 4, 2]

    private var state: UInt64 = 7

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func radius() -> Int {
        var rest = next() % 20
        for (index, weight) in Self.radiusWeights.enumerated() {
            if rest < weight { return index + 1 }
            rest -= weight
        }
        return Self.radiusWeights.count
    }

    mutating func centre(_ radius: Int) -> (x: Float, y: Float) {
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
