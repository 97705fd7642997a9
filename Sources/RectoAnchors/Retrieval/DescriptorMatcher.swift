package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Matches of a picture's points with the points of an anchor.
///
/// A point's best match counts if the best one at another place of the anchor is clearly worse. The clearest of those
/// matches are kept. Memory is reused from picture to picture.
package final class DescriptorMatcher {
    package struct Parameters: Hashable, Sendable {
        /// Largest ratio of the distance to the best match to that of the best match at another place.
        var ratio: Float = 0.9
        /// Distance in pixels at working scale beyond which a point is at another place of the anchor.
        var far: Float = 8
        /// Maximum number of differing bits of a match.
        var maximumDistance = 90
        /// Maximum number of matches kept.
        package var limit = 400
        package init() {}
    }

    /// The ratio at which a match has no weight.
    private static let ratioOfNoWeight: Float = 1.2
    /// The ratio of a vote, which has weight 1.
    private static let voteRatio: Float = 0.2

    /// The columns of ``matches``.
    private enum Column: Int, CaseIterable {
        case sourceX, sourceY, targetX, targetY, scale, cosine, sine
    }

    private let parameters: Parameters
    private let distances = Plane<UInt16>()
    private var ranking = Ranking()
    private var unsorted: [Found] = []
    /// Matching points, the clearest first.
    package private(set) var found: [Found] = []
    /// A row for each ``Column``.
    private let columns = Plane<Float>()
    package private(set) var count = 0
    /// The linear maps that the matches propose, in row order.
    private(set) var maps: [SIMD4<Float>] = []
    /// Clarity of each match: the remainder of the ratio.
    private(set) var weights: [Float] = []

    package struct Found {
        package var ratio: Float
        /// Numbers of the picture's point and of the anchor's point.
        package var point, match: Int
    }

    package init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Finds the matches of a picture's points among an anchor's.
    /// - Parameter first: The first point to match. Points before it have been matched already, and their matches stay.
    package func match(_ points: Keypoints, from first: Int = 0, _ model: AnchorModel) {
        if first == 0 { found.removeAll(keepingCapacity: true) }
        findMatches(points, from: first, model)
        keepClearest()
        fillColumns(points, model)
    }

    /// Uses an anchor's votes as its matches, all equally clear.
    func load(_ votes: ArraySlice<AnchorIndex.Vote>, _ points: Keypoints, _ model: AnchorModel) {
        found.removeAll(keepingCapacity: true)
        for vote in votes { found.append(Found(ratio: Self.voteRatio, point: vote.point, match: vote.match)) }
        fillColumns(points, model)
    }

    /// The matches, with the anchor as source and the picture as target.
    var matches: MatchColumns {
        func column(_ column: Column) -> UnsafePointer<Float> {
            UnsafePointer(columns.base + column.rawValue * columns.width)
        }
        return MatchColumns(
            sourceX: column(.sourceX), sourceY: column(.sourceY), targetX: column(.targetX), targetY: column(.targetY),
            scale: column(.scale), cosine: column(.cosine), sine: column(.sine), count: count)
    }

    /// The affine map that a match proposes, from the anchor to the picture.
    package func map(of i: Int) -> Homography {
        let (m, matches) = (maps[i], matches)
        let (x, y) = (matches.sourceX[i], matches.sourceY[i])
        return Homography(
            Double(m.x), Double(m.y), Double(matches.targetX[i] - (m.x * x + m.y * y)), Double(m.z), Double(m.w),
            Double(matches.targetY[i] - (m.z * x + m.w * y)), 0, 0, 1)
    }

    private func findMatches(_ points: Keypoints, from first: Int, _ model: AnchorModel) {
        let n = model.pointCount
        guard n > 0 else { return }
        distances.reshape(width: model.columnLength, height: 1)
        let values = distances.base
        points.bits.withUnsafeBufferPointer { bits in
            // SAFETY: four words per point; distances and the model's columns have whole vectors.
            guard let bits = bits.baseAddress else { return }
            for i in first..<points.count {
                hammingDistances(bits + 4 * i, model.descriptors, count: n, into: values)
                let best = minimumDistance(values, count: n)
                let distance = Int(values[best])
                guard distance <= parameters.maximumDistance else { continue }
                let rival = minimumFarDistance(
                    values, xs: model.x, ys: model.y, count: model.columnLength,
                    from: SIMD2(model.x[best], model.y[best]), squaredBound: parameters.far * parameters.far)
                let ratio = Float(distance) / Float(max(rival, 1))
                if ratio < parameters.ratio { found.append(Found(ratio: ratio, point: i, match: best)) }
            }
        }
    }

    private func keepClearest() {
        ranking.removeAll()
        for (i, match) in found.enumerated() { ranking.add(i, score: -match.ratio) }
        ranking.sort()
        swap(&found, &unsorted)
        found.removeAll(keepingCapacity: true)
        for place in 0..<min(ranking.count, parameters.limit) { found.append(unsorted[ranking[place]]) }
    }

    private func fillColumns(_ points: Keypoints, _ model: AnchorModel) {
        count = found.count
        let length = (count + 7) / 8 * 8
        columns.reshape(width: max(length, 8), height: Column.allCases.count)
        // Pad with NaN.
        columns.fill(.nan)
        maps.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        for (i, match) in found.enumerated() {
            let (p, a) = (match.point, match.match)
            let scale: Float = points.size[p] / model.size[a]
            let seen = points.direction[p]
            // The rotation from the view to the picture.
            let c: Float = scale * (seen.cosine * model.cosine[a] + seen.sine * model.sine[a])
            let s: Float = scale * (seen.sine * model.cosine[a] - seen.cosine * model.sine[a])
            let v = model.toView(a)
            let map = SIMD4<Float>(c * v.x - s * v.z, c * v.y - s * v.w, s * v.x + c * v.z, s * v.y + c * v.w)
            maps.append(map)
            weights.append(Self.ratioOfNoWeight - match.ratio)
            let determinant: Float = map.x * map.w - map.y * map.z
            let (turnX, turnY): (Float, Float) = (map.x + map.w, map.z - map.y)
            let length: Float = (turnX * turnX + turnY * turnY).squareRoot()
            set(.sourceX, i, model.x[a])
            set(.sourceY, i, model.y[a])
            set(.targetX, i, points.x[p])
            set(.targetY, i, points.y[p])
            set(.scale, i, abs(determinant).squareRoot())
            set(.cosine, i, length > 0 ? turnX / length : 1)
            set(.sine, i, length > 0 ? turnY / length : 0)
        }
    }

    private func set(_ column: Column, _ i: Int, _ value: Float) { columns[i, column.rawValue] = value }
}
