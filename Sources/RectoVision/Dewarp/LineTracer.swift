import RectoCore
import RectoKernels

/// Traces lines of text along the middle of their small letters, however they bend.
///
/// A bank of oriented filters finds the direction of lines in each cell of the ink; a filter of exactly that direction
/// then gives each pixel's correlation with a line. Its maxima down the columns are linked, and pieces of a line are
/// joined across words.
final class LineTracer {
    /// Side of a cell, in pixels of ink.
    private static let cell = 8
    /// Columns between taps of an oriented filter; the ink is smoothed along rows so that nothing between them is
    /// missed.
    private static let tapStep = 4
    private static let taps = 7
    /// Standard deviation of the filter down the columns, in letter heights: its center is about as high as a small
    /// letter.
    private static let hatDeviation = 0.55
    /// Standard deviation of the smoothing along the rows, in pixels: half the distance between taps.
    private static let rowDeviation = 2.0
    /// Taps of that smoothing to each side, in pixels: two and a half standard deviations.
    private static let rowReach = 5
    /// Reach of the taps down the columns in standard deviations, and its limit in rows.
    private static let hatReach = 3.2
    private static let maximumHatReach = 14
    /// Standard deviation of an oriented filter along the line, in letter heights: some letters of a word.
    private static let lineDeviation = 2.4
    /// Number of slopes from level to 45 degrees for which oriented filters have weights.
    private static let slopeBins = 32
    /// Distance of the rows on which slopes are found, in letter heights.
    private static let slopeRows = 0.8
    /// Degrees between tried slopes; a parabola interpolates the best.
    private static let slopeStep = 5
    /// Standard deviation, in letter heights, of the neighborhood that determines a cell's slope, and its reach in
    /// standard deviations.
    private static let slopeDeviation = 5.0
    private static let slopeReach: Float = 2.5

    /// Parameters for linking and joining; lengths in letter heights unless stated.
    private enum Link {
        /// Share of the strongest correlations (the top fourteenth) below which nothing is a line.
        static let threshold: Float = 0.22
        static let strongPercent = 93
        /// Number of evenly picked samples that estimate that level, and the fewest that suffice.
        static let samples = 10_000
        static let minimumSamples = 20
        /// Correlation below which a pixel is blank paper.
        static let minimumRidge: Float = 1e-4
        /// Largest distance, in rows, of a maximum from the continuation of a piece.
        static let step = 1.2
        /// Shortest piece that can be part of a line.
        static let minimumPiece = 2.5
        /// Length of a piece's end that determines its direction.
        static let heading = 5.0
        /// Widest gap between two pieces of a line, and largest offset of the second from the first one's direction.
        static let maximumGap = 6.0
        static let maximumOffset = 0.55
        /// Cost of a gap relative to an equally large offset.
        static let gapCost = 0.12
        /// Gaps wider than this may separate columns of text. They do if at least this many lines have such gaps below
        /// each other, with at most this distance to the next, and overlapping by this share of the narrower gap.
        static let columnGap = 1.8
        static let columnLines = 4
        static let columnReach = 7.0
        static let sharedGap = 0.5
        /// Shortest line that is kept.
        static let minimumLine = 6.0
        /// Length of a spline's spans.
        static let span = 9.0
        /// Distance between points along a spline.
        static let curveStep = 0.8
        /// Largest number of a spline's spans.
        static let maximumSpans = 14
        /// Distance from a spline beyond which points hardly count.
        static let tolerance = 0.12
        /// How far beyond its pieces a line's first and last ink is searched for, and the distance between points of
        /// the result.
        static let beyond = 3.0
        static let pitch = 3.0
        /// Rows around the middle of small letters that are searched for ink, and the amount of ink required.
        static let inkRows = [-0.45, -0.15, 0.15, 0.45]
        static let minimumInk: Float = 0.5
    }

    private let hat = TextInk()
    private let half = Plane<Float>()
    private let ridge = Plane<Float>()
    private let energy = Plane<Float>()
    private let pooled = Plane<Float>()
    /// Slope of each cell, in rows per column.
    private let slopes = Plane<Float>()

    /// Height of a small letter, in pixels of ink.
    private var letter = 5.0

    /// Share of line-like ink at slopes as steep as the steepest that were tried, or steeper.
    private(set) var shareOfSteepest: Float = 0

    /// - Parameter angles: Slopes of the lines to find, in degrees, within ±45.
    /// - Returns: Points along each line from its first letter to its last, in pixels of ink, with centers at whole
    ///   numbers.
    func trace(_ ink: TextInk, angles: ClosedRange<Int>) -> [[Point2D]] {
        letter = ink.letterHeight
        guard ink.width >= 4 * Self.cell, ink.height >= 4 * Self.cell else { return [] }
        sharpen(ink)
        findSlopes(angles)
        steer()
        let pieces = link()
        return divide(join(pieces), ink).compactMap { smooth($0, ink) }
    }

    // MARK: - Filters

    /// Second differences down the columns, smoothed along the rows.
    private func sharpen(_ ink: TextInk) {
        let sigma = Self.hatDeviation * letter
        let reach = min(Int(Self.hatReach * sigma), Self.maximumHatReach)
        var down = (-reach...reach).map { (row: Int) -> Float in
            let q = Double(row) / sigma
            return Float((1 - q * q) * exp(-q * q / 2))
        }
        let mean = down.reduce(0, +) / Float(down.count)
        down = down.map { $0 - mean }
        let size = down.reduce(0) { $0 + abs($1) }
        half.reshape(width: ink.stride, height: ink.height)
        // SAFETY: the margin is wider than the reach of the taps.
        sumTaps(
            ink.base - TextInk.margin, stride: ink.stride, offsets: (-reach...reach).map { $0 * ink.stride },
            weights: down.map { $0 / size }, into: half.mutableView)
        let columns = -Self.rowReach...Self.rowReach
        let blur = columns.map { Float(exp(-Double($0 * $0) / (2 * Self.rowDeviation * Self.rowDeviation))) }
        hat.reshape(width: ink.width, height: ink.height, scale: ink.scale, letterHeight: letter)
        sumTaps(
            half.base + TextInk.margin, stride: half.width, offsets: Array(columns),
            weights: blur.map { $0 / blur.reduce(0, +) },
            into: MutablePlaneView(hat.base, stride: hat.stride, width: hat.width, height: hat.height))
    }

    /// Offsets of an oriented filter's taps from its center.
    private func offsets(slope: Double) -> [Int] {
        (-Self.taps...Self.taps).map { tap in
            let column = tap * Self.tapStep
            return column + Int((Double(column) * slope).rounded()) * hat.stride
        }
    }

    private func weights(slope: Double) -> [Float] {
        let sigma = Self.lineDeviation * letter / (1 + slope * slope).squareRoot()
        let values = (-Self.taps...Self.taps).map { tap in
            Float(exp(-Double(tap * tap * Self.tapStep * Self.tapStep) / (2 * sigma * sigma)))
        }
        let sum = values.reduce(0, +)
        return values.map { $0 / sum }
    }

    /// Finds for each cell the slope along which it and its neighbors look most like lines.
    private func findSlopes(_ range: ClosedRange<Int>) {
        let step = Self.slopeStep
        let angles = stride(from: range.lowerBound, through: range.upperBound, by: step).map { Double($0) * .pi / 180 }
        let (across, down) = ((hat.width + 7) / 8, (hat.height + 7) / 8)
        var energies: [[Float]] = []
        let rows = max(Int((Self.slopeRows * letter).rounded()), 1)
        for angle in angles {
            let slope = sin(angle) / cos(angle)
            half.reshape(width: hat.width, height: (hat.height + rows - 1) / rows)
            // SAFETY: the margin is wider than the reach of the taps.
            sumTaps(
                hat.base, stride: rows * hat.stride, offsets: offsets(slope: slope), weights: weights(slope: slope),
                into: half.mutableView)
            energies.append(pool(across, down, rows))
        }
        slopes.reshape(width: across, height: down)
        var (steepest, all): (Float, Float) = (0, 0)
        for cell in 0..<across * down {
            let best = angles.indices.max { energies[$0][cell] < energies[$1][cell] } ?? 0
            let middle = min(max(best, 1), angles.count - 2)
            all += energies[best][cell]
            if best != middle { steepest += energies[best][cell] }
            let (a, b, c) = (energies[middle - 1][cell], energies[middle][cell], energies[middle + 1][cell])
            let bend = a - 2 * b + c
            let shift = abs(bend) > 1e-12 ? min(max(0.5 * (a - c) / bend, -1), 1) : 0
            let angle = angles[middle] + Double(shift) * Double(step) * .pi / 180
            slopes.base[cell] = Float(sin(angle) / cos(angle))
        }
        shareOfSteepest = all > 0 ? steepest / all : 0
    }

    /// Squared line response of each cell, smoothed over some letters.
    private func pool(_ across: Int, _ down: Int, _ rows: Int) -> [Float] {
        let sigma = Float(Self.slopeDeviation * letter) / Float(Self.cell)
        let reach = Int(Self.slopeReach * sigma)
        let taps = (-reach...reach).map { exp(-Float($0 * $0) / (2 * sigma * sigma)) }
        energy.reshape(width: across + 2 * reach, height: down + 2 * reach)
        energy.fill(0)
        addSquares(from: reach, rows)
        pooled.reshape(width: across, height: energy.height)
        // SAFETY: the margin is as wide as the reach of the taps.
        sumTaps(
            energy.base + reach, stride: energy.width, offsets: Array(-reach...reach), weights: taps,
            into: pooled.mutableView)
        var result = [Float](repeating: 0, count: across * down)
        result.withUnsafeMutableBufferPointer { buffer in
            // SAFETY: as above; the buffer has a value for each cell, and there are cells.
            sumTaps(
                pooled.base + reach * across, stride: across, offsets: (-reach...reach).map { $0 * across },
                weights: taps,
                into: MutablePlaneView(
                    buffer.baseAddress.unsafelyUnwrapped, stride: across, width: across, height: down))
        }
        return result
    }

    /// Adds the squares of the positive values in ``half`` to their cells in ``energy``.
    /// - Parameters:
    ///   - margin: The number of cells of ``energy`` at each side that get nothing.
    ///   - rows: The number of rows of the picture that one row of ``half`` stands for.
    private func addSquares(from margin: Int, _ rows: Int) {
        let whole = half.width / Self.cell
        for y in 0..<half.height {
            let row = half.base + y * half.width
            let sums = energy.base + (rows * y / Self.cell + margin) * energy.width + margin
            for cell in 0..<whole {
                // SAFETY: a cell has as many pixels as the vector has elements, all within the row.
                let values = UnsafeRawPointer(row + cell * Self.cell).loadUnaligned(as: SIMD8<Float>.self)
                let ridge = values.replacing(with: 0, where: values .< 0)
                sums[cell] += (ridge * ridge).sum()
            }
            for x in whole * Self.cell..<half.width {
                let value = max(row[x], 0)
                sums[whole] += value * value
            }
        }
    }

    /// Correlation with a line along each cell's slope.
    private func steer() {
        ridge.reshape(width: hat.width, height: hat.height)
        let bins = (0...Self.slopeBins).map { weights(slope: Double($0) / Double(Self.slopeBins)) }
        var offsets = [Int](repeating: 0, count: 2 * Self.taps + 1)
        for row in 0..<slopes.height {
            for column in 0..<slopes.width {
                let (left, top) = (column * Self.cell, row * Self.cell)
                let slope = slopes[column, row]
                for tap in offsets.indices {
                    let away = (tap - Self.taps) * Self.tapStep
                    offsets[tap] = away + nearestInteger(Float(away) * slope) * hat.stride
                }
                let bin = min(nearestInteger(abs(slope) * Float(Self.slopeBins)), Self.slopeBins)
                // SAFETY: a cell, or its part within the plane; the margin is wider than the reach of the taps.
                sumTaps(
                    hat.base + top * hat.stride + left, stride: hat.stride, offsets: offsets, weights: bins[bin],
                    into: MutablePlaneView(
                        ridge.base + top * ridge.width + left, stride: ridge.width,
                        width: min(Self.cell, ridge.width - left), height: min(Self.cell, ridge.height - top)))
            }
        }
    }

    // MARK: - Links

    private func threshold() -> Float {
        let count = ridge.width * ridge.height
        var values = stride(from: 0, to: count, by: count / Link.samples | 1).map { ridge.base[$0] }
            .filter { $0 > Link.minimumRidge }
        guard values.count > Link.minimumSamples else { return .infinity }
        values.sort()
        return Link.threshold * values[values.count * Link.strongPercent / 100]
    }

    private func slope(at point: Point2D) -> Double {
        let column = min(max(Int(point.x) / Self.cell, 0), slopes.width - 1)
        let row = min(max(Int(point.y) / Self.cell, 0), slopes.height - 1)
        return Double(slopes[column, row])
    }

    /// Rows of the maxima in each column, from the top: those of a column are
    /// `rows[starts[column]..<starts[column + 1]]`.
    private func maxima() -> (starts: [Int], rows: [Int]) {
        let (width, height, least) = (ridge.width, ridge.height, threshold())
        // Collected row by row, in memory order, then sorted into columns.
        var found: [(column: Int, row: Int)] = []
        var starts = [Int](repeating: 0, count: width + 1)
        for y in 1..<height - 1 {
            let row = ridge.base + y * width
            for column in 0..<width {
                let p = row + column
                guard p[0] > least, p[0] >= p[-width], p[0] > p[width] else { continue }
                found.append((column, y))
                starts[column + 1] += 1
            }
        }
        for column in 0..<width { starts[column + 1] += starts[column] }
        var next = starts
        var rows = [Int](repeating: 0, count: found.count)
        for maximum in found {
            rows[next[maximum.column]] = maximum.row
            next[maximum.column] += 1
        }
        return (starts, rows)
    }

    /// Links maxima from column to column.
    private func link() -> [[Point2D]] {
        let (width, height) = (ridge.width, ridge.height)
        let (starts, rows) = maxima()
        var pieces: [[Point2D]] = []
        // For each row, the piece whose last point lies there, in the previous column and in this one; -1 for none.
        var (before, now) = ([Int](repeating: -1, count: height), [Int](repeating: -1, count: height))
        for column in 0..<width {
            for y in rows[starts[max(column - 2, 0)]..<starts[max(column - 1, 0)]] { now[y] = -1 }
            for y in rows[starts[column]..<starts[column + 1]] {
                let p = ridge.base + y * width + column
                let (a, b, c) = (p[-width], p[0], p[width])
                let point = Point2D(x: Double(column), y: Double(y) + Double(0.5 * (a - c) / (a - 2 * b + c)))
                let place = point.y - slope(at: point)
                var nearest = (piece: -1, distance: Link.step)
                for row in max(y - 2, 0)...min(y + 2, height - 1) where before[row] >= 0 {
                    let other = pieces[before[row]][pieces[before[row]].count - 1]
                    // Skip a piece that another maximum of this column already continued.
                    guard other.x == Double(column - 1), abs(other.y - place) < nearest.distance else { continue }
                    nearest = (before[row], abs(other.y - place))
                }
                if nearest.piece >= 0 {
                    pieces[nearest.piece].append(point)
                    now[y] = nearest.piece
                } else {
                    pieces.append([point])
                    now[y] = pieces.count - 1
                }
            }
            swap(&before, &now)
        }
        return pieces.filter { Double($0.count) >= Link.minimumPiece * letter }
    }

    /// Joins pieces of one line across gaps between words, the nearest first.
    private func join(_ pieces: [[Point2D]]) -> [[Point2D]] {
        let reach = Int(Link.heading * letter)
        func slope<S: Sequence>(_ points: S) -> Double where S.Element == Point2D {
            let values = points.map { self.slope(at: $0) }.sorted()
            return values[values.count / 2]
        }
        let heads = pieces.map { slope($0.prefix(reach)) }
        let tails = pieces.map { slope($0.suffix(reach)) }
        var pairs: [(cost: Double, from: Int, to: Int)] = []
        for (from, piece) in pieces.enumerated() {
            let end = piece[piece.count - 1]
            for (to, other) in pieces.enumerated() where to != from {
                let gap = other[0].x - end.x
                guard gap > -1, gap < Link.maximumGap * letter else { continue }
                let offset = abs(other[0].y - end.y - 0.5 * (tails[from] + heads[to]) * gap)
                if offset < Link.maximumOffset * letter { pairs.append((offset + Link.gapCost * gap, from, to)) }
            }
        }
        pairs.sort { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
        var next = [Int](repeating: -1, count: pieces.count)
        var isContinued = [Bool](repeating: false, count: pieces.count)
        for pair in pairs where next[pair.from] < 0 && !isContinued[pair.to] {
            next[pair.from] = pair.to
            isContinued[pair.to] = true
        }
        return pieces.indices.filter { !isContinued[$0] }.map { first in
            var (line, piece) = (pieces[first], next[first])
            while piece >= 0 {
                line += pieces[piece]
                piece = next[piece]
            }
            return line
        }
    }

    /// Divides lines where a column of text ends: where neither they nor the lines above and below have ink. Lines of
    /// the next column may lie at other heights, and on a bent page they are easily joined to the wrong line.
    private func divide(_ lines: [[Point2D]], _ ink: TextInk) -> [[Point2D]] {
        var gaps: [Gap] = []
        for (index, line) in lines.enumerated() { addGaps(of: line, index, ink, to: &gaps) }
        gaps.sort { ($0.y, $0.left) < ($1.y, $1.left) }
        // Number of gaps in the longest chain from above, and from below.
        var above = [Int](repeating: 1, count: gaps.count)
        var below = above
        func forEachNear(_ upper: Int, _ body: (Int) -> Void) {
            for lower in gaps.indices.dropFirst(upper + 1) {
                guard gaps[lower].y - gaps[upper].y < Link.columnReach * letter else { return }
                if gaps[lower].isBelow(gaps[upper], letter) { body(lower) }
            }
        }
        for upper in gaps.indices { forEachNear(upper) { above[$0] = max(above[$0], above[upper] + 1) } }
        for upper in gaps.indices.reversed() { forEachNear(upper) { below[upper] = max(below[upper], below[$0] + 1) } }
        var parts = lines.map { [$0] }
        for index in gaps.indices.sorted(by: { gaps[$0].left > gaps[$1].left })
        where above[index] + below[index] > Link.columnLines {
            let gap = gaps[index]
            // From right to left, so that the first part is the one to divide.
            let whole = parts[gap.line][0]
            parts[gap.line].replaceSubrange(
                0..<1, with: [whole.filter { $0.x <= gap.left }, whole.filter { $0.x >= gap.right }])
        }
        return parts.flatMap { $0 }.filter { !$0.isEmpty }
    }

    /// A part of a line without ink.
    private struct Gap {
        let line: Int
        let left, right, y: Double

        func isBelow(_ other: Gap, _ letter: Double) -> Bool {
            let shared = min(right, other.right) - max(left, other.left)
            return y - other.y > 0.5 * letter && shared > Link.sharedGap * min(right - left, other.right - other.left)
        }
    }

    private func addGaps(of line: [Point2D], _ index: Int, _ ink: TextInk, to gaps: inout [Gap]) {
        var last: Double?
        for point in line
        where ink.amount(column: Int(point.x), Link.inkRows, around: point.y, letter) > Link.minimumInk {
            if let last, point.x - last > Link.columnGap * letter {
                gaps.append(Gap(line: index, left: last, right: point.x, y: point.y))
            }
            last = point.x
        }
    }

    /// Whether a point of a line has ink of letters.
    private func hasInk(_ ink: TextInk, _ x: Double, _ y: Double) -> Bool {
        Link.inkRows.reduce(Float(0)) { $0 + ink.sample(x, y + $1 * letter) } > Link.minimumInk
    }

    /// A line's smoothed course from its first ink to its last; `nil` if it is too short.
    private func smooth(_ points: [Point2D], _ ink: TextInk) -> [Point2D]? {
        let (first, last) = (points[0].x, points[points.count - 1].x)
        guard last - first >= Link.minimumLine * letter else { return nil }
        let spans = min(max(Int((last - first) / (Link.span * letter)), 1), Link.maximumSpans)
        // Neighboring columns give the same information.
        let step = max(Int((Link.curveStep * letter).rounded()), 1)
        let known = stride(from: 0, to: points.count - 1, by: step).map { points[$0] } + points.suffix(1)
        guard
            let curve = SplineCurve(known, spans: spans, tolerance: Link.tolerance * letter, weight: Double(step))
        else { return nil }
        let columns = Array(stride(from: first - Link.beyond * letter, to: last + Link.beyond * letter, by: 0.5))
        let start = columns.first { hasInk(ink, $0, curve($0)) } ?? first
        let end = columns.last { hasInk(ink, $0, curve($0)) } ?? last
        let count = max(4, Int((end - start) / (Link.pitch * letter)))
        return (0..<count).map { index in
            let column = start + (end - start) * Double(index) / Double(count - 1)
            return Point2D(x: column, y: curve(column))
        }
    }
}
