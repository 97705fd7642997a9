internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor grown from single matches.
///
/// Where an anchor is small, hidden or repeats itself, too few matches are clear enough to vote. But one of them, by its place,
/// orientation, size and view, says where its neighbours on the anchor must be, how turned and how large: a point of the
/// picture there need only look like the neighbour, not unlike all other places. The matches with the most such neighbours are
/// refitted, and the neighbourhood widened.
final class GuidedPoses {
    struct Parameters: Hashable, Sendable {
        /// Bits in which a neighbour may differ.
        var maximumDistance = 72
        /// Around a match neighbours are looked for so far, in pixels of the picture, round by round.
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
        var leastNeighbours = 3
        var leastSupport = 7
        /// Matches that are refitted, those with the most neighbours.
        var starts = 12
        /// Poses that are handed on.
        var limit = 4
        init() {}
    }

    /// The neighbours of a match are about where this similarity takes them from its view.
    private struct Turn {
        let cosine, sine, scale: Float
    }

    private let parameters: Parameters
    private var cells = PointCells()
    private var pairs: [PointPair] = []
    private var starts: [(support: Float, match: Int)] = []
    private(set) var poses: [PoseVotes.Pose] = []

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Grows poses from an anchor's matches; best first.
    func grow(_ matching: PointMatching, _ points: PicturePoints, _ model: AnchorModel) {
        poses.removeAll(keepingCapacity: true)
        cells.load(points)
        starts.removeAll(keepingCapacity: true)
        for match in 0..<matching.count {
            let support = findNeighbours(of: match, matching, points, model, by: nil, round: 0)
            if pairs.count > parameters.leastNeighbours { starts.append((support, match)) }
        }
        starts.sort { ($0.support, $1.match) > ($1.support, $0.match) }
        for start in starts.prefix(parameters.starts) { grow(start.match, matching, points, model) }
        poses.sort { $0.score > $1.score }
        PoseVotes.keepDifferent(&poses, limit: parameters.limit, model.pictureSize)
    }

    private func grow(_ match: Int, _ matching: PointMatching, _ points: PicturePoints, _ model: AnchorModel) {
        var map: Homography?
        var score: Float = 0
        for round in parameters.neighbourhoods.indices {
            score = findNeighbours(of: match, matching, points, model, by: map, round: round)
            let start = map ?? matching.map(of: match)
            guard
                let next = pairs.withUnsafeBufferPointer({
                    HomographyFit($0).settle(start, radii: round == 0 ? [16, 12] : [10, 8, 6, 5, 4])
                }), next.isView(of: model.pictureSize)
            else { return }
            map = next
        }
        guard let map else { return }
        let support = pairs.withUnsafeBufferPointer { HomographyFit($0).support(map, radius: Double(parameters.slack)) }
        if support >= parameters.leastSupport { poses.append(PoseVotes.Pose(map: map, score: Double(score))) }
    }

    /// Replaces the pairs by a match's neighbours of the same view.
    /// - Parameter map: From the anchor to the picture, where that is known better than by the match.
    /// - Returns: How much they look like the anchor.
    private func findNeighbours(
        of match: Int, _ matching: PointMatching, _ points: PicturePoints, _ model: AnchorModel, by map: Homography?,
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
        for i in model.view(of: origin) {
            let (dx, dy) = (model.x[i] - model.x[origin], model.y[i] - model.y[origin])
            let (ax, ay): (Float, Float) = (linear.x * dx + linear.y * dy, linear.z * dx + linear.w * dy)
            let way: Float = ax * ax + ay * ay
            guard way <= reach * reach else { continue }
            var (x, y) = (points.x[point] + ax, points.y[point] + ay)
            if let map {
                let place = map.map(Point2D(x: Double(model.x[i]), y: Double(model.y[i])))
                (x, y) = (Float(place.x), Float(place.y))
            }
            let slack =
                map == nil ? parameters.slack + parameters.slackShare * way.squareRoot() : parameters.laterSlack
            guard let (other, distance) = nearest(to: i, x, y, slack, turn, points, model) else { continue }
            let likeness = 1 - Float(distance) / Float(parameters.maximumDistance + 18)
            support += likeness
            pairs.append(
                PointPair(
                    x: Double(model.x[i]), y: Double(model.y[i]), u: Double(points.x[other]),
                    v: Double(points.y[other]), weight: Double(likeness)))
        }
        return support
    }

    /// The point of the picture near a place that looks most like a point of the anchor.
    private func nearest(
        to i: Int, _ x: Float, _ y: Float, _ slack: Float, _ turn: Turn, _ points: PicturePoints, _ model: AnchorModel
    ) -> (point: Int, distance: Int)? {
        let cosine: Float = turn.cosine * model.cosine[i] - turn.sine * model.sine[i]
        let sine: Float = turn.sine * model.cosine[i] + turn.cosine * model.sine[i]
        let size = turn.scale * model.size[i]
        var best: (point: Int, distance: Int)?
        cells.forEachPoint(near: x, y, within: slack) { j in
            let (dx, dy) = (points.x[j] - x, points.y[j] - y)
            let direction = points.direction[j]
            let agreement: Float = direction.cosine * cosine + direction.sine * sine
            guard dx * dx + dy * dy <= slack * slack, agreement >= parameters.turnCosine,
                points.size[j] <= size * parameters.sizeRatio, size <= points.size[j] * parameters.sizeRatio
            else { return }
            var distance = 0
            for word in 0..<4 { distance += (points.bits[4 * j + word] ^ model.word(word, of: i)).nonzeroBitCount }
            if distance <= min(parameters.maximumDistance, (best?.distance ?? Int.max) - 1) { best = (j, distance) }
        }
        return best
    }
}

/// A picture's points by the cell that they lie in. Memory is kept from picture to picture.
private struct PointCells {
    /// Side of a cell, in pixels.
    private static let side: Float = 16

    private var columns = 0
    private var rows = 0
    /// Where each cell's points begin, and a last one where they end.
    private var starts: [Int32] = []
    private var order: [Int32] = []

    mutating func load(_ points: PicturePoints) {
        columns = Self.cell(points.x.max() ?? 0) + 1
        rows = Self.cell(points.y.max() ?? 0) + 1
        starts.removeAll(keepingCapacity: true)
        starts.append(contentsOf: repeatElement(0, count: columns * rows + 1))
        for i in 0..<points.count { starts[number(points, i) + 1] += 1 }
        for cell in 0..<columns * rows { starts[cell + 1] += starts[cell] }
        order.removeAll(keepingCapacity: true)
        order.append(contentsOf: repeatElement(0, count: points.count))
        // Filled from each cell's end; the starts move down to where they belong.
        for i in (0..<points.count).reversed() {
            let cell = number(points, i) + 1
            starts[cell] -= 1
            order[Int(starts[cell])] = Int32(i)
        }
        // Every start has become that of the cell before it.
        starts.removeFirst()
        starts.append(Int32(points.count))
    }

    private static func cell(_ x: Float) -> Int { Int(x / side) }

    private func number(_ points: PicturePoints, _ i: Int) -> Int {
        Self.cell(points.y[i]) * columns + Self.cell(points.x[i])
    }

    /// Calls with the points of all cells within a distance of a place.
    @inline(__always)
    func forEachPoint(near x: Float, _ y: Float, within distance: Float, _ body: (Int) -> Void) {
        guard x + distance >= 0, y + distance >= 0, x - distance < Float(columns) * Self.side,
            y - distance < Float(rows) * Self.side
        else { return }
        let (left, right) = (Self.cell(max(0, x - distance)), min(columns - 1, Self.cell(x + distance)))
        let (top, bottom) = (Self.cell(max(0, y - distance)), min(rows - 1, Self.cell(y + distance)))
        for row in top...bottom {
            for entry in starts[row * columns + left]..<starts[row * columns + right + 1] {
                body(Int(order[Int(entry)]))
            }
        }
    }
}
