internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor grown from single matches.
///
/// Few matches are clear if an anchor is small, covered or repetitive. But the place, orientation, size and view of one
/// match predict those of its neighbors on the anchor. A picture's point at the predicted place only has to be similar
/// to the neighbor; it need not differ from all other places. The matches with the most such neighbors are refitted,
/// and the neighborhood is widened.
package final class GuidedMatching {
    package struct Parameters: Hashable, Sendable {
        /// Maximum number of differing bits of a neighbor.
        var maximumDistance = 72
        /// Number of differing bits at which a neighbor has no weight.
        var distanceOfNoWeight = 90
        /// Search radius for neighbors around a match, in pixels of the picture, for each round.
        var neighbourhoods: [Float] = [60, 130, 1000]
        /// Largest distance of neighbors from their expected place: a share of the distance to the match in the first
        /// round, then a fixed distance.
        var slackShare: Float = 0.2
        var slack: Float = 4
        var laterSlack: Float = 8
        /// Cosine of the largest rotation of neighbors, and the largest ratio of their size to the expected one, or its
        /// inverse.
        var turnCosine: Float = 0.85
        var sizeRatio: Float = 1.6
        /// Minimum number of neighbors of a match to be refitted, and of a final pose.
        var minimumNeighbours = 3
        var minimumSupport = 7
        /// Number of matches whose neighbors are searched for, the clearest ones.
        var matches = 80
        /// Number of matches that are refitted, those with the most neighbors.
        var starts = 12
        /// Maximum number of poses returned.
        var limit = 4
        package init() {}
    }

    /// The similarity transform that maps a match's view to the approximate places of its neighbors.
    private struct Turn {
        let cosine, sine, scale: Float
    }

    /// Expected place, direction and size of a neighbor in the picture.
    private struct Expected {
        let x, y: Float
        /// Largest error of the place, in pixels.
        let slack: Float
        let cosine, sine, size: Float
    }

    /// Search radius in pixels in the first round of a fit, if it starts from a match or from a map.
    private static let firstRadii = [16.0, 12]
    /// Search radii in the later rounds.
    private static let laterRadii = [10.0, 8, 6, 5, 4]

    private let parameters: Parameters
    private let cells = PointCells()
    /// End of each view among the anchor's points.
    private var viewEnds: [Int] = []
    /// Range of the sizes of the picture's points.
    private var sizeRange: ClosedRange<Float> = 0...0
    private var pairs: [PointPair] = []
    /// Matches ranked by how similar their neighbors are to the anchor's.
    private var starts = Ranking()
    package private(set) var poses: [AffineVerification.Pose] = []

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Grows poses from an anchor's matches, best first.
    package func grow(_ matching: DescriptorMatcher, _ points: Keypoints, _ model: AnchorModel) {
        poses.removeAll(keepingCapacity: true)
        cells.load(points)
        sizeRange = (points.size.min() ?? 0)...(points.size.max() ?? 0)
        listViews(model)
        starts.removeAll()
        for match in 0..<min(matching.count, parameters.matches) {
            let support = findNeighbours(of: match, matching, points, model, by: nil, round: 0)
            if pairs.count > parameters.minimumNeighbours { starts.add(match, score: support) }
        }
        starts.sort()
        for place in 0..<min(starts.count, parameters.starts) { grow(starts[place], matching, points, model) }
        poses.sort { $0.score > $1.score }
        AffineVerification.keepDifferent(&poses, limit: parameters.limit, model.pictureSize)
    }

    private func listViews(_ model: AnchorModel) {
        viewEnds.removeAll(keepingCapacity: true)
        for i in 0..<model.pointCount where i + 1 == model.pointCount || model.toView(i) != model.toView(i + 1) {
            viewEnds.append(i + 1)
        }
    }

    /// The points of the same view as a point. They are consecutive.
    private func view(of i: Int) -> Range<Int> {
        var first = 0
        for end in viewEnds {
            if i < end { return first..<end }
            first = end
        }
        preconditionFailure("every point is of a view")
    }

    private func grow(_ match: Int, _ matching: DescriptorMatcher, _ points: Keypoints, _ model: AnchorModel) {
        var map: Homography?
        var score: Float = 0
        for round in parameters.neighbourhoods.indices {
            score = findNeighbours(of: match, matching, points, model, by: map, round: round)
            let start = map ?? matching.map(of: match)
            guard
                let next = pairs.withUnsafeBufferPointer({
                    HomographyFit($0).settle(start, radii: round == 0 ? Self.firstRadii : Self.laterRadii)
                }), next.isView(of: model.pictureSize)
            else { return }
            map = next
        }
        guard let map else { return }
        let support = pairs.withUnsafeBufferPointer { HomographyFit($0).support(map, radius: Double(parameters.slack)) }
        if support >= parameters.minimumSupport {
            poses.append(AffineVerification.Pose(map: map, score: Double(score)))
        }
    }

    /// Replaces the pairs with a match's neighbors of the same view.
    /// - Parameter map: The map from the anchor to the picture, if a better one than the match's is known.
    /// - Returns: The neighbors' similarity to the anchor's.
    private func findNeighbours(
        of match: Int, _ matching: DescriptorMatcher, _ points: Keypoints, _ model: AnchorModel, by map: Homography?,
        round: Int
    ) -> Float {
        pairs.removeAll(keepingCapacity: true)
        let (point, origin) = (matching.found[match].point, matching.found[match].match)
        let seen = points.direction[point]
        let turn = Turn(
            cosine: seen.cosine * model.cosine[origin] + seen.sine * model.sine[origin],
            sine: seen.sine * model.cosine[origin] - seen.cosine * model.sine[origin],
            scale: points.size[point] / model.size[origin])
        let linear = matching.maps[match]
        let reach = parameters.neighbourhoods[round]
        var support: Float = 0
        let (xs, ys, sizes) = (model.x, model.y, model.size)
        // Points of other sizes have no counterpart in the picture.
        let minimum = sizeRange.lowerBound / (parameters.sizeRatio * turn.scale)
        let maximum = sizeRange.upperBound * parameters.sizeRatio / turn.scale
        for i in view(of: origin) where sizes[i] >= minimum && sizes[i] <= maximum {
            let (dx, dy) = (xs[i] - xs[origin], ys[i] - ys[origin])
            let (ax, ay): (Float, Float) = (linear.x * dx + linear.y * dy, linear.z * dx + linear.w * dy)
            let way: Float = ax * ax + ay * ay
            guard way <= reach * reach else { continue }
            var (x, y) = (points.x[point] + ax, points.y[point] + ay)
            if let map {
                let place = map.map(Point2D(x: Double(xs[i]), y: Double(ys[i])))
                (x, y) = (Float(place.x), Float(place.y))
            }
            let slack =
                map == nil ? parameters.slack + parameters.slackShare * way.squareRoot() : parameters.laterSlack
            let expected = Expected(
                x: x, y: y, slack: slack, cosine: turn.cosine * model.cosine[i] - turn.sine * model.sine[i],
                sine: turn.sine * model.cosine[i] + turn.cosine * model.sine[i], size: turn.scale * sizes[i])
            guard let (other, distance) = nearest(to: i, expected, points, model) else { continue }
            let correlation = 1 - Float(distance) / Float(parameters.distanceOfNoWeight)
            support += correlation
            pairs.append(
                PointPair(
                    x: Double(xs[i]), y: Double(ys[i]), u: Double(points.x[other]),
                    v: Double(points.y[other]), weight: Double(correlation)))
        }
        return support
    }

    /// The picture's point near an expected place whose descriptor is nearest to that of a point of the anchor.
    private func nearest(
        to i: Int, _ expected: Expected, _ points: Keypoints, _ model: AnchorModel
    ) -> (point: Int, distance: Int)? {
        let (slack, size, ratio) = (expected.slack, expected.size, parameters.sizeRatio)
        let (minimum, maximum) = (parameters.turnCosine, size * ratio)
        var best: (point: Int, distance: Int)?
        cells.forEachPoint(near: expected.x, expected.y, within: slack) { point in
            let (dx, dy) = (point.x - expected.x, point.y - expected.y)
            let agreement: Float = point.cosine * expected.cosine + point.sine * expected.sine
            let near: Float = slack * slack - (dx * dx + dy * dy)
            // Which bounds a point satisfies is unpredictable, so one branch on all signs is faster than one per bound.
            let signs =
                near.bitPattern | (agreement - minimum).bitPattern | (maximum - point.size).bitPattern
                | (point.size * ratio - size).bitPattern
            guard signs >> 31 == 0 else { return }
            let j = Int(point.index)
            var distance = 0
            for word in 0..<4 { distance += (points.bits[4 * j + word] ^ model.word(word, of: i)).nonzeroBitCount }
            if distance <= min(parameters.maximumDistance, (best?.distance ?? Int.max) - 1) { best = (j, distance) }
        }
        return best
    }
}
