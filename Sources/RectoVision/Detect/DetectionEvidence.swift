import RectoCore

/// What the ranking of a picture's quads says of one that was picked.
package struct DetectionEvidence: Sendable {
    /// The winner's score.
    package let score: Float
    /// Share of the odds (softmax of the scores) that lies with the winner and quads almost like it, among the quads
    /// that compete for its place. Pages beside it take nothing from it.
    package let share: Float
    /// The winner's features.
    package let features: QuadFeatures

    /// Quads with corners this near on average, in roots of the first one's area, are the same page.
    private static let sameness = 0.05

    /// - Parameter spans: Quads that span the winner and sheets beside it: they do not compete, nor do those like them.
    init(winner: QuadSearch.Candidate, among candidates: [QuadSearch.Candidate], apartFrom spans: [Quad]) {
        score = winner.score
        features = winner.features
        let quad = winner.quad.startingAtSmallestSum
        let spans = spans.map(\.startingAtSmallestSum)
        var (like, all): (Float, Float) = (0, 0)
        for candidate in candidates {
            // Below e^-12 of the winner's odds a quad does not count.
            guard candidate.score > winner.score - 12, Self.compete(winner.quad, candidate.quad) else { continue }
            let other = candidate.quad.startingAtSmallestSum
            if spans.contains(where: { Self.areSame($0, other) }) { continue }
            // The winner may be one that was not the best: e^60 is more than enough for odds against it.
            let odds = exponential(min(candidate.score - winner.score, 60))
            all += odds
            if Self.areSame(quad, other) { like += odds }
        }
        share = all > 0 ? like / all : 0
    }

    /// Both start at the corner with the smallest x + y.
    private static func areSame(_ a: Quad, _ b: Quad) -> Bool {
        let distance = (0..<4).reduce(0) { $0 + a[$1].distance(to: b[$1]) }
        return distance < 4 * sameness * a.area.squareRoot()
    }

    /// Whether two quads are about the same place: one of them holds the other's centre.
    private static func compete(_ a: Quad, _ b: Quad) -> Bool { a.holds(b.centroid) || b.holds(a.centroid) }
}

extension Quad {
    /// Whether a point is in a convex clockwise quad.
    fileprivate func holds(_ point: Point2D) -> Bool {
        (topRight - topLeft).cross(point - topLeft) >= 0 && (bottomRight - topRight).cross(point - topRight) >= 0
            && (bottomLeft - bottomRight).cross(point - bottomRight) >= 0
            && (topLeft - bottomLeft).cross(point - bottomLeft) >= 0
    }
}
