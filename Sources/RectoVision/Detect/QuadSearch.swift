import RectoCore

/// Picks the quads that are most like pages: the best of all, then the best of those that lie beside it, and so on.
final class QuadSearch {
    struct Parameters: Hashable, Sendable {
        /// At most so many quads get all their features, for each page that is looked for.
        var shortlistLength = 1000
        /// Quads of which one covers more than this share of the other are not two pages.
        var largestOverlap = 0.2
        /// A quad that spans sheets beside each other gives way to them if each, sizes apart, scores better than it: which
        /// share of it they must cover together, and how far from its sides, in roots of its area, theirs may be.
        var partShare = 0.5...0.97
        var partDistance = 0.03
    }

    /// A proposed quad with its features.
    struct Candidate {
        /// In working pixels from the frame's centre, clockwise.
        var quad: Quad
        var features: QuadFeatures
        var score: Float
        /// The score without what the size makes of it.
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

    private let ranker = QuadRanker()
    /// The quads that have not got their features yet.
    private let entries = Plane<Entry>()
    private var entryCount = 0

    private let histogram = Plane<Int32>()

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
        _ proposals: QuadProposals, lines: [Line], _ profiles: LineProfiles.View, frame: (width: Int, height: Int),
        limit: Int, _ parameters: Parameters
    ) {
        clear()
        collectEntries(proposals, frameArea: Float(frame.width * frame.height))
        while finds.count < limit {
            measureBestEntries(count: parameters.shortlistLength) { combination in
                let proposal = proposals.proposal(combination)
                let features = QuadFeatures(
                    proposal, lines: lines, firstBorderLine: lines.count - 4, profiles: profiles, frame: frame)
                let score = ranker.score(features)
                return Candidate(
                    quad: proposal.corners.clockwise, features: features, score: score,
                    shapeScore: score - ranker.sizeScore(area: features[.area]))
            }
            guard var best = bestFree else { return }
            var spans: [Quad] = []
            while let part = bestPart(of: candidates[best], parameters) {
                spans.append(candidates[best].quad)
                best = part
            }
            let evidence = DetectionEvidence(winner: candidates[best], among: candidates, apartFrom: spans)
            finds.append(Find(candidate: best, evidence: evidence))
            if finds.count < limit { dropOverlapping(candidates[best].quad, proposals, parameters.largestOverlap) }
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
        for index in candidates.indices where candidates[index].isFree {
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
        let possible = candidates.indices.filter { index in
            let part = candidates[index]
            return part.isFree && part.shapeScore > whole.shapeScore
                && part.quad.area < 0.75 * area && Self.sidesShared(part.quad, whole.quad, within: distance) >= 2
        }
        var parts: [Int] = []
        for index in possible.sorted(by: { candidates[$0].score > candidates[$1].score }) {
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
