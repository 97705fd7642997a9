import RectoCore
import RectoKernels

/// Restores coarsely sampled print: finds the page that, once blurred, comes nearest to the gathered page and is
/// nowhere brighter than its paper or darker than ink.
///
/// A linear filter removes only as much blur as the noise allows. The constraint that paper has one level also
/// separates strokes that are closer together. Accelerated projected gradient steps.
/// Source: Beck and Teboulle, "A Fast Iterative Shrinkage-Thresholding Algorithm for Linear Inverse Problems", 2009, §4.
struct FusionRestoration {
    private let scale: Int
    /// Half of the blur, from the middle tap outwards.
    private let taps: [Float]
    private let noise: Float
    private let workers: Int
    private static let steps = 20
    /// Rows that are restored at once, and the rows around them that they depend on, in frame pixels.
    private static let stripRows = 96
    private static let marginRows = 16
    /// Reach of the blur's taps to each side, in standard deviations.
    private static let reach = 3.0
    /// Share of the measured blur that is removed: with more, strokes become too thin to read.
    private static let share = 0.95

    /// - Parameters:
    ///   - sigma: Standard deviation of the blur in frame pixels, that of the kernel included.
    ///   - noise: Noise of the gathered page, in gray levels.
    ///   - workers: Threads that share the rows.
    init(scale: Int, sigma: Double, noise: Double, workers: Int) {
        (self.scale, self.noise, self.workers) = (scale, Float(noise), workers)
        let sigma = Self.share * sigma * Double(scale)
        let half = (0...Int((Self.reach * sigma).rounded(.up))).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * half.reduce(0, +) - half[0]
        taps = half.map { Float($0 / sum) }
    }

    /// - Parameters:
    ///   - page: A first estimate, replaced by the restored page.
    ///   - gathered: The blurred page.
    func restore(_ page: FusionPlane, from gathered: FusionPlane) {
        let bounds = FusionBounds(gathered, scale: scale, noise: noise)
        let (rows, margin) = (Self.stripRows * scale, Self.marginRows * scale)
        let strip = Strip(width: page.width, height: rows + 2 * margin, taps: taps, workers: workers)
        for top in stride(from: 0, to: page.height, by: rows) {
            let end = min(top + rows, page.height)
            let seen = max(top - margin, 0)..<min(end + margin, page.height)
            strip.load(page, bounds, seen, scale: scale)
            var pace: Float = 1
            for _ in 0..<Self.steps {
                let next = (1 + (1 + 4 * pace * pace).squareRoot()) / 2
                strip.step(gathered, seen, momentum: (pace - 1) / next)
                pace = next
            }
            for y in top..<end { page.row(y).update(from: strip.value(y - seen.lowerBound), count: page.width) }
        }
    }

    /// A range of rows during restoration.
    private final class Strip: @unchecked Sendable {
        // Sendable: only its owner uses it, and each worker writes its own rows.
        private let width, radius: Int
        private let taps: [Float]
        private let workers: Int
        private var height = 0
        private let values, floor, ceiling: FusionPlane
        /// Start of the next step, and the difference it makes; with the columns around them that the blur reaches.
        private let ahead, difference: FusionPlane
        /// The page blurred along rows, with the rows around them that the blur reaches.
        private let across: FusionPlane

        init(width: Int, height: Int, taps: [Float], workers: Int) {
            let radius = taps.count - 1
            (self.width, self.radius, self.taps, self.workers) = (width, radius, taps, workers)
            func plane(_ columns: Int = 0, _ rows: Int = 0) -> FusionPlane {
                FusionPlane(width: width + 2 * columns, height: height + 2 * rows)
            }
            (values, floor, ceiling) = (plane(), plane(), plane())
            (ahead, difference, across) = (plane(radius), plane(radius), plane(0, radius))
        }

        func value(_ y: Int) -> UnsafePointer<Float> { UnsafePointer(values.row(y)) }

        func load(_ page: FusionPlane, _ bounds: FusionBounds, _ rows: Range<Int>, scale: Int) {
            height = rows.count
            for (y, row) in rows.enumerated() {
                bounds.write(row / scale, floor: floor.row(y), ceiling: ceiling.row(y), scale: scale, count: width)
                let (low, high) = (floor.row(y), ceiling.row(y))
                let (from, to, next) = (page.row(row), values.row(y), ahead.row(y) + radius)
                for x in 0..<width {
                    to[x] = min(max(from[x], low[x]), high[x])
                    next[x] = to[x]
                }
            }
        }

        func step(_ gathered: FusionPlane, _ rows: Range<Int>, momentum: Float) {
            blurRows(of: ahead)
            forEachShare(of: height, workers: workers) { [self] share, _ in
                for y in share {
                    blurColumns(y)
                    let (to, from) = (difference.row(y) + radius, gathered.row(rows.lowerBound + y))
                    for x in 0..<width { to[x] = from[x] - to[x] }
                }
            }
            blurRows(of: difference)
            forEachShare(of: height, workers: workers) { [self] share, _ in
                for y in share {
                    blurColumns(y)
                    move(y, momentum)
                }
            }
        }

        private func move(_ y: Int, _ momentum: Float) {
            let (change, next, value) = (difference.row(y) + radius, ahead.row(y) + radius, values.row(y))
            let (low, high) = (floor.row(y), ceiling.row(y))
            for x in 0..<width {
                let moved: Float = next[x] + change[x]
                let above = moved < low[x] ? low[x] : moved
                let held = above > high[x] ? high[x] : above
                next[x] = held + (held - value[x]) * momentum
                value[x] = held
            }
        }

        /// Blurs rows into ``across``; beyond its border a plane repeats its last value.
        private func blurRows(of plane: FusionPlane) {
            forEachShare(of: height, workers: workers) { [self] share, _ in
                for y in share {
                    let row = plane.row(y)
                    row.update(repeating: row[radius], count: radius)
                    (row + radius + width).update(repeating: row[radius + width - 1], count: radius)
                    filterSymmetric(row + radius, step: 1, count: width, taps: taps, into: across.row(radius + y))
                }
            }
            for y in 0..<radius {
                across.row(y).update(from: across.row(radius), count: width)
                across.row(radius + height + y).update(from: across.row(radius + height - 1), count: width)
            }
        }

        /// Blurs a row of ``across`` along columns into ``difference``.
        private func blurColumns(_ y: Int) {
            filterSymmetric(
                across.row(radius + y), step: across.stride, count: width, taps: taps,
                into: difference.row(y) + radius)
        }
    }
}

/// Bounds of a page's levels. Where most is bright, the paper is the brightest level nearby; where most is dark, the
/// darkest.
private struct FusionBounds {
    private let floor, ceiling: FusionWeights
    /// Ink as a share of paper, and the level of print on dark paper.
    private static let ink: Float = 0.05
    private static let white: Float = 255
    /// Deviations of noise by which the extreme of many samples exceeds their level.
    private static let deviations: Float = 2

    init(_ page: FusionPlane, scale: Int, noise: Float) {
        let (width, height) = (page.width / scale, page.height / scale)
        let columns = (width + FusionLights.cell - 1) / FusionLights.cell
        let rows = (height + FusionLights.cell - 1) / FusionLights.cell
        var low = [Float](repeating: Self.white, count: columns * rows)
        var (high, sum) = ([Float](repeating: 0, count: columns * rows), [Float](repeating: 0, count: columns * rows))
        var count = sum
        let share = 1 / Float(scale * scale)
        for y in 0..<height {
            for x in 0..<width {
                var level: Float = 0
                for row in 0..<scale {
                    for column in 0..<scale { level += page.row(y * scale + row)[x * scale + column] }
                }
                level *= share
                let cell = y / FusionLights.cell * columns + x / FusionLights.cell
                low[cell] = min(low[cell], level)
                high[cell] = max(high[cell], level)
                sum[cell] += level
                count[cell] += 1
            }
        }
        for i in low.indices {
            let middle = (low[i] + high[i]) / 2
            low[i] = min(low[i] + Self.deviations * noise, middle)
            high[i] = max(high[i] - Self.deviations * noise, middle)
        }
        // Widened so that cells between two, one of which has the level, have it too.
        for _ in 0..<2 {
            low = FusionCells.joined(low, columns, rows) { min($0, $1) }
            high = FusionCells.joined(high, columns, rows) { max($0, $1) }
            sum = FusionCells.joined(sum, columns, rows) { $0 + $1 }
            count = FusionCells.joined(count, columns, rows) { $0 + $1 }
        }
        var (floor, ceiling) = (FusionLight(columns: columns, rows: rows), FusionLight(columns: columns, rows: rows))
        for i in low.indices {
            let isBright = sum[i] / count[i] > (low[i] + high[i]) / 2
            floor.weight[i] = isBright ? min(Self.ink * high[i], low[i]) : low[i]
            ceiling.weight[i] = isBright ? high[i] : Self.white
        }
        self.floor = FusionWeights(floor, width: width)
        self.ceiling = FusionWeights(ceiling, width: width)
    }

    /// - Parameter y: Row in frame pixels.
    func write(
        _ y: Int, floor low: UnsafeMutablePointer<Float>, ceiling high: UnsafeMutablePointer<Float>, scale: Int,
        count: Int
    ) {
        let (floor, ceiling) = (floor.row(y), ceiling.row(y))
        for x in 0..<count { (low[x], high[x]) = (floor[x / scale], ceiling[x / scale]) }
    }
}
