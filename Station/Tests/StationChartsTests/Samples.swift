import Foundation
import StationCharts
import TestSupport

/// Charts for tests: a small one of each type, and random ones.
enum Samples {
    static let utc = TimeZone(secondsFromGMT: 0)!
    static let pages = ChartMeasure("Pages")

    /// Returns the start of a day, counted from 2026-11-22.
    static func day(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_795_305_600 + Double(day) * 86_400) }

    static func table(_ names: [String], _ series: ChartSeries..., ordered: Bool = false) -> ChartData {
        .table(.categories(names, ordered: ordered), series)
    }

    static func days(_ series: ChartSeries...) -> ChartData {
        .table(.dates((0..<(series.first?.values.count ?? 0)).map(day), utc), series)
    }

    static func chart(_ type: ChartType, _ data: ChartData) -> Chart {
        Chart(type, title: "Pages", measure: pages, data: data)
    }

    static let all: [Chart] = [
        chart(.bar, table(["Invoices and receipts", "Letters", "Other"], ChartSeries("Pages", [12, 7, 3]))),
        Chart(
            .column, title: "Pages of a week", measure: pages,
            data: days(ChartSeries("Scanned", [3, 8, nil, 5]), ChartSeries("Imported", [1, -2, 4, 0])),
            thresholds: [ChartThreshold(6, name: "Goal")]),
        chart(
            .stackedColumn,
            table(
                ["Mon", "Tue", "Wed"], ChartSeries("Phone", [2, 4, 1]), ChartSeries("Camera", [3, 1, 5]),
                ChartSeries("Import", [1, 1, nil]), ordered: true)),
        Chart(
            .line, title: "Storage", measure: ChartMeasure("Storage", unit: "MB"),
            data: days(ChartSeries("Pictures", [10, 12, nil, 17, 16]), ChartSeries("Texts", [1, 2, 3, 4, 5])),
            thresholds: [ChartThreshold(15, name: "Limit", kind: .limit)]),
        chart(.area, days(ChartSeries("Pages", [4, 9, 6, 12]))),
        chart(
            .combo,
            days(ChartSeries("Pages", [4, 9, 6, 12]), ChartSeries("Mean", [5, 6, 7, 8], mark: .line))),
        chart(
            .waterfall,
            .steps([
                ChartStep("Start", .start(40)), ChartStep("Scanned", .change(25)), ChartStep("Deleted", .change(-12)),
                ChartStep("Now", .total),
            ])),
        Chart(
            .scatter, title: "Sharpness", measure: ChartMeasure("Sharpness", unit: "%"),
            data: .points(
                [
                    ChartPointSeries("Camera 1", [ChartPoint(0.4, 80), ChartPoint(0.9, 72)]),
                    ChartPointSeries("Camera 2", [ChartPoint(1.5, 40)]),
                ], x: ChartMeasure("Time to lock", unit: "s"), size: nil)),
        Chart(
            .bubble, title: "Sharpness", measure: ChartMeasure("Sharpness", unit: "%"),
            data: .points(
                [
                    ChartPointSeries("Camera 1", [ChartPoint(0.4, 80, size: 4), ChartPoint(0.9, 72, size: 1)]),
                    ChartPointSeries("Camera 2", [ChartPoint(1.5, 40, size: 2)]),
                ], x: ChartMeasure("Time to lock", unit: "s"), size: pages)),
        Chart(
            .stock, title: "Time to capture", measure: ChartMeasure("Time", unit: "s"),
            data: .sessions(
                [
                    ChartSession(day(0), open: 2, high: 4, low: 1, close: 3, volume: 20),
                    ChartSession(day(1), open: 3, high: 3.5, low: 2, close: 2.5, volume: 35),
                    ChartSession(day(2), open: 2.5, high: 5, low: 2.5, close: 4, volume: 10),
                ], name: "Camera 1", utc)),
        chart(.donut, table(["Letters", "Invoices", "Notes"], ChartSeries("Pages", [3, 5, 2]))),
    ]

    /// Returns a chart with values of all kinds: gaps, negative, huge and equal ones, and texts of any length.
    static func random(_ type: ChartType, seed: UInt64) -> Chart {
        var random = RandomCharts(seed: seed)
        return random.chart(type)
    }
}

private struct RandomCharts {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chart(_ type: ChartType) -> Chart {
        var chart = Chart(type, title: text(), measure: ChartMeasure(text(), unit: text(8)), data: data(type))
        let thresholds = (0..<int(0...2)).map { _ in ChartThreshold(value() ?? 0, name: text()) }
        if ![.donut, .scatter, .bubble, .waterfall].contains(type) { chart.thresholds = thresholds }
        let selections: [ChartSelection] = [
            .none, .item(int(0...20)), .items([0, int(0...9)]), .series(int(0...3)),
            .point(series: int(0...3), item: int(0...20)),
        ]
        chart.selection = selections[int(0...4)]
        return chart
    }

    private mutating func data(_ type: ChartType) -> ChartData {
        let count = [0, 1, 2, 3, 7, 31, 365, 2000][int(0...7)]
        switch type {
        case .waterfall: return .steps((0..<count).map { _ in step() })
        case .scatter, .bubble:
            let series = (0..<int(0...4)).map { _ in ChartPointSeries(text(), (0..<count).map { _ in point() }) }
            return .points(series, x: ChartMeasure(text()), size: type == .bubble ? ChartMeasure(text()) : nil)
        case .stock: return .sessions((0..<count).map { session($0) }, name: text(), Samples.utc)
        default:
            let scale = magnitude()
            let series = (0..<int(0...5)).map { _ in
                ChartSeries(text(), (0..<count).map { _ in value(scale) }, mark: int(0...1) == 0 ? .line : .columns)
            }
            return .table(items(count), series)
        }
    }

    private mutating func items(_ count: Int) -> ChartItems {
        switch int(0...3) {
        case 0: .categories((0..<count).map { _ in text() }, ordered: true)
        case 1: .categories((0..<count).map { "\($0)" }, ordered: false)
        case 2: .dates((0..<count).map { Samples.day($0 * 3) }, Samples.utc)
        default: .numbers((0..<count).map { _ in value() ?? .nan }, ChartMeasure(text()))
        }
    }

    private mutating func step() -> ChartStep {
        let amount = value() ?? .nan
        return ChartStep(text(), [.change(amount), .change(-amount), .start(amount), .total][int(0...3)])
    }

    private mutating func point() -> ChartPoint {
        ChartPoint(value() ?? .nan, value() ?? .nan, size: value()?.magnitude ?? 0)
    }

    private mutating func session(_ day: Int) -> ChartSession {
        let prices = (0..<4).map { _ in Double(int(1...500)) / 10 }
        let (low, high) = (prices.min() ?? 0, prices.max() ?? 0)
        return ChartSession(
            Samples.day(day), open: int(0...9) == 0 ? .nan : prices[0], high: high, low: low, close: prices[3],
            volume: value()?.magnitude ?? 0)
    }

    private mutating func magnitude() -> Double { [1, 10, 1000, 1e-7, 1e12, 1e99][int(0...5)] }

    private mutating func value(_ scale: Double = 100) -> Double? {
        switch int(0...19) {
        case 0: nil
        case 1: .nan
        case 2: .infinity
        case 3: 0
        case 4...7: -Double(int(0...1000)) / 1000 * scale
        default: Double(int(0...1000)) / 1000 * scale
        }
    }

    private mutating func text(_ most: Int = 60) -> String {
        let letters = Array("abc XYZ 0123 <>&\"' äöü 日本 עברית \u{1}\u{7f} ")
        return String((0..<int(0...most)).map { _ in letters[int(0...letters.count - 1)] })
    }

    private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
}
