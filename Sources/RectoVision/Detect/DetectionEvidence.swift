import RectoCore

/// What the ranking of a picture's quads says of its winner.
package struct DetectionEvidence: Sendable {
    /// The winner's score.
    package let score: Float
    /// Share of the quads' odds (softmax of the scores) that lies with the winner and quads almost like it.
    package let share: Float
    /// The winner's features.
    package let features: QuadFeatures

    /// Quads with corners this near on average, in roots of the winner's area, are the same page.
    private static let sameness = 0.05

    init(winner: DetectionWorkshop.Candidate, among candidates: [DetectionWorkshop.Candidate]) {
        score = winner.score
        features = winner.features
        let quad = Self.ordered(winner.proposal.corners)
        let near = 4 * Self.sameness * winner.proposal.area.squareRoot()
        var (like, all): (Float, Float) = (0, 0)
        for candidate in candidates {
            // Below e^-12 of the winner's odds a quad does not count.
            guard candidate.score > winner.score - 12 else { continue }
            // A quad that was not the best may be compared, too: e^60 is more than enough for odds against it.
            let odds = exponential(min(candidate.score - winner.score, 60))
            all += odds
            let other = Self.ordered(candidate.proposal.corners)
            let distance = (0..<4).reduce(0) { $0 + quad[$1].distance(to: other[$1]) }
            if distance < near { like += odds }
        }
        share = like / all
    }

    /// Clockwise from the corner with the smallest x + y.
    private static func ordered(_ quad: Quad) -> Quad {
        let clockwise =
            quad.signedArea >= 0
            ? quad
            : Quad(
                topLeft: quad.topLeft, topRight: quad.bottomLeft, bottomRight: quad.bottomRight,
                bottomLeft: quad.topRight)
        return clockwise.startingAtSmallestSum
    }
}
