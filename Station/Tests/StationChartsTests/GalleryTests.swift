import Foundation
import StationCharts
import Testing

/// Charts of each type with difficult series, for visual inspection: `Station/Tests/Charts/gallery` renders them.
@Suite struct GalleryTests {
    private static let folder = ProcessInfo.processInfo.environment["RECTO_CHART_GALLERY"]

    /// The names of series, and the number of their values.
    private enum Variant: String, CaseIterable {
        case real
        case none
        case one
        case negative
        case many
        case long
    }

    @Test(.enabled(if: folder != nil, "RECTO_CHART_GALLERY names a folder"), arguments: ChartType.allCases)
    func write(_ type: ChartType) throws {
        let folder = URL(filePath: try #require(Self.folder))
        for variant in Variant.allCases {
            for direction in ChartFrame.Direction.allCases {
                let chart = Self.chart(type, variant)
                let layout = ChartLayout(chart, in: ChartFrame(width: 480, height: 300, direction: direction))
                let name = "\(type.rawValue)-\(variant.rawValue)-\(direction.rawValue)"
                let svg = ChartSVG(layout, id: name, use: .file).text
                #expect(svg.hasPrefix("<svg"))
                try Data(svg.utf8).write(to: folder.appending(path: "\(name).svg"))
            }
        }
    }

    private static func chart(_ type: ChartType, _ variant: Variant) -> Chart {
        guard variant != .real, var chart = Samples.all.first(where: { $0.type == type }) else {
            return Samples.all.first { $0.type == type } ?? Samples.all[0]
        }
        let count = [Variant.none: 0, .one: 1, .many: 10_000][variant] ?? 5
        let values = (0..<count).map { index -> Double in
            let wave = sin(Double(index) / 40) * 40 + Double(index % 7)
            return variant == .negative ? wave - 30 : abs(wave) + 1
        }
        let names = values.indices.map {
            variant == .long ? "A very long name of a folder with all that is in it, number \($0)" : "Item \($0)"
        }
        switch chart.data {
        case .table(.dates, let series):
            chart.data = .table(
                .dates(values.indices.map { Samples.day($0) }, Samples.utc),
                series.map { ChartSeries($0.name, values, mark: $0.mark) })
        case .table(_, let series):
            chart.data = .table(
                .categories(names, ordered: false), series.map { ChartSeries($0.name, values, mark: $0.mark) })
        case .steps:
            chart.data = .steps(
                values.indices.map { ChartStep(names[$0], $0 == 0 ? .start(values[0]) : .change(values[$0] - 20)) })
        case .points(_, let x, let size):
            chart.data = .points(
                [
                    ChartPointSeries(
                        names.first ?? "None", values.enumerated().map { ChartPoint(Double($0), $1, size: abs($1)) })
                ],
                x: x, size: size)
        case .sessions(_, let name, let zone):
            chart.data = .sessions(
                values.enumerated().map { index, value in
                    ChartSession(
                        Samples.day(index), open: value, high: value + 3, low: value - 3, close: value + 1,
                        volume: abs(value))
                }, name: variant == .long ? names[0] : name, zone)
        }
        return chart
    }

    @Test("Charts stay small, whatever the series", arguments: ChartType.allCases)
    func size(_ type: ChartType) {
        for variant in Variant.allCases {
            let layout = ChartLayout(Self.chart(type, variant), in: ChartFrame(width: 480, height: 300))
            #expect(ChartSVG(layout, id: "size").text.utf8.count < 400_000, "\(variant)")
        }
    }

    private static let timesFile = ProcessInfo.processInfo.environment["RECTO_CHART_TIMES"]

    @Test(.enabled(if: timesFile != nil, "RECTO_CHART_TIMES names a file"))
    func times() throws {
        let frame = ChartFrame(width: 1000, height: 500)
        let rows = ChartType.allCases.map { type in
            let chart = Self.chart(type, .many)
            let layout = ChartLayout(chart, in: frame)
            let times = [
                Self.milliseconds { _ = ChartLayout(chart, in: frame) },
                Self.milliseconds { _ = ChartSVG(layout, id: "times").text },
            ]
            let cells = times.flatMap { [$0.median, $0.greatest] }.map { String(format: "%.2f", $0) }
            return "| \(type.rawValue) | \(cells.joined(separator: " | ")) |\n"
        }
        try Data(rows.joined().utf8).write(to: URL(filePath: try #require(Self.timesFile)))
    }

    /// Returns the processor time of this thread over many runs, which excludes other work on the machine.
    private static func milliseconds(_ work: () -> Void) -> (median: Double, greatest: Double) {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        let times = (0..<100).map { _ in
            let start = now()
            work()
            return now() - start
        }.sorted()
        return (times[times.count / 2], times[times.count - 1])
    }
}
