import RectoCore

/// A color to draw with.
struct Ink {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static let side = Ink(red: 20, green: 120, blue: 255)
    static let firstCorner = Ink(red: 255, green: 60, blue: 40)
    static let black = Ink(red: 0, green: 0, blue: 0)
    static let white = Ink(red: 255, green: 255, blue: 255)
}

extension RGBImage {
    /// Draws the sides of a quad and a dot at its first corner, wide enough to be seen in a reduced picture.
    mutating func draw(_ quad: Quad) {
        let halfWidth = max(1.0, Double(size.longSide) / 500)
        draw(quad, halfWidth: halfWidth, .side)
        drawStroke(quad.topLeft, quad.topLeft, halfWidth: 4 * halfWidth, .firstCorner)
    }

    /// Draws the sides of a quad.
    mutating func draw(_ quad: Quad, halfWidth: Double, _ ink: Ink) {
        for side in 0..<4 { drawStroke(quad[side], quad[(side + 1) & 3], halfWidth: halfWidth, ink) }
    }

    /// Colors all pixels whose centre is within a distance of a segment.
    mutating func drawStroke(_ start: Point2D, _ end: Point2D, halfWidth radius: Double, _ ink: Ink) {
        let rows = Self.pixels(min(start.y, end.y) - radius, max(start.y, end.y) + radius, below: height)
        let direction = end - start
        let squaredLength = direction.dot(direction)
        // How far from the segment's line a row's pixels may be, along the row.
        let reach = abs(direction.y) > 1e-9 ? radius * squaredLength.squareRoot() / abs(direction.y) : .infinity
        withMutableView { view in
            for y in rows {
                let row = view.row(y)
                let middle = start.x + direction.x * ((Double(y) + 0.5 - start.y) / direction.y)
                let low = reach.isFinite ? middle - reach - radius : -.infinity
                let high = reach.isFinite ? middle + reach + radius : .infinity
                let columns = Self.pixels(
                    max(low, min(start.x, end.x) - radius), min(high, max(start.x, end.x) + radius), below: view.width)
                for x in columns {
                    let offset = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5) - start
                    let along = squaredLength > 0 ? min(max(offset.dot(direction) / squaredLength, 0), 1) : 0
                    guard (offset - direction * along).length <= radius else { continue }
                    // SAFETY: x is below the width.
                    view.set(row, x, ink)
                }
            }
        }
    }

    mutating func drawRing(_ centre: Point2D, radius: Double, halfWidth: Double, _ ink: Ink) {
        let reach = radius + halfWidth
        let columns = Self.pixels(centre.x - reach, centre.x + reach, below: width)
        let rows = Self.pixels(centre.y - reach, centre.y + reach, below: height)
        withMutableView { view in
            for y in rows {
                for x in columns {
                    let distance = centre.distance(to: Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    if abs(distance - radius) <= halfWidth { view.set(view.row(y), x, ink) }
                }
            }
        }
    }

    /// Fills the pixels of a rectangle as far as it lies in the picture.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ ink: Ink) {
        let columns = max(x, 0)..<max(min(x + width, self.width), max(x, 0))
        let rows = max(y, 0)..<max(min(y + height, self.height), max(y, 0))
        withMutableView { view in
            for row in rows { for column in columns { view.set(view.row(row), column, ink) } }
        }
    }

    private static func pixels(_ low: Double, _ high: Double, below count: Int) -> Range<Int> {
        let first = Int(min(max(low, 0), Double(count)))
        let end = Int(min(max(high + 1, 0), Double(count)))
        return first..<max(first, end)
    }
}

extension MutableImageView<RGB8> {
    /// Colors a pixel of a row; the column is below the width.
    @inline(__always)
    func set(_ row: UnsafeMutablePointer<UInt8>, _ column: Int, _ ink: Ink) {
        row[3 * column] = ink.red
        row[3 * column + 1] = ink.green
        row[3 * column + 2] = ink.blue
    }
}
