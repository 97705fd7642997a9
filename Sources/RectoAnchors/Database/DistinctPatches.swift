internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// An anchor's patches, with those first that differ from all other places nearby.
///
/// A patch on a straight line or in a pattern matches anywhere along it. It helps to refine a pose, but it also
/// confirms poses of objects that share only a frame with the anchor.
struct DistinctPatches {
    /// Distinct patches are chosen from this multiple of the wanted number of places.
    private static let surplus = 2
    /// Half the side of a patch.
    private static let radius = 6
    /// Distance in pixels within which a patch resembles itself.
    private static let ownReach = 4
    /// Distance in pixels up to which a patch is compared with others.
    private static let reach = 12
    /// Step in pixels. Every other pixel is enough, because peaks of correlation are wider.
    private static let step = 2
    /// Smallest correlation with another place at which a patch is not distinct.
    private static let correlation: Float = 0.8

    /// Distinct places, the first ones spread as widely as all, then others.
    let places: [Point2D]
    /// Number of distinct places.
    let distinctCount: Int

    /// Chooses at most `count` places.
    init(in picture: GrayView, count: Int) {
        var (distinct, others): ([Point2D], [Point2D]) = ([], [])
        for place in PatchPoints.choose(in: picture, count: Self.surplus * count) {
            if Self.isDistinct(place, in: picture) { distinct.append(place) } else { others.append(place) }
        }
        distinctCount = min(count, distinct.count)
        places = Array((distinct + others).prefix(count))
    }

    private static func isDistinct(_ place: Point2D, in picture: GrayView) -> Bool {
        let (x, y) = (Int(place.x), Int(place.y))
        guard let patch = Patch(picture, x, y) else { return false }
        for dy in stride(from: -reach, through: reach, by: step) {
            for dx in stride(from: -reach, through: reach, by: step) where dx * dx + dy * dy > ownReach * ownReach {
                if let other = Patch(picture, x + dx, y + dy), patch.correlation(other) > correlation { return false }
            }
        }
        return true
    }

    /// A square of pixels, with the sums that correlations need.
    private struct Patch {
        let start: UnsafePointer<UInt8>
        let stride: Int
        let sum: Int
        /// 1 / root of n Σp² − (Σp)².
        let share: Float

        /// - Returns: `nil` if the patch reaches outside the picture or is flat.
        init?(_ picture: GrayView, _ x: Int, _ y: Int) {
            let radius = DistinctPatches.radius
            guard x >= radius, y >= radius, x + radius < picture.width, y + radius < picture.height else { return nil }
            start = picture.row(y - radius) + (x - radius)
            stride = picture.stride
            var (sum, square) = (0, 0)
            for row in 0..<Self.side {
                for i in 0..<Self.side {
                    let level = Int(start[row * stride + i])
                    sum += level
                    square += level * level
                }
            }
            let variance = Self.area * square - sum * sum
            guard variance > Self.flatVariance else { return nil }
            self.sum = sum
            share = 1 / Float(variance).squareRoot()
        }

        private static let side = 2 * DistinctPatches.radius + 1
        private static let area = side * side
        /// n Σp² − (Σp)² of a patch with a deviation of two levels.
        private static let flatVariance = 4 * area * area

        func correlation(_ other: Patch) -> Float {
            var product = 0
            for row in 0..<Self.side {
                let (a, b) = (start + row * stride, other.start + row * stride)
                for i in 0..<Self.side { product += Int(a[i]) * Int(b[i]) }
            }
            return Float(Self.area * product - sum * other.sum) * share * other.share
        }
    }
}
