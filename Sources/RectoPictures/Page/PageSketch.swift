import RectoCore

/// A page being drawn: the sheet, its random choices and the text so far.
///
/// Each kind of page is a method in a separate extension.
struct PageSketch {
    /// Typefaces that match.
    struct Family {
        let regular: Typeface
        let bold: Typeface
        let italic: Typeface

        static let all = [
            Family(regular: .serif, bold: .serifBold, italic: .serifItalic),
            Family(regular: .sans, bold: .sansBold, italic: .sansItalic),
            Family(regular: .slabSerif, bold: .slabSerifBold, italic: .slabSerif),
            Family(regular: .wideSans, bold: .wideSansBold, italic: .wideSans),
        ]
    }

    enum Alignment { case left, center, right, justified }

    var canvas: PageCanvas
    var generator: SeededGenerator
    var words: WordSource
    private(set) var lines: [String] = []
    let family: Family
    /// Color of the text.
    let ink: SRGB
    /// A second color for headers, rules and logos.
    let accent: SRGB

    init(canvas: PageCanvas, generator: SeededGenerator, words: WordSource) {
        self.canvas = canvas
        self.words = words
        var generator = generator
        family = generator.pick(weighted: zip(Family.all, [4, 4, 1, 1.5]).map { ($0, $1) })
        ink = generator.pick(weighted: [(SRGB(0x141414), 6), (SRGB(0x2A2A2A), 3), (SRGB(0x1C2440), 1)])
        accent = SRGB(
            hue: generator.unit(), saturation: generator.uniform(0.4, 0.9), brightness: generator.uniform(0.3, 0.7))
        self.generator = generator
    }

    var width: Double { canvas.width }
    var height: Double { canvas.height }

    func regular(_ points: Double) -> TextStyle { TextStyle(family.regular, points, ink) }
    func bold(_ points: Double) -> TextStyle { TextStyle(family.bold, points, ink) }
    func italic(_ points: Double) -> TextStyle { TextStyle(family.italic, points, ink) }

    /// Records a line of the page's text without drawing it.
    mutating func record(_ line: String) { lines.append(line) }

    /// Draws a line of text between `x` and `x + width` and records it.
    mutating func line(
        _ text: String, x: Double, y: Double, width: Double = 0, _ style: TextStyle, _ alignment: Alignment = .left
    ) {
        set(text, x: x, y: y, width: width, style, alignment)
        record(text)
    }

    /// Draws a line of text without recording it (the caller records the whole row).
    mutating func set(
        _ text: String, x: Double, y: Double, width: Double = 0, _ style: TextStyle, _ alignment: Alignment = .left
    ) {
        let slack = width - canvas.width(of: text, style)
        let start =
            switch alignment {
            case .left, .justified: x
            case .center: x + slack / 2
            case .right: x + slack
            }
        canvas.draw(text, at: Point2D(x: start, y: y), style)
    }

    /// Sets a paragraph and records its lines.
    ///
    /// - Parameters:
    ///   - y: Baseline of the first line, in millimeters.
    ///   - leading: Line spacing in units of the type size.
    ///   - bottom: Lowest place for a line.
    /// - Returns: Baseline of the line that would follow.
    mutating func paragraph(
        _ text: String, x: Double, y: Double, width: Double, _ style: TextStyle, _ alignment: Alignment = .left,
        leading: Double = 1.3, indent: Double = 0, bottom: Double = .infinity
    ) -> Double {
        let space = canvas.width(of: " ", style)
        var y = y
        var start = x + indent
        var line: [Substring] = []
        var lineWidth = 0.0
        func slack(_ start: Double) -> Double { x + width - start - lineWidth }
        for word in text.split(separator: " ") {
            let wordWidth = canvas.width(of: String(word), style)
            if !line.isEmpty, slack(start) < space + wordWidth {
                guard y <= bottom else { return y }
                setLine(line, x: start, y: y, slack: slack(start), style, alignment)
                y += style.size * leading
                start = x
                line = []
                lineWidth = 0
            }
            lineWidth += line.isEmpty ? wordWidth : space + wordWidth
            line.append(word)
        }
        guard !line.isEmpty, y <= bottom else { return y }
        setLine(line, x: start, y: y, slack: slack(start), style, alignment == .justified ? .left : alignment)
        return y + style.size * leading
    }

    private mutating func setLine(
        _ words: [Substring], x: Double, y: Double, slack: Double, _ style: TextStyle, _ alignment: Alignment
    ) {
        let text = words.joined(separator: " ")
        let gap = alignment == .justified && words.count > 1 ? slack / Double(words.count - 1) : 0
        let start =
            switch alignment {
            case .left, .justified: x
            case .center: x + slack / 2
            case .right: x + slack
            }
        canvas.draw(text, at: Point2D(x: start, y: y), style, gap: gap)
        record(text)
    }

    /// Draws a table with a header row; the first column is left-aligned, the others right-aligned.
    ///
    /// - Returns: The bottom of the table.
    mutating func table(
        _ rows: [[String]], x: Double, y: Double, widths: [Double], points: Double, ruled: Bool, shaded: Bool
    ) -> Double {
        let total = widths.reduce(0, +)
        let rowHeight = points * 25.4 / 72 * 1.9
        let rule = SRGB(0x707070)
        for (index, row) in rows.enumerated() {
            let top = y + Double(index) * rowHeight
            if index == 0 {
                canvas.fillRectangle(x, top, total, rowHeight, accent, opacity: shaded ? 0.85 : 0.12)
            } else if shaded, index % 2 == 0 {
                canvas.fillRectangle(x, top, total, rowHeight, SRGB(0xE4E8EC), blend: .multiply)
            }
            var left = x
            var style = index == 0 ? bold(points) : regular(points)
            if index == 0, shaded { style.color = .white }
            for (column, cell) in row.enumerated() {
                set(
                    cell, x: left + 1.2, y: top + rowHeight * 0.68, width: widths[column] - 2.4, style,
                    column == 0 ? .left : .right)
                left += widths[column]
            }
            record(row.joined(separator: " "))
            if ruled { canvas.fillRectangle(x, top, total, 0.2, rule) }
        }
        let bottom = y + Double(rows.count) * rowHeight
        if ruled {
            var left = x
            for width in widths + [0] {
                canvas.fillRectangle(left, y, 0.2, bottom - y, rule)
                left += width
            }
        }
        canvas.fillRectangle(x, bottom, total + 0.2, 0.3, rule)
        return bottom
    }

    /// Draws a synthetic photograph in a box.
    mutating func photo(x: Double, y: Double, width: Double, height: Double, portrait: Bool = false) {
        let photo = ProceduralPhoto(&generator, aspect: width / height, portrait: portrait)
        canvas.paint(x: x, y: y, width: width, height: height) { photo.color($0, $1) }
    }

    /// Draws a small company logo.
    mutating func logo(x: Double, y: Double, size: Double) {
        let center = Point2D(x: x + size / 2, y: y + size / 2)
        let radii = Point2D(x: size / 2, y: size / 2)
        switch generator.integer(0...3) {
        case 0:
            canvas.fill(Path(ellipseAt: center, radii: radii), accent)
            canvas.fill(Path(ellipseAt: center + Point2D(x: size * 0.12, y: 0), radii: radii * 0.6), .white)
        case 1:
            for step in 0..<3 {
                let inset = size * 0.17 * Double(step)
                let side = size - 2 * inset
                let color = step == 1 ? SRGB.white : accent
                canvas.fill(Path(x: x + inset, y: y + inset, width: side, height: side, radius: side * 0.2), color)
            }
        case 2:
            let triangle = [
                Point2D(x: x, y: y + size), Point2D(x: x + size / 2, y: y), Point2D(x: x + size, y: y + size),
            ]
            canvas.fill(Path(polygon: triangle), accent)
            canvas.fillRectangle(x + size * 0.3, y + size * 0.68, size * 0.4, size * 0.12, .white)
        default:
            for bar in 0..<4 {
                let height = size * (0.4 + 0.2 * Double(bar))
                canvas.fillRectangle(
                    x + Double(bar) * size * 0.26, y + size - height, size * 0.2, height,
                    accent.mixed(with: .white, Double(3 - bar) * 0.2))
            }
        }
    }

    /// Draws a rubber stamp: colored, slightly faint, rotated at random.
    mutating func stamp(at center: Point2D, radius: Double) {
        let color = generator.pick([SRGB(0xB02030), SRGB(0x2040A0), SRGB(0x207040), SRGB(0x503090)])
        let angle = generator.uniform(-0.6, 0.6)
        let opacity = generator.uniform(0.55, 0.85)
        if generator.chance(0.5) {
            ring(at: center, radius: radius, line: radius * 0.06, color, opacity)
            ring(at: center, radius: radius * 0.62, line: radius * 0.03, color, opacity)
            let text = "\(words.company()) * \(words.town()) * ".uppercased()
            var style = TextStyle(family.bold, radius * 0.24 * 72 / 25.4, color)
            // The type is sized so that the text goes once around.
            style.points *= 2 * .pi * radius * 0.72 / canvas.width(of: text, style)
            style.points = min(style.points, radius * 0.3 * 72 / 25.4)
            var turned = angle
            for character in text {
                let place = center + Point2D.direction(turned - .pi / 2) * (radius * 0.72)
                canvas.draw(String(character), at: place, style, angle: turned, opacity: opacity)
                turned += canvas.width(of: String(character), style) / (radius * 0.72)
            }
            centerd(words.date(), at: center, within: radius, color, angle, opacity)
        } else {
            let word = generator.pick(["PAID", "RECEIVED", "COPY", "APPROVED", "URGENT", "FILED"])
            let half = Point2D(x: radius, y: radius * 0.4)
            for inset in [0.0, 0.09] {
                let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { x, y in
                    let shrunk = Point2D(x: half.x - inset * radius, y: half.y - inset * radius)
                    return center + Point2D(x: x * shrunk.x, y: y * shrunk.y).rotated(by: angle)
                }
                canvas.stroke(corners, width: inset == 0 ? radius * 0.05 : radius * 0.02, color, opacity: opacity)
            }
            centerd(word, at: center, within: radius * 1.5, color, angle, opacity)
        }
    }

    private mutating func ring(at center: Point2D, radius: Double, line: Double, _ color: SRGB, _ opacity: Double) {
        let circle = Path(ellipseAt: center, radii: Point2D(x: radius, y: radius), steps: 64).polygons[0]
        canvas.stroke(circle + [circle[0]], width: line, color, opacity: opacity)
    }

    private mutating func centerd(
        _ text: String, at center: Point2D, within width: Double, _ color: SRGB, _ angle: Double, _ opacity: Double
    ) {
        var style = TextStyle(family.bold, 10, color)
        style.points *= width / canvas.width(of: text, style)
        let offset = Point2D(x: -width / 2, y: style.size * 0.35)
        canvas.draw(text, at: center + offset.rotated(by: angle), style, angle: angle, opacity: opacity)
    }

    /// Draws a signature by pen.
    mutating func signature(x: Double, y: Double, width: Double) {
        let color = generator.pick([SRGB(0x1A2A80), SRGB(0x101010), SRGB(0x203060)])
        var points = [Point2D(x: x, y: y)]
        let strokes = generator.integer(7...12)
        for step in 1...strokes {
            let up = step % 2 == 1
            let reach = step == 1 ? 0.32 : generator.uniform(0.04, 0.18)
            points.append(
                Point2D(
                    x: x + width * (Double(step) + generator.uniform(-0.8, 0.5)) / Double(strokes),
                    y: y + width * (up ? -reach : generator.uniform(-0.02, 0.09))))
        }
        points.append(Point2D(x: x + width * 1.1, y: y - width * generator.uniform(-0.05, 0.12)))
        var path = Path()
        path.addStroke(Path.smooth(through: points)) { share in 0.35 + 0.35 * PortableMath.sin(share * 29) * share }
        canvas.fill(path, color)
    }

    /// Draws a handwritten line: pen strokes like joined letters, not legible.
    mutating func scribble(x: Double, y: Double, width: Double, size: Double, _ color: SRGB) {
        var path = Path()
        var left = x
        let slant = generator.uniform(0.1, 0.4)
        while left < x + width - 4 * size {
            let letters = generator.integer(2...8)
            var points: [Point2D] = []
            for letter in 0...letters {
                let at = left + Double(letter) * size * 0.62
                let tall = generator.chance(0.22)
                let deep = generator.chance(0.1)
                let high = size * (tall ? generator.uniform(1.5, 1.9) : generator.uniform(0.7, 1))
                points.append(Point2D(x: at, y: y - size * generator.uniform(0, 0.12)))
                points.append(Point2D(x: at + size * (0.18 + slant * high / size), y: y - high))
                points.append(
                    Point2D(x: at + size * 0.3, y: y - (deep ? -0.8 : generator.uniform(0.05, 0.5)) * size))
            }
            path.addStroke(Path.smooth(through: points, steps: 5), width: 0.42)
            left += Double(letters) * size * 0.62 + size * generator.uniform(1.2, 2)
        }
        canvas.fill(path, color)
    }

    /// Draws a marker's stroke over existing text.
    mutating func highlight(x: Double, y: Double, width: Double, height: Double) {
        let color = generator.pick([SRGB(0xFFF35A), SRGB(0xA8F57A), SRGB(0xFFB0D0), SRGB(0x9CE4FF)])
        let tilt = generator.uniform(-0.3, 0.3)
        canvas.fill(
            Path(polygon: [
                Point2D(x: x, y: y), Point2D(x: x + width, y: y + tilt),
                Point2D(x: x + width - 0.5, y: y + height + tilt), Point2D(x: x + 0.4, y: y + height),
            ]), color, opacity: 0.9, blend: .multiply)
    }

    /// Draws a bar code: bars of random widths.
    mutating func barcode(x: Double, y: Double, width: Double, height: Double) {
        var left = x
        while left < x + width {
            let bar = Double(generator.integer(1...3)) * 0.35
            canvas.fillRectangle(left, y, min(bar, x + width - left), height, SRGB(0x101010))
            left += bar + Double(generator.integer(1...3)) * 0.35
        }
    }
}
