import Glibc
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
    /// Draws the sides of a quad and a dot at its first corner, wide enough to be visible in a reduced picture.
    mutating func draw(_ quad: Quad) {
        let halfWidth = max(1.0, Double(size.longSide) / 500)
        draw(quad, halfWidth: halfWidth, .side)
        drawStroke(quad.topLeft, quad.topLeft, halfWidth: 4 * halfWidth, .firstCorner)
    }

    /// Draws the sides of a quad.
    mutating func draw(_ quad: Quad, halfWidth: Double, _ ink: Ink) {
        for side in 0..<4 { drawStroke(quad[side], quad[(side + 1) & 3], halfWidth: halfWidth, ink) }
    }

    /// Colors all pixels whose center is within a distance of a segment.
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

    mutating func drawRing(_ center: Point2D, radius: Double, halfWidth: Double, _ ink: Ink) {
        let reach = radius + halfWidth
        let columns = Self.pixels(center.x - reach, center.x + reach, below: width)
        let rows = Self.pixels(center.y - reach, center.y + reach, below: height)
        withMutableView { view in
            for y in rows {
                for x in columns {
                    let distance = center.distance(to: Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    if abs(distance - radius) <= halfWidth { view.set(view.row(y), x, ink) }
                }
            }
        }
    }

    /// Fills a rectangle, clipped to the picture.
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

extension Ink {
    /// A color of the rainbow.
    /// - Parameters:
    ///   - hue: In turns from red over yellow, green and blue.
    ///   - brightness: 0…1.
    init(hue: Double, brightness: Double) {
        func channel(_ offset: Double) -> UInt8 {
            let place = (hue + offset) - floor(hue + offset)
            return UInt8(255 * brightness * min(max(abs(place * 6 - 3) - 1, 0), 1))
        }
        self.init(red: channel(0), green: channel(2.0 / 3), blue: channel(1.0 / 3))
    }

    /// A heat map's color: from black over violet and orange to pale yellow.
    /// - Parameter amount: 0…1.
    init(heat amount: Double) {
        let stops: [SIMD3<Double>] = [
            SIMD3(0, 0, 8), SIMD3(85, 15, 110), SIMD3(190, 55, 85), SIMD3(250, 145, 10), SIMD3(252, 255, 200),
        ]
        let place = min(max(amount, 0), 1) * Double(stops.count - 1)
        let index = min(Int(place), stops.count - 2)
        let color = stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
        self.init(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    }

    /// A rank's color: blue for 0, green, yellow, red for 1.
    init(rank amount: Double) { self.init(hue: (1 - min(max(amount, 0), 1)) * 0.62, brightness: 1) }

    init(gray amount: Double) {
        let value = UInt8(255 * min(max(amount, 0), 1))
        self.init(red: value, green: value, blue: value)
    }
}

extension RGBImage {
    /// Writes a number on a black ground: digits, sign and point, each 4 × 7 dots wide and high with the gap after it.
    /// - Parameters:
    ///   - x: Left border of the ground.
    ///   - y: Upper border of the ground; the whole is moved into the picture.
    ///   - dot: Side of a dot in pixels.
    mutating func drawNumber(_ text: String, x: Int, y: Int, dot: Int, _ ink: Ink) {
        let (width, height) = ((4 * text.count + 1) * dot, 7 * dot)
        let left = max(0, min(x, self.width - width))
        let top = max(0, min(y, self.height - height))
        fill(x: left, y: top, width: width, height: height, .black)
        for (index, character) in text.enumerated() {
            let rows = Self.shapes[character] ?? []
            for (row, bits) in rows.enumerated() {
                for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
                    fill(
                        x: left + (4 * index + 1 + column) * dot, y: top + (row + 1) * dot, width: dot, height: dot, ink
                    )
                }
            }
        }
    }

    /// Five rows of three dots each, the leftmost in the highest bit.
    private static let shapes: [Character: [UInt8]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
        "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
        "-": [0, 0, 7, 0, 0], ".": [0, 0, 0, 0, 2], ":": [0, 2, 0, 2, 0],
    ]
}
