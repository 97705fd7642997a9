import RectoCore
internal import RectoKernels
internal import RectoVision

/// A picture's points, sorted into cells. Memory is reused from picture to picture.
final class PointCells {
    /// The data of a point that a search for neighbors needs, in one place.
    struct Point: BitwiseCopyable {
        let x, y, cosine, sine, size: Float
        /// Index among the picture's points.
        let index: Int32
    }

    /// Side of a cell, in pixels.
    private static let side: Float = 16

    private var columns = 0
    private var rows = 0
    /// Start of each cell's points, followed by the end of the last cell.
    private let starts = Plane<Int32>()
    private let sorted = Plane<Point>()

    func load(_ points: Keypoints) {
        columns = Self.cell(points.x.max() ?? 0) + 1
        rows = Self.cell(points.y.max() ?? 0) + 1
        starts.reshape(width: columns * rows + 2, height: 1)
        starts.fill(0)
        sorted.reshape(width: max(1, points.count), height: 1)
        // SAFETY: a start for each cell and two more, a place for each point. Counts are stored one cell ahead and
        // advance while the cells are filled, so that each start ends up at the beginning of its cell.
        let starts = starts.base
        for i in 0..<points.count { starts[number(points, i) + 2] += 1 }
        for cell in 0..<columns * rows { starts[cell + 2] += starts[cell + 1] }
        for i in 0..<points.count {
            let cell = number(points, i) + 1
            let direction = points.direction[i]
            sorted.base[Int(starts[cell])] = Point(
                x: points.x[i], y: points.y[i], cosine: direction.cosine, sine: direction.sine, size: points.size[i],
                index: Int32(i))
            starts[cell] += 1
        }
    }

    private static func cell(_ x: Float) -> Int { Int(x / side) }

    private func number(_ points: Keypoints, _ i: Int) -> Int {
        Self.cell(points.y[i]) * columns + Self.cell(points.x[i])
    }

    /// Calls the body with the points of all cells within a distance of a place, in row order of the cells.
    @inline(__always)
    func forEachPoint(near x: Float, _ y: Float, within distance: Float, _ body: (borrowing Point) -> Void) {
        guard x + distance >= 0, y + distance >= 0, x - distance < Float(columns) * Self.side,
            y - distance < Float(rows) * Self.side
        else { return }
        let (left, right) = (Self.cell(max(0, x - distance)), min(columns - 1, Self.cell(x + distance)))
        let (top, bottom) = (Self.cell(max(0, y - distance)), min(rows - 1, Self.cell(y + distance)))
        for row in top...bottom {
            // SAFETY: the cells are in the grid, and the cells of a row are adjacent.
            let (first, end) = (starts.base[row * columns + left], starts.base[row * columns + right + 1])
            for entry in Int(first)..<Int(end) { body(sorted.base[entry]) }
        }
    }
}
