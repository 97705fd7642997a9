import RectoCodecs
public import RectoCore

/// Strokes of a pen and lines of text to draw on an existing page.
public struct PageInscription: Sendable {
    /// A line of text.
    public struct Line: Sendable {
        public var text: String
        /// Start of the baseline, in pixels.
        public var origin: Point2D
        /// Type size, in pixels.
        public var size: Double
        /// Clockwise rotation about the origin, in radians.
        public var angle: Double
        /// Opacity, 0...1.
        public var opacity: Double

        public init(_ text: String, at origin: Point2D, size: Double, angle: Double = 0, opacity: Double = 1) {
            (self.text, self.origin, self.size, self.angle, self.opacity) = (text, origin, size, angle, opacity)
        }
    }

    /// The points of each stroke, in pixels.
    public var strokes: [[Point2D]] = []
    /// The width of strokes, in pixels.
    public var strokeWidth = 4.0
    public var lines: [Line] = []

    public init() {}

    /// Red, green and blue of the ink: the dark blue of pens.
    private static let ink: [Float] = [16, 32, 96]

    /// The picture with the inscription.
    /// - Throws: ``FontError`` if there is text and a font is missing.
    public func drawn(on picture: RGBImage) throws(FontError) -> RGBImage {
        var image = picture
        for stroke in strokes where !stroke.isEmpty {
            var path = Path()
            // A single point is drawn as a short stroke.
            let points = stroke.count > 1 ? stroke : [stroke[0], stroke[0] + Point2D(x: strokeWidth / 2, y: 0)]
            path.addStroke(points, width: strokeWidth)
            if let mask = CoverageMask(path, within: image.size) { Self.draw(mask, on: &image) }
        }
        guard !lines.isEmpty else { return image }
        let fonts = try FontLibrary()
        for line in lines { Self.draw(Self.fitted(line, fonts, on: image.size), fonts, on: &image) }
        return image
    }

    /// The line moved left or down so that it lies within the picture, and reduced if it is longer than the picture is
    /// wide.
    private static func fitted(_ line: Line, _ fonts: FontLibrary, on size: PixelSize) -> Line {
        let advance = line.text.unicodeScalars.reduce(0.0) { $0 + fonts.advance($1, .sans) }
        let (right, down) = (PortableMath.cos(line.angle), PortableMath.sin(line.angle))
        var line = line
        let margin = line.size / 2
        let room = Double(size.width) - 2 * margin
        guard room > 0, right > 0, advance > 0 else { return line }
        line.size = min(line.size, room / (advance * right))
        let length = advance * line.size
        line.origin.x = max(margin, min(line.origin.x, margin + room - length * right))
        // Letters of a rising line are above its end.
        line.origin.y = max(line.origin.y, line.size - min(0, length * down))
        return line
    }

    private static func draw(_ mask: CoverageMask, on image: inout RGBImage) {
        image.withMutableView { view in
            for y in mask.y..<mask.y + mask.height {
                for x in mask.x..<mask.x + mask.width {
                    mix(mask.coverage(x: x, y: y), into: view.row(y) + 3 * x)
                }
            }
        }
    }

    private static func draw(_ line: Line, _ fonts: FontLibrary, on image: inout RGBImage) {
        var pen = line.origin
        let direction = Point2D(x: PortableMath.cos(line.angle), y: PortableMath.sin(line.angle))
        for character in line.text.unicodeScalars {
            let whole = Point2D(x: pen.x.rounded(.down), y: pen.y.rounded(.down))
            if let glyph = fonts.glyph(character, .sans, size: line.size, shift: pen - whole, angle: line.angle) {
                draw(glyph, at: whole, Float(line.opacity), on: &image)
            }
            pen = pen + direction * (fonts.advance(character, .sans) * line.size)
        }
    }

    private static func draw(
        _ glyph: FontLibrary.Glyph, at pen: Point2D, _ opacity: Float, on image: inout RGBImage
    ) {
        let (left, top) = (Int(pen.x) + glyph.left, Int(pen.y) + glyph.top)
        let (width, height) = (image.width, image.height)
        image.withMutableView { view in
            for row in 0..<glyph.height where 0..<height ~= top + row {
                for column in 0..<glyph.width where 0..<width ~= left + column {
                    let coverage = Float(glyph.coverage[row * glyph.width + column]) / 255
                    mix(coverage * opacity, into: view.row(top + row) + 3 * (left + column))
                }
            }
        }
    }

    private static func mix(_ share: Float, into pixel: UnsafeMutablePointer<UInt8>) {
        guard share > 0 else { return }
        // SAFETY: callers pass a pixel in a row of the view: three bytes.
        for channel in 0..<3 {
            let value = Float(pixel[channel]) * (1 - share) + ink[channel] * share
            pixel[channel] = UInt8(value.rounded())
        }
    }
}
