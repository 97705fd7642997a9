import StationRules
import Testing

@Suite struct HomeTests {
    private static let today = Day("2026-11-25")!

    private func figures() -> HomeFigures {
        let days = (0..<HomeRange.days).map { HomeFigures.OfDay(Self.today.adding($0 + 1 - HomeRange.days)) }
        return HomeFigures(today: Self.today, days: days)
    }

    @Test("OV-1: the header has four figures; narrow windows show three at a time, in pages")
    func header() {
        let header = HomeHeader(figures(), bytes: 1_200_000)
        #expect(header.figures.map(\.kind) == [.today, .inbox, .due, .storage])
        #expect(header.figures.count <= HomeHeader.regular)
        #expect(header.pages.map(\.count) == [3, 1] && header.pages.flatMap { $0 } == header.figures)
        #expect(header.figures.map(\.text) == ["0", "0", "0", "1.2 MB"])
    }

    @Test("OV-2: each figure leads to what it counts")
    func paths() {
        #expect(
            HomeHeader(figures(), bytes: 0).figures.map(\.path) == [
                "/documents?captured=2026-11-25..2026-11-25", "/documents?state=inbox",
                "/documents?due=2026-10-26..2026-12-02&sort=due", "/home/charts/storage",
            ])
    }

    @Test("OV-4, PT-1, PT-4: previews are of what is new or needs attention, and are the beginning of a list")
    func previews() throws {
        let previews = HomePart.allCases.compactMap { ListPreview($0, today: Self.today) }
        #expect(previews.map(\.part) == [.review, .due, .recent] && ListPreview.maximum == 3)
        #expect(previews.map(\.query) == [HomeList.inbox, HomeList.due(on: Self.today), ListQuery()])
        #expect(Set(previews.map(\.emptyText)).count == 3)
    }

    @Test("What stands on the overview is arranged: moved, hidden, and with what is new at its end")
    func arrangement() {
        #expect(HomePart.shown([]) == HomePart.allCases)
        #expect(Set(HomePart.allCases.map(\.name)).count == HomePart.allCases.count)
        for part in HomePart.allCases { #expect(HomePart(part.name) == part) }
        let kept = [SidebarOrder.Entry(name: "chart-types"), SidebarOrder.Entry(name: "due", isHidden: true)]
        let shown = HomePart.shown(kept + [SidebarOrder.Entry(name: "gone")])
        #expect(shown.first == .chart(.types) && !shown.contains(.due))
        #expect(shown.count == HomePart.allCases.count - 1)
    }

    @Test("OV-7: the ways to the rest repeat no place of the navigation")
    func facets() {
        let places = Set(Place.allCases.map(\.path))
        #expect(HomeFacet.allCases.allSatisfy { !places.contains($0.path) })
        #expect(Set(HomeFacet.allCases.map(\.path)).count == HomeFacet.allCases.count)
    }

    @Test("Weekdays follow each other from the first of the week, and have what came on them")
    func weekdays() throws {
        var figures = figures()
        // A Wednesday.
        figures.days[figures.days.count - 1].amounts = [.scan: DocumentAmount(documents: 1, pages: 3)]
        figures.days[figures.days.count - 8].amounts = [.import: DocumentAmount(documents: 1, pages: 4)]
        let monday = try #require(HomeSeries(.weekdays, figures))
        #expect(monday.items.map(\.name) == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map { .text($0) })
        #expect(monday.items.map(\.amount.pages) == [0, 0, 7, 0, 0, 0, 0])
        let weeks = try #require(HomeSeries(.weeks, figures))
        #expect(weeks.items.count == HomeRange.weeks && weeks.items.suffix(2).map(\.amount.pages) == [4, 3])
        #expect(weeks.items.last?.parts == [.scan: DocumentAmount(documents: 1, pages: 3)])
    }

    @Test("Weeks begin on the first weekday; the last one ends today", arguments: 0..<7)
    func weeks(first: Int) {
        let weeks = HomeFigures(today: Self.today, firstWeekday: first, days: figures().days).weeks
        #expect(weeks.count == HomeRange.weeks && weeks.last?.last?.day == Self.today)
        #expect(weeks.allSatisfy { $0.first?.day.weekday == first } && weeks.dropLast().allSatisfy { $0.count == 7 })
    }

    @Test("The library's growth leads from what there was to what there is")
    func flow() throws {
        var figures = figures()
        figures.types = [
            HomeFigures.Named(id: 1, name: "Letter", DocumentAmount(documents: 5, pages: 20)),
            HomeFigures.Named(id: nil, name: "", DocumentAmount(documents: 1, pages: 2)),
        ]
        figures.days[figures.days.count - 2].amounts = [
            .scan: DocumentAmount(documents: 2, pages: 6), .program: DocumentAmount(documents: 1, pages: 1),
        ]
        figures.deleted = DocumentAmount(documents: 1, pages: 4)
        let flow = try #require(HomeSeries(.flow, figures))
        #expect(flow.items.map(\.amount.pages) == [19, 6, 0, 1, -4, 22] && flow.total.pages == 22)
    }
}
