import StationCharts
public import StationRules

/// A widget as a picture, for other pages and e-paper frames.
public struct WidgetSVG: XMLView {
    struct Text: Sendable {
        let name: String
        let x: String
        let y: String
        let anchor: String
        let text: String
    }

    struct Picture: Sendable {
        let x: String
        let y: String
        let width: String
        let height: String
        let address: String
    }

    struct Drawing: Sendable {
        let x: String
        let y: String
        let width: String
        let height: String
        let box: String
        let content: String
    }

    let language = Language.current.rawValue
    let title: String
    let summary: String
    let path: String
    let width: Int
    let height: Int
    /// The width without half of the border on each side.
    let surfaceWidth: Int
    let surfaceHeight: Int
    let style: String
    let level: String?
    let background: String?
    private(set) var texts: [Text] = []
    private(set) var pictures: [Picture] = []
    private(set) var drawings: [Drawing] = []
    private var y = 0.0
    /// The right end of text.
    private let column: Double

    /// The margin around text and drawings in pixels.
    static let margin = 16.0
    static let tight = 8.0
    private static let rowHeight = 44.0

    /// - Parameter icon: The icon as SVG.
    public init(_ widget: Widget, charts: HomeCharts?, paint: WidgetPaint, icon: String?) {
        title = widget.title
        path = widget.path
        (width, height) = widget.size.pixels
        (surfaceWidth, surfaceHeight) = (width - 1, height - 1)
        column = widget.hasChartBeside ? Double(width) * 0.4 : Double(width) - Self.margin
        style = paint == .bilevel ? WidgetStyle.bilevel : WidgetStyle.color
        var (level, background): (String?, String?) = (nil, nil)
        switch widget.background {
        case .standard: break
        case .level(let status): level = status.rawValue
        // A black-and-white picture would be unrecognizable.
        case .image(let address): background = paint == .color ? address : nil
        }
        (self.level, self.background) = (level, background)
        summary = widget.summary
        writeHeader(widget, icon)
        switch widget.header {
        case .standard, .image: break
        case .figure(let text, let unit): writeFigure(text, unit)
        case .change(let text, let unit, let since):
            writeFigure(text, unit)
            for line in Self.lines(since, room: column - Self.margin, size: 12, maximum: 2) {
                write(line, "label", size: 12)
            }
        case .empty(let message): write(message, widget)
        case .authentication: write(WidgetMessages.signedOut, widget)
        }
        writeBody(widget, charts, paint)
        if case .text(let text) = widget.footer {
            add(text, "label", x: Self.margin, y: Double(height) - Self.margin, size: 12)
        }
    }

    // MARK: Parts

    private mutating func writeHeader(_ widget: Widget, _ icon: String?) {
        var left = Self.margin
        if let icon = icon.flatMap(Self.inner) {
            drawings.append(
                Drawing(x: "16", y: "15", width: "16", height: "16", box: "0 0 16 16", content: icon))
            left += 24
        }
        let counter = widget.counter.map { Language.current.wholeNumber($0) }
        let room = column - left - (counter.map { TextWidth.of($0, 14) + 8 } ?? 0)
        let isNarrow = widget.size == .small || widget.hasChartBeside
        y = 11
        for line in Self.lines(widget.title, room: room / 1.06, size: 14, maximum: isNarrow ? 2 : 1) {
            y += 17
            add(line, "title", x: left, y: y, size: 14, room: room)
        }
        if let counter {
            add(counter, "title", x: Double(width) - Self.margin, y: 28, size: 14, room: Double(width), anchor: "end")
        }
        y += 6
        if let subtitle = widget.subtitle { write(subtitle, "label", size: 12) }
    }

    private mutating func writeFigure(_ text: String, _ unit: String) {
        y += 38
        add(text, "figure", x: Self.margin, y: y, size: 32)
        let left = Self.margin + TextWidth.of(text, 32) * 1.08 + 6
        add(unit, "label", x: left, y: y, size: 12)
        y += 4
    }

    private mutating func write(_ text: String, _ name: String, size: Double) {
        y += size + 4
        add(text, name, x: Self.margin, y: y, size: size, room: column - Self.margin)
    }

    private mutating func write(_ message: IllustratedMessage, _ widget: Widget) {
        let size = widget.size.card.size(of: message).drawing
        let isBeside = widget.size == .medium
        var left = Self.margin
        if let illustration = message.illustration {
            let x = isBeside ? Self.margin : (Double(width) - Double(size.width)) / 2
            drawings.append(
                Drawing(
                    x: XMLWriter.pixels(x), y: XMLWriter.pixels(y + 6), width: "\(size.width)",
                    height: "\(size.height)", box: "0 0 160 160",
                    content: Self.inner(illustration.svg(.small)) ?? ""))
            if isBeside { left += Double(size.width) + Self.margin } else { y += Double(size.height) + 6 }
        }
        let room = Double(width) - left - Self.margin
        // Below a drawing, it is centered like the drawing.
        let (x, anchor) = isBeside ? (left, "start") : (Double(width) / 2, "middle")
        y += 16
        add(message.title, "title", x: x, y: y, size: 12, room: room, anchor: anchor)
        for line in Self.lines(message.description ?? "", room: room, size: 11, maximum: isBeside ? 4 : 3) {
            y += 15
            guard y < Double(height) - Self.tight else { break }
            add(line, "small", x: x, y: y, size: 11, room: room, anchor: anchor)
        }
    }

    private mutating func writeBody(_ widget: Widget, _ charts: HomeCharts?, _ paint: WidgetPaint) {
        if widget.hasChartBeside, case .chart(let kind) = widget.parts.first {
            return writeChart(kind, charts, in: ChartFrame(widget, 1), x: column, y: Self.tight, id: "chart")
        }
        let footer: Double = if case .text = widget.footer { 24 } else { 0 }
        y += Self.tight
        let rows = widget.parts.reduce(0) { sum, part in
            if case .rows(let rows) = part { sum + rows.count } else { sum }
        }
        let count = widget.parts.count - (rows > 0 ? 1 : 0)
        let room = Double(height) - y - footer - Self.tight - Double(rows) * Self.rowHeight
        for (index, part) in widget.parts.enumerated() {
            switch part {
            case .chart(let kind): writeChart(kind, charts, height: room / Double(max(count, 1)), id: "chart-\(index)")
            case .rows(let rows): for row in rows { write(row, paint) }
            }
        }
    }

    private mutating func writeChart(_ kind: HomeChart, _ charts: HomeCharts?, height room: Double, id: String) {
        guard room > 40 else { return }
        let frame = ChartFrame(width: Double(width) - 2 * Self.tight, height: max(room, 100), place: .card)
        writeChart(kind, charts, in: frame, x: Self.tight, y: y, height: room, id: id)
        y += room
    }

    private mutating func writeChart(
        _ kind: HomeChart, _ charts: HomeCharts?, in frame: ChartFrame, x: Double, y: Double, height: Double? = nil,
        id: String
    ) {
        guard let charts else { return }
        let chart = charts.chart(kind, width: frame.width, isWhole: false)
        drawings.append(
            Drawing(
                x: XMLWriter.pixels(x), y: XMLWriter.pixels(y), width: XMLWriter.pixels(Double(width) - Self.tight - x),
                height: XMLWriter.pixels(height ?? frame.height),
                box: "0 0 \(XMLWriter.pixels(frame.width)) \(XMLWriter.pixels(frame.height))",
                content: ChartSVG(ChartLayout(chart, in: frame), id: id, use: .still).text))
    }

    private mutating func write(_ row: Widget.Row, _ paint: WidgetPaint) {
        guard y + Self.rowHeight <= Double(height) else { return }
        var left = Self.margin
        if let picture = row.picture, paint == .color {
            pictures.append(
                Picture(x: "16", y: XMLWriter.pixels(y + 4), width: "28", height: "36", address: picture))
            left += 36
        }
        let room = Double(width) - left - Self.margin
        add(row.title, "title", x: left, y: y + 19, size: 13, room: room)
        add(row.subtitle, "label", x: left, y: y + 36, size: 12, room: room)
        y += Self.rowHeight
    }

    // MARK: Texts

    private mutating func add(
        _ text: String, _ name: String, x: Double, y: Double, size: Double, room: Double? = nil,
        anchor: String = "start"
    ) {
        // Bold text is wider.
        let shown = TextWidth.shortened(
            text, to: (room ?? Double(width) - x - Self.tight) / (name == "title" ? 1.06 : 1), size: size)
        guard !shown.isEmpty else { return }
        texts.append(
            Text(
                name: "\(name) size-\(Int(size))", x: XMLWriter.pixels(x), y: XMLWriter.pixels(y), anchor: anchor,
                text: shown))
    }

    /// Wraps text into lines that fit. The last one is shortened.
    static func lines(_ text: String, room: Double, size: Double, maximum: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, TextWidth.of("\(last) \(word)", size) <= room || lines.count == maximum {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { TextWidth.shortened($0, to: room, size: size) }
    }

    /// Returns the content of the outermost element.
    private static func inner(_ svg: String) -> String? {
        guard let start = svg.firstIndex(of: ">"), let end = svg.ranges(of: "</svg>").last else { return nil }
        let after = svg.index(after: start)
        return after <= end.lowerBound ? String(svg[after..<end.lowerBound]) : nil
    }

    public static let template = """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {{width}} {{height}}" width="{{width}}" height="{{height}}" class="widget{{#level}} {{.}}{{/level}}{{#background}} pictured{{/background}}" role="img" aria-labelledby="title" aria-describedby="summary" lang="{{language}}"><title id="title">{{title}}</title><desc id="summary">{{summary}}</desc><style>{{{style}}}</style>
        <a href="{{path}}" target="_top"><rect class="surface" x="0.5" y="0.5" width="{{surfaceWidth}}" height="{{surfaceHeight}}" rx="16"/>{{#background}}<image href="{{.}}" x="0" y="0" width="{{width}}" height="{{height}}" preserveAspectRatio="xMidYMin slice"/><rect class="veil" width="100%" height="60"/>{{/background}}
        {{#drawings}}<svg x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}" viewBox="{{box}}" class="drawing">{{{content}}}</svg>{{/drawings}}
        {{#pictures}}<image href="{{address}}" x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}" preserveAspectRatio="xMidYMin slice"/>{{/pictures}}
        {{#texts}}<text class="{{name}}" x="{{x}}" y="{{y}}" text-anchor="{{anchor}}">{{text}}</text>{{/texts}}</a></svg>

        """
}

/// The styles of widget pictures.
enum WidgetStyle {
    private static let sizes = [11, 12, 13, 14, 32].map { ".size-\($0) { font-size: \($0)px; }" }.joined(separator: " ")

    private static let common = """
        text { font-family: "Open Sans", system-ui, sans-serif; } \(sizes)
        .title, .figure { font-weight: 600; } .figure { font-weight: 700; }
        .drawing { overflow: hidden; }
        .i-line { fill: none; stroke-width: 4; } .i-alert { fill: none; stroke-width: 7; } .i-good { fill: none; stroke-width: 8; }
        .i-glass { stroke-width: 6; } .i-mark { stroke-width: 4; } .i-sign { fill: none; stroke-width: 4; }
        """

    /// Light or dark like the system.
    static let color = """
        :root { color-scheme: light dark; color: light-dark(#131e29, #f5f6f7); }
        text { fill: light-dark(#131e29, #f5f6f7); } .label, .small { fill: light-dark(#556b82, #8396a8); }
        .drawing { fill: light-dark(#556b82, #8396a8); }
        .surface { fill: light-dark(#ffffff, #1d232a); stroke: light-dark(#d9d9d9, #2e3742); }
        .positive .surface { fill: light-dark(#f5fae5, #11331a); } .critical .surface { fill: light-dark(#fff8d6, #382700); }
        .veil { fill: light-dark(#ffffff, #1d232a); fill-opacity: 0.85; }
        .i-ground { fill: light-dark(#dbf1ff, #1d2d3e); } .i-paper { fill: light-dark(#ffffff, #d5dadd); stroke: light-dark(#a9b4be, #818f98); }
        .i-line { stroke: light-dark(#a9b4be, #818f98); } .i-accent { fill: light-dark(#0070f2, #4d82b8); } .i-mark { stroke: light-dark(#ffffff, #d5dadd); }
        .i-alert { stroke: #ff7f4c; } .i-good { stroke: light-dark(#30914c, #6dad1f); } .i-body { fill: light-dark(#a9b4be, #818f98); }
        .i-dot { fill: light-dark(#ffffff, #d5dadd); } .i-badge { fill: light-dark(#ffffff, #d5dadd); stroke: light-dark(#a9b4be, #818f98); }
        .i-glass { fill: light-dark(#dbf1ff, #1d2d3e); stroke: light-dark(#0070f2, #4d82b8); } .i-sign { stroke: #ff7f4c; }
        \(common)
        \(ChartStyle.css)
        """

    /// Uses attributes that the simplest renderers support, because some frames render the picture themselves.
    static let bilevel = """
        text, .drawing { fill: #000; } .surface { fill: #fff; stroke: #000; }
        .i-ground { fill: #fff; } .i-paper, .i-badge { fill: #fff; stroke: #000; stroke-width: 4; } .i-line, .i-alert, .i-good, .i-glass, .i-sign { stroke: #000; }
        .i-accent, .i-body { fill: #000; } .i-mark { stroke: #fff; } .i-glass, .i-dot { fill: #fff; }
        .chart { font-size: 12px; }
        .chart-mark { stroke: #000; stroke-width: 1; } .chart-hatch { fill: none; stroke: #000; stroke-width: 1.5; }
        \(fills)
        .chart-line { fill: none; stroke-width: 2; } .chart-area { fill: none; stroke: none; } .chart-dots { fill: none; stroke-width: 4; stroke-linecap: round; }
        .chart-grid { stroke: none; } .chart-baseline, .chart-connector { stroke: #000; } .chart-quiet { display: none; }
        \(common)
        """

    /// The first is black, the others are white with their patterns.
    private static let fills = ChartStyle.paints.map { paint in
        ".chart-fill-\(paint.name) { fill: \(paint.name == "1" ? "#000" : "#fff"); } .chart-stroke-\(paint.name) { stroke: #000; }"
    }.joined(separator: " ")
}
