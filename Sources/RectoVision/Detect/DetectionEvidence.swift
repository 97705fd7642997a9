import RectoCore

/// The evidence that the ranking of a picture's quads gives for the one that was picked.
package struct DetectionEvidence: Sendable {
    /// The winner's score alone, from the ranker, and compared with the quads around it and in it, from the reranker.
    package let rankerScore: Float
    package let score: Float
    /// Share of the odds (softmax of the scores) of the winner and quads almost like it, among the quads that compete
    /// for its place. Pages beside it do not reduce it.
    package let share: Float
    /// The winner's features.
    package let features: QuadFeatures
    package let texture: QuadTexture
    /// How much better the winner's score is than the mean of its ranking.
    package let lead: Float

    /// Quads are the same page up to this mean distance between their corners, in square roots of the first one's area.
    private static let sameness = 0.05
    /// The largest lead over a quad that counts: less than e^-12 of the winner's odds is neglected.
    private static let largestLead: Float = 12
    /// The cap on another quad's lead over the winner, which may not be the best: odds of e^60 are more than enough.
    private static let largestDeficit: Float = 60

    /// - Parameters:
    ///   - meanScore: The mean score of the ranking that the winner took part in.
    ///   - spans: Quads that span the winner and sheets beside it; neither they nor quads like them compete. Each
    ///     starts at the corner with the smallest x + y.
    init(
        winner: QuadSearch.Candidate, meanScore: Float, among candidates: [QuadSearch.Candidate],
        apartFrom spans: [CenteredQuad]
    ) {
        rankerScore = winner.rankerScore
        score = winner.score
        features = winner.features
        texture = winner.texture
        lead = winner.score - meanScore
        let quad = winner.quad.startingAtSmallestSum
        var (like, all): (Float, Float) = (0, 0)
        for candidate in candidates {
            guard candidate.score > winner.score - Self.largestLead, Self.compete(winner.quad, candidate.quad) else {
                continue
            }
            let other = candidate.quad.startingAtSmallestSum
            if spans.contains(where: { Self.areSame($0, other) }) { continue }
            let odds = exp(min(candidate.score - winner.score, Self.largestDeficit))
            all += odds
            if Self.areSame(quad, other) { like += odds }
        }
        share = all > 0 ? like / all : 0
    }

    /// The inputs of ``DetectionConfidence``, in the order of its weights.
    package var inputs: InlineArray<30, Float> {
        InlineArray { index in
            switch index {
            case 0: lead
            case 1: share
            case 2..<24: features[Self.weighed[index - 2]]
            default: texture.values[index - 24]
            }
        }
    }

    package static var inputNames: [String] {
        ["lead", "share"] + weighed.map { "\($0)" } + QuadTexture.Name.allCases.map { "\($0)" }
    }

    /// All features but brightness: few training pages are darker than their ground, but a dark cover is no less a
    /// page.
    private static let weighed = QuadFeatures.Name.allCases.filter { $0 != .brightness }

    /// Whether two quads are the same page; both start at the corner with the smallest x + y.
    private static func areSame(_ a: CenteredQuad, _ b: CenteredQuad) -> Bool {
        let distance = (0..<4).reduce(0) { $0 + a[$1].distance(to: b[$1]) }
        return distance < 4 * sameness * a.area.squareRoot()
    }

    /// Whether two quads compete for the same place: one of them contains the other's center.
    private static func compete(_ a: CenteredQuad, _ b: CenteredQuad) -> Bool {
        a.corners.holds(b.centroid) || b.corners.holds(a.centroid)
    }
}

extension Quad {
    /// Whether a point is in a convex clockwise quad.
    fileprivate func holds(_ point: Point2D) -> Bool {
        (topRight - topLeft).cross(point - topLeft) >= 0 && (bottomRight - topRight).cross(point - topRight) >= 0
            && (bottomLeft - bottomRight).cross(point - bottomRight) >= 0
            && (topLeft - bottomLeft).cross(point - bottomLeft) >= 0
    }
}
