import RectoCore
internal import RectoKernels
internal import RectoVision

/// A picture's points by the cell that they lie in. Memory is kept from picture to picture.
final class PointCells {
    /// What a search for neighbours needs of a point, in one place.
    struct Point: BitwiseCopyable {
        let x, y, cosine, sine, size: Float
        /// Among the picture's points.
        let index: Int32
    }

    /// Side of a cell, in pixels.
    private static let side: Float = 16

    private var columns = 0
    private var rows = 0
    /// Where each cell's points begin, and a last one where they end.
    private let starts = Plane<Int32>()
    private let sorted = Plane<Point>()

    func load(_ points: Keypoints) {
        columns = Self.cell(points.x.max() ?? 0) + 1
        rows = Self.cell(points.y.max() ?? 0) + 1
        starts.reshape(width: columns * rows + 2, height: 1)
        starts.fill(0)
        sorted.reshape(width: max(1, points.count), height: 1)
        // SAFETY: a start for each cell and two more, a place for each point. Counted one cell on, and moved there as the
        // cells are filled, each start is where its cell begins in the end.
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

    /// Calls with the points of all cells within a distance of a place, in the order of rows of cells.
    @inline(__always)
    func forEachPoint(near x: Float, _ y: Float, within distance: Float, _ body: (borrowing Point) -> Void) {
        guard x + distance >= 0, y + distance >= 0, x - distance < Float(columns) * Self.side,
            y - distance < Float(rows) * Self.side
        else { return }
        let (left, right) = (Self.cell(max(0, x - distance)), min(columns - 1, Self.cell(x + distance)))
        let (top, bottom) = (Self.cell(max(0, y - distance)), min(rows - 1, Self.cell(y + distance)))
        for row in top...bottom {
            // SAFETY: cells of the grid; cells of a row lie beside each other.
            let (first, end) = (starts.base[row * columns + left], starts.base[row * columns + right + 1])
            for entry in Int(first)..<Int(end) { body(sorted.base[entry]) }
        }
    }
}
