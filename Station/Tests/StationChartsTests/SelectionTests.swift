import StationCharts
import Testing

@Suite struct SelectionTests {
    @Test("A selection reads the same from its text, and other texts are none")
    func texts() {
        let all: [ChartSelection] = [.none, .item(3), .items([1, 4]), .series(0), .point(series: 2, item: 7)]
        for selection in all { #expect(ChartSelection(selection.text) == selection) }
        for text in [
            "item", "item-", "item-x", "item--1", "items", "point-1", "none", "series-1-2", "item-99999999999",
        ] {
            #expect(ChartSelection(text) == nil, "\(text)")
        }
    }

    @Test(
        "CH-8, CH-9, CH-17, CH-23: what a person chooses is selected: a whole column, a series, a point, several segments"
    )
    func choosing() {
        let none = ChartSelection.none
        #expect(none.choosing(series: 1, item: 2, of: .stackedColumn) == .item(2))
        #expect(none.choosing(series: 1, item: nil, of: .stackedColumn) == .series(1))
        #expect(none.choosing(series: 1, item: nil, of: .scatter) == .series(1))
        #expect(none.choosing(series: 1, item: 2, of: .scatter) == .point(series: 1, item: 2))
        #expect(none.choosing(series: nil, item: 2, of: .stock) == .item(2))
        let first = none.choosing(series: 0, item: 2, of: .donut)
        #expect(first == .items([2]) && first.choosing(series: 0, item: 0, of: .donut) == .items([0, 2]))
        #expect(first.choosing(series: 0, item: 2, of: .donut) == .none)
        #expect(none.choosing(series: nil, item: nil, of: .line) == .none)
    }

    @Test("CH-18: what is chosen again is let go of, but not while a finger slides over it")
    func again() {
        let chosen = ChartSelection.point(series: 0, item: 4)
        #expect(chosen.choosing(series: 0, item: 4, of: .line) == .none)
        #expect(chosen.choosing(series: 0, item: 4, of: .line, keeps: true) == chosen)
        #expect(chosen.choosing(series: 0, item: 5, of: .line, keeps: true) == .point(series: 0, item: 5))
        #expect(ChartSelection.items([1]).choosing(series: 0, item: 1, of: .donut, keeps: true) == .items([1]))
    }
}
