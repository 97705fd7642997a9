internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Ranks the anchors of a database by how much of them a picture's points may show.
///
/// Corners of letters look alike on every page: that a picture's points look like an anchor's says little. But each vote, by its
/// place, orientation, size and view, proposes a whole map; and where an anchor is not shown few of its votes agree on one. So
/// the anchors with the best sums of votes are ranked by how many votes agree on one map, and the best of those by how many
/// places agree on it once it is refitted.
///
/// Source: Philbin, Chum, Isard, Sivic & Zisserman, "Object retrieval with large vocabularies and fast spatial matching", CVPR
/// 2007. Differs from it in that neighbours are found by whole descriptors and not by words.
final class AnchorVotes {
    /// Anchors whose votes are held against each other, and those whose maps are refitted.
    private static let (summed, refitted) = (150, 30)
    /// Radii of the refits, as shares of the first one, and in pixels at least.
    private static let shares = [1, 0.7, 0.5, 0.35, 0.25]
    private static let radius = 8.0
    /// In one cell of so many pixels, of the picture or of the anchor, only one vote counts.
    private static let (pictureCell, anchorCell) = (6.0, 8.0)

    private let matching = PointMatching()
    private let agreement = PoseVotes()
    private let scratch = AnchorIndex.Scratch()
    private var votes: [AnchorIndex.Vote] = []
    private var sums: [Float] = []
    private var ranking = Ranking()
    /// For each anchor the place of its votes among `sorted`; those that are not looked at have none.
    private var ranges: [Range<Int>] = []
    private var sorted: [AnchorIndex.Vote] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []

    /// - Parameters:
    ///   - count: Ranks at least as many, if anything speaks for so many.
    ///   - result: Replaced by the likeliest anchors, best first.
    ///   - scores: Replaced by all anchors' scores.
    func rank(
        _ points: PicturePoints, _ index: AnchorIndex, _ models: [AnchorModel], count: Int, into result: inout Ranking,
        scores: inout [Float]
    ) {
        index.look(up: points, scratch, into: &votes)
        sumUp(models.count)
        sort(count: max(Self.summed, count))
        let likely = ranking.count
        result.removeAll()
        for place in 0..<min(likely, max(Self.summed, count)) {
            let anchor = ranking[place]
            matching.load(sorted[ranges[anchor]], points, models[anchor])
            if let most = agreement.mostAgreeing(matching, anchorSize: models[anchor].pictureSize) {
                result.add(anchor, score: most.votes)
            }
        }
        result.sort()
        scores.removeAll(keepingCapacity: true)
        scores.append(contentsOf: repeatElement(0, count: models.count))
        ranking.removeAll()
        for place in 0..<min(result.count, max(Self.refitted, count)) {
            let anchor = result[place]
            matching.load(sorted[ranges[anchor]], points, models[anchor])
            scores[anchor] = support(models[anchor].pictureSize)
            if scores[anchor] > 0 { ranking.add(anchor, score: scores[anchor]) }
        }
        ranking.sort()
        swap(&result, &ranking)
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

    /// Lays the votes for the first anchors of the ranking beside each other.
    private func sort(count: Int) {
        ranges.removeAll(keepingCapacity: true)
        ranges.append(contentsOf: repeatElement(0..<0, count: sums.count))
        // First the number of votes, for those that are looked at.
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

    /// How many places agree on the map that most of an anchor's votes agree on, the nearer the more.
    private func support(_ size: PixelSize) -> Float {
        guard let most = agreement.mostAgreeing(matching, anchorSize: size) else { return 0 }
        pairs.removeAll(keepingCapacity: true)
        let matches = matching.matches
        agreement.forEachVote(most.match, of: matching) { i in
            pairs.append(
                PointPair(
                    x: Double(matches.sourceX[i]), y: Double(matches.sourceY[i]), u: Double(matches.targetX[i]),
                    v: Double(matches.targetY[i])))
        }
        let map = refitted(matching.map(of: most.match), reach: Double(agreement.reach(most.match, matches, size)))
        guard map.a * map.e > map.b * map.d else { return 0 }
        cells.removeAll(keepingCapacity: true)
        var score: Float = 0
        for pair in pairs {
            let place = map.map(Point2D(x: pair.x, y: pair.y))
            let (dx, dy) = (place.x - pair.u, place.y - pair.v)
            let part: Double = 1 - (dx * dx + dy * dy) / (Self.radius * Self.radius)
            guard part > 0 else { continue }
            let seen = SIMD2(Int32(pair.u / Self.pictureCell), Int32(pair.v / Self.pictureCell))
            // Cells of the anchor are told from those of the picture by their signs.
            let own = SIMD2(-1 - Int32(pair.x / Self.anchorCell), Int32(pair.y / Self.anchorCell))
            guard !cells.contains(seen), !cells.contains(own) else { continue }
            cells.insert(seen)
            cells.insert(own)
            score += Float(part)
        }
        return score
    }

    /// The map, as far as the votes determine a better one.
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
