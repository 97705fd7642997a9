import RectoCore

extension SideSearch {
    /// A quad that was found.
    struct Finding {
        var quad: Quad
        /// The side that was not found, if any: its place follows from the other three.
        var hidden: Int?
        /// Support of each side.
        var supports: SIMD4<Float>
        /// Mean support of the sides that were found.
        var support: Double
    }

    /// Minimum mean support of the sides that were found.
    private static let minimumMeanSupport: Float = 0.5

    /// Minimum support of a side that was hidden: an object on the page may look a little like it.
    private static let minimumReturningSupport: Float = 0.6

    /// Finds the four sides of a quad; one of them may be missing.
    ///
    /// - Parameters:
    ///   - expected: Where the quad should be; a side that was hidden is searched for in twice the radius.
    ///   - radius: How far to search in both directions, in pixels.
    func find<Sampler: PixelSampler>(
        _ expected: PageTrack.Expectation, radius: Double, in picture: Sampler
    ) -> Finding? {
        let hidden = expected.hidden
        var sides = InlineArray<4, Side>(repeating: Side())
        var missing: Int?
        var support: Float = 0
        var supports = SIMD4<Float>.zero
        for side in 0..<4 {
            sides[side] = find(
                side, of: expected.quad, radius: Float(side == hidden ? 2 * radius : radius), in: picture)
            supports[side] = sides[side].support
            let usual = expected.minimumSupports[side]
            let minimum = side == hidden ? max(usual, Self.minimumReturningSupport) : usual
            if sides[side].support >= minimum {
                support += sides[side].support
            } else {
                guard missing == nil else { return nil }
                missing = side
            }
        }
        support /= missing == nil ? 4 : 3
        guard support >= Self.minimumMeanSupport, var quad = Quad(crossing: sides) else { return nil }
        if let missing { quad = Self.completed(quad, without: missing, like: expected.complete) }
        guard quad.canBeFollowed(in: picture.size) else { return nil }
        return Finding(quad: quad, hidden: missing, supports: supports, support: Double(support))
    }

    /// Places a hidden side as in a former quad, relative to the opposite side and along the two adjacent ones.
    private static func completed(_ quad: Quad, without side: Int, like former: Quad) -> Quad {
        let (start, end) = (side, (side + 1) & 3)
        let (afterEnd, beforeStart) = ((side + 2) & 3, (side + 3) & 3)
        let scale =
            quad[afterEnd].distance(to: quad[beforeStart]) / former[afterEnd].distance(to: former[beforeStart])
        func placed(_ corner: Int, from neighbour: Int) -> Point2D {
            let side = quad[corner] - quad[neighbour]
            let length = scale * former[corner].distance(to: former[neighbour])
            return quad[neighbour] + side * (length / side.length)
        }
        var completed = quad
        completed[start] = placed(start, from: beforeStart)
        completed[end] = placed(end, from: afterEnd)
        return completed
    }
}
