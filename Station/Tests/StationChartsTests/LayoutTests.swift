import Foundation
import StationCharts
import StationRules
import Testing

@Suite struct LayoutTests {
    private func layout(_ chart: Chart, _ width: Double = 600, _ height: Double = 300) -> ChartLayout {
        ChartLayout(chart, in: ChartFrame(width: width, height: height))
    }

    private func layout(_ type: ChartType, _ data: ChartData, _ selection: ChartSelection = .none) -> ChartLayout {
        var chart = Samples.chart(type, data)
        chart.selection = selection
        return layout(chart)
    }

    private func rects(_ layout: ChartLayout) -> [ChartRect] {
        layout.marks.compactMap { if case .rect(let rect) = $0.shape { rect } else { nil } }
    }

    private func baseline(_ layout: ChartLayout) -> Double? {
        layout.rules.filter { $0.role == .baseline }.map(\.start.y).min()
    }

    @Test("CH-2: items of bars are below each other, values go to the side, and long names get more room")
    func bars() {
        let values = ChartSeries("Pages", [4, 2, 1])
        let short = layout(.bar, Samples.table(["a", "b", "c"], values))
        let long = layout(.bar, Samples.table(["a", "Receipts of the garage", "c"], values))
        let bars = rects(short)
        #expect(bars.count == 3 && zip(bars, bars.dropFirst()).allSatisfy { $0.bottom <= $1.y })
        #expect((bars[0].width - 2 * bars[1].width).magnitude < 1e-6 && bars.allSatisfy { $0.x == short.plot.x })
        #expect(long.plot.x > short.plot.x + 80)
        let longest = layout(.bar, Samples.table(["a", String(repeating: "Receipts ", count: 40), "c"], values))
        #expect(longest.plot.width > 250 && longest.labels.contains { $0.text.hasSuffix("…") })
    }

    @Test("CH-4: columns stand on 0, negative ones hang from it")
    func columnsStandOnZero() throws {
        let layout = layout(.column, Samples.table(["a", "b", "c"], ChartSeries("", [90, -30, 100])))
        let columns = rects(layout)
        let zero = columns[0].bottom
        #expect(columns[1].y == zero && columns[2].bottom == zero && columns[1].height > 0)
        #expect((columns[0].height - 3 * columns[1].height).magnitude < 1e-6)
        // Also if all values are far from 0.
        let far = self.layout(.column, Samples.table(["a", "b"], ChartSeries("", [990, 1000])))
        #expect(far.labels.contains { $0.text == "0" } && rects(far)[0].bottom == far.plot.bottom)
    }

    @Test("CH-7: the parts of a stacked column stand on each other, up to the total")
    func stacks() {
        let data = Samples.table(["a"], ChartSeries("x", [1]), ChartSeries("y", [2]), ChartSeries("z", [3]))
        let parts = rects(layout(.stackedColumn, data))
        #expect(parts[1].bottom == parts[0].y && parts[2].bottom == parts[1].y)
        #expect((parts[2].height - 3 * parts[0].height).magnitude < 1e-6)
    }

    @Test("CH-7: negative parts, which are advised against, hang from 0 below each other")
    func negativeStacks() throws {
        let data = Samples.table(["a"], ChartSeries("x", [-1]), ChartSeries("y", [-2]), ChartSeries("z", [-3]))
        let below = layout(.stackedColumn, data, .item(0))
        let parts = rects(below)
        try #require(parts.count == 3)
        #expect(parts[0].y == below.plot.y && parts[1].y == parts[0].bottom && parts[2].y == parts[1].bottom)
        #expect((parts[2].height - 3 * parts[0].height).magnitude < 1e-6 && parts[0].height > 10)
        #expect(ChartReading(below.chart)?.lines.map(\.value) == ["−6", "−1", "−2", "−3"])
        let mixed = Samples.table(["a"], ChartSeries("x", [4]), ChartSeries("y", [-2]), ChartSeries("z", [3]))
        let both = rects(layout(.stackedColumn, mixed))
        #expect(both[1].y == both[0].bottom && both[2].bottom == both[0].y)
    }

    @Test("CH-8: a whole stacked column is selected, and tells its total and each category")
    func selectedColumn() {
        let data = Samples.table(["a", "b"], ChartSeries("x", [1, 5]), ChartSeries("y", [2, 6]))
        let layout = layout(.stackedColumn, data, .item(1))
        #expect(layout.marks.map(\.emphasis) == [.dimmed, .dimmed, .selected, .selected])
        let reading = ChartReading(layout.chart)
        #expect(reading?.title == "b" && reading?.lines.map(\.name) == ["Total", "x", "y"])
        #expect(reading?.lines.map(\.value) == ["11", "5", "6"])
    }

    @Test("CH-9: one category of stacked columns is selected, and its values are compared")
    func selectedCategory() {
        let data = Samples.table(["a", "b"], ChartSeries("x", [1, 5]), ChartSeries("y", [2, 6]))
        let layout = layout(.stackedColumn, data, .series(1))
        #expect(layout.marks.map(\.emphasis) == [.dimmed, .selected, .dimmed, .selected])
        #expect(layout.legend.map(\.isSelected) == [false, true])
        #expect(ChartReading(layout.chart)?.lines.map(\.name) == ["a", "b"])
        #expect(ChartReading(layout.chart)?.lines.map(\.value) == ["2", "6"])
    }

    private func runs(_ layout: ChartLayout) -> [[ChartPosition]] {
        layout.marks.compactMap { if case .line(let runs) = $0.shape { runs } else { nil } }.flatMap { $0 }
    }

    @Test("CH-10: a line is straight from value to value, and breaks where one is missing")
    func lines() {
        let layout = layout(.line, Samples.days(ChartSeries("", [1, 2, nil, .nan, 3, 4, .infinity, 5])))
        #expect(runs(layout).map(\.count) == [2, 2, 1])
        // The value between two gaps is drawn, because it has no line.
        #expect(layout.marks.last?.isQuiet == false)
    }

    @Test("CH-10: dates that are not equally far apart are not drawn so")
    func timesKeepTheirDistance() {
        let data = ChartData.table(
            .dates([0, 1, 3].map(Samples.day), Samples.utc), [ChartSeries("", [1, 2, 3])])
        let line = runs(layout(.line, data))[0]
        #expect(((line[2].x - line[1].x) - 2 * (line[1].x - line[0].x)).magnitude < 1e-6)
    }

    @Test("CH-11: an area is filled from its line to 0")
    func areas() {
        let layout = layout(.area, Samples.days(ChartSeries("", [5, 9, 7])))
        let areas = layout.marks.compactMap { if case .area(let parts) = $0.shape { parts } else { nil } }
        #expect(areas.count == 1 && areas[0][0].prefix(3) == runs(layout)[0][...])
        #expect(areas[0][0].suffix(2).allSatisfy { $0.y == layout.plot.bottom })
    }

    @Test("CH-12: columns and the line of a combo have one axis")
    func combos() {
        let layout = layout(
            .combo, Samples.days(ChartSeries("a", [4, 8]), ChartSeries("b", [4, 8], mark: .line)))
        #expect(rects(layout).map(\.y) == runs(layout)[0].map(\.y))
        #expect(rects(layout).map(\.center.x) == runs(layout)[0].map(\.x))
    }

    @Test("CH-13: steps go on from each other, totals stand on 0, and the legend has all three kinds")
    func waterfalls() {
        let steps = [
            ChartStep("a", .start(10)), ChartStep("b", .change(5)), ChartStep("c", .change(-20)),
            ChartStep("?", .change(.nan)), ChartStep("d", .total),
        ]
        let waterfall = Waterfall(steps)
        #expect(
            waterfall.columns.map { $0.map { [$0.from, $0.to] } } == [[0, 10], [10, 15], [15, -5], nil, [0, -5]])
        #expect(waterfall.columns.map { $0?.paint } == [.total, .increase, .decrease, nil, .total])
        let only = layout(.waterfall, .steps([ChartStep("b", .change(5))]))
        #expect(only.legend.map(\.paint) == [.increase, .decrease, .total])
        #expect(only.legend.map(\.name) == ["Increase", "Decrease", "Total"])
    }

    @Test("CH-13: the value of a waterfall's column is shown when it is selected")
    func selectedStep() {
        let steps = ChartData.steps([ChartStep("a", .start(10)), ChartStep("b", .change(-4))])
        func values(_ selection: ChartSelection) -> [String] {
            layout(.waterfall, steps, selection).labels.filter { $0.role == .value }.map(\.text)
        }
        #expect(values(.none) == [] && values(.item(1)) == ["−4"] && values(.item(0)) == ["10"])
        #expect(values(.item(7)) == [])
    }

    @Test("CH-16: each measurement is a point, and series differ in color and sign")
    func scatter() {
        let marks = layout(Samples.all[7]).marks
        #expect(marks.map(\.series) == [0, 0, 1] && marks.map(\.paint) == [.series(0), .series(0), .series(1)])
        #expect(marks[0].paint.sign != marks[2].paint.sign)
        let across = marks.map(\.bounds.center.x)
        #expect(across == across.sorted() && marks[0].bounds.center.y < marks[2].bounds.center.y)
    }

    @Test("CH-17: a series that the legend selects is the most prominent", arguments: [7, 8])
    func selectedSeries(_ sample: Int) {
        var chart = Samples.all[sample]
        chart.selection = .series(1)
        let layout = layout(chart)
        #expect(layout.marks.allSatisfy { $0.emphasis == ($0.series == 1 ? .selected : .dimmed) })
        #expect(layout.legend.map(\.series) == [0, 1])
    }

    @Test("A selected point has guides to both axes, and its values are told: CH-18 without touch", arguments: [7, 8])
    func guides(_ sample: Int) {
        var chart = Samples.all[sample]
        chart.selection = .point(series: 0, item: 1)
        let layout = layout(chart)
        let guides = layout.rules.filter { $0.role == .guide }
        let selected = layout.marks.filter { $0.emphasis == .selected }.map(\.bounds.center)
        #expect(guides.count == 2 && selected.count == 1)
        #expect((guides[0].start.x - selected[0].x).magnitude < 1e-6)
        #expect((guides[1].start.y - selected[0].y).magnitude < 1e-6)
        #expect(ChartReading(chart)?.lines.map(\.value).prefix(2) == ["0.9\u{a0}s", "72%"])
    }

    @Test("CH-19: bubbles are circles, of areas as their sizes and of few sizes")
    func bubbles() {
        let points = (1...40).map { ChartPoint(Double($0), Double($0 % 7), size: Double($0)) }
        let data = ChartData.points([ChartPointSeries("", points)], x: Samples.pages, size: Samples.pages)
        let radii = layout(.bubble, data).marks.compactMap {
            if case .circle(_, let radius) = $0.shape { radius } else { nil }
        }
        #expect(radii.count == 40 && Set(radii).count <= 8)
        let sizes = BubbleSizes(points, largest: 20)
        #expect(sizes.radius(40) == 20 && sizes.radius(10) == 10 && sizes.radius(0.001) > 0)
    }

    @Test(
        "A stock chart tells name, current value, all prices and the volume: CH-20 without touch", arguments: [nil, 1])
    func stock(_ selected: Int?) {
        var chart = Samples.all[9]
        if let selected { chart.selection = .item(selected) }
        let layout = layout(chart, 300, 240)
        let head = layout.labels.filter { $0.role == .head }.map(\.text)
        let prices = selected == nil ? ["2.5", "5", "2.5", "4"] : ["3", "3.5", "2", "2.5"]
        let names = ["Opening", "Highest", "Lowest", "Closing"]
        #expect(Array(head.prefix(2)) == ["Camera 1", "4\u{a0}s"])
        #expect(Array(head.dropFirst(2).prefix(4)) == zip(names, prices).map { "\($0) \($1)\u{a0}s" })
        #expect(head.last == (selected == nil ? "Volume 10" : "Volume 35"))
        #expect(layout.rules.contains { $0.role == .guide } == (selected != nil))
    }

    @Test("A session's mark goes from the lowest price to the highest, and says all of them")
    func sessions() {
        let marks = layout(Samples.all[9]).marks.filter { !$0.name.isEmpty }
        #expect(marks.count == 3)
        #expect((marks[0].bounds.height - 2 * marks[1].bounds.height).magnitude < 1e-6)
        #expect(
            marks[0].name
                == "Nov 22, 2026: Opening 2\u{a0}s, Highest 4\u{a0}s, Lowest 1\u{a0}s, Closing 3\u{a0}s, Volume 20")
    }

    @Test("CH-21: a donut has five segments at most, each of a color of its own; the rest is Other")
    func donuts() {
        let names = (0..<9).map { "\($0)" }
        let items = ChartItems.categories(names, ordered: false)
        let donut = Donut(items, ChartSeries("", [1, 9, 2, 8, 3, 7, 4, 6, nil]))
        #expect(donut.segments.map(\.name) == ["1", "3", "5", "7", "Other"])
        #expect(donut.segments.map(\.value) == [9, 8, 7, 6, 10] && donut.segments[4].items.sorted() == [0, 2, 4, 6])
        #expect((donut.segments.map(\.share).reduce(0, +) - 1).magnitude < 1e-9)
        let marks = layout(.donut, .table(items, [ChartSeries("", [1, 9, 2, 8, 3, 7, 4, 6, nil])])).marks
        #expect(Set(marks.map(\.paint)).count == 5)
    }

    @Test(
        "CH-21: the legend of a donut has each part with its share, however long its name is; a whole ring has no seam")
    func legendsOfDonuts() {
        let names = (0..<9).map { "A very long name of a folder with all that is in it, number \($0)" }
        let data = ChartData.table(.categories(names, ordered: false), [ChartSeries("", [9, 8, 7, 6, 5, 4, 3, 2, 1])])
        let chart = Chart(.donut, title: "Pages", measure: ChartMeasure("Pages"), data: data)
        for width in [340.0, 480] {
            let layout = ChartLayout(chart, in: ChartFrame(width: width, height: 320))
            #expect(layout.legend.count == 5 && layout.legend.allSatisfy { $0.label.text.hasSuffix("%") })
            #expect(layout.legend.allSatisfy { $0.label.bounds.right <= width })
        }
        let whole = Chart(
            .donut, title: "Pages", measure: ChartMeasure("Pages"),
            data: .table(.categories(["All"], ordered: false), [ChartSeries("", [3])]))
        let svg = ChartSVG(ChartLayout(whole, in: ChartFrame(width: 480, height: 300)), id: "whole").text
        // Only circles: no line connects the outer and the inner one.
        #expect(svg.contains(/d="M[0-9. ]+A[0-9. ]+A[0-9. ]+ZM[0-9. ]+A[0-9. ]+A[0-9. ]+Z"/))
    }

    @Test("CH-23: a part that is there has more than 0 %, and one that is not all less than 100")
    func smallShares() {
        let shares = [0, 0.0001, 0.001, 0.5, 0.9999, 1].map { ChartNumber.percentage($0) }
        #expect(shares == ["0%", "<0.1%", "0.1%", "50%", ">99.9%", "100%"])
    }

    @Test("CH-22: segments go clockwise from the largest, unless categories have an order")
    func orderOfSegments() {
        func names(_ ordered: Bool) -> [String] {
            Donut(.categories(["Bad", "Fair", "Good"], ordered: ordered), ChartSeries("", [2, 1, 5])).segments.map(
                \.name)
        }
        #expect(names(false) == ["Good", "Bad", "Fair"] && names(true) == ["Bad", "Fair", "Good"])
        let arcs = layout(Samples.all[10]).marks.compactMap { if case .arc(let arc) = $0.shape { arc } else { nil } }
        #expect(arcs.map(\.start) == [0, 0.5, 0.8] && arcs.last?.end == 1)
    }

    @Test("CH-23: one segment or several are selected, and tell percentage and value")
    func selectedSegments() {
        var chart = Samples.all[10]
        chart.selection = .items([0, 2])
        #expect(ChartReading(chart)?.lines.map(\.value) == ["3 (30%)", "2 (20%)"])
        #expect(layout(chart).marks.map(\.emphasis) == [.dimmed, .selected, .selected])
        #expect(layout(chart).labels.filter { $0.role == .head }.map(\.text) == ["5"])
        chart.selection = .item(1)
        #expect(ChartReading(chart)?.lines.map(\.name) == ["Invoices"])
    }

    @Test("CH-25: six series in succession have patterns, signs and dashes of their own")
    func patterns() {
        let paints = (0..<6).map { ChartPaint.series($0) }
        #expect(Set(paints.map(\.pattern)).count == 6 && Set(paints.map(\.sign)).count == 6)
        #expect((0..<12).map { ChartPaint.series($0).name } == (1...12).map { "\($0)" })
        #expect(Set([ChartPaint.increase, .decrease, .total].map(\.pattern)).count == 3)
    }

    @Test("ES-4: an empty chart has a description only on a page of its own", arguments: ChartFrame.Place.allCases)
    func empty(_ place: ChartFrame.Place) {
        for type in ChartType.allCases {
            let chart = Samples.chart(type, .table(.categories([], ordered: false), []))
            let message = ChartLayout(chart, in: ChartFrame(width: 300, height: 200, place: place)).message
            #expect(message?.title == "No values yet" && (message?.description != nil) == (place == .page))
        }
    }

    @Test("Thresholds are lines of their own kind, with their names", arguments: [ChartType.column, .bar, .line])
    func thresholds(_ type: ChartType) {
        var chart = Samples.chart(type, Samples.table(["a", "b"], ChartSeries("", [1, 2]), ordered: true))
        chart.thresholds = [
            ChartThreshold(5, name: "Goal"), ChartThreshold(3, name: "Most", kind: .limit),
            ChartThreshold(.nan, name: "?"),
        ]
        let layout = layout(chart)
        #expect(layout.rules.filter { $0.role == .target }.count == 1)
        #expect(layout.rules.filter { $0.role == .limit }.count == 1)
        #expect(layout.labels.filter { $0.role == .threshold }.map(\.text) == ["Goal", "Most"])
    }

    @Test(
        "Times that no calendar has are named by their nearest",
        arguments: [[Double.nan, 0, .infinity], [-1e300, 1e300], [-.infinity, 1e12, 1e15], [0, 1e11]])
    func farTimes(_ seconds: [Double]) {
        let dates = seconds.map { Date(timeIntervalSince1970: $0) }
        let data = ChartData.table(.dates(dates, Samples.utc), [ChartSeries("", seconds.indices.map { Double($0) })])
        for type in [ChartType.line, .column, .donut] {
            let chart = Samples.chart(type, data)
            #expect(layout(chart).labels.allSatisfy { !$0.text.isEmpty })
            #expect(ChartTable(chart).rows.count == seconds.count && !chart.summary.isEmpty)
        }
    }

    @Test func sessionsWithoutAllPricesAreGaps() {
        let prices: [[Double]] = [[2, 4, 1, 3], [2, 4, 1, .nan], [.nan, 4, 1, 3], [2, 2.5, 1, 3], [2, 4, 2.5, 3]]
        let sessions = prices.enumerated().map { day, prices in
            ChartSession(
                Samples.day(day), open: prices[0], high: prices[1], low: prices[2], close: prices[3], volume: 1)
        }
        let chart = Samples.chart(.stock, .sessions(sessions, name: "", Samples.utc))
        #expect(layout(chart).marks.filter { !$0.name.isEmpty }.map(\.item) == [0])
        #expect(chart.refusals(width: 600) == [.pricesMissing])
    }

    @Test func tenThousandValuesKeepTheirExtremes() {
        var values = (0..<10_000).map { Optional(Double($0 % 13)) }
        values[4321] = 900
        values[8765] = -50
        for type in [ChartType.line, .area, .column, .bar] {
            let layout = layout(
                type, Samples.table((0..<10_000).map { "\($0)" }, ChartSeries("", values), ordered: true))
            let items = Set(layout.marks.compactMap(\.item))
            let selected = ChartLayout(
                Chart(type, title: "", measure: Samples.pages, data: layout.chart.data, selection: .item(4444)),
                in: layout.frame)
            #expect(selected.marks.contains { $0.item == 4444 && $0.emphasis == .selected })
            #expect(items.isSuperset(of: [4321, 8765]) && layout.marks.count < 1000)
        }
        let line = runs(layout(.line, Samples.days(ChartSeries("", values))))[0]
        #expect(line.count < 4 * 600)
    }
}
