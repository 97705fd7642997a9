import RectoCore

/// Finds the map that most patches agree with.
///
/// Starts are no motion, the shifts of the likeliest patches, and maps through three or four randomly drawn patches,
/// the likeliest ones first (Chum & Matas, PROSAC, CVPR 2005). They are scored by MSAC. The best are refitted with
/// biweights, and the one that then scores highest is kept. A start that half of the patches support is taken at once.
/// The random numbers are seeded: the same patches give the same map.
struct PatchConsensus {
    /// Distance within which a patch agrees, in pixels.
    private static let radius = 2.0
    /// The same for each step of refitting a start.
    private static let radii = [6.0, 4, 3, 3, 2.5]
    /// Number of patches whose shifts are tried as starts.
    private static let shifts = 8
    /// Number of draws of four patches.
    private static let draws = 60
    /// Number of patches that the first of them are drawn from. Each later one is drawn from one more.
    private static let firstDrawn = 12
    /// Number of draws that are also tried as affine maps.
    private static let affineDraws = 30
    /// Number of starts that are refitted.
    private static let kept = 4
    /// Share of all patches' weight at which a start is taken at once.
    private static let enough = 0.5

    private var best: [(score: Double, map: Homography)] = []

    init() { best.reserveCapacity(Self.kept + 1) }

    /// - Parameter pairs: Patches and the places where they were found, weighted by correlation. They are sorted by
    ///   weight.
    /// - Returns: `nil` if no map has four patches.
    mutating func correction(_ pairs: UnsafeMutableBufferPointer<PointPair>) -> Homography? {
        Self.sort(pairs)
        let fit = HomographyFit(UnsafeBufferPointer(pairs))
        let total = pairs.reduce(0) { $0 + $1.weight }
        best.removeAll(keepingCapacity: true)
        collectStarts(fit, pairs, until: Self.enough * total)
        var (highest, chosen): (Double, Homography?) = (-1, nil)
        for start in best {
            guard let map = fit.settle(start.map, radii: Self.radii) else { continue }
            let score = fit.score(map, radius: Self.radius)
            if score > highest { (highest, chosen) = (score, map) }
        }
        return chosen
    }

    private mutating func collectStarts(
        _ fit: HomographyFit, _ pairs: UnsafeMutableBufferPointer<PointPair>, until enough: Double
    ) {
        /// Keeps a map and returns whether it is enough.
        func keep(_ map: Homography?) -> Bool {
            guard let map else { return false }
            let score = fit.score(map, radius: Self.radius)
            let place = best.firstIndex { $0.score < score } ?? best.count
            best.insert((score, map), at: place)
            if best.count > Self.kept { best.removeLast() }
            guard score >= enough else { return false }
            best.removeSubrange(1...)
            return true
        }
        if keep(.identity) { return }
        for pair in pairs.prefix(Self.shifts) {
            if keep(Homography(1, 0, pair.u - pair.x, 0, 1, pair.v - pair.y, 0, 0, 1)) { return }
        }
        var chance = SplitMix64(seed: 1)
        for draw in 0..<Self.draws {
            let drawn = chance.four(below: min(pairs.count, Self.firstDrawn + draw))
            if keep(fit.through(drawn, count: 4)) { return }
            if draw < Self.affineDraws, keep(fit.through(drawn, count: 3)) { return }
        }
    }

    /// Sorts the pairs by weight, the heaviest first, stably. Uses insertion sort, which needs no memory.
    private static func sort(_ pairs: UnsafeMutableBufferPointer<PointPair>) {
        for i in pairs.indices.dropFirst() {
            let pair = pairs[i]
            var place = i
            while place > 0, pairs[place - 1].weight < pair.weight {
                pairs[place] = pairs[place - 1]
                place -= 1
            }
            pairs[place] = pair
        }
    }
}

extension SplitMix64 {
    /// Four different numbers below `count`, which is at least four.
    fileprivate mutating func four(below count: Int) -> SIMD4<Int> {
        var drawn = SIMD4<Int>(repeating: -1)
        for i in 0..<4 {
            repeat { drawn[i] = Int(next() % UInt64(count)) } while (0..<i).contains { drawn[$0] == drawn[i] }
        }
        return drawn
    }
}
