public import RectoCore

/// What is printed on a page, coarsely: to tell whether a page has been seen before.
///
/// The page straightened to 160 × 160 cells, less its local mean: light and shadow fall out, and so does the paper's colour.
public struct PagePrint: Sendable {
    static let side = 160
    /// Samples each way in a cell.
    private static let samples = 3
    /// The local mean is of this many cells to each side.
    private static let meanReach = 6
    /// The border of the page that is left out.
    private static let margin: Float = 0.02
    /// Print of less than this deviation, in gray levels, is taken for noise.
    private static let noise: Float = 2.5
    /// Places that are compared: a corner may be this many cells off.
    private static let slack = 2

    /// Row by row, in gray levels.
    private var cells: [Float]
    /// Root mean square of the cells.
    private(set) var strength: Float

    /// Whether the page shows nothing that could tell it from another.
    public var isBlank: Bool { strength < Self.noise }

    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: Nothing if the quad is not convex and clockwise or hardly in the frame.
    public init?(of quad: Quad, in frame: FrameView) {
        guard quad.canBeFollowed(in: frame.size) else { return nil }
        let cells: [Float]? =
            switch frame {
            case .gray(let view): Self.cells(quad, GraySampler(view: view))
            case .rgb(let view): Self.cells(quad, RGBSampler(view: view))
            case .nv12(let view): Self.cells(quad, NV12Sampler(view: view))
            case .yuyv(let view): Self.cells(quad, YUYVSampler(view: view))
            }
        guard let cells else { return nil }
        self.cells = Self.withoutMean(cells)
        strength = (self.cells.reduce(0) { $0 + $1 * $1 } / Float(cells.count)).squareRoot()
    }

    /// How alike two prints are, −1...1: the mean correlation of those parts of the page in which either has print, at the
    /// best of small shifts; 0 where one of them is blank.
    ///
    /// All parts count alike: two letters of one firm have their strongest lines in common, and differ all over.
    public func similarity(to other: PagePrint) -> Double {
        guard !isBlank, !other.isBlank else { return 0 }
        var best: (correlation: Float, across: Int, down: Int) = (-1, 0, 0)
        for down in -Self.slack...Self.slack {
            for across in -Self.slack...Self.slack {
                let all = Moments(self, other, rows: 0..<Self.side, columns: 0..<Self.side, across, down)
                if all.correlation > best.correlation { best = (all.correlation, across, down) }
            }
        }
        return Double(meanOfParts(other, best.across, best.down))
    }

    private func meanOfParts(_ other: PagePrint, _ across: Int, _ down: Int) -> Float {
        var (sum, count): (Float, Float) = (0, 0)
        for row in stride(from: 0, to: Self.side, by: Self.part) {
            for column in stride(from: 0, to: Self.side, by: Self.part) {
                let moments = Moments(
                    self, other, rows: row..<row + Self.part, columns: column..<column + Self.part, across, down)
                guard moments.strength > Self.noise else { continue }
                sum += moments.correlation
                count += 1
            }
        }
        return count > 0 ? sum / count : 1
    }

    /// Side of a part, in cells.
    private static let part = 16

    /// Sums of products over cells of one print and those of another that lie a shift away.
    private struct Moments {
        private var (aa, bb, ab) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
        private var count = 0

        init(
            _ a: PagePrint, _ b: PagePrint, rows: Range<Int>, columns: Range<Int>, _ across: Int, _ down: Int
        ) {
            let side = PagePrint.side
            let rows = rows.clamped(to: max(0, -down)..<min(side, side - down))
            let columns = columns.clamped(to: max(0, -across)..<min(side, side - across))
            a.cells.withUnsafeBufferPointer { a in
                b.cells.withUnsafeBufferPointer { b in
                    for row in rows {
                        let (here, there) = (row &* side, (row &+ down) &* side &+ across)
                        var column = columns.lowerBound
                        while column &+ 8 <= columns.upperBound {
                            add(Self.eight(a, here &+ column), Self.eight(b, there &+ column))
                            column &+= 8
                        }
                    }
                }
            }
            // The columns that are left over at a shift are not looked at.
            count = rows.count * (columns.count & ~7)
        }

        private mutating func add(_ x: SIMD8<Float>, _ y: SIMD8<Float>) {
            aa += x * x
            bb += y * y
            ab += x * y
        }

        @inline(__always)
        private static func eight(_ cells: UnsafeBufferPointer<Float>, _ index: Int) -> SIMD8<Float> {
            // SAFETY: the caller's column and the seven after it are in the row.
            UnsafeRawPointer(cells.baseAddress! + index).loadUnaligned(as: SIMD8<Float>.self)
        }

        /// Root mean square of the stronger of the two.
        var strength: Float { (max(aa.sum(), bb.sum()) / Float(max(count, 1))).squareRoot() }
        var correlation: Float { ab.sum() / max((aa.sum() * bb.sum()).squareRoot(), 1e-6) }
    }

    /// The same in whichever of four orientations the other page lies.
    public func similarityInAnyOrientation(to other: PagePrint) -> Double {
        var turned = other
        var best = -1.0
        for _ in 0..<4 {
            best = max(best, similarity(to: turned))
            turned = turned.turned
        }
        return best
    }

    /// A quarter turn clockwise.
    private var turned: PagePrint {
        var turned = self
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                turned.cells[column * Self.side + Self.side - 1 - row] = cells[row * Self.side + column]
            }
        }
        return turned
    }

    private static func cells<Sampler: LumaSampler>(_ quad: Quad, _ picture: Sampler) -> [Float]? {
        guard let map = Homography(unitSquareTo: quad) else { return nil }
        let m = SIMD8(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
        let count = side * samples
        let pitch: Float = (1 - 2 * margin) / Float(count)
        var cells = [Float](repeating: 0, count: side * side)
        for row in 0..<count {
            let v: Float = margin + (Float(row) + 0.5) * pitch
            for column in 0..<count {
                let u: Float = margin + (Float(column) + 0.5) * pitch
                let w: Float = 1 / (m[6] * u + m[7] * v + 1)
                cells[row / samples * side + column / samples] += picture.nearestLuma(
                    (m[0] * u + m[1] * v + m[2]) * w, (m[3] * u + m[4] * v + m[5]) * w)
            }
        }
        let share = 1 / Float(samples * samples)
        return cells.map { $0 * share }
    }

    /// The cells less the mean of those around each.
    private static func withoutMean(_ cells: [Float]) -> [Float] {
        // Sums over all cells above and to the left.
        let wide = side + 1
        var sums = [Float](repeating: 0, count: wide * wide)
        for row in 0..<side {
            var sum: Float = 0
            for column in 0..<side {
                sum += cells[row * side + column]
                sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + sum
            }
        }
        return (0..<side * side).map { index in
            let (row, column) = (index / side, index % side)
            let (top, bottom) = (max(0, row - meanReach), min(side, row + meanReach + 1))
            let (left, right) = (max(0, column - meanReach), min(side, column + meanReach + 1))
            let sum: Float =
                sums[bottom * wide + right] - sums[top * wide + right] - sums[bottom * wide + left]
                + sums[top * wide + left]
            return cells[index] - sum / Float((bottom - top) * (right - left))
        }
    }
}
