internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor grown from single matches.
///
/// Where an anchor is small, hidden or repeats itself, too few matches are clear. But one of them, by its place, orientation,
/// size and view, says where its neighbours on the anchor must be, how turned and how large. A point of the picture there need
/// only be similar to the neighbour; it need not be unlike all other places. The matches with the most such neighbours are
/// refitted, and the neighbourhood widened.
package final class GuidedMatching {
    package struct Parameters: Hashable, Sendable {
        /// Bits in which a neighbour may differ.
        var maximumDistance = 72
        /// Bits in which a neighbour would differ that weighs nothing.
        var distanceOfNoWeight = 90
        /// Around a match neighbours are searched for so far, in pixels of the picture, round by round.
        var neighbourhoods: [Float] = [60, 130, 1000]
        /// Neighbours are at most so far from where they should be: a part of the way from the match in the first round, then a
        /// fixed distance.
        var slackShare: Float = 0.2
        var slack: Float = 4
        var laterSlack: Float = 8
        /// Cosine of how far neighbours may be turned, and the ratio in which they may be larger or smaller.
        var turnCosine: Float = 0.85
        var sizeRatio: Float = 1.6
        /// Neighbours that a match needs to be refitted, and that a pose needs at last.
        var minimumNeighbours = 3
        var minimumSupport = 7
        /// Matches whose neighbours are searched for, the clearest ones.
        var matches = 80
        /// Matches that are refitted, those with the most neighbours.
        var starts = 12
        /// Poses that are handed on.
        var limit = 4
        package init() {}
    }

    /// The neighbours of a match are about where this similarity takes them from its view.
    private struct Turn {
        let cosine, sine, scale: Float
    }

    /// Where a neighbour should be in the picture, how turned and how large.
    private struct Expected {
        let x, y: Float
        /// Pixels that it may be off.
        let slack: Float
        let cosine, sine, size: Float
    }

    /// Radii of the rounds of a fit, in pixels: from a match, then from a map.
    private static let firstRadii = [16.0, 12]
    private static let laterRadii = [10.0, 8, 6, 5, 4]

    private let parameters: Parameters
    private let cells = PointCells()
    /// Where the views of the anchor end among its points.
    private var viewEnds: [Int] = []
    /// Of the picture's points.
    private var sizeRange: ClosedRange<Float> = 0...0
    private var pairs: [PointPair] = []
    /// Matches by how similar their neighbours are to the anchor's.
    private var starts = Ranking()
    package private(set) var poses: [AffineVerification.Pose] = []

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Grows poses from an anchor's matches; best first.
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

    /// The points of the view that a point is of: they follow each other.
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

    /// Replaces the pairs by a match's neighbours of the same view.
    /// - Parameter map: From the anchor to the picture, where that is known better than by the match.
    /// - Returns: How similar they are to the anchor's.
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
        // Points of other sizes have no like in the picture.
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

    /// The point of the picture where one is expected whose descriptor is nearest to that of a point of the anchor.
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
            // Which of the bounds a point keeps is as good as random: one branch on all their signs is less than one on each.
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
