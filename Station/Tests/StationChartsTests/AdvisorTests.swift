import StationCharts
import StationRules
import Testing

@Suite struct AdvisorTests {
    private func refusals(_ type: ChartType, _ data: ChartData) -> [ChartRefusal] {
        Samples.chart(type, data).refusals(width: 600)
    }

    private func suggested(_ type: ChartType, _ data: ChartData) -> ChartType {
        Samples.chart(type, data).suggestedType(width: 600)
    }

    private let names = ["Letters", "Invoices", "Notes", "Plans"]

    @Test("CH-1: each sample is of a type that takes it, and no type takes data of another kind")
    func everyTypeHasItsData() {
        #expect(Samples.all.map(\.type) == ChartType.allCases)
        for chart in Samples.all {
            #expect(chart.refusals(width: 600) == [] && chart.suggestedType(width: 600) == chart.type)
        }
        for type in [ChartType.line, .scatter, .stock, .donut] {
            #expect(refusals(type, .steps([ChartStep("a", .change(1))])) == [.otherData])
        }
        #expect(suggested(.line, .steps([])) == .waterfall)
    }

    @Test("CH-3: bars refuse time")
    func barsRefuseTime() {
        let days = Samples.days(ChartSeries("Pages", [1, 2, 3]))
        #expect(refusals(.bar, days) == [.timeOnBars] && suggested(.bar, days) == .column)
    }

    @Test("CH-5: columns are for items, and for times with gaps; for very many a line is suggested")
    func columns() {
        let gaps = Samples.days(ChartSeries("Pages", [1, nil, 3, nil, 5]))
        #expect(refusals(.column, gaps) == [] && refusals(.line, gaps) == [.gaps(2, most: 1)])
        #expect(suggested(.line, gaps) == .column)
        #expect(refusals(.column, Samples.table(names, ChartSeries("Pages", [1, 2, 3, 4]))) == [])
        let year = Samples.days(ChartSeries("Pages", (0..<365).map { Double($0) }))
        #expect(refusals(.column, year) == [.manyColumns(365, most: 75)] && suggested(.column, year) == .line)
    }

    @Test("CH-6: where labels of columns would not be whole, bars are suggested, but not for times")
    func longLabels() {
        let long = Samples.table(
            names.map { "\($0) from the year before the last one" }, ChartSeries("Pages", [1, 2, 3, 4]))
        #expect(refusals(.column, long) == [.longLabels] && suggested(.column, long) == .bar)
        let days = Samples.days(ChartSeries("Pages", (0..<60).map { Double($0) }))
        #expect(refusals(.column, days) == [])
    }

    @Test("CH-7: stacked columns have no negative parts, and few")
    func stacks() {
        #expect(refusals(.stackedColumn, Samples.table(names, ChartSeries("a", [1, -1]))) == [.negativeParts])
        let many = (0..<7).map { ChartSeries("\($0)", [1]) }
        let data = ChartData.table(.categories(["a"], ordered: false), many)
        #expect(refusals(.stackedColumn, data) == [.manyParts(7, most: 6)])
    }

    @Test("CH-10: lines are for what is ordered, with one gap at most")
    func lines() {
        let unordered = Samples.table(names, ChartSeries("Pages", [1, 2, 3, 4]))
        #expect(refusals(.line, unordered) == [.unordered])
        #expect(refusals(.line, Samples.table(names, ChartSeries("Pages", [1, nil, 3, 4]), ordered: true)) == [])
        let back = ChartData.table(.dates([Samples.day(1), Samples.day(0)], Samples.utc), [ChartSeries("", [1, 2])])
        #expect(refusals(.line, back) == [.unordered])
    }

    @Test("CH-11: areas have no gap; what is missing at their ends is none")
    func areas() {
        #expect(refusals(.area, Samples.days(ChartSeries("", [1, nil, 3]))) == [.gaps(1, most: 0)])
        #expect(refusals(.area, Samples.days(ChartSeries("", [nil, 1, 3, nil]))) == [])
    }

    @Test("CH-12: combos compare columns with a line, over time or in a ranking")
    func combos() {
        let (columns, line) = (ChartSeries("a", [1, 2]), ChartSeries("b", [2, 1], mark: .line))
        #expect(refusals(.combo, Samples.days(columns)) == [.columnsOrLineMissing])
        #expect(refusals(.combo, Samples.table(["a", "b"], columns, line)) == [.unordered])
        #expect(refusals(.combo, Samples.table(["a", "b"], columns, line, ordered: true)) == [])
    }

    @Test("CH-15: a waterfall is of one series of steps: series to be compared are refused")
    func waterfallsCompareNothing() {
        let data = Samples.table(["a", "b"], ChartSeries("x", [1, 2]), ChartSeries("y", [3, 4]))
        #expect(refusals(.waterfall, data) == [.otherData] && suggested(.waterfall, data) == .column)
    }

    @Test func donutsHaveOneSeriesWithoutNegatives() {
        let (one, two) = (ChartSeries("a", [1, 2]), ChartSeries("b", [1, -2]))
        #expect(refusals(.donut, Samples.table(["a", "b"], one)) == [])
        #expect(refusals(.donut, Samples.table(["a", "b"], one, two)) == [.otherData])
        #expect(refusals(.donut, Samples.table(["a", "b"], two)) == [.negativeParts, .oneSegment])
    }

    @Test func reasonsAreSentencesInBothLanguages() {
        let all: [ChartRefusal] = [
            .otherData, .timeOnBars, .manyColumns(2, most: 1), .longLabels, .negativeParts, .manyParts(9, most: 6),
            .unordered, .gaps(3, most: 1), .columnsOrLineMissing, .oneSegment, .pricesMissing,
        ]
        let german = Language.$current.withValue(.german) { all.map(\.reason) }
        for (english, german) in zip(all.map(\.reason), german) {
            #expect(english.hasSuffix(".") && german.hasSuffix(".") && english != german)
        }
    }
}
