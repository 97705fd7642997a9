package import RectoCore
import RectoKernels

/// Picks the quads that are most like pages: the best one, then the best of those that lie beside it, and so on.
final class QuadSearch {
    struct Parameters: Hashable, Sendable {
        /// Maximum number of quads whose features are all computed, for each page that is searched for.
        var shortlistLength = 1000
        /// The largest overlap of two pages, as a share of the smaller one.
        var largestOverlap = 0.2
        /// A quad that spans sheets beside each other is replaced by them if each, regardless of size, scores at most
        /// this much worse. Together they must cover this share of it, and their sides may be this far from its sides,
        /// in square roots of its area.
        var partTolerance: Float = 1
        var partShare = 0.5...0.97
        var partDistance = 0.03
        /// Share of the quad's area below which another one may be one of several sheets in it.
        var largestPart = 0.75
    }

    /// Where a page is likely, in coordinates measured from the level's center.
    struct Expectation {
        private let expected: ExpectedQuad

        init(quad: CenteredQuad, of expected: ExpectedQuad) {
            self.expected = ExpectedQuad(quad: quad.corners, lead: expected.lead)
        }

        var lead: Float { expected.lead }
        func isMet(by quad: CenteredQuad) -> Bool { expected.isMet(by: quad.corners) }
    }

    /// A proposed quad with its features.
    struct Candidate {
        /// Clockwise.
        var quad: CenteredQuad
        var features: QuadFeatures
        /// The ranker's score.
        var rankerScore: Float
        /// The reranker's score in the last ranking that the quad took part in; minus infinity if there was none.
        var score = -Float.infinity
        /// The texture, known once the reranker has ranked the quad.
        var texture = QuadTexture()
        /// The ranker's score without the part that depends on size.
        var shapeScore: Float
        /// Whether the quad lies beside all pages that have been found.
        fileprivate(set) var isFree = true
    }

    /// A quad that was picked.
    struct Find {
        /// Index of the candidate.
        var candidate: Int
        /// The evidence for the quad when it was picked.
        var evidence: DetectionEvidence
    }

    /// All quads whose features were computed.
    private(set) var candidates: [Candidate] = []
    /// The quads that were picked, in the order of their scores.
    private(set) var finds: [Find] = []

    /// The candidates that were ranked last, with the inputs of the network.
    var rerankedQuads: [(quad: CenteredQuad, input: RerankerNetwork.Input)] {
        zip(shortlist, reranker.ranking.inputs).map { (candidates[$0].quad, $1) }
    }

    /// Indices of the candidates in the reranker's last ranking, best first by the ranker's score.
    private var shortlist: [Int] = []
    private let ranker = QuadRanker()
    private let reranker = QuadReranker()
    private var rerankerCandidates: [QuadReranker.Candidate] = []
    /// All proposed quads that have not been dropped, and their rough scores. The features of those that reach
    /// ``minimumMeasured`` have been computed.
    private let entries = Plane<LineQuad>()
    private let roughScores = Plane<Float>()
    private var entryCount = 0
    private var minimumMeasured = Float.infinity
    /// The same for the first page.
    private var firstMeasured = Float.infinity
    /// Whether entries were dropped since they were collected.
    private var hasDropped = false

    private let histogram = Plane<Int32>()
    /// Quads that span the last find, and that it replaced.
    private var spans: [CenteredQuad] = []
    /// Quads that may be parts of another one, best first, and those of them that lie beside each other.
    private var (possible, parts): ([Int], [Int]) = ([], [])

    /// All proposals of the last run, and the score from which the features of the first page's rivals were computed.
    func proposed(
        _ proposals: QuadProposals
    ) -> (quads: UnsafePointer<LineQuad>, scores: UnsafePointer<Float>, count: Int, measured: Float) {
        if hasDropped { collectEntries(proposals) }
        return (UnsafePointer(entries.base), UnsafePointer(roughScores.base), entryCount, firstMeasured)
    }

    func clear() {
        candidates.removeAll(keepingCapacity: true)
        finds.removeAll(keepingCapacity: true)
        entryCount = 0
    }

    /// Measures the best proposals and picks pages among them: sets ``candidates`` and ``finds``.
    /// - Parameters:
    ///   - lines: The lines of the proposals.
    ///   - limit: The maximum number of pages to pick.
    ///   - expected: Where a page is likely.
    func run(
        _ proposals: QuadProposals, _ lines: MeasuredLines, _ density: EdgeDensity, limit: Int,
        expecting expected: Expectation? = nil, _ parameters: Parameters
    ) {
        clear()
        collectEntries(proposals)
        while finds.count < limit {
            measureBestEntries(count: parameters.shortlistLength) { quad in
                let proposal = proposals.proposal(quad)
                return candidate(proposal, QuadFeatures(proposal, lines))
            }
            if finds.isEmpty { firstMeasured = minimumMeasured }
            let meanScore = rerank(density)
            guard let likeliest = likeliest(expecting: expected) else { return }
            let best = withoutSpans(likeliest, parameters)
            let evidence = DetectionEvidence(
                winner: candidates[best], meanScore: meanScore, among: candidates, apartFrom: spans)
            finds.append(Find(candidate: best, evidence: evidence))
            if finds.count < limit { dropOverlapping(candidates[best].quad, proposals, parameters.largestOverlap) }
        }
    }

    /// The best free candidate, or the best one where a page is expected if the expectation's lead makes up for the
    /// difference.
    private func likeliest(expecting expected: Expectation?) -> Int? {
        guard let best = bestFree else { return nil }
        if let expected, let familiar = bestFree(where: expected.isMet),
            candidates[familiar].score + expected.lead > candidates[best].score
        {
            return familiar
        }
        return best
    }

    /// The candidate, or the best of the sheets that it spans; sets ``spans`` to the quads that were replaced.
    private func withoutSpans(_ candidate: Int, _ parameters: Parameters) -> Int {
        spans.removeAll(keepingCapacity: true)
        var best = candidate
        while let part = bestPart(of: candidates[best], parameters) {
            spans.append(candidates[best].quad.startingAtSmallestSum)
            best = part
        }
        return best
    }

    /// Scores the best free candidates with ``reranker``.
    /// - Returns: The mean score.
    private func rerank(_ density: EdgeDensity) -> Float {
        for index in candidates.indices where candidates[index].isFree { candidates[index].score = -.infinity }
        pickShortlist()
        rerankerCandidates.removeAll(keepingCapacity: true)
        for index in shortlist { rerankerCandidates.append(QuadReranker.Candidate(candidates[index])) }
        let ranking = reranker.rerank(rerankerCandidates, density)
        for (place, index) in shortlist.enumerated() {
            candidates[index].score = ranking.scores[place]
            candidates[index].texture = ranking.textures[place]
        }
        return ranking.meanScore
    }

    /// Ranks other quads together with the best of those that were ranked last, and sets the scores of the others.
    /// - Returns: The mean score.
    func rerank(with others: inout [Candidate], _ density: EdgeDensity) -> Float {
        rerankerCandidates.removeAll(keepingCapacity: true)
        for other in others { rerankerCandidates.append(QuadReranker.Candidate(other)) }
        for index in shortlist.prefix(QuadReranker.size - others.count) {
            rerankerCandidates.append(QuadReranker.Candidate(candidates[index]))
        }
        let ranking = reranker.rerank(rerankerCandidates, density)
        for place in others.indices {
            others[place].score = ranking.scores[place]
            others[place].texture = ranking.textures[place]
        }
        return ranking.meanScore
    }

    /// The candidate for a quad whose features were computed.
    func candidate(_ proposal: QuadProposals.Proposal, _ features: QuadFeatures) -> Candidate {
        let score = ranker.score(features)
        return Candidate(
            quad: proposal.corners.clockwise, features: features, rankerScore: score,
            shapeScore: score - ranker.sizeScore(area: features[.area]))
    }

    /// Sets ``shortlist`` to the free candidates with the best ranker scores.
    private func pickShortlist() {
        shortlist.removeAll(keepingCapacity: true)
        for index in candidates.indices where candidates[index].isFree {
            let score = candidates[index].rankerScore
            if shortlist.count == QuadReranker.size {
                guard score > candidates[shortlist[QuadReranker.size - 1]].rankerScore else { continue }
                shortlist.removeLast()
            }
            let place = shortlist.lastIndex { candidates[$0].rankerScore >= score }.map { $0 + 1 } ?? 0
            shortlist.insert(index, at: place)
        }
    }

    private func collectEntries(_ proposals: QuadProposals) {
        entries.reshape(width: proposals.maximumCount + 8, height: 1)
        roughScores.reshape(width: proposals.maximumCount + 8, height: 1)
        entryCount = proposals.collect(ranker, into: entries.base, scores: roughScores.base)
        minimumMeasured = .infinity
        hasDropped = false
    }

    /// Adds the entries with the best rough scores to ``candidates``; those already measured have been removed.
    private func measureBestEntries(count: Int, _ candidate: (LineQuad) -> Candidate) {
        histogram.reshape(width: Self.bins, height: 1)
        minimumMeasured = boundOfLargest(
            roughScores.base, count: entryCount, keep: count, histogram: histogram.base, bins: Self.bins)
        let (minimum, scores, entries) = (minimumMeasured, roughScores.base, entries.base)
        for index in 0..<entryCount where scores[index] >= minimum { candidates.append(candidate(entries[index])) }
    }

    /// Number of bins of the histogram of rough scores.
    private static let bins = 1000

    private var bestFree: Int? { bestFree { _ in true } }

    private func bestFree(where isWanted: (CenteredQuad) -> Bool) -> Int? {
        var best: Int?
        for index in candidates.indices where candidates[index].isFree && candidates[index].score > -.infinity {
            if let other = best, candidates[index].score <= candidates[other].score { continue }
            guard isWanted(candidates[index].quad) else { continue }
            best = index
        }
        return best
    }

    /// The best of several sheets that lie beside each other, if a quad consists of their outer sides.
    ///
    /// Frames and columns on a single sheet do not reach its sides, and halves of it leave nothing between them.
    private func bestPart(of whole: Candidate, _ parameters: Parameters) -> Int? {
        let area = whole.quad.area
        let distance = parameters.partDistance * area.squareRoot()
        possible.removeAll(keepingCapacity: true)
        for index in candidates.indices
        where candidates[index].isFree && candidates[index].score > -.infinity
            && candidates[index].shapeScore > whole.shapeScore - parameters.partTolerance
        {
            let (quad, score) = (candidates[index].quad, candidates[index].score)
            guard quad.area < parameters.largestPart * area, Self.sidesShared(quad, whole.quad, within: distance) >= 2
            else { continue }
            let place = possible.lastIndex { candidates[$0].score >= score }.map { $0 + 1 } ?? 0
            possible.insert(index, at: place)
        }
        parts.removeAll(keepingCapacity: true)
        for index in possible {
            let quad = candidates[index].quad
            let isBeside = parts.allSatisfy { Self.lieApart(candidates[$0].quad, quad, parameters.largestOverlap) }
            if isBeside { parts.append(index) }
        }
        let covered = parts.reduce(0) { $0 + candidates[$1].quad.area } / area
        return parts.count > 1 && parameters.partShare ~= covered ? parts[0] : nil
    }

    /// Number of sides of the other quad along which this one has a side.
    private static func sidesShared(_ quad: CenteredQuad, _ other: CenteredQuad, within distance: Double) -> Int {
        (0..<4).count { side in
            let origin = other[side]
            let direction = other[(side + 1) & 3] - origin
            let largest = distance * direction.length
            return (0..<4).count { abs(direction.cross(quad[$0] - origin)) < largest } >= 2
        }
    }

    /// Whether two quads may be two pages.
    private static func lieApart(_ a: CenteredQuad, _ b: CenteredQuad, _ largestOverlap: Double) -> Bool {
        a.intersectionArea(with: b) <= largestOverlap * min(a.area, b.area)
    }

    /// Drops the entries that have been measured or overlap a page, and excludes overlapping candidates.
    private func dropOverlapping(_ page: CenteredQuad, _ proposals: QuadProposals, _ largestOverlap: Double) {
        for index in candidates.indices where candidates[index].isFree {
            candidates[index].isFree = Self.lieApart(page, candidates[index].quad, largestOverlap)
        }
        var left = 0
        for index in 0..<entryCount {
            let (entry, score) = (entries.base[index], roughScores.base[index])
            guard score < minimumMeasured,
                Self.lieApart(page, proposals.proposal(entry).corners.clockwise, largestOverlap)
            else { continue }
            (entries.base[left], roughScores.base[left]) = (entry, score)
            left += 1
        }
        entryCount = left
        hasDropped = true
    }
}

extension QuadReranker.Candidate {
    fileprivate init(_ candidate: QuadSearch.Candidate) {
        self.init(quad: candidate.quad, features: candidate.features, score: candidate.rankerScore)
    }
}

/// An outline in which pages have been seen before: of two equally page-like quads, the one there is more likely.
package struct ExpectedQuad: Sendable {
    package var quad: Quad
    /// Natural logarithm of the outline's odds before the picture is searched.
    package var lead: Float

    package init(quad: Quad, lead: Float) {
        self.quad = quad
        self.lead = lead
    }

    /// Whether a quad has the same size and shape and lies nearby: the camera may have moved a little.
    package func isMet(by other: Quad) -> Bool {
        let other = other.aligned(with: quad)
        let side = quad.area.squareRoot()
        let way = quad.centroid - other.centroid
        return way.length < Self.reach * side
            && other.map { $0 + way }.farthestCorner(from: quad) < Self.sameness * side
    }

    /// The largest distance between the centroids, and between corners after aligning these, in square roots of the
    /// area.
    private static let reach = 0.1
    private static let sameness = 0.03
}
