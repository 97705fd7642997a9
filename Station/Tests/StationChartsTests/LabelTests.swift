import Foundation
import StationCharts
import StationRules
import Testing

@Suite struct LabelTests {
    @Test func widerTextsAreWider() {
        #expect(TextWidth.of("", 12) == 0)
        #expect(TextWidth.of("iii", 12) < TextWidth.of("mmm", 12))
        #expect(TextWidth.of("Pages", 24) == 2 * TextWidth.of("Pages", 12))
        #expect(TextWidth.of("a\u{301}", 12) == TextWidth.of("a", 12))
        #expect(TextWidth.of("日本", 10) == 22)
    }

    @Test(
        "Labels print what the fonts have: letters lose accents they have not, and emoji are left out",
        arguments: [
            ("Regal äöü", true), ("Skrzynia z książkami", true), ("Box 📦", true), ("مخزن ١ 📦", false), ("Полка", false),
            ("📦", false),
        ])
    func printedNames(_ name: String, _ isPrinted: Bool) {
        #expect(LabelSheetPDF.prints(name) == isPrinted)
    }

    @Test func shortenedTextsFitAndEndInAnEllipsis() {
        let text = "Invoices of the year before last"
        #expect(TextWidth.shortened(text, to: 1000, size: 12) == text)
        for width in stride(from: 0.0, through: 220, by: 7) {
            let short = TextWidth.shortened(text, to: width, size: 12)
            #expect(TextWidth.of(short, 12) <= width)
            #expect(short.isEmpty || short == text || (short.hasSuffix("…") && text.hasPrefix(short.dropLast())))
        }
    }

    @Test func labelsAreSideBySideUprightOrLeftOut() {
        func arrangement(_ text: String, _ count: Int, _ pitch: Double, _ room: Double?) -> LabelFitting.Arrangement {
            LabelFitting.arrangement(count: count, pitch: pitch, uprightRoom: room) { _ in text }
        }
        #expect(arrangement("Mo", 7, 40, 100) == .level(every: 1))
        #expect(arrangement("Invoices", 7, 40, 100) == .upright)
        #expect(arrangement("Invoices", 7, 40, nil) == .level(every: 2))
        #expect(arrangement("Invoices", 400, 2, 100) == .level(every: 32))
    }

    @Test("CH-6: labels of columns are never truncated", arguments: [160.0, 240, 400, 900])
    func columnLabelsAreWhole(_ width: Double) {
        let names = (1...9).map { "Folder number \($0) " + String(repeating: "x", count: $0 * 3) }
        let chart = Samples.chart(
            .column, .table(.categories(names, ordered: false), [ChartSeries("", (1...9).map { Double($0) })]))
        let layout = ChartLayout(chart, in: ChartFrame(width: width, height: 300))
        let shown = layout.labels.filter { $0.role == .axis && $0.place.y > layout.plot.bottom }
        #expect(shown.allSatisfy { names.contains($0.text) })
        #expect(chart.refusals(width: width) == [.longLabels])
        #expect(chart.suggestedType(width: width) == .bar)
    }

    @Test(
        "Long names below stacked columns and waterfalls are shortened, so that each has its own",
        arguments: [480.0, 900])
    func longNames(_ width: Double) {
        let names = (0..<5).map { "A very long name of a folder with all that is in it, number \($0)" }
        let steps = names.enumerated().map { ChartStep($1, $0 == 0 ? .start(9) : .change(-1)) }
        let parts = [ChartSeries("a", [1, 2, 3, 4, 5]), ChartSeries("b", [1, 2, 3, 4, 5])]
        let charts = [
            Samples.chart(.stackedColumn, .table(.categories(names, ordered: false), parts)),
            Samples.chart(.waterfall, .steps(steps)),
        ]
        for chart in charts {
            let layout = ChartLayout(chart, in: ChartFrame(width: width, height: 300))
            let shown = layout.labels.filter { $0.role == .axis && $0.place.y > layout.plot.bottom }
            #expect(shown.count == 5 && shown.allSatisfy { $0.text.hasSuffix("…") && $0.text.hasPrefix("A very") })
            #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.bounds.right < $1.bounds.x })
        }
    }

    @Test func numbersAreWrittenAsTheLanguageDoes() {
        let table: [(Double, String, String)] = [
            (0, "0", "0"), (1234.5, "1,234.5", "1.234,5"), (-0.25, "−0.25", "−0,25"), (1e6, "1,000,000", "1.000.000"),
            (12.346, "12.3", "12,3"), (0.012345, "0.0123", "0,0123"), (-0.0, "0", "0"),
        ]
        for (value, english, german) in table {
            #expect(ChartNumber.text(value) == english)
            Language.$current.withValue(.german) { #expect(ChartNumber.text(value) == german) }
        }
        #expect(ChartNumber.text(0.5, unit: "%") == "0.5%")
        #expect(ChartNumber.text(3, unit: "MB") == "3\u{a0}MB")
        #expect(ChartNumber.text(1.2e20) == "1.2\u{a0}×\u{a0}10^20")
    }

    @Test func datesAreNamedByWhatTellsThemApart() {
        func names(_ days: [Double]) -> [String] {
            let dates = days.map { Samples.day(0).addingTimeInterval($0 * 86_400) }
            let names = ItemNames(.dates(dates, Samples.utc))
            return [names.short(0), names.full(0)]
        }
        #expect(names([0, 1]) == ["Nov 22", "Nov 22, 2026"])
        #expect(names([0, 0.5]) == ["00:00", "Nov 22, 2026, 00:00"])
        #expect(names([0, 31]) == ["Nov 2026", "Nov 2026"])
        #expect(names([0, 365]) == ["2026", "2026"])
        Language.$current.withValue(.german) { #expect(names([0, 1]) == ["22. Nov.", "22. Nov. 2026"]) }
    }
}
