import RectoCore

/// Picks the quads that are most like pages: the best of all, then the best of those that lie beside it, and so on.
final class QuadSearch {
    struct Parameters: Hashable, Sendable {
        /// At most so many quads get all their features, for each page that is looked for.
        var shortlistLength = 1000
        /// Quads of which one covers more than this share of the other are not two pages.
        var largestOverlap = 0.2
    }

    /// A proposed quad with its features.
    struct Candidate {
        /// In working pixels from the frame's centre, clockwise.
        var quad: Quad
        var features: QuadFeatures
        var score: Float
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
    private var entries: [Entry] = []

    /// A proposed quad before it has all its features.
    private struct Entry {
        var combination: QuadProposals.Combination
        var roughScore: Float
    }

    func clear() {
        candidates.removeAll(keepingCapacity: true)
        finds.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
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
        collectEntries(proposals, profiles, frameArea: Float(frame.width * frame.height))
        while finds.count < limit {
            measureBestEntries(count: parameters.shortlistLength) { combination in
                let proposal = proposals.proposal(combination)
                let features = QuadFeatures(
                    proposal, lines: lines, firstBorderLine: lines.count - 4, profiles: profiles, frame: frame)
                return Candidate(
                    quad: proposal.corners.clockwise, features: features, score: ranker.score(features))
            }
            guard let best = bestFree else { return }
            finds.append(
                Find(candidate: best, evidence: DetectionEvidence(winner: candidates[best], among: candidates)))
            if finds.count < limit { dropOverlapping(candidates[best].quad, proposals, parameters.largestOverlap) }
        }
    }

    private func collectEntries(_ proposals: QuadProposals, _ profiles: LineProfiles.View, frameArea: Float) {
        proposals.forEach { sketch in
            var coverage: Float = 0
            for side in 0..<4 {
                let samples = profiles.samples(from: sketch.low[side], to: sketch.high[side])
                coverage += profiles.sums(ofLine: Int(sketch.combination[side]))
                    .coverage(of: samples, leastVisible: 3)
            }
            let score = ranker.roughScore(meanCoverage: coverage / 4, area: sketch.area / frameArea)
            entries.append(Entry(combination: sketch.combination, roughScore: score))
        }
    }

    /// Moves the entries with the best rough scores to ``candidates``.
    private func measureBestEntries(count: Int, _ candidate: (QuadProposals.Combination) -> Candidate) {
        let least = Self.threshold(keeping: count, of: entries.lazy.map(\.roughScore))
        var left = 0
        for index in entries.indices {
            let entry = entries[index]
            if entry.roughScore >= least {
                candidates.append(candidate(entry.combination))
            } else {
                entries[left] = entry
                left += 1
            }
        }
        entries.removeLast(entries.count - left)
    }

    /// A value that about `count` of the values reach, from a histogram of a thousand bins.
    private static func threshold(keeping count: Int, of values: some Collection<Float>) -> Float {
        guard values.count > count, let low = values.min(), let high = values.max(), high > low else {
            return -.infinity
        }
        let bins = 1000
        let scale = Float(bins - 1) / (high - low)
        var histogram = [Int](repeating: 0, count: bins)
        for value in values { histogram[Int((value - low) * scale)] += 1 }
        var bin = bins - 1
        var kept = histogram[bin]
        while bin > 0, kept + histogram[bin - 1] <= count {
            bin -= 1
            kept += histogram[bin]
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

    private func dropOverlapping(_ page: Quad, _ proposals: QuadProposals, _ largestOverlap: Double) {
        let area = page.area
        func overlaps(_ quad: Quad) -> Bool {
            page.intersectionArea(with: quad) > largestOverlap * min(area, quad.area)
        }
        for index in candidates.indices where candidates[index].isFree {
            candidates[index].isFree = !overlaps(candidates[index].quad)
        }
        entries.removeAll { overlaps(proposals.proposal($0.combination).corners.clockwise) }
    }
}
