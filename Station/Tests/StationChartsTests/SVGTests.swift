import Foundation
import StationCharts
import Testing

@Suite struct SVGTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let regenerates = ProcessInfo.processInfo.environment["REGENERATE"] != nil

    /// Compares text with a golden file; `REGENERATE=1` writes it.
    private func expect(_ text: String, in file: URL) throws {
        let isCurrent = (try? String(contentsOf: file, encoding: .utf8)) == text
        if Self.regenerates, !isCurrent { try Data(text.utf8).write(to: file) }
        #expect(isCurrent, "REGENERATE=1 writes \(file.lastPathComponent)")
    }

    @Test("CH-27: charts are SVG of fixed geometry", arguments: ChartType.allCases, ChartFrame.Direction.allCases)
    func golden(_ type: ChartType, _ direction: ChartFrame.Direction) throws {
        let chart = try #require(Samples.all.first { $0.type == type })
        let layout = ChartLayout(chart, in: ChartFrame(width: 360, height: 240, direction: direction))
        try expect(
            ChartSVG(layout, id: "chart").text,
            in: Self.folder.appending(path: "Golden/\(type.rawValue)-\(direction.rawValue).svg"))
    }

    @Test func textsAreEscapedAndWhatXMLHasNoPlaceForIsReplaced() {
        #expect(XMLWriter.escaped("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
        #expect(XMLWriter.escaped("a\u{0}b\u{1b}\u{FFFE}c") == "a\u{FFFD}b\u{FFFD}\u{FFFD}c")
        #expect(XMLWriter.escaped("äöü 日本 🗂\n\t") == "äöü 日本 🗂\n\t")
    }

    @Test func aFileHasTheStyleSheetInIt() throws {
        let svg = ChartSVG(
            ChartLayout(Samples.all[0], in: ChartFrame(width: 300, height: 200)), id: "c", use: .file
        ).text
        let style = try #require(svg.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first)
        #expect(style == XMLWriter.escaped(ChartStyle.css) && !style.contains("\u{FFFD}"))
        #expect(style.replacing("&quot;", with: "\"") == ChartStyle.css)
    }

    @Test(
        "No text of a chart becomes markup",
        arguments: ["</text><script>alert(1)</script>", "\"/><svg onload=\"x()\"", "]]><!-- ", "&lt;b&gt;"])
    func hostileTexts(_ text: String) {
        for sample in Samples.all {
            var chart = sample
            chart.title = text
            chart.measure = ChartMeasure(text, unit: text)
            chart.thresholds = [ChartThreshold(1, name: text)]
            if case .table(let items, let series) = chart.data {
                let names = (0..<items.count).map { _ in text }
                chart.data = .table(
                    .categories(names, ordered: true), series.map { ChartSeries(text, $0.values, mark: $0.mark) })
            }
            let svg = ChartSVG(ChartLayout(chart, in: ChartFrame(width: 800, height: 300)), id: "c").text
            #expect(
                !svg.contains("<script") && !svg.contains("onload=\"x") && !svg.contains("<!--")
                    && !svg.contains("&lt;b&gt;<"))
        }
    }

    @Test func pixelsHaveOneDecimalAtMost() {
        let table: [(Double, String)] = [(0, "0"), (-0.04, "0"), (1.25, "1.3"), (-12.3, "-12.3"), (300, "300")]
        for (value, text) in table { #expect(XMLWriter.pixels(value) == text) }
    }

    @Test("A chart has a title and a description, and is one picture where nothing can be selected")
    func titles() {
        for chart in Samples.all {
            let layout = ChartLayout(chart, in: ChartFrame(width: 400, height: 300))
            let (still, live) = (ChartSVG(layout, id: "c", use: .still).text, ChartSVG(layout, id: "c").text)
            #expect(still.contains("<title id=\"c-title\">\(chart.title)</title>"))
            #expect(still.contains("<desc id=\"c-desc\">\(chart.summary)</desc>"))
            #expect(still.contains("role=\"img\"") && !still.contains("role=\"button\""))
            #expect(live.contains("role=\"group\"") && live.contains("role=\"button\" aria-label="))
        }
    }

    @Test("CH-25: charts have no colors but those of classes, and every class has one in the style sheet")
    func colors() {
        for chart in Samples.all {
            let svg = ChartSVG(ChartLayout(chart, in: ChartFrame(width: 400, height: 300)), id: "c").text
            #expect(!svg.contains("fill=\"#") && !svg.contains("style=") && !svg.contains("stroke=\""))
        }
        for (name, color) in ChartStyle.paints {
            #expect(
                ChartStyle.css.contains(
                    "--chart-\(name): var(--st-chart-\(name), light-dark(\(color.light), \(color.dark)));"))
            #expect(ChartStyle.css.contains(".chart-fill-\(name) {"))
        }
        #expect(ChartStyle.palette.count == ChartPaint.count)
    }

    @Test("CH-14: the colors of a waterfall are told from each other and from what is behind them, light and dark")
    func contrast() {
        for theme in [\ChartStyle.Color.light, \.dark] {
            let kinds = [ChartStyle.increase, ChartStyle.decrease, ChartStyle.total].map { Shade($0[keyPath: theme]) }
            let surface = Shade(ChartStyle.surface[keyPath: theme])
            #expect(kinds.allSatisfy { $0.contrast(surface) >= 3 })
            for (index, kind) in kinds.enumerated() {
                // Colors that must be distinct at a glance differ by 0.1 in Oklab, far more than the just noticeable
                // difference of 0.02.
                #expect(kinds[(index + 1)...].allSatisfy { kind.distance($0) > 0.1 })
            }
        }
    }

    @Test("CH-25: the palette is told from what is behind it, light and dark")
    func paletteContrast() {
        for theme in [\ChartStyle.Color.light, \.dark] {
            let surface = Shade(ChartStyle.surface[keyPath: theme])
            for color in ChartStyle.palette { #expect(Shade(color[keyPath: theme]).contrast(surface) >= 3, "\(color)") }
        }
    }
}

/// An sRGB color.
private struct Shade {
    /// The linear components from 0 to 1.
    private let channels: [Double]

    init(_ text: String) {
        let number = Int(text.dropFirst(), radix: 16) ?? 0
        channels = [16, 8, 0].map { shift in
            let value = Double(number >> shift & 255) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    private func sum(_ weights: [Double]) -> Double { zip(channels, weights).map(*).reduce(0, +) }

    /// Returns the contrast ratio defined by WCAG 2.2.
    func contrast(_ other: Shade) -> Double {
        let (a, b) = (sum([0.2126, 0.7152, 0.0722]), other.sum([0.2126, 0.7152, 0.0722]))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Returns the distance in Oklab: Ottosson, "A perceptual color space for image processing", 2020.
    func distance(_ other: Shade) -> Double {
        zip(oklab, other.oklab).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    private var oklab: [Double] {
        let cones = [
            sum([0.4122214708, 0.5363325363, 0.0514459929]), sum([0.2119034982, 0.6806995451, 0.1073969566]),
            sum([0.0883024619, 0.2817188376, 0.6299787005]),
        ].map { cbrt($0) }
        return [
            [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ].map { zip(cones, $0).map(*).reduce(0, +) }
    }
}
