internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor that many matches agree on.
///
/// One match, by its place, orientation, size and view, proposes a whole affine map. Each match's map is voted on by all the
/// others: no sample is drawn by chance. The best maps are refitted, first affine, then projective.
final class AffineVerification {
    struct Parameters: Hashable, Sendable {
        /// Matches in different places that a pose needs.
        var minimumVotes = 5
        /// Poses that are handed on.
        var limit = 4
        /// Maps that are looked at, best first.
        var looks = 60
        /// A map may be off by so much of the anchor's diagonal, plus an offset in pixels.
        var reachShare: Float = 0.12
        var reachOffset: Float = 4
        /// What matches may differ by from a map.
        var bounds = AgreementBounds(gapShare: 0.35, gapOffset: 6, scaleRatio: 1.822, turnCosine: 0.8253)
        init() {}
    }

    /// A pose, with how well the matches support it.
    struct Pose {
        /// From the anchor at working scale to the picture in which the points were looked for.
        var map: Homography
        var score: Double
    }

    /// Radii of the rounds, as shares of the first one, and the last ones in pixels.
    private static let shrinkingShares = [1, 0.7, 0.5, 0.35, 0.25, 0.15]
    private static let lastRadii = [5.0, 4, 4]
    /// Of the two affine rounds that few points allow.
    private static let roughShares = [0.7, 0.4]

    private let parameters: Parameters
    private var bits: [UInt64] = []
    private var scores: [Float] = []
    private var ranking = Ranking()
    private var used: [Bool] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []
    private(set) var poses: [Pose] = []
    /// Weight of the matches that agree with the best map before it is refitted, its own among them; 0 where there are too few.
    private(set) var agreement: Float = 0

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Finds the poses; best first.
    func vote(_ matching: DescriptorMatcher, anchorSize: PixelSize) {
        poses.removeAll(keepingCapacity: true)
        agreement = 0
        let n = matching.count
        guard n >= parameters.minimumVotes else { return }
        let matches = matching.matches
        let words = Self.words(n)
        collectVotes(matching, matches, words, anchorSize)
        pairs.removeAll(keepingCapacity: true)
        for i in 0..<n {
            pairs.append(
                PointPair(
                    x: Double(matches.sourceX[i]), y: Double(matches.sourceY[i]), u: Double(matches.targetX[i]),
                    v: Double(matches.targetY[i])))
        }
        ranking.removeAll()
        for (i, score) in scores.enumerated() { ranking.add(i, score: score) }
        ranking.sort()
        used.removeAll(keepingCapacity: true)
        used.append(contentsOf: repeatElement(false, count: n))
        var usedCount = 0
        for place in 0..<min(n, parameters.looks) {
            let i = ranking[place]
            guard !used[i], votes(i, words) >= parameters.minimumVotes else { continue }
            forEachVote(i, words) { j in
                if !used[j], abs(scores[j] - scores[i]) < 0.5 * scores[i] {
                    used[j] = true
                    usedCount += 1
                }
            }
            if let map = settled(matching.map(of: i), reach: reach(i, matches, anchorSize), anchorSize) {
                add(map, anchorSize)
            }
            if Double(usedCount) > 0.8 * Double(n) { break }
        }
        poses.sort { $0.score > $1.score }
        Self.keepDifferent(&poses, limit: parameters.limit, anchorSize)
    }

    /// The match whose map the most others agree with, and the sum of their weights.
    func mostAgreeing(_ matching: DescriptorMatcher, anchorSize: PixelSize) -> (match: Int, votes: Float)? {
        collectVotes(matching, matching.matches, Self.words(matching.count), anchorSize)
        var best: (match: Int, votes: Float)?
        for (i, score) in scores.enumerated() where score > best?.votes ?? 0 { best = (i, score) }
        return best
    }

    /// Those that agree with a match's map, of the matching that was last looked at.
    func forEachVote(_ i: Int, of matching: DescriptorMatcher, _ body: (Int) -> Void) {
        forEachVote(i, Self.words(matching.count), body)
    }

    private static func words(_ count: Int) -> Int { (count + 63) / 64 }

    private func collectVotes(
        _ matching: DescriptorMatcher, _ matches: MatchColumns, _ words: Int, _ anchorSize: PixelSize
    ) {
        let n = matches.count
        bits.removeAll(keepingCapacity: true)
        bits.append(contentsOf: repeatElement(0, count: n * words))
        scores.removeAll(keepingCapacity: true)
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
            var score: Float = 0
            forEachVote(i, words) { score += matching.weights[$0] }
            scores.append(score)
            agreement = max(agreement, score)
        }
    }

    /// How far the map of a match may be off, in pixels of the picture.
    func reach(_ i: Int, _ matches: MatchColumns, _ anchorSize: PixelSize) -> Float {
        parameters.reachOffset + parameters.reachShare * Float(anchorSize.diagonal) * matches.scale[i]
    }

    private func forEachVote(_ i: Int, _ words: Int, _ body: (Int) -> Void) {
        for word in 0..<words {
            var rest = bits[i * words + word]
            while rest != 0 {
                body(64 * word + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    private func votes(_ i: Int, _ words: Int) -> Int {
        (0..<words).reduce(0) { $0 + bits[i * words + $1].nonzeroBitCount }
    }

    /// The map refitted with shrinking radius; by an affine map alone where that is all that few points allow.
    private func settled(_ start: Homography, reach: Float, _ size: PixelSize) -> Homography? {
        let r = max(6, Double(reach))
        return pairs.withUnsafeBufferPointer { pairs in
            let fit = HomographyFit(pairs)
            let shares = Self.shrinkingShares
            let map = fit.settle(start, rounds: shares.count + Self.lastRadii.count) { round in
                if round < shares.count { return max(4, shares[round] * r) }
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
            guard square < 25 else { continue }
            score += 1 - square / 25
            if square < 16 { cells.insert(SIMD2(Int32(pair.u / 6), Int32(pair.v / 6))) }
        }
        if cells.count >= parameters.minimumVotes { poses.append(Pose(map: map, score: score)) }
    }

    /// Whether two outlines are those of one pose, found twice.
    static func areAlike(_ a: Quad, _ b: Quad) -> Bool { (0..<4).allSatisfy { a[$0].distance(to: b[$0]) <= 12 } }

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
