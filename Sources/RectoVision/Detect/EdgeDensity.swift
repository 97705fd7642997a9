package import RectoCore

/// The density of edges at each place of the frame: high on print and patterns, low on bare paper and bare desks.
package final class EdgeDensity {
    /// Side of a cell in pixels.
    private static let cellSide = 8

    /// Logarithm (to base 2) of one plus the mean gradient magnitude of each cell.
    private let cells = Plane<Float>()
    private var (width, height): (Float, Float) = (0, 0)

    package init() {}

    /// - Parameter magnitude: Gradient magnitude in gray levels per pixel, at least 8 × 8 pixels. Incomplete cells at
    ///   the right and the bottom are skipped.
    package func measure(_ magnitude: Plane<Float>) {
        let side = Self.cellSide
        (width, height) = (Float(magnitude.width), Float(magnitude.height))
        cells.reshape(width: magnitude.width / side, height: magnitude.height / side)
        let scale = 1 / Float(side * side)
        for row in 0..<cells.height {
            for column in 0..<cells.width {
                var sums = SIMD8<Float>(repeating: 0)
                // SAFETY: the cell lies in the plane of width × height floats.
                var source = UnsafeRawPointer(magnitude.base + row * side * magnitude.width + column * side)
                for _ in 0..<side {
                    sums += source.loadUnaligned(as: SIMD8<Float>.self)
                    source += magnitude.width * MemoryLayout<Float>.stride
                }
                cells[column, row] = logarithm2(1 + sums.sum() * scale)
            }
        }
    }

    /// Density at a point measured from the level's center; `nil` outside the level.
    @inline(__always)
    func at(_ x: Float, _ y: Float) -> Float? {
        let (column, row) = (x + width / 2, y + height / 2)
        guard column >= 0, row >= 0, column < width, row < height else { return nil }
        let side = Self.cellSide
        return cells.base[
            min(Int(row) / side, cells.height &- 1) &* cells.width &+ min(Int(column) / side, cells.width &- 1)]
    }
}
