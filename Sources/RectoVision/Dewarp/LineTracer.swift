import RectoCore
import RectoKernels

/// Traces the lines of text on a page along the middle of their small letters, whichever way they bend.
///
/// A bank of oriented filters tells for each cell of the ink which way its lines run; a filter of just that direction then
/// gives each pixel's correlation with a line. Its maxima down the columns are linked, pieces of a line joined across words.
final class LineTracer {
    /// Side of a cell, in pixels of ink.
    private static let cell = 8
    /// Columns from tap to tap of an oriented filter; the ink is smoothed along rows so that none is missed.
    private static let tapStep = 4
    private static let taps = 7
    /// Standard deviation of the filter down the columns, in letter heights: its middle is about as high as a small letter.
    private static let hatDeviation = 0.55
    /// Standard deviation of the smoothing along the rows, in pixels: half of the way from tap to tap.
    private static let rowDeviation = 2.0

    private let hat = TextInk()
    private let half = Plane<Float>()
    private let ridge = Plane<Float>()
    private let energy = Plane<Float>()
    private let pooled = Plane<Float>()
    /// Rows gained a column, by cell.
    private let slopes = Plane<Float>()

    /// Height of a small letter, in pixels of the ink.
    private var letter = 5.0

    /// - Parameter steepest: Angle of the steepest line looked for, in degrees, at most 45.
    /// - Returns: Points along each line from its first letter to its last, in pixels of the ink, centres at whole numbers.
    func trace(_ ink: TextInk, steepest: Int) -> [[Point2D]] {
        letter = ink.letterHeight
        guard ink.width >= 4 * Self.cell, ink.height >= 4 * Self.cell else { return [] }
        sharpen(ink)
        findSlopes(steepest)
        steer()
        let pieces = link()
        return join(pieces).compactMap { smooth($0, ink) }
    }

    // MARK: - Filters

    /// Second differences down the columns, smoothed along the rows.
    private func sharpen(_ ink: TextInk) {
        let sigma = Self.hatDeviation * letter
        let reach = min(Int(3.2 * sigma), 14)
        var down = (-reach...reach).map { (row: Int) -> Float in
            let q = Double(row) / sigma
            return Float((1 - q * q) * exp(-q * q / 2))
        }
        let mean = down.reduce(0, +) / Float(down.count)
        down = down.map { $0 - mean }
        let size = down.reduce(0) { $0 + abs($1) }
        half.reshape(width: ink.stride, height: ink.height)
        // SAFETY: the margin is wider than the taps reach.
        sumTaps(
            ink.base - TextInk.margin, stride: ink.stride, offsets: (-reach...reach).map { $0 * ink.stride },
            weights: down.map { $0 / size }, into: half.mutableView)
        let blur = (-5...5).map { Float(exp(-Double($0 * $0) / (2 * Self.rowDeviation * Self.rowDeviation))) }
        hat.reshape(width: ink.width, height: ink.height, scale: ink.scale, letterHeight: letter)
        sumTaps(
            half.base + TextInk.margin, stride: half.width, offsets: Array(-5...5),
            weights: blur.map { $0 / blur.reduce(0, +) },
            into: MutablePlaneView(hat.base, stride: hat.stride, width: hat.width, height: hat.height))
    }

    /// Where an oriented filter looks, from the row and column of its middle.
    private func offsets(slope: Double) -> [Int] {
        (-Self.taps...Self.taps).map { tap in
            let column = tap * Self.tapStep
            return column + Int((Double(column) * slope).rounded()) * hat.stride
        }
    }

    private func weights(slope: Double) -> [Float] {
        let sigma = 2.4 * letter / (1 + slope * slope).squareRoot()
        let values = (-Self.taps...Self.taps).map { Float(exp(-Double($0 * $0 * 16) / (2 * sigma * sigma))) }
        let sum = values.reduce(0, +)
        return values.map { $0 / sum }
    }

    /// Of each cell the slope along which it and its neighbours look most like lines.
    private func findSlopes(_ steepest: Int) {
        let step = 5
        let angles = stride(from: -steepest, through: steepest, by: step).map { Double($0) * .pi / 180 }
        let (across, down) = ((hat.width + 7) / 8, (hat.height + 7) / 8)
        var energies: [[Float]] = []
        for angle in angles {
            let slope = sin(angle) / cos(angle)
            half.reshape(width: hat.width, height: (hat.height + 1) / 2)
            // SAFETY: the margin is wider than the taps reach.
            sumTaps(
                hat.base, stride: 2 * hat.stride, offsets: offsets(slope: slope), weights: weights(slope: slope),
                into: half.mutableView)
            energies.append(pool(across, down))
        }
        slopes.reshape(width: across, height: down)
        for cell in 0..<across * down {
            let best = angles.indices.max { energies[$0][cell] < energies[$1][cell] } ?? 0
            let middle = min(max(best, 1), angles.count - 2)
            let (a, b, c) = (energies[middle - 1][cell], energies[middle][cell], energies[middle + 1][cell])
            let bend = a - 2 * b + c
            let shift = abs(bend) > 1e-12 ? min(max(0.5 * (a - c) / bend, -1), 1) : 0
            let angle = angles[middle] + Double(shift) * Double(step) * .pi / 180
            slopes.base[cell] = Float(sin(angle) / cos(angle))
        }
    }

    /// The squares of what is like a line in each cell, smoothed over some letters.
    private func pool(_ across: Int, _ down: Int) -> [Float] {
        energy.reshape(width: across, height: down)
        energy.fill(0)
        for y in 0..<half.height {
            let (row, sums) = (half.base + y * half.width, energy.base + y / 4 * across)
            for x in 0..<half.width {
                let value = max(row[x], 0)
                sums[x >> 3] += value * value
            }
        }
        let sigma = Float(5 * letter) / Float(Self.cell)
        let reach = Int(2.5 * sigma)
        let taps = (0...reach).map { exp(-Float($0 * $0) / (2 * sigma * sigma)) }
        pooled.reshape(width: across, height: down)
        for y in 0..<down {
            for x in 0..<across {
                var sum = taps[0] * energy[x, y]
                for k in 1...reach {
                    sum += taps[k] * ((x >= k ? energy[x - k, y] : 0) + (x + k < across ? energy[x + k, y] : 0))
                }
                pooled[x, y] = sum
            }
        }
        var result = [Float](repeating: 0, count: across * down)
        for y in 0..<down {
            for k in -reach...reach where 0..<down ~= y + k {
                let weight = taps[abs(k)]
                for x in 0..<across { result[y * across + x] += weight * pooled[x, y + k] }
            }
        }
        return result
    }

    /// Correlation with a line along each cell's own slope.
    private func steer() {
        ridge.reshape(width: hat.width, height: hat.height)
        for row in 0..<slopes.height {
            for column in 0..<slopes.width {
                let (left, top) = (column * Self.cell, row * Self.cell)
                let slope = Double(slopes[column, row])
                // SAFETY: a cell, or what of it lies in the plane; the margin is wider than the taps reach.
                sumTaps(
                    hat.base + top * hat.stride + left, stride: hat.stride, offsets: offsets(slope: slope),
                    weights: weights(slope: slope),
                    into: MutablePlaneView(
                        ridge.base + top * ridge.width + left, stride: ridge.width,
                        width: min(Self.cell, ridge.width - left), height: min(Self.cell, ridge.height - top)))
            }
        }
    }

    // MARK: - Links

    private func threshold() -> Float {
        let count = ridge.width * ridge.height
        var values = stride(from: 0, to: count, by: 7).map { ridge.base[$0] }.filter { $0 > 1e-4 }
        guard values.count > 20 else { return .infinity }
        values.sort()
        return 0.22 * values[values.count * 93 / 100]
    }

    private func slope(at point: Point2D) -> Double {
        let column = min(max(Int(point.x) / Self.cell, 0), slopes.width - 1)
        let row = min(max(Int(point.y) / Self.cell, 0), slopes.height - 1)
        return Double(slopes[column, row])
    }

    /// Maxima down the columns, linked from column to column.
    private func link() -> [[Point2D]] {
        let (width, height, least) = (ridge.width, ridge.height, threshold())
        var pieces: [[Point2D]] = []
        // By row: the piece whose last point lies there, in the column before and in this one; -1 for none.
        var (before, now) = ([Int](repeating: -1, count: height), [Int](repeating: -1, count: height))
        for column in 0..<width {
            for y in 0..<height { now[y] = -1 }
            for y in 1..<height - 1 {
                let p = ridge.base + y * width + column
                let (a, b, c) = (p[-width], p[0], p[width])
                guard b > least, b >= a, b > c else { continue }
                let point = Point2D(x: Double(column), y: Double(y) + Double(0.5 * (a - c) / (a - 2 * b + c)))
                let place = point.y - slope(at: point)
                var nearest = (piece: -1, distance: 1.2)
                for row in max(y - 2, 0)...min(y + 2, height - 1) where before[row] >= 0 {
                    let other = pieces[before[row]][pieces[before[row]].count - 1]
                    // A piece that another maximum of this column has continued is taken.
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
        return pieces.filter { Double($0.count) >= 2.5 * letter }
    }

    /// Joins pieces of one line across gaps between words, the nearest first.
    private func join(_ pieces: [[Point2D]]) -> [[Point2D]] {
        let reach = Int(5 * letter)
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
                guard gap > -1, gap < 6 * letter else { continue }
                let offset = abs(other[0].y - end.y - 0.5 * (tails[from] + heads[to]) * gap)
                if offset < 0.55 * letter { pairs.append((offset + 0.12 * gap, from, to)) }
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

    /// A line's smooth course from its first ink to its last; `nil` if it is too short.
    private func smooth(_ points: [Point2D], _ ink: TextInk) -> [Point2D]? {
        let (first, last) = (points[0].x, points[points.count - 1].x)
        guard last - first >= 6 * letter else { return nil }
        let spans = min(max(Int((last - first) / (9 * letter)), 1), 14)
        guard let curve = SplineCurve(points, spans: spans, tolerance: 0.12 * letter) else { return nil }
        var ends: (Double, Double)?
        for column in stride(from: first - 3 * letter, to: last + 3 * letter, by: 0.5) {
            let y = curve(column)
            let band = [-0.45, -0.15, 0.15, 0.45].reduce(Float(0)) { $0 + ink.sample(column, y + $1 * letter) }
            if band > 0.5 { ends = (ends?.0 ?? column, column) }
        }
        let (start, end) = ends ?? (first, last)
        let count = max(4, Int((end - start) / (3 * letter)))
        return (0..<count).map { index in
            let column = start + (end - start) * Double(index) / Double(count - 1)
            return Point2D(x: column, y: curve(column))
        }
    }
}
