import Foundation

/// Writes the paths of shapes.
enum SVGPath {
    static func place(_ place: ChartPosition) -> String {
        "\(XMLWriter.pixels(place.x)) \(XMLWriter.pixels(place.y))"
    }

    /// Returns the path of a polyline; empty without points. A single point becomes a line of length 0.
    static func line(_ places: [ChartPosition]) -> String {
        guard let first = places.first else { return "" }
        return "M\(place(first))" + (places.count == 1 ? "h0" : places.dropFirst().map { "L\(place($0))" }.joined())
    }

    /// Returns the path of a ring segment. A whole ring is a circle with a smaller one cut out, because an arc would
    /// have a visible seam.
    static func arc(_ arc: ChartArc) -> String {
        let turns = arc.end - arc.start
        // An SVG arc cannot end where it begins.
        guard (1 - turns) * 2 * .pi * arc.innerRadius < 0.5 else { return part(arc, from: arc.start, to: arc.end) }
        return circle(arc.center, arc.outerRadius, isClockwise: true)
            + circle(arc.center, arc.innerRadius, isClockwise: false)
    }

    /// Returns a circle as two half circles.
    private static func circle(_ center: ChartPosition, _ radius: Double, isClockwise: Bool) -> String {
        let (size, sweep) = (XMLWriter.pixels(radius), isClockwise ? 1 : 0)
        let ends = [-radius, radius].map { place(ChartPosition(center.x, center.y + $0)) }
        return "M\(ends[0])A\(size) \(size) 0 0 \(sweep) \(ends[1])A\(size) \(size) 0 0 \(sweep) \(ends[0])Z"
    }

    private static func part(_ arc: ChartArc, from start: Double, to end: Double) -> String {
        let (outer, inner) = (XMLWriter.pixels(arc.outerRadius), XMLWriter.pixels(arc.innerRadius))
        let isLarge = end - start > 0.5 ? 1 : 0
        let places = [
            point(arc, arc.outerRadius, start), point(arc, arc.outerRadius, end), point(arc, arc.innerRadius, end),
            point(arc, arc.innerRadius, start),
        ].map(place)
        return "M\(places[0])A\(outer) \(outer) 0 \(isLarge) 1 \(places[1])"
            + "L\(places[2])A\(inner) \(inner) 0 \(isLarge) 0 \(places[3])Z"
    }

    private static func point(_ arc: ChartArc, _ radius: Double, _ turns: Double) -> ChartPosition {
        let angle = turns * 2 * Double.pi
        return ChartPosition(arc.center.x + radius * sin(angle), arc.center.y - radius * cos(angle))
    }
}

extension ChartSign {
    /// Returns the path around a center.
    func path(_ center: ChartPosition) -> String {
        let radius = Self.radius
        func through(_ offsets: [(Double, Double)]) -> String {
            SVGPath.line(offsets.map { ChartPosition(center.x + $0.0 * radius, center.y + $0.1 * radius) }) + "Z"
        }
        switch self {
        case .circle:
            let (left, size) = (ChartPosition(center.x - radius, center.y), XMLWriter.pixels(radius))
            let across = XMLWriter.pixels(2 * radius)
            return "M\(SVGPath.place(left))a\(size) \(size) 0 1 1 \(across) 0a\(size) \(size) 0 1 1 -\(across) 0Z"
        case .square: return through([(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)])
        case .diamond: return through([(0, -1), (1, 0), (0, 1), (-1, 0)])
        case .triangle: return through([(0, -1), (1, 0.8), (-1, 0.8)])
        case .cross:
            return through([
                (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35), (0.35, 0.35), (0.35, 1), (-0.35, 1),
                (-0.35, 0.35), (-1, 0.35), (-1, -0.35), (-0.35, -0.35),
            ])
        case .star:
            return through([
                (0, -1), (0.25, -0.25), (1, 0), (0.25, 0.25), (0, 1), (-0.25, 0.25), (-1, 0), (-0.25, -0.25),
            ])
        }
    }
}

extension ChartPattern {
    /// The path of the lines in one square of 8 × 8 pixels.
    var path: String {
        switch self {
        case .rising: "M-2 2L2 -2M0 8L8 0M6 10L10 6"
        case .falling: "M-2 6L2 10M0 0L8 8M6 -2L10 2"
        case .dots: "M2 2h0M6 6h0"
        case .across: "M0 4H8"
        case .grid: "M0 4H8M4 0V8"
        }
    }
}
