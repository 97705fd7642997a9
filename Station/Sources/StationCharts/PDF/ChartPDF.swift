import Foundation

/// Writes a chart as PDF operators (ISO 32000-1, 8.5) for a page of ``PDFPages``, in light colors with the patterns
/// used on screens.
struct ChartPDF {
    private let layout: ChartLayout
    private(set) var text = ""

    /// - Parameters:
    ///   - place: The chart's top left corner on the page, in points from the bottom left corner.
    ///   - scale: Points per pixel.
    init(_ layout: ChartLayout, at place: ChartPosition, scale: Double) {
        self.layout = layout
        text += "q\n"
        write([scale, 0, 0, -scale, place.x, place.y], "cm")
        if let message = layout.message {
            write(message.title, at: ChartPosition(layout.frame.width / 2, layout.frame.height / 2), .middle, 14)
        } else {
            for rule in layout.rules where [.grid, .baseline, .connector].contains(rule.role) { write(rule) }
            for mark in layout.marks { write(mark) }
            for rule in layout.rules where [.target, .limit, .guide].contains(rule.role) { write(rule) }
            for label in layout.labels { write(label) }
            for item in layout.legend {
                write(item.box, item.paint)
                write(item.label)
            }
        }
        text += "Q\n"
    }

    // MARK: Operators

    private mutating func write(_ numbers: [Double], _ name: String) {
        text += (numbers.map(PDFPages.number) + [name]).joined(separator: " ") + "\n"
    }

    private mutating func fill(_ color: String) { write(PDFPages.components(color), "rg") }
    private mutating func stroke(_ color: String) { write(PDFPages.components(color), "RG") }

    private static func color(_ paint: ChartPaint) -> String {
        ChartStyle.paints.first { $0.name == paint.name }?.color.light ?? "#000000"
    }

    private static let grid = "#d9d9d9"
    private static let ink = "#131e29"

    // MARK: Marks

    private mutating func write(_ mark: ChartMark) {
        guard !mark.isQuiet else { return }
        switch mark.shape {
        case .rect(let rect): write(rect, mark.paint)
        case .circle(let center, let radius): filled(mark.paint, Self.circle(center, radius))
        case .sign(let center, let sign):
            fill(Self.color(mark.paint))
            polygon(sign == .circle ? Self.circle(center, ChartSign.radius) : Self.places(of: sign, center))
            text += "f\n"
        case .line(let parts):
            stroke(Self.color(mark.paint))
            write([2], "w")
            for part in parts {
                polygon(part, closes: false)
                text += "S\n"
            }
        case .area(let parts):
            fill(Self.pale(Self.color(mark.paint)))
            for part in parts {
                polygon(part)
                text += "f\n"
            }
        case .arc(let arc): filled(mark.paint, Self.ring(arc))
        case .dots(let places):
            fill(Self.color(mark.paint))
            for place in places {
                polygon(Self.circle(place, 2))
                text += "f\n"
            }
        }
    }

    private mutating func write(_ rect: ChartRect, _ paint: ChartPaint) {
        filled(
            paint,
            [
                ChartPosition(rect.x, rect.y), ChartPosition(rect.right, rect.y),
                ChartPosition(rect.right, rect.bottom),
                ChartPosition(rect.x, rect.bottom),
            ])
    }

    /// Fills a shape with its color, and draws the pattern's lines inside it.
    private mutating func filled(_ paint: ChartPaint, _ places: [ChartPosition]) {
        fill(Self.color(paint))
        polygon(places)
        text += "f\n"
        guard let pattern = paint.pattern else { return }
        text += "q\n"
        polygon(places)
        text += "W n\n"
        stroke("#ffffff")
        write([1.5], "w")
        text += "1 J\n"
        hatch(pattern, places)
        text += "Q\n"
    }

    /// Draws the pattern in all squares of 8 × 8 pixels that the shape touches.
    private mutating func hatch(_ pattern: ChartPattern, _ places: [ChartPosition]) {
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
        let side = 8.0
        for y in stride(from: (top / side).rounded(.down) * side, to: bottom, by: side) {
            for x in stride(from: (left / side).rounded(.down) * side, to: right, by: side) {
                for line in pattern.lines {
                    write([x + line.0, y + line.1], "m")
                    write([x + line.2, y + line.3], "l")
                }
            }
        }
        text += "S\n"
    }

    private mutating func polygon(_ places: [ChartPosition], closes: Bool = true) {
        for (index, place) in places.enumerated() { write([place.x, place.y], index == 0 ? "m" : "l") }
        if closes { text += "h\n" }
    }

    /// Returns a polygon with sides too short to notice.
    private static func circle(_ center: ChartPosition, _ radius: Double) -> [ChartPosition] {
        (0..<48).map { step in
            let angle = Double(step) / 48 * 2 * .pi
            return ChartPosition(center.x + radius * cos(angle), center.y + radius * sin(angle))
        }
    }

    private static func ring(_ arc: ChartArc) -> [ChartPosition] {
        let count = max(Int((arc.end - arc.start) * 180), 2)
        func edge(_ radius: Double) -> [ChartPosition] {
            (0...count).map { step in
                let angle = (arc.start + (arc.end - arc.start) * Double(step) / Double(count)) * 2 * .pi
                return ChartPosition(arc.center.x + radius * sin(angle), arc.center.y - radius * cos(angle))
            }
        }
        return edge(arc.outerRadius) + edge(arc.innerRadius).reversed()
    }

    /// Returns the corners of a sign, parsed from its path.
    private static func places(of sign: ChartSign, _ center: ChartPosition) -> [ChartPosition] {
        sign.path(center).split { "MLZ".contains($0) }.compactMap { part in
            let numbers = part.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 2 ? ChartPosition(numbers[0], numbers[1]) : nil
        }
    }

    private static func pale(_ color: String) -> String {
        let parts = PDFPages.components(color).map { Int(((0.3 * $0 + 0.7) * 255).rounded()) }
        return "#" + parts.map { (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // MARK: Rules and texts

    private mutating func write(_ rule: ChartRule) {
        stroke([.grid].contains(rule.role) ? Self.grid : Self.ink)
        write([rule.role == .grid ? 0.75 : 1], "w")
        text += [.baseline, .grid].contains(rule.role) ? "[] 0 d\n" : "[3 3] 0 d\n"
        write([rule.start.x, rule.start.y], "m")
        write([rule.end.x, rule.end.y], "l")
        text += "S [] 0 d\n"
    }

    private mutating func write(_ label: ChartLabel) {
        write(label.text, at: label.place, label.anchor, label.role.fontSize, isUpright: label.isUpright)
    }

    private mutating func write(
        _ string: String, at place: ChartPosition, _ anchor: ChartLabel.Anchor, _ size: Double, isUpright: Bool = false
    ) {
        let width = PDFPages.width(string, size)
        let before =
            switch anchor {
            case .left: 0.0
            case .middle: width / 2
            case .right: width
            }
        fill(Self.ink)
        // The position is the middle of the letters. Within a chart, the page's y axis points down.
        let down = size * 0.35
        let matrix =
            isUpright
            ? [0, -1, -1, 0, place.x + down, place.y + before] : [1, 0, 0, -1, place.x - before, place.y + down]
        text += "BT /F1 \(PDFPages.number(size)) Tf \(matrix.map(PDFPages.number).joined(separator: " ")) Tm "
        text += "\(PDFPages.literal(string)) Tj ET\n"
    }
}

extension ChartPattern {
    /// The lines of one square by their ends. A dot is a line of length 0.
    fileprivate var lines: [(Double, Double, Double, Double)] {
        switch self {
        case .rising: [(-2, 2, 2, -2), (0, 8, 8, 0), (6, 10, 10, 6)]
        case .falling: [(-2, 6, 2, 10), (0, 0, 8, 8), (6, -2, 10, 2)]
        case .dots: [(2, 2, 2, 2), (6, 6, 6, 6)]
        case .across: [(0, 4, 8, 4)]
        case .grid: [(0, 4, 8, 4), (4, 0, 4, 8)]
        }
    }
}
