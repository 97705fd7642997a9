import RectoCore

extension RGBImage {
    /// Draws the sides of a quad and a dot at its first corner, wide enough to be seen in a reduced picture.
    mutating func draw(_ quad: Quad) {
        let halfWidth = max(1.0, Double(size.longSide) / 500)
        for side in 0..<4 { drawStroke(quad[side], quad[(side + 1) & 3], halfWidth, (20, 120, 255)) }
        drawStroke(quad.topLeft, quad.topLeft, 4 * halfWidth, (255, 60, 40))
    }

    /// Colours all pixels whose centre is within a distance of a segment.
    private mutating func drawStroke(
        _ start: Point2D, _ end: Point2D, _ radius: Double, _ colour: (red: UInt8, green: UInt8, blue: UInt8)
    ) {
        let columns = pixels(min(start.x, end.x) - radius, max(start.x, end.x) + radius, below: width)
        let rows = pixels(min(start.y, end.y) - radius, max(start.y, end.y) + radius, below: height)
        let direction = end - start
        let squaredLength = direction.dot(direction)
        withMutableView { view in
            for y in rows {
                let row = view.row(y)
                for x in columns {
                    let offset = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5) - start
                    let along = squaredLength > 0 ? min(max(offset.dot(direction) / squaredLength, 0), 1) : 0
                    guard (offset - direction * along).length <= radius else { continue }
                    // SAFETY: x is below the width.
                    row[3 * x] = colour.red
                    row[3 * x + 1] = colour.green
                    row[3 * x + 2] = colour.blue
                }
            }
        }
    }

    private func pixels(_ low: Double, _ high: Double, below count: Int) -> Range<Int> {
        let first = Int(min(max(low, 0), Double(count)))
        let end = Int(min(max(high + 1, 0), Double(count)))
        return first..<max(first, end)
    }
}
