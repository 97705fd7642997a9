package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Finds a picture's points: corners on a pyramid, the strongest of each level, with orientation and a descriptor.
///
/// FAST-9 runs on levels a factor of √2 apart. Each level keeps twice its share of peaks by that score, then its share
/// by the Harris response. The intensity centroid gives the orientation, 256 comparisons of boxes the descriptor.
///
/// Source: Rublee et al., "ORB: an efficient alternative to SIFT or SURF", ICCV 2011. Differences: the pyramid's step,
/// boxes instead of smoothed pixels, and boxes that stay upright when their places turn.
package final class FeatureExtractor {
    package struct Parameters: Hashable, Sendable {
        /// Number of pyramid levels.
        package var levels: Int
        /// Gray levels by which nine neighbors in a row differ from a corner.
        package var threshold: UInt8 = 10
        package init(levels: Int = 6) { self.levels = levels }
    }

    /// Smallest distance of a point from a level's border: the reach of the disc and the descriptor.
    package static let border = 16

    /// The data of a level kept between extracting the first points and the rest.
    private final class LevelCorners {
        /// The first places, then the rest, each in row order.
        var places: [PixelPlace] = []
        var responses: [Float] = []
        var firstCount = 0
        let table = Plane<UInt32>()

        func removeAll() {
            places.removeAll(keepingCapacity: true)
            responses.removeAll(keepingCapacity: true)
            firstCount = 0
        }
    }

    private let parameters: Parameters
    private let pyramid: HalfOctavePyramid
    private let corners: [LevelCorners]
    private let scores = Plane<UInt8>()
    private let places = Plane<PixelPlace>()
    private var chosen: [PixelPlace] = []
    private var tensors: [CornerTensor] = []
    private var moments: [IntensityCentroid] = []
    private var directions: [Direction] = []
    private var ranking = Ranking()
    /// The range of each chosen corner, from 1; 0 for corners not chosen.
    private var ranges: [UInt8] = []

    package init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        pyramid = HalfOctavePyramid(levels: parameters.levels)
        corners = (0..<parameters.levels).map { _ in LevelCorners() }
    }

    /// - Parameters:
    ///   - picture: Must outlive the extraction of the rest, if there is one.
    ///   - count: The approximate number of points; a picture may have fewer.
    ///   - rest: The approximate number of weaker points that ``extractRest(into:)`` adds.
    ///   - points: Replaced by the points found, level by level.
    package func extract(_ picture: GrayView, count: Int, rest: Int = 0, into points: inout Keypoints) {
        points.removeAll()
        pyramid.load(picture)
        let all = Self.shares(of: count + rest, levels: parameters.levels)
        let first = Self.shares(of: count, levels: parameters.levels)
        for index in corners.indices {
            corners[index].removeAll()
            guard index < pyramid.levels.count, first[index] > 0 else { continue }
            findCorners(pyramid.levels[index].view, first: first[index], all: all[index], into: corners[index])
            describe(index, 0..<corners[index].firstCount, &points)
        }
    }

    /// Adds the rest of the points of the last extracted picture, level by level.
    package func extractRest(into points: inout Keypoints) {
        for index in corners.indices {
            describe(index, corners[index].firstCount..<corners[index].places.count, &points)
        }
    }

    /// Number of points of each level, in proportion to its side length. The last level gets the remainder.
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

    /// Finds a level's strongest corners.
    private func findCorners(_ view: GrayView, first: Int, all: Int, into corners: LevelCorners) {
        let (width, height) = (view.width, view.height)
        guard min(width, height) > 2 * Self.border else { return }
        findPeaks(view, count: 2 * all)
        rank(view, first: first, all: all, into: corners)
        guard !corners.places.isEmpty else { return }
        corners.table.reshape(width: width + 1, height: height + 1)
        // SAFETY: the table has one row and one column more than the picture.
        integralImage(view.plane, into: corners.table.mutableView)
    }

    /// Adds some of a level's corners to the points.
    private func describe(_ index: Int, _ range: Range<Int>, _ points: inout Keypoints) {
        guard !range.isEmpty else { return }
        let (level, corners) = (pyramid.levels[index], corners[index])
        let first = points.bits.count
        points.bits.append(contentsOf: repeatElement(0, count: 4 * range.count))
        corners.places.withUnsafeBufferPointer { places in
            // SAFETY: the range is not empty, and lies within the places.
            guard let places = places.baseAddress.map({ $0 + range.lowerBound }) else { return }
            orient(level.view, places, count: range.count)
            points.bits.withUnsafeMutableBufferPointer { bits in
                // SAFETY: four words for each point, and the points keep the border that the pattern reaches over.
                guard let base = bits.baseAddress else { return }
                binaryDescriptor(
                    corners.table.view, pattern: .standard, places: places, directions: directions, count: range.count,
                    into: base + first)
            }
        }
        for (i, direction) in zip(range, directions) {
            points.x.append((Float(corners.places[i].x) + 0.5) * level.stepX)
            points.y.append((Float(corners.places[i].y) + 0.5) * level.stepY)
            points.direction.append(direction)
            points.size.append(level.size)
            points.response.append(corners.responses[i])
        }
    }

    /// Finds the places of the highest scores, including all ties at the lowest accepted score.
    private func findPeaks(_ view: GrayView, count: Int) {
        let (width, height) = (view.width, view.height)
        scores.reshape(width: width, height: height)
        places.reshape(width: scorePeakCapacity(width: width, height: height), height: 1)
        // SAFETY: a score for each pixel and room for each possible peak.
        cornerScores(view.plane, threshold: parameters.threshold, into: scores.mutableView)
        let found = scorePeaks(scores.view, border: Self.border, into: places.base)
        let minimum = minimumKeptScore(found, count: count)
        chosen.removeAll(keepingCapacity: true)
        for i in 0..<found {
            let place = places.base[i]
            if scores[place.x, place.y] >= minimum { chosen.append(place) }
        }
    }

    private func minimumKeptScore(_ found: Int, count: Int) -> UInt8 {
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

    /// Keeps the places of the highest responses, the first ones before the rest.
    private func rank(_ view: GrayView, first: Int, all: Int, into corners: LevelCorners) {
        let n = chosen.count
        tensors.removeAll(keepingCapacity: true)
        tensors.append(contentsOf: repeatElement(CornerTensor(xx: 0, yy: 0, xy: 0), count: n))
        // SAFETY: the border is wider than the reach of a tensor.
        cornerTensors(view.plane, places: chosen, count: n, into: &tensors)
        ranking.removeAll()
        for i in 0..<n { ranking.add(i, score: tensors[i].harrisResponse) }
        if n > first { ranking.sort() }
        corners.firstCount = min(n, first)
        ranges.removeAll(keepingCapacity: true)
        ranges.append(contentsOf: repeatElement(0, count: n))
        for place in 0..<min(n, all) { ranges[ranking[place]] = place < corners.firstCount ? 1 : 2 }
        for range in 1...2 as ClosedRange<UInt8> {
            for i in 0..<n where ranges[i] == range {
                corners.places.append(chosen[i])
                corners.responses.append(tensors[i].harrisResponse)
            }
        }
    }

    private func orient(_ view: GrayView, _ places: UnsafePointer<PixelPlace>, count: Int) {
        moments.removeAll(keepingCapacity: true)
        moments.append(contentsOf: repeatElement(IntensityCentroid(x: 0, y: 0), count: count))
        // SAFETY: the border is as wide as the reach of the disc.
        intensityCentroid(view.plane, places: places, count: count, into: &moments)
        directions.removeAll(keepingCapacity: true)
        for moment in moments {
            let (x, y) = (Float(moment.x), Float(moment.y))
            let length: Float = (x * x + y * y).squareRoot()
            directions.append(
                length > 0 ? Direction(cosine: x / length, sine: y / length) : Direction(cosine: 1, sine: 0))
        }
    }
}
