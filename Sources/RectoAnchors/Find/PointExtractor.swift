package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Finds a picture's points: corners on a pyramid, the strongest of each level, with orientation and a descriptor.
///
/// FAST-9 on levels a factor √2 apart; of each level's peaks twice its share by that score, then its share by Harris'
/// response; the intensity centroid gives the orientation, 256 comparisons of boxes the descriptor.
///
/// Source: Rublee et al., "ORB: an efficient alternative to SIFT or SURF", ICCV 2011. Differs from it by the pyramid's
/// step, by boxes in place of smoothed pixels, and in that the boxes stay upright when their places turn.
package final class PointExtractor {
    package struct Parameters: Hashable, Sendable {
        /// Levels of the pyramid.
        package var levels = 6
        /// Gray levels by which nine neighbours in a row differ from a corner.
        package var threshold: UInt8 = 10
        package init() {}
    }

    /// No point lies nearer to a level's border: that is what disc and descriptor reach.
    package static let border = 16

    private let parameters: Parameters
    private let pyramid: HalfOctavePyramid
    private let scores = Plane<UInt8>()
    private let places = Plane<PixelPlace>()
    private let table = Plane<UInt32>()
    private var chosen: [PixelPlace] = []
    private var tensors: [CornerTensor] = []
    private var moments: [DiscMoments] = []
    private var directions: [Direction] = []
    private var keys: [UInt64] = []

    package init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        pyramid = HalfOctavePyramid(levels: parameters.levels)
    }

    /// - Parameters:
    ///   - count: About how many points; a picture may have fewer.
    ///   - points: Replaced by what is found, level by level.
    package func extract(_ picture: GrayView, count: Int, into points: inout PicturePoints) {
        points.removeAll()
        pyramid.load(picture)
        let shares = Self.shares(of: count, levels: parameters.levels)
        for (level, share) in zip(pyramid.levels, shares) where share > 0 { extract(level, count: share, &points) }
    }

    /// How many points each level gets: as its sides are long, the last one the rest.
    static func shares(of count: Int, levels: Int) -> [Int] {
        let step = 1 / Float(2).squareRoot()
        var sides: [Float] = [1]
        while sides.count < levels { sides.append(sides[sides.count - 1] * step) }
        let sum = sides.reduce(0, +)
        var left = count
        return sides.enumerated().map { index, side in
            let share = index == levels - 1 ? left : min(left, Int((Float(count) * side / sum).rounded()))
            left -= share
            return share
        }
    }

    private func extract(_ level: HalfOctavePyramid.Level, count: Int, _ points: inout PicturePoints) {
        let view = level.view
        let (width, height) = (view.width, view.height)
        guard min(width, height) > 2 * Self.border else { return }
        findCorners(view, count: 2 * count)
        keepStrongest(view, count: count)
        let n = chosen.count
        guard n > 0 else { return }
        orient(view)
        table.reshape(width: width + 1, height: height + 1)
        // SAFETY: the table has a row and a column more than the picture.
        summedTable(
            view.base, stride: view.stride, width: width, height: height, into: table.base, tableStride: width + 1)
        let first = points.bits.count
        points.bits.append(contentsOf: repeatElement(0, count: 4 * n))
        points.bits.withUnsafeMutableBufferPointer { bits in
            // SAFETY: four words for each of n points, which keep the border that the pattern reaches over.
            guard let base = bits.baseAddress else { return }
            boxBits(
                table.base, tableStride: width + 1, pattern: .standard, places: chosen, directions: directions,
                count: n,
                into: base + first)
        }
        for (i, place) in chosen.enumerated() {
            points.x.append((Float(place.x) + 0.5) * level.stepX)
            points.y.append((Float(place.y) + 0.5) * level.stepY)
            points.direction.append(directions[i])
            points.size.append(level.size)
            points.response.append(tensors[i].harrisResponse)
        }
    }

    /// The places of the highest scores; those of the last score that fits all come along.
    private func findCorners(_ view: GrayView, count: Int) {
        let (width, height) = (view.width, view.height)
        scores.reshape(width: width, height: height)
        places.reshape(width: scorePeakCapacity(width: width, height: height), height: 1)
        // SAFETY: a score for each pixel and a place for each peak that there can be.
        cornerScores(
            view.base, stride: view.stride, width: width, height: height, threshold: parameters.threshold,
            into: scores.base, scoreStride: width)
        let found = scorePeaks(
            scores.base, stride: width, width: width, height: height, border: Self.border, into: places.base)
        let least = leastKeptScore(found, count: count)
        chosen.removeAll(keepingCapacity: true)
        for i in 0..<found {
            let place = places.base[i]
            if scores[place.x, place.y] >= least { chosen.append(place) }
        }
    }

    private func leastKeptScore(_ found: Int, count: Int) -> UInt8 {
        guard found > count else { return 0 }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { histogram in
            histogram.initialize(repeating: 0)
            for i in 0..<found { histogram[Int(scores[places.base[i].x, places.base[i].y])] += 1 }
            var left = count
            for score in stride(from: 255, through: 1, by: -1) {
                left -= histogram[score]
                if left <= 0 { return UInt8(score) }
            }
            return 0
        }
    }

    /// Of the places those of the highest responses, in their order.
    private func keepStrongest(_ view: GrayView, count: Int) {
        let n = chosen.count
        tensors.removeAll(keepingCapacity: true)
        tensors.append(contentsOf: repeatElement(CornerTensor(xx: 0, yy: 0, xy: 0), count: n))
        // SAFETY: the border is wider than what a tensor reads.
        cornerTensors(view.base, stride: view.stride, places: chosen, count: n, into: &tensors)
        guard n > count else { return }
        keys.removeAll(keepingCapacity: true)
        for i in 0..<n {
            keys.append(UInt64(Self.descendingKey(tensors[i].harrisResponse)) << 32 | UInt64(i))
        }
        keys.sort()
        keys.removeLast(n - count)
        for i in keys.indices { keys[i] &= 0xFFFF_FFFF }
        keys.sort()
        for (i, key) in keys.enumerated() {
            chosen[i] = chosen[Int(key)]
            tensors[i] = tensors[Int(key)]
        }
        chosen.removeLast(n - count)
        tensors.removeLast(n - count)
    }

    /// An integer that is the smaller the larger a number is.
    private static func descendingKey(_ value: Float) -> UInt32 {
        let bits = value.bitPattern
        return bits >> 31 == 1 ? bits : ~bits & 0x7FFF_FFFF
    }

    private func orient(_ view: GrayView) {
        let n = chosen.count
        moments.removeAll(keepingCapacity: true)
        moments.append(contentsOf: repeatElement(DiscMoments(x: 0, y: 0), count: n))
        // SAFETY: the border is as wide as what the disc reads.
        discMoments(view.base, stride: view.stride, places: chosen, count: n, into: &moments)
        directions.removeAll(keepingCapacity: true)
        for moment in moments {
            let (x, y) = (Float(moment.x), Float(moment.y))
            let length: Float = (x * x + y * y).squareRoot()
            directions.append(
                length > 0 ? Direction(cosine: x / length, sine: y / length) : Direction(cosine: 1, sine: 0))
        }
    }
}
