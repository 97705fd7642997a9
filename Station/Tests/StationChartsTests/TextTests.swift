import StationCharts
import StationRules
import Testing

@Suite struct TextTests {
    @Test("The table tells the values of each series, and gaps as gaps")
    func tables() {
        let table = ChartTable(Samples.all[3])
        #expect(table.columns == ["Day", "Pictures", "Texts"])
        // Without a unit, the column title says what is counted, and names the items if specified.
        var weeks = Samples.all[1]
        weeks.itemName = "Week from"
        #expect(ChartTable(weeks).columns == ["Week from", "Scanned (Pages)", "Imported (Pages)"])
        #expect(table.rows[0] == ["Nov 22, 2026", "10\u{a0}MB", "1\u{a0}MB"])
        #expect(table.rows[2] == ["Nov 24, 2026", "–", "3\u{a0}MB"])
        #expect(
            ChartTable(Samples.all[6]).rows == [
                ["Start", "40"], ["Scanned", "25"], ["Deleted", "−12"], ["Now", "53"],
            ])
        #expect(
            ChartTable(Samples.all[9]).rows[1].dropFirst() == [
                "3\u{a0}s", "3.5\u{a0}s", "2\u{a0}s", "2.5\u{a0}s", "35",
            ])
    }

    @Test("A chart is told in one sentence")
    func summaries() {
        let sentences = Samples.all.map(\.summary)
        #expect(
            sentences == [
                "3 values, from 3 (Other) to 12 (Invoices and receipts).",
                "7 values, from −2 (Nov 23, 2026, Imported) to 8 (Nov 23, 2026, Scanned).",
                "8 values, from 1 (Wed, Phone) to 5 (Wed, Camera).",
                "9 values, from 1\u{a0}MB (Nov 22, 2026, Texts) to 17\u{a0}MB (Nov 25, 2026, Pictures).",
                "4 values, from 4 (Nov 22, 2026) to 12 (Nov 25, 2026).",
                "8 values, from 4 (Nov 22, 2026, Pages) to 12 (Nov 25, 2026, Pages).",
                "Increases of 25 and decreases of 12 lead to 53.",
                "3 points: Time to lock 0.4 – 1.5\u{a0}s, Sharpness 40 – 80%.",
                "3 points: Time to lock 0.4 – 1.5\u{a0}s, Sharpness 40 – 80%.",
                "Camera 1 is at 4\u{a0}s, between 1\u{a0}s and 5\u{a0}s so far.",
                "10 in 3 parts; the largest is Invoices with 50%.",
            ])
        let german = Language.$current.withValue(.german) { Samples.all.map(\.summary) }
        #expect(german[0] == "3 Werte, von 3 (Other) bis 12 (Invoices and receipts).")
        #expect(zip(sentences, german).allSatisfy(!=))
    }

    @Test("The largest part of a donut is none that stands for several")
    func largestPart() {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let chart = Samples.chart(.donut, Samples.table(names, ChartSeries("Pages", [5, 4, 4, 4, 3, 3, 3])))
        #expect(chart.summary == "26 in 5 parts; the largest is a with 19.2%.")
    }

    @Test func oneValueEqualOnesAndNoneHaveSentencesOfTheirOwn() {
        func summary(_ values: [Double?]) -> String {
            Samples.chart(.column, Samples.table(["a", "b"], ChartSeries("", values))).summary
        }
        #expect(summary([nil, 3]) == "One value: 3 (b).")
        #expect(summary([3, 3]) == "2 values, all of them 3.")
        #expect(summary([.nan]) == "There are no values yet.")
    }
}
