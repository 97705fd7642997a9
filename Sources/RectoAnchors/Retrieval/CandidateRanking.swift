package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Ranks the anchors of a database by how many places of them a picture's points may show.
///
/// Corners of letters look alike on every page, so a similarity of points says little. But each vote, by its place,
/// orientation, size and view, proposes a whole map, and few votes agree on one map if the anchor is not in the
/// picture. So the anchors with the best sums of votes are ranked by how many votes agree on one map, and the best of
/// those by how many places agree on it after refitting.
///
/// The strongest points are enough for most pictures that show an anchor. Otherwise the ranking is repeated with more
/// effort.
///
/// Source: Philbin, Chum, Isard, Sivic & Zisserman, "Object retrieval with large vocabularies and fast spatial
/// matching", CVPR 2007. Difference: neighbors are found by whole descriptors, not by words.
package final class CandidateRanking {
    /// An anchor that a picture may show.
    package struct Candidate {
        /// Index in the database.
        package var anchor: Int
        /// Number of places that agree on the map, nearer ones weighted more.
        package var score: Float
        /// The map from the anchor at working scale to the picture of the points.
        package var map: Homography
    }

    /// Numbers of points and anchors to compare.
    package struct Effort: Hashable, Sendable {
        /// Number of voting points, the strongest ones.
        var points: Int
        /// Number of cells searched for a point, and number of anchors that it votes for.
        var probes, anchorsPerPoint: Int
        /// Number of anchors whose votes are compared with each other, and number whose maps are refitted.
        var summed, refitted: Int

        package init(points: Int, probes: Int, anchorsPerPoint: Int, summed: Int, refitted: Int) {
            (self.points, self.probes, self.anchorsPerPoint) = (points, probes, anchorsPerPoint)
            (self.summed, self.refitted) = (summed, refitted)
        }
    }

    /// Radii of the refits as shares of the first one, and their minimum in pixels.
    private static let shares = [1, 0.7, 0.5, 0.35, 0.25]
    private static let radius = 8.0
    /// Side in pixels of the cells of the picture and of the anchor in which only one vote counts.
    private static let pictureCellSide = 6.0
    private static let anchorCellSide = 8.0

    private let matching = DescriptorMatcher()
    private let agreement = AffineVerification()
    private let scratch = AnchorIndex.Scratch()
    /// The picture's points, the strongest of each size first.
    private var order = Ranking()
    private var strengths = Ranking()
    /// Number of these points that have voted, and the effort.
    private struct Voted {
        var points = 0
        var probes = 0
        var anchorsPerPoint = 0
    }
    private var voted = Voted()
    private var votes: [AnchorIndex.Vote] = []
    private var sums: [Float] = []
    private var ranking = Ranking()
    private var agreeing = Ranking()
    /// Range of each anchor's votes in `sorted`; empty for anchors that are not compared.
    private var ranges: [Range<Int>] = []
    private var sorted: [AnchorIndex.Vote] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []
    private var candidates: [Candidate] = []
    private var likeliest = Ranking()

    package init() {}

    /// Number of anchors in the ranking.
    package var count: Int { likeliest.count }

    /// The candidate at a place in the ranking.
    package subscript(place: Int) -> Candidate { candidates[likeliest[place]] }

    /// Sorts a picture's points.
    /// - Parameter points: The points, grouped by size.
    package func begin(_ points: Keypoints) {
        likeliest.removeAll()
        votes.removeAll(keepingCapacity: true)
        voted = Voted()
        order.removeAll()
        var first = 0
        while first < points.count {
            let size = points.size[first]
            strengths.removeAll()
            var end = first
            while end < points.count, points.size[end] == size {
                strengths.add(end, score: points.response[end])
                end += 1
            }
            strengths.sort()
            for place in 0..<strengths.count {
                order.add(strengths[place], score: -Float(place) / Float(strengths.count))
            }
            first = end
        }
        order.sort()
    }

    /// Ranks the anchors by the votes of the picture's points. Points that have voted with the same effort do not vote
    /// again.
    /// - Parameter points: The points given to ``begin(_:)``.
    package func rank(
        _ points: Keypoints, _ index: AnchorIndex, _ database: AnchorDatabase, _ effort: Effort
    ) {
        let models = database.models
        if voted.probes != effort.probes || voted.anchorsPerPoint != effort.anchorsPerPoint {
            votes.removeAll(keepingCapacity: true)
            voted = Voted(probes: effort.probes, anchorsPerPoint: effort.anchorsPerPoint)
        }
        let end = max(voted.points, min(effort.points, order.count))
        for place in voted.points..<end {
            index.search(
                for: order[place], of: points, probes: effort.probes, anchors: effort.anchorsPerPoint, scratch,
                into: &votes)
        }
        voted.points = end
        sumUp(models.count)
        sort(count: effort.summed)
        agreeing.removeAll()
        for place in 0..<min(ranking.count, effort.summed) {
            let anchor = ranking[place]
            matching.load(sorted[ranges[anchor]], points, models[anchor])
            if let maximum = agreement.maximumAgreement(matching, anchorSize: models[anchor].pictureSize) {
                agreeing.add(anchor, score: maximum.weight)
            }
        }
        agreeing.sort()
        candidates.removeAll(keepingCapacity: true)
        likeliest.removeAll()
        for place in 0..<min(agreeing.count, effort.refitted) {
            let anchor = agreeing[place]
            matching.load(sorted[ranges[anchor]], points, models[anchor])
            guard let candidate = candidate(anchor, models[anchor].pictureSize) else { continue }
            likeliest.add(candidates.count, score: candidate.score)
            candidates.append(candidate)
        }
        likeliest.sort()
    }

    /// Ranks the anchors by the sums of their votes.
    private func sumUp(_ anchorCount: Int) {
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(0, count: anchorCount))
        for vote in votes { sums[vote.anchor] += vote.weight }
        ranking.removeAll()
        for (anchor, sum) in sums.enumerated() where sum > 0 { ranking.add(anchor, score: sum) }
        ranking.sort()
    }

    /// Groups the votes for the first anchors of the ranking.
    private func sort(count: Int) {
        ranges.removeAll(keepingCapacity: true)
        ranges.append(contentsOf: repeatElement(0..<0, count: sums.count))
        // First, mark the anchors to be compared and count their votes.
        for place in 0..<min(count, ranking.count) { ranges[ranking[place]] = 0..<1 }
        for vote in votes where !ranges[vote.anchor].isEmpty {
            ranges[vote.anchor] = 0..<ranges[vote.anchor].upperBound + 1
        }
        var end = 0
        for place in 0..<min(count, ranking.count) {
            let anchor = ranking[place]
            let length = ranges[anchor].upperBound - 1
            ranges[anchor] = end..<end
            end += length
        }
        sorted.removeAll(keepingCapacity: true)
        sorted.append(contentsOf: repeatElement(AnchorIndex.Vote(anchor: 0, point: 0, match: 0, weight: 0), count: end))
        for place in 0..<min(count, ranking.count) { sums[ranking[place]] = -1 }
        for vote in votes where sums[vote.anchor] < 0 {
            let range = ranges[vote.anchor]
            sorted[range.upperBound] = vote
            ranges[vote.anchor] = range.lowerBound..<range.upperBound + 1
        }
    }

    /// The map that most of an anchor's votes agree on, and the number of places that agree.
    /// - Returns: `nil` if the map is not a view of the anchor.
    private func candidate(_ anchor: Int, _ size: PixelSize) -> Candidate? {
        guard let maximum = agreement.maximumAgreement(matching, anchorSize: size) else { return nil }
        pairs.removeAll(keepingCapacity: true)
        let matches = matching.matches
        agreement.forEachAgreeing(maximum.match, of: matching) { i in
            pairs.append(
                PointPair(
                    x: Double(matches.sourceX[i]), y: Double(matches.sourceY[i]), u: Double(matches.targetX[i]),
                    v: Double(matches.targetY[i])))
        }
        let map = refitted(
            matching.map(of: maximum.match), reach: Double(agreement.reach(maximum.match, matches, size)))
        guard map.a * map.e > map.b * map.d else { return nil }
        cells.removeAll(keepingCapacity: true)
        var score: Float = 0
        for pair in pairs {
            let place = map.map(Point2D(x: pair.x, y: pair.y))
            let (dx, dy) = (place.x - pair.u, place.y - pair.v)
            let part: Double = 1 - (dx * dx + dy * dy) / (Self.radius * Self.radius)
            guard part > 0 else { continue }
            let seen = SIMD2(Int32(pair.u / Self.pictureCellSide), Int32(pair.v / Self.pictureCellSide))
            // The sign distinguishes cells of the anchor from those of the picture.
            let own = SIMD2(-1 - Int32(pair.x / Self.anchorCellSide), Int32(pair.y / Self.anchorCellSide))
            guard !cells.contains(seen), !cells.contains(own) else { continue }
            cells.insert(seen)
            cells.insert(own)
            score += Float(part)
        }
        return Candidate(anchor: anchor, score: score, map: map)
    }

    /// The map, refined as far as the votes allow.
    private func refitted(_ start: Homography, reach: Double) -> Homography {
        pairs.withUnsafeBufferPointer { pairs in
            let fit = HomographyFit(pairs)
            var map = start
            for share in Self.shares {
                guard let next = fit.refit(map, radius: max(Self.radius, share * reach), projective: false) else {
                    break
                }
                map = next
            }
            return map
        }
    }
}
