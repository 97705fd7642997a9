package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor that many matches agree on.
///
/// One match, by its place, orientation, size and view, proposes a whole affine map. All matches are compared with each map:
/// no sample is drawn by chance. The maps that most agree with are refitted, first affine, then projective.
package final class AffineVerification {
    package struct Parameters: Hashable, Sendable {
        /// Matches in different places that a pose needs.
        var minimumMatches = 5
        /// Poses that are handed on.
        var limit = 4
        /// Maps that are tried, best first.
        var maximumMaps = 60
        /// A map may be off by so much of the anchor's diagonal, plus an offset in pixels.
        var reachShare: Float = 0.12
        var reachOffset: Float = 4
        /// What matches may differ by from a map.
        var bounds = AgreementBounds(gapShare: 0.35, gapOffset: 6, scaleRatio: 1.822, turnCosine: 0.8253)
        package init() {}
    }

    /// A pose, with how well the matches support it.
    package struct Pose {
        /// From the anchor at working scale to the picture in which the points were looked for.
        package var map: Homography
        package var score: Double
    }

    /// Radii of the rounds, as shares of the first one, and the last ones in pixels.
    private static let shrinkingShares = [1, 0.7, 0.5, 0.35, 0.25, 0.15]
    private static let lastRadii = [5.0, 4, 4]
    /// Of the two affine rounds that few points allow.
    private static let roughShares = [0.7, 0.4]

    /// The radius of a first round is at least so many pixels, that of the next ones at least so many.
    private static let minimumRadius = 6.0
    private static let minimumShrunkRadius = 4.0
    /// Of matches that agree with a map that was tried, those are not tried whose sums differ from its sum by less than this
    /// share: their maps are nearly the same.
    private static let similarSum: Float = 0.5
    /// No more maps are tried once this share of the matches agrees with one that was.
    private static let explainedShare = 0.8
    /// Pixels within which a match supports a refitted map, and within which its cell counts as a place.
    private static let supportRadius = 5.0
    private static let placeRadius = 4.0
    /// Side of the cells of the picture that count as different places, in pixels.
    private static let cellSide = 6.0
    /// Pixels within which the corners of two outlines lie that are those of one pose.
    private static let cornerDistance = 12.0

    /// A match whose map others agree with.
    struct Agreement {
        let match: Int
        /// Sum of the weights of all that agree, the match among them.
        let weight: Float
    }

    private let parameters: Parameters
    /// For each match a bit for each that agrees with its map, in whole words, and the sum of the weights of these.
    private var bits: [UInt64] = []
    private var sums: [Float] = []
    private var ranking = Ranking()
    private var used: [Bool] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []
    package private(set) var poses: [Pose] = []
    /// Weight of the matches that agree with the best map before it is refitted, its own among them; 0 where there are too few.
    package private(set) var agreement: Float = 0

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Replaces ``poses`` by those that an anchor's matches agree on, best first.
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

    /// Refits the maps in their ranking, without those that a better one stands for.
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

    /// - Returns: The match whose map the most others agree with, by the sum of their weights; `nil` if there are no matches.
    func maximumAgreement(_ matching: DescriptorMatcher, anchorSize: PixelSize) -> Agreement? {
        collectAgreement(matching, matching.matches, Self.words(matching.count), anchorSize)
        var best: Agreement?
        for (i, sum) in sums.enumerated() where sum > best?.weight ?? 0 { best = Agreement(match: i, weight: sum) }
        return best
    }

    /// Calls with those that agree with a match's map, of the matches that ``maximumAgreement(_:anchorSize:)`` compared.
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
                // SAFETY: so many words for each match.
                guard let base = bits.baseAddress else { return }
                agreeingMatches(matches, map: proposed, bounds: parameters.bounds, into: base + i * words)
            }
            var sum: Float = 0
            forEachAgreeing(i, words) { sum += matching.weights[$0] }
            sums.append(sum)
            agreement = max(agreement, sum)
        }
    }

    /// How far the map of a match may be off, in pixels of the picture.
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

    /// The map refitted with shrinking radius; by an affine map alone where that is all that few points allow.
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

    /// Adds a pose that matches in enough different places support.
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

    /// Whether two outlines are those of one pose, found twice.
    static func areAlike(_ a: Quad, _ b: Quad) -> Bool {
        (0..<4).allSatisfy { a[$0].distance(to: b[$0]) <= cornerDistance }
    }

    /// Leaves out poses that put the anchor's corners where a better one puts them.
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
