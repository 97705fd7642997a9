import RectoCore

/// How a face comes into a picture.
struct CodePlacement {
    /// A screen's pixels, each of three parts with gaps between them.
    struct Screen {
        /// Pixels of the screen in a module.
        var pixelsPerModule: Double
        /// What is left of the light between rows, between columns, and at one part of each pixel.
        var rowGap, columnGap, partGap: Float
        /// The level of its black.
        var black: Float = 20

        @inline(__always)
        func level(_ face: CodeFace, _ u: Double, _ v: Double) -> Float? {
            let (x, y) = (u * pixelsPerModule, v * pixelsPerModule)
            let (column, row) = (x.rounded(.down), y.rounded(.down))
            let shown = face.level((column + 0.5) / pixelsPerModule, (row + 0.5) / pixelsPerModule)
            guard var level = shown else { return nil }
            level = black + level / 255 * (255 - black)
            let (partX, partY) = (6 * (x - column), 6 * (y - row))
            if partY >= 5 { level *= rowGap }
            if partX >= 5 { level *= columnGap } else if partX >= 2, partX < 3 { level *= partGap }
            return level
        }
    }

    /// Where the face and its ground lie in the picture.
    var quad: Quad
    var curl: SheetCurl?
    var screen: Screen?

    /// Points of a pixel along each side.
    private var samples: Int { 4 }

    /// Draws a face.
    /// - Returns: Where the code without its ground lies, as if the sheet were flat.
    @discardableResult
    func draw(_ face: CodeFace, on canvas: inout CodeCanvas) -> Quad {
        guard let toFace = Homography(from: quad, to: Quad(width: 1, height: 1)),
            let toPicture = Homography(from: face.box, to: quad)
        else { preconditionFailure("a quad with an area") }
        let box = face.box
        let (left, top) = (box.corners[0].x, box.corners[0].y)
        let (width, height) = (box.corners[2].x - left, box.corners[2].y - top)
        func level(_ x: Double, _ y: Double) -> Float? {
            let place = toFace.map(Point2D(x: x, y: y))
            guard place.x >= 0, place.y >= 0, place.x < 1, place.y < 1 else { return nil }
            var (s, t) = (place.x, place.y)
            if let curl {
                (s, t) = curl.map(s, t)
                // What lies beyond the code's ground is paper too.
                (s, t) = (min(max(s, 0), 0.999_999), min(max(t, 0), 0.999_999))
            }
            let (u, v) = (left + s * width, top + t * height)
            return screen.map { $0.level(face, u, v) } ?? face.level(u, v)
        }
        let xs = quad.corners.map(\.x)
        let ys = quad.corners.map(\.y)
        let columns = Int(max(0, xs.min() ?? 0))..<max(1, min(canvas.width, Int((xs.max() ?? 0).rounded(.up))))
        let rows = Int(max(0, ys.min() ?? 0))..<max(1, min(canvas.height, Int((ys.max() ?? 0).rounded(.up))))
        for y in rows where columns.lowerBound < columns.upperBound {
            for x in columns {
                mix(x, y, &canvas.levels[y * canvas.width + x], level)
            }
        }
        return face.symbolBox.map { toPicture.map($0) }
    }

    /// The mean of points of a pixel, or of the outermost four alone if those are alike and no screen is there.
    @inline(__always)
    private func mix(_ x: Int, _ y: Int, _ pixel: inout Float, _ level: (Double, Double) -> Float?) {
        let step = 1 / Double(samples)
        let (x, y) = (Double(x), Double(y))
        let (low, high) = (step / 2, 1 - step / 2)
        if screen == nil {
            let first = level(x + low, y + low)
            if first == level(x + high, y + low), first == level(x + low, y + high), first == level(x + high, y + high)
            {
                if let first { pixel = first }
                return
            }
        }
        var sum: Float = 0
        for k in 0..<samples * samples {
            let (i, j) = (Double(k % samples), Double(k / samples))
            sum += level(x + low + step * i, y + low + step * j) ?? pixel
        }
        pixel = sum / Float(samples * samples)
    }
}

/// Places of faces.
extension Quad {
    /// A rectangle about a center, turned, each corner off by up to a share of the sides.
    static func turned(
        at center: Point2D, width: Double, height: Double, angle: Double, tilt: Double,
        _ generator: inout SeededGenerator
    ) -> Quad {
        Quad(width: 1, height: 1).map { corner in
            let (a, b) = (generator.uniform(-tilt, tilt), generator.uniform(-tilt, tilt))
            let p = Point2D(x: (corner.x - 0.5) * width * (1 + a), y: (corner.y - 0.5) * height * (1 + b))
            return p.rotated(by: angle) + center
        }
    }

    /// A square seen at an angle from a distance of 2.2 of its sides.
    /// - Parameters:
    ///   - pitch: In radians; 0 is from straight above.
    ///   - angles: The square's turn on its ground, and the picture's.
    static func slanted(at center: Point2D, side: Double, pitch: Double, angles: (Double, Double)) -> Quad {
        let distance = 2.2
        return Quad(width: 1, height: 1).map { corner in
            let p = (corner - Point2D(x: 0.5, y: 0.5)).rotated(by: angles.0)
            let scale = side * distance / (distance + p.y * PortableMath.sin(pitch))
            return Point2D(x: p.x * scale, y: p.y * PortableMath.cos(pitch) * scale).rotated(by: angles.1) + center
        }
    }
}
