import RectoCore

/// Picks the quads that are most like pages: the best of all, then the best of those that lie beside it, and so on.
final class QuadSearch {
    struct Parameters: Hashable, Sendable {
        /// At most so many quads get all their features, for each page that is looked for.
        var shortlistLength = 1000
        /// Quads of which one covers more than this share of the other are not two pages.
        var largestOverlap = 0.2
        /// A quad that spans sheets beside each other gives way to them if each, sizes apart, scores no worse than it by more
        /// than this: which share of it they must cover together, and how far from its sides, in roots of its area, theirs
        /// may be.
        var partTolerance: Float = 1
        var partShare = 0.5...0.97
        var partDistance = 0.03
    }

    /// A proposed quad with its features.
    struct Candidate {
        /// In working pixels from the frame's centre, clockwise.
        var quad: Quad
        var features: QuadFeatures
        /// Score of the ranker.
        var rankerScore: Float
        /// Score of the contest that it took part in last: nothing that counts if in none.
        var score = -Float.infinity
        /// Known once it took part in a contest.
        var texture = QuadTexture()
        /// The ranker's score without what the size makes of it.
        var shapeScore: Float
        /// Whether it lies beside all pages that have been found.
        fileprivate(set) var isFree = true
    }

    /// A quad that was picked.
    struct Find {
        /// Index of the candidate.
        var candidate: Int
        /// What spoke for it when it was picked.
        var evidence: DetectionEvidence
    }

    /// All quads that got their features.
    private(set) var candidates: [Candidate] = []
    /// Those that were picked, in the order of their scores.
    private(set) var finds: [Find] = []

    /// Indices of the candidates that took part in the last contest, and what the network saw of them.
    private(set) var contestants: [Int] = []
    var contestInputs: [ContestNetwork.Input] { contest.inputs }

    private let ranker = QuadRanker()
    private let contest = QuadContest()
    private var entrants: [QuadContest.Entrant] = []
    /// The quads that have not got their features yet.
    private let entries = Plane<Entry>()
    private var entryCount = 0

    private let histogram = Plane<Int32>()
    /// Quads that the last find was picked out of.
    private var spans: [Quad] = []
    /// Quads that may be parts of another, best first, and those of them that lie beside each other.
    private var (possible, parts): ([Int], [Int]) = ([], [])

    /// A proposed quad before it has all its features.
    private struct Entry {
        var combination: QuadProposals.Combination
        var roughScore: Float
    }

    func clear() {
        candidates.removeAll(keepingCapacity: true)
        finds.removeAll(keepingCapacity: true)
        entryCount = 0
    }

    /// Fills ``candidates`` and ``finds``.
    /// - Parameters:
    ///   - lines: Those of the proposals; the last four are the frame's border.
    ///   - profiles: Of the lines.
    ///   - limit: At most so many pages are picked.
    func run(
        _ proposals: QuadProposals, lines: [Line], _ profiles: LineProfiles.View, _ density: EdgeDensity,
        frame: (width: Int, height: Int), limit: Int, _ parameters: Parameters
    ) {
        clear()
        collectEntries(proposals, frameArea: Float(frame.width * frame.height))
        while finds.count < limit {
            measureBestEntries(count: parameters.shortlistLength) { combination in
                let proposal = proposals.proposal(combination)
                let features = QuadFeatures(
                    proposal, lines: lines, firstBorderLine: lines.count - 4, profiles: profiles, frame: frame)
                return candidate(proposal, features)
            }
            holdContest(density)
            guard var best = bestFree else { return }
            spans.removeAll(keepingCapacity: true)
            while let part = bestPart(of: candidates[best], parameters) {
                spans.append(candidates[best].quad.startingAtSmallestSum)
                best = part
            }
            let evidence = DetectionEvidence(
                winner: candidates[best], meanScore: contest.meanScore, among: candidates, apartFrom: spans)
            finds.append(Find(candidate: best, evidence: evidence))
            if finds.count < limit { dropOverlapping(candidates[best].quad, proposals, parameters.largestOverlap) }
        }
    }

    /// Scores the best free candidates by ``contest``.
    private func holdContest(_ density: EdgeDensity) {
        for index in candidates.indices where candidates[index].isFree { candidates[index].score = -.infinity }
        pickContestants()
        entrants.removeAll(keepingCapacity: true)
        for index in contestants { entrants.append(QuadContest.Entrant(candidates[index])) }
        contest.hold(entrants, density)
        for (place, index) in contestants.enumerated() {
            candidates[index].score = contest.scores[place]
            candidates[index].texture = contest.textures[place]
        }
    }

    /// Lets other quads take part in the last contest, in place of the last of it.
    /// - Returns: The others with their scores, and the mean score.
    func holdContest(with others: [Candidate], _ density: EdgeDensity) -> (others: [Candidate], meanScore: Float) {
        let rest = contestants.prefix(QuadContest.size - others.count).map { candidates[$0] }
        contest.hold((others + rest).map { QuadContest.Entrant($0) }, density)
        var scored = others
        for place in scored.indices {
            scored[place].score = contest.scores[place]
            scored[place].texture = contest.textures[place]
        }
        return (scored, contest.meanScore)
    }

    /// A quad that has got its features.
    func candidate(_ proposal: QuadProposals.Proposal, _ features: QuadFeatures) -> Candidate {
        let score = ranker.score(features)
        return Candidate(
            quad: proposal.corners.clockwise, features: features, rankerScore: score,
            shapeScore: score - ranker.sizeScore(area: features[.area]))
    }

    /// Fills ``contestants`` with the free candidates that the ranker holds for the best, best first.
    private func pickContestants() {
        contestants.removeAll(keepingCapacity: true)
        for index in candidates.indices where candidates[index].isFree {
            let score = candidates[index].rankerScore
            if contestants.count == QuadContest.size {
                guard score > candidates[contestants[QuadContest.size - 1]].rankerScore else { continue }
                contestants.removeLast()
            }
            let place = contestants.lastIndex { candidates[$0].rankerScore >= score }.map { $0 + 1 } ?? 0
            contestants.insert(index, at: place)
        }
    }

    private func collectEntries(_ proposals: QuadProposals, frameArea: Float) {
        entries.reshape(width: proposals.maximumCount + 1, height: 1)
        let (entries, ranker) = (entries.base, ranker)
        var count = 0
        // SAFETY: there is room for all proposals; one that is impossible is overwritten by the next.
        proposals.forEach { sketch, isPossible in
            let score = ranker.roughScore(meanCoverage: sketch.meanCoverage, area: sketch.area / frameArea)
            entries[count] = Entry(combination: sketch.combination, roughScore: score)
            count &+= isPossible
        }
        entryCount = count
    }

    /// Moves the entries with the best rough scores to ``candidates``.
    private func measureBestEntries(count: Int, _ candidate: (QuadProposals.Combination) -> Candidate) {
        let least = threshold(keeping: count)
        var left = 0
        for index in 0..<entryCount {
            let entry = entries.base[index]
            if entry.roughScore >= least {
                candidates.append(candidate(entry.combination))
            } else {
                entries.base[left] = entry
                left += 1
            }
        }
        entryCount = left
    }

    /// A rough score that about `count` of the entries reach, from a histogram of a thousand bins.
    private func threshold(keeping count: Int) -> Float {
        guard entryCount > count else { return -.infinity }
        let entries = UnsafeBufferPointer(start: entries.base, count: entryCount)
        var (low, high) = (Float.infinity, -Float.infinity)
        for entry in entries {
            low = min(low, entry.roughScore)
            high = max(high, entry.roughScore)
        }
        guard high > low else { return -.infinity }
        let bins = 1000
        let scale = Float(bins - 1) / (high - low)
        histogram.reshape(width: bins, height: 1)
        histogram.fill(0)
        for entry in entries { histogram.base[Int((entry.roughScore - low) * scale)] &+= 1 }
        var bin = bins - 1
        var kept = Int(histogram.base[bin])
        while bin > 0, kept + Int(histogram.base[bin - 1]) <= count {
            bin -= 1
            kept += Int(histogram.base[bin])
        }
        return low + Float(bin) / scale
    }

    private var bestFree: Int? {
        var best: Int?
        for index in candidates.indices where candidates[index].isFree && candidates[index].score > -.infinity {
            if let other = best, candidates[index].score <= candidates[other].score { continue }
            best = index
        }
        return best
    }

    /// The best of several sheets that lie beside each other, where a quad is made up of their outer sides.
    ///
    /// A sheet's own frames and columns do not reach its sides, and halves of it leave nothing between them.
    private func bestPart(of whole: Candidate, _ parameters: Parameters) -> Int? {
        let area = whole.quad.area
        let distance = parameters.partDistance * area.squareRoot()
        possible.removeAll(keepingCapacity: true)
        for index in candidates.indices
        where candidates[index].isFree && candidates[index].score > -.infinity
            && candidates[index].shapeScore > whole.shapeScore - parameters.partTolerance
        {
            let (quad, score) = (candidates[index].quad, candidates[index].score)
            guard quad.area < 0.75 * area, Self.sidesShared(quad, whole.quad, within: distance) >= 2 else { continue }
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

    /// Number of sides of a quad along which the other has one.
    private static func sidesShared(_ quad: Quad, _ other: Quad, within distance: Double) -> Int {
        (0..<4).count { side in
            let origin = other[side]
            let direction = other[(side + 1) & 3] - origin
            let largest = distance * direction.length
            return (0..<4).count { abs(direction.cross(quad[$0] - origin)) < largest } >= 2
        }
    }

    /// Whether two quads may be two pages.
    private static func lieApart(_ a: Quad, _ b: Quad, _ largestOverlap: Double) -> Bool {
        a.intersectionArea(with: b) <= largestOverlap * min(a.area, b.area)
    }

    private func dropOverlapping(_ page: Quad, _ proposals: QuadProposals, _ largestOverlap: Double) {
        for index in candidates.indices where candidates[index].isFree {
            candidates[index].isFree = Self.lieApart(page, candidates[index].quad, largestOverlap)
        }
        var left = 0
        for index in 0..<entryCount {
            let entry = entries.base[index]
            let quad = proposals.proposal(entry.combination).corners.clockwise
            guard Self.lieApart(page, quad, largestOverlap) else { continue }
            entries.base[left] = entry
            left += 1
        }
        entryCount = left
    }
}

extension QuadContest.Entrant {
    fileprivate init(_ candidate: QuadSearch.Candidate) {
        self.init(quad: candidate.quad, features: candidate.features, score: candidate.rankerScore)
    }
}
