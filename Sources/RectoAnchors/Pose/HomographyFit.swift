package import RectoCore

/// Robust fits of affine and projective maps to point pairs with many outliers.
///
/// Each round weights the pairs by Tukey's biweight (1 - (e / r)²)² of their distance e from the current map, within a
/// radius r that shrinks from round to round, and refits the map. Projective rounds divide the weights by the squares
/// of the map's denominators, so that the sum measures distance in the frame (Sampson's weights, Hartley & Zisserman
/// §4.2.6). The fit uses no random numbers and allocates no memory.
package struct HomographyFit {
    /// Number of affine rounds before the projective ones.
    private static let affineRounds = 2
    /// Minimum number of pairs for a projective map.
    private static let minimumForProjective = 6
    /// Biweights up to this value do not count as support.
    private static let minimumWeight = 0.01

    private let pairs: UnsafeBufferPointer<PointPair>
    private let anchor: Spread
    private let frame: Spread

    /// - Parameter pairs: Must outlive the fit.
    package init(_ pairs: UnsafeBufferPointer<PointPair>) {
        self.pairs = pairs
        anchor = Spread(pairs) { ($0.x, $0.y) }
        frame = Spread(pairs) { ($0.u, $0.v) }
    }

    /// Refits a map, round after round.
    /// - Parameters:
    ///   - start: An approximate map from the anchor to the frame.
    ///   - radii: Radii of the rounds, in pixels of the frame.
    /// - Returns: `nil` if a round has fewer than four pairs within its radius, or if those do not determine a map.
    package func settle(_ start: Homography, radii: [Double]) -> Homography? {
        settle(start, rounds: radii.count) { radii[$0] }
    }

    /// Refits a map with computed radii, which need no array.
    package func settle(_ start: Homography, rounds: Int, radius: (Int) -> Double) -> Homography? {
        var map = start
        for round in 0..<rounds {
            guard let next = refit(map, radius: radius(round), projective: round >= Self.affineRounds) else {
                return nil
            }
            map = next
        }
        return map
    }

    /// One round: the least-squares map of the pairs within a radius of where `map` puts them.
    package func refit(_ map: Homography, radius: Double, projective: Bool) -> Homography? {
        var moments = PairMoments()
        var count = 0
        let share: Double = 1 / (radius * radius)
        for pair in pairs {
            let seen = Sighting(pair, by: map)
            let part: Double = 1 - seen.squaredDistance * share
            // Also rejects points behind the horizon and NaN.
            guard part > 0, part * part > Self.minimumWeight else { continue }
            count += 1
            let weight: Double = part * part * pair.weight
            add(pair, to: &moments, weight: projective ? weight * seen.share * seen.share : weight)
        }
        guard count >= 4 else { return nil }
        let isProjective = projective && count >= Self.minimumForProjective
        guard let fit = isProjective ? moments.projective() : moments.affine() else { return nil }
        return inPixels(fit)
    }

    /// The affine map through the first three of the given pairs, or the projective one through four.
    func through(_ numbers: SIMD4<Int>, count: Int) -> Homography? {
        var moments = PairMoments()
        for i in 0..<count {
            let pair = pairs[numbers[i]]
            add(pair, to: &moments, weight: 1)
        }
        guard let fit = count < 4 ? moments.affine() : moments.projective() else { return nil }
        return inPixels(fit)
    }

    @inline(__always)
    private func add(_ pair: PointPair, to moments: inout PairMoments, weight: Double) {
        moments.add(
            x: (pair.x - anchor.x) * anchor.scale, y: (pair.y - anchor.y) * anchor.scale,
            u: (pair.u - frame.x) * frame.scale, v: (pair.v - frame.y) * frame.scale, weight: weight)
    }

    private func inPixels(_ map: Homography) -> Homography {
        frame.outOf(map.composed(after: anchor.into)).normalised
    }

    /// The MSAC score: the sum of the pairs' weights times 1 - (e / r)² over the pairs within the radius.
    package func score(_ map: Homography, radius: Double) -> Double {
        let share: Double = 1 / (radius * radius)
        var sum = 0.0
        for pair in pairs {
            let part: Double = 1 - Sighting(pair, by: map).squaredDistance * share
            if part > 0 { sum += part * pair.weight }
        }
        return sum
    }

    /// The number of pairs within the radius.
    package func support(_ map: Homography, radius: Double) -> Int {
        var count = 0
        for pair in pairs where Sighting(pair, by: map).squaredDistance < radius * radius { count += 1 }
        return count
    }
}

/// A pair as a map shows it.
private struct Sighting {
    /// 1 divided by the map's denominator at the pair.
    let share: Double
    /// Squared distance from the observed place; NaN or infinite at or behind the horizon.
    let squaredDistance: Double

    @inline(__always)
    init(_ pair: PointPair, by map: Homography) {
        let w: Double = map.g * pair.x + map.h * pair.y + map.i
        share = 1 / w
        let du: Double = (map.a * pair.x + map.b * pair.y + map.c) * share - pair.u
        let dv: Double = (map.d * pair.x + map.e * pair.y + map.f) * share - pair.v
        squaredDistance = w > 1e-9 ? du * du + dv * dv : .infinity
    }
}

/// Center and spread of points. Sums of their powers are accurate enough only near 0 and 1.
private struct Spread {
    private(set) var x = 0.0
    private(set) var y = 0.0
    private(set) var scale = 1.0

    init(_ pairs: UnsafeBufferPointer<PointPair>, _ place: (PointPair) -> (Double, Double)) {
        guard !pairs.isEmpty else { return }
        let share: Double = 1 / Double(pairs.count)
        for pair in pairs {
            let (px, py) = place(pair)
            x += px * share
            y += py * share
        }
        var square = 0.0
        for pair in pairs {
            let (px, py) = place(pair)
            square += ((px - x) * (px - x) + (py - y) * (py - y)) * share
        }
        if square > 1e-12 { scale = (2 / square).squareRoot() }
    }

    /// The map from places to centered and scaled places.
    var into: Homography { Homography(scale, 0, -scale * x, 0, scale, -scale * y, 0, 0, 1) }

    /// The composition of `map` and the map back to places.
    func outOf(_ map: Homography) -> Homography {
        Homography(1 / scale, 0, x, 0, 1 / scale, y, 0, 0, 1).composed(after: map)
    }
}

/// A place on an anchor and the place where it was seen in a frame, each in pixels.
package struct PointPair: BitwiseCopyable, Sendable {
    /// Place on the anchor.
    package var x, y: Double
    /// Place in the frame.
    package var u, v: Double
    /// Weight relative to the other pairs; at least 0.
    package var weight: Double

    package init(x: Double, y: Double, u: Double, v: Double, weight: Double = 1) {
        (self.x, self.y, self.u, self.v, self.weight) = (x, y, u, v, weight)
    }
}
