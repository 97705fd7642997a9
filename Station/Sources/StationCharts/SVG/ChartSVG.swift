import FoundationEssentials
import StationRules

/// Writes a chart as SVG.
///
/// Colors come from the classes of `charts.css`; see ``ChartStyle``. A chart with selectable marks is a group of
/// buttons. The Tab key reaches the first one, and a script moves the focus between them. A still chart is one
/// picture.
public struct ChartSVG: Hashable, Sendable {
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// In a page that has `charts.css`.
        case selectable
        /// As a picture in a page.
        case still
        /// As a separate file that includes its style.
        case file
    }

    public let layout: ChartLayout
    /// The ID of the element, which is also the prefix of all IDs within it.
    public let id: String
    public let use: Use

    /// - Parameter id: Letters, digits and hyphens, unique in the page.
    public init(_ layout: ChartLayout, id: String, use: Use = .selectable) {
        precondition(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } && !id.isEmpty)
        self.layout = layout
        self.id = id
        self.use = use
    }

    public var text: String {
        var writer = XMLWriter()
        writer.begin("svg", rootAttributes)
        writer.element("title", [("id", "\(id)-title")], layout.chart.title)
        writer.element("desc", [("id", "\(id)-desc")], layout.chart.summary)
        if use == .file { writer.element("style", [], ChartStyle.css) }
        if let message = layout.message {
            write(message, &writer)
        } else {
            writePatterns(&writer)
            writeRules(&writer, [.grid, .baseline, .connector])
            writeMarks(&writer)
            writeRules(&writer, [.target, .limit, .guide])
            writeLabels(&writer)
            writeLegend(&writer)
        }
        writer.end()
        return writer.text
    }

    private var rootAttributes: [XMLWriter.Attribute] {
        let (width, height) = (XMLWriter.pixels(layout.frame.width), XMLWriter.pixels(layout.frame.height))
        let plot = [layout.plot.x, layout.plot.y, layout.plot.width, layout.plot.height].map(XMLWriter.pixels)
        return [
            ("xmlns", "http://www.w3.org/2000/svg"), ("id", id),
            ("class", "chart"),
            ("viewBox", "0 0 \(width) \(height)"), ("width", width), ("height", height),
            ("role", use == .selectable ? "group" : "img"), ("aria-labelledby", "\(id)-title"),
            ("aria-describedby", "\(id)-desc"), ("lang", Language.current.rawValue),
            ("data-chart", layout.chart.type.rawValue), ("data-plot", plot.joined(separator: " ")),
            ("data-direction", layout.frame.direction.rawValue),
        ]
    }

    private func write(_ message: ChartMessage, _ writer: inout XMLWriter) {
        let center = ChartPosition(layout.frame.width / 2, layout.frame.height / 2)
        let texts = [message.title] + (message.description.map { [$0] } ?? [])
        for (row, text) in texts.enumerated() {
            let shown = TextWidth.shortened(text, to: layout.frame.width - 16, size: row == 0 ? 14 : 12)
            writer.element(
                "text",
                [
                    ("class", row == 0 ? "chart-message" : "chart-message-description"),
                    ("x", XMLWriter.pixels(center.x)), ("y", XMLWriter.pixels(center.y + Double(row) * 20)),
                    ("text-anchor", "middle"), ("dominant-baseline", "central"),
                ], shown)
        }
    }

    private static func classes(_ names: String...) -> String { names.joined(separator: " ") }

    // MARK: Patterns

    /// Writes one pattern for each filled paint that has one: its color with the pattern's lines on top.
    private func writePatterns(_ writer: inout XMLWriter) {
        let filling = layout.marks.filter(\.isFilled).map(\.paint)
        let used = Set((filling + layout.legend.map(\.paint)).filter { $0.pattern != nil }.map(PatternKey.init))
        guard !used.isEmpty else { return }
        writer.begin("defs", [])
        for key in used.sorted(by: { $0.id < $1.id }) {
            writer.begin(
                "pattern",
                [("id", "\(id)-\(key.id)"), ("width", "8"), ("height", "8"), ("patternUnits", "userSpaceOnUse")])
            writer.empty("rect", [("class", "chart-fill-\(key.color)"), ("width", "8"), ("height", "8")])
            writer.empty("path", [("class", "chart-hatch"), ("d", key.pattern.path)])
            writer.end()
        }
        writer.end()
    }

    /// A color with a pattern.
    private struct PatternKey: Hashable {
        let color: String
        let pattern: ChartPattern

        init(_ paint: ChartPaint) {
            color = paint.name
            pattern = paint.pattern ?? .rising
        }

        var id: String { "\(color)-\(pattern.rawValue)" }
    }

    private func fill(_ paint: ChartPaint) -> [XMLWriter.Attribute] {
        guard paint.pattern != nil else { return [] }
        return [("fill", "url(#\(id)-\(PatternKey(paint).id))")]
    }

    private func fillClass(_ paint: ChartPaint) -> String {
        paint.pattern == nil ? "chart-fill-\(paint.name)" : "chart-patterned"
    }

    // MARK: Marks

    private func writeMarks(_ writer: inout XMLWriter) {
        writer.begin("g", [("class", "chart-marks")] + (use == .selectable ? [] : [("aria-hidden", "true")]))
        let focused = focusedMark
        for (index, mark) in layout.marks.enumerated() {
            var attributes = Self.shape(mark)
            attributes.insert(("class", classes(mark)), at: 0)
            if mark.isFilled { attributes += fill(mark.paint) }
            if let series = mark.series { attributes.append(("data-series", "\(series)")) }
            if let item = mark.item { attributes.append(("data-item", "\(item)")) }
            if use == .selectable, !mark.name.isEmpty {
                attributes += [
                    ("role", "button"), ("aria-label", mark.name),
                    ("aria-pressed", mark.emphasis == .selected ? "true" : "false"),
                    ("tabindex", index == focused ? "0" : "-1"),
                ]
            }
            writer.empty(Self.element(mark.shape), attributes)
        }
        writer.end()
    }

    /// The mark that the Tab key reaches: the first selected one, otherwise the first.
    private var focusedMark: Int? {
        layout.marks.firstIndex { $0.emphasis == .selected && !$0.name.isEmpty }
            ?? layout.marks.firstIndex { !$0.name.isEmpty }
    }

    private func classes(_ mark: ChartMark) -> String {
        var classes =
            switch mark.shape {
            case .rect, .circle, .arc: ["chart-mark", fillClass(mark.paint)]
            case .sign: ["chart-sign", "chart-fill-\(mark.paint.name)"]
            case .line: ["chart-line", "chart-stroke-\(mark.paint.name)", Self.dash(mark.paint)]
            case .area: ["chart-area", fillClass(mark.paint)]
            case .dots: ["chart-dots", "chart-stroke-\(mark.paint.name)"]
            }
        if mark.isQuiet { classes.append("chart-quiet") }
        if mark.emphasis != .normal { classes.append("chart-\(mark.emphasis.rawValue)") }
        return classes.joined(separator: " ")
    }

    /// Returns the dash pattern. Lines of different series also differ in their dashes.
    private static func dash(_ paint: ChartPaint) -> String {
        if case .series(let series) = paint { return "chart-dash-\(series % ChartPattern.order.count + 1)" }
        return "chart-dash-1"
    }

    private static func element(_ shape: ChartMark.Shape) -> String {
        switch shape {
        case .rect: "rect"
        case .circle: "circle"
        case .sign, .line, .area, .arc, .dots: "path"
        }
    }

    private static func shape(_ mark: ChartMark) -> [XMLWriter.Attribute] {
        switch mark.shape {
        case .rect(let rect): box(rect)
        case .circle(let center, let radius):
            [
                ("cx", XMLWriter.pixels(center.x)), ("cy", XMLWriter.pixels(center.y)), ("r", XMLWriter.pixels(radius)),
            ]
        case .sign(let center, let sign): [("d", sign.path(center))]
        case .line(let parts): [("d", parts.map { SVGPath.line($0) }.joined())]
        case .area(let parts): [("d", parts.map { SVGPath.line($0) + "Z" }.joined())]
        case .dots(let places): [("d", places.map { "M\(SVGPath.place($0))h0" }.joined())]
        case .arc(let arc): [("d", SVGPath.arc(arc))]
        }
    }

    private static func box(_ rect: ChartRect) -> [XMLWriter.Attribute] {
        [
            ("x", XMLWriter.pixels(rect.x)), ("y", XMLWriter.pixels(rect.y)), ("width", XMLWriter.pixels(rect.width)),
            ("height", XMLWriter.pixels(rect.height)),
        ]
    }

    // MARK: Rules, labels, legend

    private func writeRules(_ writer: inout XMLWriter, _ roles: Set<ChartRule.Role>) {
        let rules = layout.rules.filter { roles.contains($0.role) }
        guard !rules.isEmpty else { return }
        writer.begin("g", [("class", "chart-rules"), ("aria-hidden", "true")])
        for rule in rules {
            writer.empty(
                "line",
                [
                    ("class", "chart-\(rule.role.rawValue)"), ("x1", XMLWriter.pixels(rule.start.x)),
                    ("y1", XMLWriter.pixels(rule.start.y)), ("x2", XMLWriter.pixels(rule.end.x)),
                    ("y2", XMLWriter.pixels(rule.end.y)),
                ])
        }
        writer.end()
    }

    private func writeLabels(_ writer: inout XMLWriter) {
        writer.begin("g", [("class", "chart-labels"), ("aria-hidden", "true")])
        for label in layout.labels { write(label, &writer) }
        writer.end()
    }

    private func write(_ label: ChartLabel, _ writer: inout XMLWriter) {
        let isRightToLeft = TextDirection.isRightToLeft(label.text)
        let (x, y) = (XMLWriter.pixels(label.place.x), XMLWriter.pixels(label.place.y))
        var attributes: [XMLWriter.Attribute] = [
            ("class", Self.classes("chart-label", "chart-label-\(label.role.rawValue)")), ("x", x), ("y", y),
            ("text-anchor", label.anchor.name(isRightToLeft)), ("dominant-baseline", "central"),
        ]
        if isRightToLeft { attributes.append(("direction", "rtl")) }
        if label.isUpright { attributes.append(("transform", "rotate(-90 \(x) \(y))")) }
        writer.element("text", attributes, label.text)
    }

    private func writeLegend(_ writer: inout XMLWriter) {
        guard !layout.legend.isEmpty else { return }
        writer.begin("g", [("class", "chart-legend")])
        for item in layout.legend {
            writer.begin("g", legendAttributes(item))
            writeSwatch(item, &writer)
            write(item.label, &writer)
            writer.end()
        }
        writer.end()
    }

    private func legendAttributes(_ item: ChartLegendItem) -> [XMLWriter.Attribute] {
        let state = item.isSelected ? " chart-selected" : ""
        let attributes: [XMLWriter.Attribute] = [("class", "chart-legend-item\(state)")]
        guard use == .selectable, let series = item.series else { return attributes }
        return attributes + [
            ("role", "button"), ("tabindex", "0"), ("aria-label", item.name),
            ("aria-pressed", item.isSelected ? "true" : "false"), ("data-series", "\(series)"),
        ]
    }

    private func writeSwatch(_ item: ChartLegendItem, _ writer: inout XMLWriter) {
        let (box, center) = (item.box, item.box.center)
        if item.swatch == .fill {
            let attributes = [("class", Self.classes("chart-mark", fillClass(item.paint)))] + Self.box(box)
            writer.empty("rect", attributes + fill(item.paint))
            return
        }
        if item.swatch == .line {
            let line = SVGPath.line([ChartPosition(box.x, center.y), ChartPosition(box.right, center.y)])
            writer.empty(
                "path",
                [
                    ("class", Self.classes("chart-line", "chart-stroke-\(item.paint.name)", Self.dash(item.paint))),
                    ("d", line),
                ])
        }
        writer.empty(
            "path",
            [
                ("class", Self.classes("chart-sign", "chart-fill-\(item.paint.name)")),
                ("d", item.paint.sign.path(center)),
            ])
    }
}

extension ChartMark {
    /// Whether patterns are visible on the shape. Signs are too small for them.
    var isFilled: Bool {
        switch shape {
        case .rect, .circle, .arc, .area: true
        case .sign, .line, .dots: false
        }
    }
}

extension ChartLabel.Anchor {
    /// The anchor's name in SVG, where the start of text depends on its direction.
    func name(_ isRightToLeft: Bool) -> String {
        switch self {
        case .left: isRightToLeft ? "end" : "start"
        case .middle: "middle"
        case .right: isRightToLeft ? "start" : "end"
        }
    }
}
