import Foundation
import StationCharts
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Random charts of every type in all kinds of frames.
@Suite struct PropertyTests {
    private static let frames = ChartFrame.Place.allCases.flatMap { place in
        ChartFrame.Direction.allCases.flatMap { direction in
            [(160.0, 100.0), (320, 240), (900, 400)].map { width, height in
                ChartFrame(width: width, height: height, place: place, direction: direction)
            }
        }
    }

    /// Calls a closure with random charts of a type.
    private func layouts(_ type: ChartType, _ body: (ChartLayout, String) throws -> Void) rethrows {
        for seed in UInt64(0)..<36 {
            let frame = Self.frames[Int(seed) % Self.frames.count]
            try body(ChartLayout(Samples.random(type, seed: seed), in: frame), "seed \(seed)")
        }
    }

    @Test("CH-27: all marks are within the plot, and the plot is within the frame", arguments: ChartType.allCases)
    func marksAreWithinThePlot(_ type: ChartType) {
        layouts(type) { layout, seed in
            let frame = ChartRect(x: 0, y: 0, width: layout.frame.width, height: layout.frame.height)
            #expect(frame.contains(layout.plot) && layout.plot.width >= 20 && layout.plot.height >= 10, "\(seed)")
            let outside = layout.marks.filter { mark in
                // The center of a sign is inside.
                if case .sign = mark.shape {
                    return !layout.plot.contains(mark.bounds, tolerance: ChartSign.radius + 0.01)
                }
                if case .circle = mark.shape { return !layout.plot.contains(mark.bounds, tolerance: 0.5) }
                return !layout.plot.contains(mark.bounds, tolerance: 0.01)
            }
            #expect(outside.isEmpty, "\(seed): \(outside.first.map { "\($0.bounds)" } ?? "") of \(layout.plot)")
        }
    }

    @Test("Labels overlap neither each other nor the edge", arguments: ChartType.allCases)
    func labelsAreApart(_ type: ChartType) {
        layouts(type) { layout, seed in
            let frame = ChartRect(x: 0, y: 0, width: layout.frame.width, height: layout.frame.height)
            let labels = (layout.labels + layout.legend.map(\.label)).filter { !$0.text.isEmpty }
            for (index, label) in labels.enumerated() {
                #expect(frame.contains(label.bounds, tolerance: 0.5), "\(seed): \(label)")
                let near = labels[(index + 1)...].first { $0.bounds.overlaps(label.bounds) }
                #expect(near == nil, "\(seed): \(label) and \(near.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test("Every chart is well-formed XML, whatever its texts are", arguments: ChartType.allCases)
    func wellFormed(_ type: ChartType) {
        layouts(type) { layout, seed in
            for use in ChartSVG.Use.allCases {
                let parser = XMLParser(data: Data(ChartSVG(layout, id: "c", use: use).text.utf8))
                #expect(parser.parse(), "\(seed): \(parser.parserError.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test(
        "Marks that can be selected belong to an item, and each chart has one that the Tab key finds",
        arguments: ChartType.allCases)
    func selectableMarks(_ type: ChartType) {
        layouts(type) { layout, seed in
            let named = layout.marks.filter { !$0.name.isEmpty }
            #expect(named.allSatisfy { $0.item != nil } && named.count < 2000, "\(seed)")
            let svg = ChartSVG(layout, id: "c").text
            let inPlot = svg.components(separatedBy: "class=\"chart-legend\"")[0]
            #expect(inPlot.components(separatedBy: "tabindex=\"0\"").count - 1 == min(named.count, 1), "\(seed)")
        }
    }

    @Test("From right to left, a chart is its mirror image", arguments: ChartType.allCases)
    func mirrored(_ type: ChartType) {
        for seed in UInt64(0)..<20 {
            let chart = Samples.random(type, seed: seed)
            let left = ChartLayout(chart, in: ChartFrame(width: 400, height: 300))
            let right = ChartLayout(chart, in: ChartFrame(width: 400, height: 300, direction: .rightToLeft))
            #expect((left.plot.x - (400 - right.plot.right)).magnitude < 1e-6)
            #expect(left.marks.count == right.marks.count)
            for (mark, mirrored) in zip(left.marks, right.marks) {
                #expect((mark.bounds.x - (400 - mirrored.bounds.right)).magnitude < 1e-6, "seed \(seed)")
            }
        }
    }

    @Test("A table has all values of the chart, and the summary is one sentence", arguments: ChartType.allCases)
    func tables(_ type: ChartType) {
        for seed in UInt64(0)..<40 {
            let chart = Samples.random(type, seed: seed)
            let table = ChartTable(chart)
            #expect(table.rows.count == Self.rows(chart.data) && table.columns.count >= 1)
            #expect(table.rows.allSatisfy { $0.count == table.columns.count }, "seed \(seed)")
            #expect(chart.summary.hasSuffix("."), "seed \(seed): \(chart.summary)")
        }
    }

    private static func rows(_ data: ChartData) -> Int {
        switch data {
        case .table(let items, _): items.count
        case .steps(let steps): steps.count
        case .points(let series, _, _): series.map(\.points.count).reduce(0, +)
        case .sessions(let sessions, _, _): sessions.count
        }
    }
}
