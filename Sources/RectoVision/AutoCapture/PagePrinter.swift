public import RectoCore

/// Takes prints of pages. The memory of prints that nobody holds any more is used again.
public final class PagePrinter {
    private static let side = PagePrint.side
    /// Samples each way in a cell.
    private static let samples = 3
    /// The local mean is of this many cells to each side.
    private static let meanReach = 6
    /// The border of the page that is left out.
    private static let margin: Float = 0.02
    /// More cells than this are not kept for use again.
    private static let capacity = 4

    private var spare: [PrintCells] = []
    /// The page before its local mean is taken off, and sums over all cells above and to the left.
    private var page = [Float](repeating: 0, count: side * side)
    private var sums = [Float](repeating: 0, count: (side + 1) * (side + 1))

    public init() { spare.reserveCapacity(Self.capacity) }

    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: Nothing if the quad is not convex and clockwise or hardly in the frame.
    public func print(of quad: Quad, in frame: FrameView) -> PagePrint? {
        guard quad.canBeFollowed(in: frame.size), let map = Homography(unitSquareTo: quad) else { return nil }
        switch frame {
        case .gray(let view): straighten(map, GraySampler(view: view))
        case .rgb(let view): straighten(map, RGBSampler(view: view))
        case .nv12(let view): straighten(map, NV12Sampler(view: view))
        case .yuyv(let view): straighten(map, YUYVSampler(view: view))
        }
        let cells = freeCells()
        takeOffMean(into: cells)
        return PagePrint(cells)
    }

    private func freeCells() -> PrintCells {
        for index in spare.indices where isKnownUniquelyReferenced(&spare[index]) { return spare[index] }
        let cells = PrintCells()
        // What others hold is theirs now.
        if spare.count == Self.capacity { spare.removeFirst() }
        spare.append(cells)
        return cells
    }

    /// Fills ``page`` with the mean brightness of each cell.
    private func straighten<Sampler: LumaSampler>(_ map: Homography, _ picture: Sampler) {
        let m = SIMD8(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
        let pitch: Float = (1 - 2 * Self.margin) / Float(Self.side)
        let step: Float = pitch / Float(Self.samples)
        let share: Float = 1 / Float(Self.samples * Self.samples)
        for row in 0..<Self.side {
            let v: Float = Self.margin + (Float(row) + 0.5) * pitch
            for column in 0..<Self.side {
                let u: Float = Self.margin + (Float(column) + 0.5) * pitch
                let w: Float = 1 / (m[6] * u + m[7] * v + 1)
                let x: Float = (m[0] * u + m[1] * v + m[2]) * w
                let y: Float = (m[3] * u + m[4] * v + m[5]) * w
                // Within a cell the map is taken for affine.
                let across = SIMD2<Float>(m[0] - m[6] * x, m[3] - m[6] * y) * (w * step)
                let down = SIMD2<Float>(m[1] - m[7] * x, m[4] - m[7] * y) * (w * step)
                page[row &* Self.side &+ column] = sum(around: SIMD2(x, y), across, down, picture) * share
            }
        }
    }

    @inline(__always)
    private func sum<Sampler: LumaSampler>(
        around centre: SIMD2<Float>, _ across: SIMD2<Float>, _ down: SIMD2<Float>, _ picture: Sampler
    ) -> Float {
        var sum: Float = 0
        var row = centre - down
        for _ in 0..<Self.samples {
            let (left, right) = (row - across, row + across)
            sum += picture.nearestLuma(left.x, left.y) + picture.nearestLuma(row.x, row.y)
            sum += picture.nearestLuma(right.x, right.y)
            row += down
        }
        return sum
    }

    /// Writes the page less the mean of the cells around each.
    private func takeOffMean(into cells: PrintCells) {
        let wide = Self.side + 1
        for row in 0..<Self.side {
            var sum: Float = 0
            for column in 0..<Self.side {
                sum += page[row * Self.side + column]
                sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + sum
            }
        }
        for row in 0..<Self.side {
            let (top, bottom) = (max(0, row - Self.meanReach) * wide, min(Self.side, row + Self.meanReach + 1) * wide)
            for column in 0..<Self.side {
                let (left, right) = (max(0, column - Self.meanReach), min(Self.side, column + Self.meanReach + 1))
                let sum: Float = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
                let mean: Float = sum / Float((bottom - top) / wide * (right - left))
                // Of brightness 0…255: within ±2040.
                let difference = PrintCells.scale * (page[row * Self.side + column] - mean)
                cells.base[row * Self.side + column] = Int16(difference.rounded())
            }
        }
    }
}
