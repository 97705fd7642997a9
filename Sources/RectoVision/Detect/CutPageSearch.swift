import RectoCore
import RectoKernels

/// Finds the visible part of a page that the picture cuts, among quads with sides on the picture's border or corners
/// outside it.
final class CutPageSearch {
    /// A quad with its features.
    struct Candidate {
        /// Clockwise.
        var quad: CenteredQuad
        var features: CutQuadFeatures
    }

    /// A quad and the probability that it is the visible part of a page.
    struct Find {
        /// Clockwise.
        var quad: CenteredQuad
        var confidence: Double
        /// The natural logarithm of the odds that the quad is the page, up to a constant of the picture.
        var score: Float
    }

    /// The quads whose features were computed.
    private(set) var candidates: [Candidate] = []

    /// The quad that is most probably the visible part of a page.
    func best() -> Find? {
        var (best, score, sum) = (-1, -Float.infinity, Float(0))
        odds.removeAll(keepingCapacity: true)
        for index in candidates.indices {
            let other = CutPageModel.score(candidates[index].features)
            odds.append(other)
            sum += other
            if other > score { (best, score) = (index, other) }
        }
        guard best >= 0 else { return nil }
        let lead = score - sum / Float(candidates.count)
        let share = 1 / odds.reduce(Float(0)) { $0 + exp($1 - score) }
        return Find(
            quad: candidates[best].quad,
            confidence: CutPageModel.confidence(candidates[best].features, lead: lead, share: share),
            score: score)
    }

    /// Scratch memory of ``best``.
    private var odds: [Float] = []
    /// Scores and indices of the proposals with sides on the border.
    private let scores = Plane<Float>()
    private let indices = Plane<Int32>()
    private let histogram = Plane<Int32>()

    /// The maximum number of proposals whose features are computed.
    private static let shortlistLength = 400
    private static let bins = 500
    /// How far outside the frame a corner is beyond doubt, in pixels of the level.
    private static let outside = 2.0

    /// Sets ``candidates`` to the best proposals.
    /// - Parameters:
    ///   - search: The search that has collected the proposals.
    ///   - lines: The lines of the proposals.
    func measure(_ search: QuadSearch, _ proposals: QuadProposals, _ lines: MeasuredLines, _ density: EdgeDensity) {
        candidates.removeAll(keepingCapacity: true)
        let proposed = search.proposed(proposals)
        let first = UInt8(clamping: lines.firstBorder)
        scores.reshape(width: proposed.count + 8, height: 1)
        indices.reshape(width: proposed.count + 8, height: 1)
        var count = 0
        for index in 0..<proposed.count {
            let quad = proposed.quads[index]
            let borders = Self.borders(of: quad, first)
            let isCut = borders == 1 || borders == 2 || (borders == 0 && proposed.scores[index] >= proposed.measured)
            guard isCut else { continue }
            if borders == 0, !isBeyond(proposals.proposal(quad).corners, lines) { continue }
            // The border has no edge support, so the coverage of the other sides is compared.
            scores.base[count] = proposed.scores[index] * (borders == 0 ? 1 : 4 / Float(4 - borders))
            indices.base[count] = Int32(index)
            count += 1
        }
        histogram.reshape(width: Self.bins, height: 1)
        let bound = boundOfLargest(
            scores.base, count: count, keep: Self.shortlistLength, histogram: histogram.base, bins: Self.bins)
        for index in 0..<count where scores.base[index] >= bound {
            let proposal = proposals.proposal(proposed.quads[Int(indices.base[index])])
            candidates.append(
                Candidate(
                    quad: proposal.corners.clockwise, features: CutQuadFeatures(proposal, lines, density)))
        }
    }

    private static func borders(of quad: LineQuad, _ first: UInt8) -> Int {
        (quad[0] >= first ? 1 : 0) + (quad[1] >= first ? 1 : 0) + (quad[2] >= first ? 1 : 0)
            + (quad[3] >= first ? 1 : 0)
    }

    private func isBeyond(_ quad: CenteredQuad, _ lines: MeasuredLines) -> Bool {
        let (x, y) = (Double(lines.width) / 2 + Self.outside, Double(lines.height) / 2 + Self.outside)
        return (0..<4).contains { abs(quad[$0].x) > x || abs(quad[$0].y) > y }
    }
}
