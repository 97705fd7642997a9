public import RectoCore
import RectoKernels

/// Takes signatures of pages, and reuses the memory of signatures that nobody holds any more.
public final class PageSignatureExtractor {
    private static let side = PageSignature.side
    private static let sumSide = side + 1
    /// Samples per cell in each direction: see ``straighten(_:_:)``.
    private static let samples = 3
    /// The number of cells in each direction over which the local mean is taken.
    private static let meanReach = 6
    /// The border of the page that is skipped, as a share of its width and height.
    private static let margin: Float = 0.02
    /// The maximum number of ``SignatureCells`` kept for reuse.
    private static let capacity = 4

    private var spare: [SignatureCells] = []
    /// The page before its local mean is subtracted, and sums over all cells above and to the left.
    private var page = [Float](repeating: 0, count: side * side)
    private var sums = [Float](repeating: 0, count: sumSide * sumSide)

    public init() { spare.reserveCapacity(Self.capacity) }

    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: `nil` if the quad is not convex and clockwise or barely in the frame.
    public func signature(of quad: Quad, in frame: FrameView) -> PageSignature? {
        signature(of: quad, in: LumaPlane(frame))
    }

    /// The signature of a page in a frame that has already been ingested for other stages as well.
    package func signature(of quad: Quad, in frame: IngestedFrame) -> PageSignature? {
        signature(of: quad, in: frame.luma)
    }

    private func signature(of quad: Quad, in picture: LumaPlane) -> PageSignature? {
        guard quad.canBeFollowed(in: picture.size), let map = Homography(unitSquareTo: quad) else { return nil }
        straighten(map, picture)
        let cells = freeCells()
        takeOffMean(into: cells)
        return PageSignature(cells)
    }

    private func freeCells() -> SignatureCells {
        for index in spare.indices where isKnownUniquelyReferenced(&spare[index]) { return spare[index] }
        let cells = SignatureCells()
        // Cells that others hold now belong to them.
        if spare.count == Self.capacity { spare.removeFirst() }
        spare.append(cells)
        return cells
    }

    /// Sets ``page`` to the mean brightness of each cell.
    private func straighten(_ map: Homography, _ picture: LumaPlane) {
        let map = GridMap(map)
        let pitch: Float = (1 - 2 * Self.margin) / Float(Self.side)
        let share: Float = 1 / Float(Self.samples * Self.samples)
        page.withUnsafeMutableBufferPointer { page in
            for row in 0..<Self.side {
                let v: Float = Self.margin + (Float(row) + 0.5) * pitch
                let cells = CellRow(
                    map: map, y: v, start: Self.margin, pitch: pitch, spacing: pitch / Float(Self.samples))
                // SAFETY: a buffer that is not empty has a base address; its rows are of whole vectors.
                let line = page.baseAddress.unsafelyUnwrapped + row * Self.side
                picture.sample(cells, .threeByThree, count: Self.side, into: line)
                for column in 0..<Self.side { line[column] = picture.full(line[column] * share) }
            }
        }
    }

    /// Writes the page, subtracting from each cell the mean of the cells around it.
    private func takeOffMean(into cells: SignatureCells) {
        page.withUnsafeBufferPointer { page in
            sums.withUnsafeMutableBufferPointer { sums in
                Self.addUp(page, into: sums)
                // SAFETY: buffers that are not empty have base addresses.
                let (page, sums) = (page.baseAddress.unsafelyUnwrapped, sums.baseAddress.unsafelyUnwrapped)
                for row in 0..<Self.side {
                    let (first, end) = (max(0, row - Self.meanReach), min(Self.side, row + Self.meanReach + 1))
                    Self.takeOffMean(
                        page + row * Self.side, top: sums + first * Self.sumSide, bottom: sums + end * Self.sumSide,
                        rows: end - first, into: cells.base + row * Self.side)
                }
            }
        }
    }

    /// Writes a row, subtracting from each cell the mean of the cells around it.
    /// - Parameters:
    ///   - top, bottom: The rows of sums for the top and the bottom edge of the cells around the row.
    ///   - rows: The number of rows between these edges.
    private static func takeOffMean(
        _ row: UnsafePointer<Float>, top: UnsafePointer<Float>, bottom: UnsafePointer<Float>, rows: Int,
        into cells: UnsafeMutablePointer<Int16>
    ) {
        // SAFETY: columns are inside the row, and rows of sums have one column more.
        @inline(__always) func write(_ column: Int, _ left: Int, _ right: Int) {
            let sum: Float = bottom[right] - top[right] - bottom[left] + top[left]
            let mean: Float = sum / Float(rows &* (right &- left))
            // Brightness is 0…255, so this is within ±2040.
            cells[column] = rounded(SignatureCells.scale * (row[column] - mean))
        }
        for column in 0..<meanReach { write(column, 0, column &+ meanReach &+ 1) }
        // Separate from the ends, so that this loop can be vectorized.
        for column in meanReach..<side - meanReach { write(column, column &- meanReach, column &+ meanReach &+ 1) }
        for column in side - meanReach..<side { write(column, column &- meanReach, side) }
    }

    /// The integer nearest to a value of magnitude below 2¹⁵, with ties away from 0: like `rounded()`, but without a
    /// function call.
    @inline(__always)
    private static func rounded(_ value: Float) -> Int16 {
        let even = nearestInteger(value)
        // Ties were rounded to the even integer.
        let rest: Float = value - Float(Int32(truncatingIfNeeded: even))
        let step = value > 0 ? (rest == 0.5 ? 1 : 0) : (rest == -0.5 ? -1 : 0)
        return Int16(truncatingIfNeeded: even &+ step)
    }

    /// Sets the sums over all cells above and to the left.
    private static func addUp(_ page: UnsafeBufferPointer<Float>, into sums: UnsafeMutableBufferPointer<Float>) {
        for row in 0..<side {
            var sum: Float = 0
            for column in 0..<side {
                sum += page[row * side + column]
                sums[(row + 1) * sumSide + column + 1] = sums[row * sumSide + column + 1] + sum
            }
        }
    }
}
