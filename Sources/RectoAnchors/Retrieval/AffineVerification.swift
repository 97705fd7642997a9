package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor that many matches agree on.
///
/// The place, orientation, size and view of a single match propose a whole affine map. All matches are compared with
/// each map, without random samples. The maps that most matches agree with are refitted, first as affine, then as
/// projective.
package final class AffineVerification {
    package struct Parameters: Hashable, Sendable {
        /// Minimum number of matches in different places.
        var minimumMatches = 5
        /// Maximum number of poses returned.
        var limit = 4
        /// Maximum number of maps tried, best first.
        var maximumMaps = 60
        /// Largest error of a map as a share of the anchor's diagonal, plus an offset in pixels.
        var reachShare: Float = 0.12
        var reachOffset: Float = 4
        /// Largest differences between a match and a map.
        var bounds = AgreementBounds(gapShare: 0.35, gapOffset: 6, scaleRatio: 1.822, turnCosine: 0.8253)
        package init() {}
    }

    /// A pose, and how well the matches support it.
    package struct Pose {
        /// The map from the anchor at working scale to the picture in which the points were detected.
        package var map: Homography
        package var score: Double
    }

    /// Radii of the rounds as shares of the first one, and the last radii in pixels.
    private static let shrinkingShares = [1, 0.7, 0.5, 0.35, 0.25, 0.15]
    private static let lastRadii = [5.0, 4, 4]
    /// Radii of the two affine rounds used with few points.
    private static let roughShares = [0.7, 0.4]

    /// Minimum radius of the first round, and of the later ones, in pixels.
    private static let minimumRadius = 6.0
    private static let minimumShrunkRadius = 4.0
    /// A match that agrees with a tried map is skipped if its sum differs from the map's by less than this share,
    /// because its map is nearly the same.
    private static let similarSum: Float = 0.5
    /// Share of the matches that agree with a tried map at which no more maps are tried.
    private static let explainedShare = 0.8
    /// Distance in pixels at which a match supports a refitted map, and at which its cell counts as a place.
    private static let supportRadius = 5.0
    private static let placeRadius = 4.0
    /// Side in pixels of the picture's cells that count as different places.
    private static let cellSide = 6.0
    /// Largest distance in pixels between the corners of two outlines of the same pose.
    private static let cornerDistance = 12.0

    /// A match whose map other matches agree with.
    struct Agreement {
        let match: Int
        /// Sum of the weights of all matches that agree, including this one.
        let weight: Float
    }

    private let parameters: Parameters
    /// For each match, a bit for each match that agrees with its map, in whole words, and the sum of their weights.
    private var bits: [UInt64] = []
    private var sums: [Float] = []
    private var ranking = Ranking()
    private var used: [Bool] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []
    package private(set) var poses: [Pose] = []
    /// Total weight of the matches that agree with the best map before refitting, including its own match; 0 if too few
    /// agree.
    package private(set) var agreement: Float = 0

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Replaces ``poses`` with the poses that an anchor's matches agree on, best first.
    package func findPoses(_ matching: DescriptorMatcher, anchorSize: PixelSize) {
        poses.removeAll(keepingCapacity: true)
        agreement = 0
        let n = matching.count
        guard n >= parameters.minimumMatches else { return }
        let matches = matching.matches
        let words = Self.words(n)
        collectAgreement(matching, matches, words, anchorSize)
        pairs.removeAll(keepingCapacity: true)
        for i in 0..<n {
            pairs.append(
                PointPair(
                    x: Double(matches.sourceX[i]), y: Double(matches.sourceY[i]), u: Double(matches.targetX[i]),
                    v: Double(matches.targetY[i])))
        }
        ranking.removeAll()
        for (i, sum) in sums.enumerated() { ranking.add(i, score: sum) }
        ranking.sort()
        tryMaps(matching, words, anchorSize)
        poses.sort { $0.score > $1.score }
        Self.keepDifferent(&poses, limit: parameters.limit, anchorSize)
    }

    /// Refits the maps in order of rank, except those similar to a better one.
    private func tryMaps(_ matching: DescriptorMatcher, _ words: Int, _ anchorSize: PixelSize) {
        let n = matching.count
        let matches = matching.matches
        used.removeAll(keepingCapacity: true)
        used.append(contentsOf: repeatElement(false, count: n))
        var usedCount = 0
        for place in 0..<min(n, parameters.maximumMaps) {
            let i = ranking[place]
            guard !used[i], agreeingCount(i, words) >= parameters.minimumMatches else { continue }
            forEachAgreeing(i, words) { j in
                if !used[j], abs(sums[j] - sums[i]) < Self.similarSum * sums[i] {
                    used[j] = true
                    usedCount += 1
                }
            }
            if let map = settled(matching.map(of: i), reach: reach(i, matches, anchorSize), anchorSize) {
                add(map, anchorSize)
            }
            if Double(usedCount) > Self.explainedShare * Double(n) { break }
        }
    }

    /// - Returns: The match whose map has the greatest total weight of agreeing matches; `nil` if there are no matches.
    func maximumAgreement(_ matching: DescriptorMatcher, anchorSize: PixelSize) -> Agreement? {
        collectAgreement(matching, matching.matches, Self.words(matching.count), anchorSize)
        var best: Agreement?
        for (i, sum) in sums.enumerated() where sum > best?.weight ?? 0 { best = Agreement(match: i, weight: sum) }
        return best
    }

    /// Calls the body with the matches that agree with a match's map, as compared by
    /// ``maximumAgreement(_:anchorSize:)``.
    func forEachAgreeing(_ i: Int, of matching: DescriptorMatcher, _ body: (Int) -> Void) {
        forEachAgreeing(i, Self.words(matching.count), body)
    }

    private static func words(_ count: Int) -> Int { (count + 63) / 64 }

    private func collectAgreement(
        _ matching: DescriptorMatcher, _ matches: MatchColumns, _ words: Int, _ anchorSize: PixelSize
    ) {
        let n = matches.count
        bits.removeAll(keepingCapacity: true)
        bits.append(contentsOf: repeatElement(0, count: n * words))
        sums.removeAll(keepingCapacity: true)
        for i in 0..<n {
            let map = matching.maps[i]
            let (x, y) = (matches.sourceX[i], matches.sourceY[i])
            let proposed = ProposedMap(
                a: map.x, b: map.y, c: map.z, d: map.w, shiftX: matches.targetX[i] - (map.x * x + map.y * y),
                shiftY: matches.targetY[i] - (map.z * x + map.w * y), sourceX: x, sourceY: y, scale: matches.scale[i],
                reach: reach(i, matches, anchorSize), cosine: matches.cosine[i], sine: matches.sine[i])
            bits.withUnsafeMutableBufferPointer { bits in
                // SAFETY: each match has that number of words.
                guard let base = bits.baseAddress else { return }
                agreeingMatches(matches, map: proposed, bounds: parameters.bounds, into: base + i * words)
            }
            var sum: Float = 0
            forEachAgreeing(i, words) { sum += matching.weights[$0] }
            sums.append(sum)
            agreement = max(agreement, sum)
        }
    }

    /// Largest error of a match's map, in pixels of the picture.
    func reach(_ i: Int, _ matches: MatchColumns, _ anchorSize: PixelSize) -> Float {
        parameters.reachOffset + parameters.reachShare * Float(anchorSize.diagonal) * matches.scale[i]
    }

    private func forEachAgreeing(_ i: Int, _ words: Int, _ body: (Int) -> Void) {
        for word in 0..<words {
            var rest = bits[i * words + word]
            while rest != 0 {
                body(64 * word + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    private func agreeingCount(_ i: Int, _ words: Int) -> Int {
        (0..<words).reduce(0) { $0 + bits[i * words + $1].nonzeroBitCount }
    }

    /// Refits the map with shrinking radius. With few points, the result is only affine.
    private func settled(_ start: Homography, reach: Float, _ size: PixelSize) -> Homography? {
        let r = max(Self.minimumRadius, Double(reach))
        return pairs.withUnsafeBufferPointer { pairs in
            let fit = HomographyFit(pairs)
            let shares = Self.shrinkingShares
            let map = fit.settle(start, rounds: shares.count + Self.lastRadii.count) { round in
                if round < shares.count { return max(Self.minimumShrunkRadius, shares[round] * r) }
                return Self.lastRadii[round - shares.count]
            }
            if let map, map.isView(of: size) { return map }
            let rough = fit.settle(start, rounds: Self.roughShares.count) { Self.roughShares[$0] * r }
            guard let rough, rough.isView(of: size) else { return nil }
            return rough
        }
    }

    /// Adds a pose if matches in enough different places support it.
    private func add(_ map: Homography, _ size: PixelSize) {
        cells.removeAll(keepingCapacity: true)
        var score = 0.0
        for pair in pairs {
            let place = map.map(Point2D(x: pair.x, y: pair.y))
            let (dx, dy) = (place.x - pair.u, place.y - pair.v)
            let square: Double = dx * dx + dy * dy
            guard square < Self.supportRadius * Self.supportRadius else { continue }
            score += 1 - square / (Self.supportRadius * Self.supportRadius)
            guard square < Self.placeRadius * Self.placeRadius else { continue }
            cells.insert(SIMD2(Int32(pair.u / Self.cellSide), Int32(pair.v / Self.cellSide)))
        }
        if cells.count >= parameters.minimumMatches { poses.append(Pose(map: map, score: score)) }
    }

    /// Whether two outlines belong to the same pose.
    static func areAlike(_ a: Quad, _ b: Quad) -> Bool {
        (0..<4).allSatisfy { a[$0].distance(to: b[$0]) <= cornerDistance }
    }

    /// Removes poses whose corners coincide with those of a better one.
    static func keepDifferent(_ poses: inout [Pose], limit: Int, _ size: PixelSize) {
        var kept = 0
        for pose in poses.indices where kept < limit {
            let outline = poses[pose].map.corners(of: size)
            let isNew = (0..<kept).allSatisfy { !areAlike(poses[$0].map.corners(of: size), outline) }
            if isNew {
                poses[kept] = poses[pose]
                kept += 1
            }
        }
        poses.removeLast(poses.count - kept)
    }
}
