import RectoCore

/// The coverage of each pixel by a shape, 0...1, in the shape's bounding box.
///
/// Areas are exact, not sampled: an edge at any slope and sub-pixel place gives its true coverage. This makes the
/// corners of a scene accurate to a fraction of a pixel.
///
/// Source: the signed-area accumulation of Levien, "Inside the fastest font renderer in the world", 2016.
/// Difference: overlapping contours add up and are clamped to 1.
struct CoverageMask {
    /// Picture coordinates of the box's first pixel.
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    private(set) var values: [Float]

    /// - Returns: `nil` if no part of the shape lies within the picture.
    init?(_ path: Path, within size: PixelSize) {
        var low = Point2D(x: .infinity, y: .infinity)
        var high = Point2D(x: -.infinity, y: -.infinity)
        for polygon in path.polygons {
            for point in polygon {
                guard point.isFinite else { return nil }
                low = Point2D(x: min(low.x, point.x), y: min(low.y, point.y))
                high = Point2D(x: max(high.x, point.x), y: max(high.y, point.y))
            }
        }
        let left = Int(max(0, min(low.x.rounded(.down), 1e6)))
        let top = Int(max(0, min(low.y.rounded(.down), 1e6)))
        let right = Int(min(Double(size.width), max(high.x.rounded(.up), -1)))
        let bottom = Int(min(Double(size.height), max(high.y.rounded(.up), -1)))
        guard left < right, top < bottom else { return nil }
        x = left
        y = top
        width = right - left
        height = bottom - top
        values = [Float](repeating: 0, count: width * height)
        fill(path)
    }

    /// Coverage of the pixel at picture coordinates; 0 outside the box.
    func coverage(x px: Int, y py: Int) -> Float {
        guard px >= x, px < x + width, py >= y, py < y + height else { return 0 }
        return values[(py - y) * width + px - x]
    }

    private mutating func fill(_ path: Path) {
        // Two more cells per row: an edge at the right border adds to the cell after it.
        let (columns, rows) = (width, height)
        let stride = columns + 2
        var areas = [Float](repeating: 0, count: stride * rows)
        let origin = Point2D(x: Double(x), y: Double(y))
        areas.withUnsafeMutableBufferPointer { cells in
            for polygon in path.polygons {
                for (index, point) in polygon.enumerated() {
                    let next = polygon[index + 1 < polygon.count ? index + 1 : 0]
                    Self.addEdge(
                        from: point - origin, to: next - origin, into: cells, width: columns, height: rows)
                }
            }
        }
        values.withUnsafeMutableBufferPointer { target in
            areas.withUnsafeBufferPointer { cells in
                for row in 0..<rows {
                    var sum: Float = 0
                    for column in 0..<columns {
                        sum += cells[row * stride + column]
                        let covered = abs(sum)
                        // Sums of fractions miss 0 and 1 by rounding errors.
                        target[row * columns + column] = covered < 1e-4 ? 0 : covered > 0.9999 ? 1 : covered
                    }
                }
            }
        }
    }

    /// Adds an edge's signed area to the cells it crosses and its height to the cells right of it.
    private static func addEdge(
        from start: Point2D, to end: Point2D, into cells: UnsafeMutableBufferPointer<Float>, width: Int, height: Int
    ) {
        guard start.y != end.y else { return }
        let sign: Double = start.y < end.y ? 1 : -1
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        let firstRow = Int(max(0, upper.y.rounded(.down)))
        let endRow = Int(min(Double(height), lower.y.rounded(.up)))
        guard firstRow < endRow else { return }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let limit = Double(width)
        for row in firstRow..<endRow {
            let rowTop = max(Double(row), upper.y)
            let rowBottom = min(Double(row + 1), lower.y)
            let xTop = min(limit, max(0, upper.x + (rowTop - upper.y) * slope))
            let xBottom = min(limit, max(0, upper.x + (rowBottom - upper.y) * slope))
            addSpan(
                min(xTop, xBottom), max(xTop, xBottom), height: sign * (rowBottom - rowTop), into: cells,
                at: row * (width + 2))
        }
    }

    /// Spreads one row's part of an edge, from `x0` to `x1`, over the cells starting at `start`.
    private static func addSpan(
        _ x0: Double, _ x1: Double, height: Double, into cells: UnsafeMutableBufferPointer<Float>, at start: Int
    ) {
        let first = Int(x0)
        let last = Int(x1)
        if first == last {
            let right = (x0 + x1) / 2 - Double(first)
            cells[start + first] += Float(height * (1 - right))
            cells[start + first + 1] += Float(height * right)
            return
        }
        let perPixel = height / (x1 - x0)
        var before = 0.0
        for cell in first...last {
            // Area right of the edge within this cell, and the height that the edge covers in it.
            let enter = max(x0, Double(cell))
            let leave = min(x1, Double(cell + 1))
            let part = perPixel * (leave - enter)
            let right = (enter + leave) / 2 - Double(cell)
            cells[start + cell] += Float(before + part * (1 - right))
            before = part * right
        }
        cells[start + last + 1] += Float(before)
    }
}
