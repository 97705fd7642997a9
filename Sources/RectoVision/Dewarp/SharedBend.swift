package import RectoCore

/// How much neighboring lines of text bend alike, as on a bent page. Handwritten lines, and false lines, bend
/// independently.
///
/// This needs no sheet: lines that are straight on a flat page are straight in any picture of it.
package struct SharedBend {
    /// Lengths in letter heights.
    private enum Pair {
        /// Distances to a neighboring line below, and the shortest length that both have in common.
        static let gaps = 0.9...8.0
        static let minimumLength = 8.0
        static let sharedLength = 0.5
        /// Distance between samples along both lines, and the fewest samples.
        static let pitch = 3.0
        static let minimumSamples = 6
    }

    /// Root mean square of the part that neighbors share of their deviation from straight, in letter heights; 0 without
    /// neighbors.
    package let size: Double
    /// The shared part as a share of the whole bend; at most 0 if neighbors bend against each other.
    package let share: Double
    /// Root mean square deviation from level caused by converging lines, as on a tilted page, in letter heights.
    package let convergence: Double
    /// Its share of all differences between slopes.
    package let shareOfConvergence: Double

    /// - Parameters:
    ///   - lines: Points along each line, from one end to the other, in the same direction for all lines.
    ///   - letter: Height of a letter, in the same unit.
    package init(_ lines: [[Point2D]], letter: Double) {
        let heading = lines.reduce(Point2D(x: 0, y: 0)) { $0 + $1[$1.count - 1] - $1[0] }
        guard heading.length > 0 else {
            (size, share, convergence, shareOfConvergence) = (0, 0, 0, 0)
            return
        }
        let along = heading * (1 / heading.length)
        // Rotated so that the lines are level, and sorted from the top.
        let level = lines.map { line in
            line.map { Point2D(x: $0.dot(along), y: along.cross($0)) }
        }
        let heights = level.map { line in line.reduce(0) { $0 + $1.y } / Double(line.count) }
        let order = heights.indices.sorted { heights[$0] < heights[$1] }
        var (common, all, length) = (0.0, 0.0, 0.0)
        for (index, upper) in order.enumerated() {
            for lower in order[(index + 1)...] {
                // Tilted lines may be closer than their heights.
                if heights[lower] - heights[upper] > 2 * Pair.gaps.upperBound * letter { break }
                guard let pair = Self.compare(level[upper], level[lower], letter) else { continue }
                common += pair.length * pair.common
                all += pair.length * pair.all
                length += pair.length
                break
            }
        }
        size = length > 0 ? (max(common, 0) / length).squareRoot() / letter : 0
        share = all > 0 ? common / all : 0
        let converging = Self.convergence(level)
        (convergence, shareOfConvergence) = (converging.size / letter, converging.share)
    }

    /// Fits a straight line to slopes over heights. A line's weight is the cube of its length.
    private static func convergence(_ lines: [[Point2D]]) -> (size: Double, share: Double) {
        let known = lines.map { line in
            let (first, last) = (line[0], line[line.count - 1])
            let length = last.x - first.x
            return (
                length: length, weight: length * length * length, slope: (last.y - first.y) / length,
                height: (first.y + last.y) / 2
            )
        }.filter { $0.length > 0 }
        let (length, weight) = known.reduce((0, 0)) { ($0.0 + $1.length, $0.1 + $1.weight) }
        guard weight > 0 else { return (0, 0) }
        let height = known.reduce(0) { $0 + $1.weight * $1.height } / weight
        let slope = known.reduce(0) { $0 + $1.weight * $1.slope } / weight
        var (heights, slopes, both) = (0.0, 0.0, 0.0)
        for line in known {
            let (down, turn) = (line.height - height, line.slope - slope)
            heights += line.weight * down * down
            slopes += line.weight * turn * turn
            both += line.weight * down * turn
        }
        guard heights > 0, slopes > 0 else { return (0, 0) }
        // The standard deviation of heights along an evenly sloping line is its rise divided by √12.
        return ((both * both / heights / length / 12).squareRoot(), both * both / heights / slopes)
    }

    /// Mean product of two lines' deviations from straight, and the mean of their squares; `nil` if they are not
    /// neighbors.
    private static func compare(
        _ upper: [Point2D], _ lower: [Point2D], _ letter: Double
    ) -> (common: Double, all: Double, length: Double)? {
        func extent(_ line: [Point2D]) -> (start: Double, end: Double) { (line[0].x, line[line.count - 1].x) }
        let (a, b) = (extent(upper), extent(lower))
        let (start, end) = (max(a.start, b.start), min(a.end, b.end))
        let shorter = min(a.end - a.start, b.end - b.start)
        let length = end - start
        guard length >= max(Pair.minimumLength * letter, Pair.sharedLength * shorter) else { return nil }
        let count = max(Pair.minimumSamples, Int(length / (Pair.pitch * letter)))
        let places = (0..<count).map { start + length * Double($0) / Double(count - 1) }
        let (above, below) = (heights(of: upper, at: places), heights(of: lower, at: places))
        let gap = zip(above, below).reduce(0) { $0 + $1.1 - $1.0 } / Double(count)
        guard Pair.gaps ~= gap / letter else { return nil }
        let (p, q) = (straightened(above), straightened(below))
        var (common, all) = (0.0, 0.0)
        for index in 0..<count {
            common += p[index] * q[index]
            all += 0.5 * (p[index] * p[index] + q[index] * q[index])
        }
        return (common / Double(count), all / Double(count), length)
    }

    /// Heights of a line at increasing places within it.
    private static func heights(of line: [Point2D], at places: [Double]) -> [Double] {
        var index = 0
        return places.map { place in
            while index + 2 < line.count, line[index + 1].x < place { index += 1 }
            let (a, b) = (line[index], line[index + 1])
            guard b.x > a.x else { return a.y }
            return a.y + (b.y - a.y) * min(max((place - a.x) / (b.x - a.x), 0), 1)
        }
    }

    /// Evenly spaced values minus the straight line through them.
    private static func straightened(_ values: [Double]) -> [Double] {
        let middle = Double(values.count - 1) / 2
        let mean = values.reduce(0, +) / Double(values.count)
        var (slope, spread) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            let away = Double(index) - middle
            slope += away * (value - mean)
            spread += away * away
        }
        return values.enumerated().map { $1 - mean - (Double($0) - middle) * slope / spread }
    }
}
