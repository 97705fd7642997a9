package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Ranks the anchors of a database by how much of them a picture's points may show.
///
/// Corners of letters look alike on every page: that a picture's points look like an anchor's says little. But each vote, by its
/// place, orientation, size and view, proposes a whole map; and where an anchor is not shown few of its votes agree on one. So
/// the anchors with the best sums of votes are ranked by how many votes agree on one map, and the best of those by how many
/// places agree on it once it is refitted.
///
/// In most pictures that show an anchor the strongest points are enough. Where they are not, the ranking is made anew with more
/// effort.
///
/// Source: Philbin, Chum, Isard, Sivic & Zisserman, "Object retrieval with large vocabularies and fast spatial matching", CVPR
/// 2007. Differs from it in that neighbours are found by whole descriptors and not by words.
package final class CandidateRanking {
    /// An anchor that a picture may show.
    package struct Candidate {
        /// Of the database.
        package var anchor: Int
        /// Places that agree on the map, the nearer the more.
        package var score: Float
        /// From the anchor at working scale to the picture of the points.
        package var map: Homography
    }

    /// How many points and anchors are compared.
    package struct Effort: Hashable, Sendable {
        /// Points that vote, the strongest ones.
        var points: Int
        /// Cells that are searched for a point, and anchors that it votes for.
        var probes, anchorsPerPoint: Int
        /// Anchors whose votes are compared with each other, and those whose maps are refitted.
        var summed, refitted: Int

        package init(points: Int, probes: Int, anchorsPerPoint: Int, summed: Int, refitted: Int) {
            (self.points, self.probes, self.anchorsPerPoint) = (points, probes, anchorsPerPoint)
            (self.summed, self.refitted) = (summed, refitted)
        }
    }

    /// Radii of the refits, as shares of the first one, and in pixels at least.
    private static let shares = [1, 0.7, 0.5, 0.35, 0.25]
    private static let radius = 8.0
    /// In one cell of so many pixels, of the picture or of the anchor, only one vote counts.
    private static let pictureCellSide = 6.0
    private static let anchorCellSide = 8.0

    private let matching = DescriptorMatcher()
    private let agreement = AffineVerification()
    private let scratch = AnchorIndex.Scratch()
    /// The picture's points, the strongest of each size first.
    private var order = Ranking()
    private var strengths = Ranking()
    /// How many of these have voted, and with what effort.
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
    /// For each anchor the place of its votes among `sorted`; those that are not compared have none.
    private var ranges: [Range<Int>] = []
    private var sorted: [AnchorIndex.Vote] = []
    private var pairs: [PointPair] = []
    private var cells: Set<SIMD2<Int32>> = []
    private var candidates: [Candidate] = []
    private var likeliest = Ranking()

    package init() {}

    /// Anchors of the ranking.
    package var count: Int { likeliest.count }

    /// A candidate by its place in the ranking.
    package subscript(place: Int) -> Candidate { candidates[likeliest[place]] }

    /// Brings a picture's points in their order.
    /// - Parameter points: Each size's follow each other.
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

    /// Ranks the anchors by the votes of the picture's points; those that have voted so before do not again.
    /// - Parameter points: Those that it began with.
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

    /// Lays the votes for the first anchors of the ranking beside each other.
    private func sort(count: Int) {
        ranges.removeAll(keepingCapacity: true)
        ranges.append(contentsOf: repeatElement(0..<0, count: sums.count))
        // First the number of votes, for those that are compared.
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

    /// The map that most of an anchor's votes agree on, and how many places do.
    /// - Returns: `nil` if the map is no view of the anchor.
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
            // Cells of the anchor are told from those of the picture by their signs.
            let own = SIMD2(-1 - Int32(pair.x / Self.anchorCellSide), Int32(pair.y / Self.anchorCellSide))
            guard !cells.contains(seen), !cells.contains(own) else { continue }
            cells.insert(seen)
            cells.insert(own)
            score += Float(part)
        }
        return Candidate(anchor: anchor, score: score, map: map)
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
