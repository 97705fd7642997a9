import RectoCore

/// A text style: typeface, size in points and color.
struct TextStyle {
    var typeface: Typeface
    var points: Double
    var color: SRGB

    init(_ typeface: Typeface, _ points: Double, _ color: SRGB = SRGB(0x181818)) {
        self.typeface = typeface
        self.points = points
        self.color = color
    }

    /// Type size in millimeters.
    var size: Double { points * 25.4 / 72 }
}

/// A sheet to draw on, in millimeters from its top-left corner.
///
/// All places are in millimeters, so that a page is the same at every resolution.
struct PageCanvas {
    /// How a color combines with what is below it.
    enum Blend {
        case cover
        /// Like ink or a marker on paper: dark stays dark.
        case multiply
    }

    let width: Double
    let height: Double
    /// Pixels per millimeter.
    let scale: Double
    private(set) var image: RGBImage
    let fonts: FontLibrary

    /// - Throws: ``ParameterError`` if the sheet in pixels is too large.
    init(width: Double, height: Double, scale: Double, paper: SRGB, fonts: FontLibrary) throws(ParameterError) {
        let size = try PixelSize(
            width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
        self.width = width
        self.height = height
        self.scale = scale
        self.fonts = fonts
        image = RGBImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width {
                    row[3 * x] = paper.r
                    row[3 * x + 1] = paper.g
                    row[3 * x + 2] = paper.b
                }
            }
        }
    }

    mutating func fill(_ path: Path, _ color: SRGB, opacity: Double = 1, blend: Blend = .cover) {
        let scale = self.scale
        guard let mask = CoverageMask(path.map { $0 * scale }, within: image.size) else { return }
        let strength = Float(opacity)
        image.withMutableView { view in
            mask.values.withUnsafeBufferPointer { coverage in
                for row in 0..<mask.height {
                    let target = view.row(mask.y + row) + 3 * mask.x
                    for column in 0..<mask.width {
                        let share = coverage[row * mask.width + column] * strength
                        if share > 0 { mix(color, into: target + 3 * column, share: share, blend) }
                    }
                }
            }
        }
    }

    mutating func fillRectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: SRGB, opacity: Double = 1,
        blend: Blend = .cover
    ) {
        fill(Path(x: x, y: y, width: width, height: height), color, opacity: opacity, blend: blend)
    }

    /// Draws a rectangle's outline; the line lies inside it.
    mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double, line: Double, _ color: SRGB) {
        fillRectangle(x, y, width, line, color)
        fillRectangle(x, y + height - line, width, line, color)
        fillRectangle(x, y + line, line, height - 2 * line, color)
        fillRectangle(x + width - line, y + line, line, height - 2 * line, color)
    }

    mutating func stroke(
        _ points: [Point2D], width: Double, _ color: SRGB, opacity: Double = 1, blend: Blend = .cover
    ) {
        var path = Path()
        path.addStroke(points, width: width)
        fill(path, color, opacity: opacity, blend: blend)
    }

    /// Fills a rectangle with a picture given as a function of the place in it, both coordinates 0...1.
    mutating func paint(
        x: Double, y: Double, width: Double, height: Double, _ picture: (_ u: Float, _ v: Float) -> LinearRGB
    ) {
        let left = max(0, Int((x * scale).rounded()))
        let top = max(0, Int((y * scale).rounded()))
        let right = min(image.width, Int(((x + width) * scale).rounded()))
        let bottom = min(image.height, Int(((y + height) * scale).rounded()))
        guard left < right, top < bottom else { return }
        image.withMutableView { view in
            for row in top..<bottom {
                let target = view.row(row)
                let v = (Float(row - top) + 0.5) / Float(bottom - top)
                for column in left..<right {
                    let u = (Float(column - left) + 0.5) / Float(right - left)
                    let color = SRGB(picture(u, v))
                    target[3 * column] = color.r
                    target[3 * column + 1] = color.g
                    target[3 * column + 2] = color.b
                }
            }
        }
    }

    /// Width of a line of text in millimeters.
    func width(of text: String, _ style: TextStyle) -> Double { fonts.width(text, style.typeface) * style.size }

    /// Draws a line of text with the pen starting at `origin` (left end of the baseline).
    ///
    /// - Parameters:
    ///   - angle: Clockwise rotation about the origin.
    ///   - gap: Additional width of each space, in millimeters (for justified lines).
    mutating func draw(
        _ text: String, at origin: Point2D, _ style: TextStyle, angle: Double = 0, gap: Double = 0,
        opacity: Double = 1
    ) {
        let pixels = style.size * scale
        let direction = angle == 0 ? Point2D(x: 1, y: 0) : Point2D.direction(angle)
        var pen = origin * scale
        for character in text.unicodeScalars {
            let step = fonts.advance(character, style.typeface) * pixels
            if character != " " {
                drawGlyph(character, at: pen, pixels, style, angle: angle, opacity: Float(opacity))
            }
            pen = pen + direction * (character == " " ? step + gap * scale : step)
        }
    }

    private mutating func drawGlyph(
        _ character: Unicode.Scalar, at pen: Point2D, _ pixels: Double, _ style: TextStyle, angle: Double,
        opacity: Float
    ) {
        let whole = Point2D(x: pen.x.rounded(.down), y: pen.y.rounded(.down))
        guard
            let glyph = fonts.glyph(
                character, style.typeface, size: pixels, shift: pen - whole, angle: angle)
        else { return }
        let left = Int(whole.x) + glyph.left
        let top = Int(whole.y) + glyph.top
        let rows = max(0, -top)..<max(max(0, -top), min(glyph.height, image.height - top))
        let columns = max(0, -left)..<max(max(0, -left), min(glyph.width, image.width - left))
        image.withMutableView { view in
            for row in rows {
                let target = view.row(top + row)
                for column in columns {
                    let coverage = glyph.coverage[row * glyph.width + column]
                    guard coverage > 0 else { continue }
                    mix(style.color, into: target + 3 * (left + column), share: Float(coverage) / 255 * opacity, .cover)
                }
            }
        }
    }
}

/// Blends a color into a pixel.
@inline(__always)
private func mix(_ color: SRGB, into pixel: UnsafeMutablePointer<UInt8>, share: Float, _ blend: PageCanvas.Blend) {
    // SAFETY: callers pass a pixel in a row of the view: three bytes.
    let channels = (Float(color.r), Float(color.g), Float(color.b))
    let below = (Float(pixel[0]), Float(pixel[1]), Float(pixel[2]))
    switch blend {
    case .cover:
        pixel[0] = UInt8(below.0 + (channels.0 - below.0) * share + 0.5)
        pixel[1] = UInt8(below.1 + (channels.1 - below.1) * share + 0.5)
        pixel[2] = UInt8(below.2 + (channels.2 - below.2) * share + 0.5)
    case .multiply:
        pixel[0] = UInt8(below.0 * (1 - share * (1 - channels.0 / 255)) + 0.5)
        pixel[1] = UInt8(below.1 * (1 - share * (1 - channels.1 / 255)) + 0.5)
        pixel[2] = UInt8(below.2 * (1 - share * (1 - channels.2 / 255)) + 0.5)
    }
}
