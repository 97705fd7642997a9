import FoundationEssentials
import StationRules
import Testing

@Suite struct TimelineTests {
    /// 2026-11-25, 12:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_608_000)
    private let clock = StationClock(zone: TimeZone(secondsFromGMT: 0)!)

    private func entry(
        _ kind: TimelineEntry.Kind, days: Double, state: ListFilter.ReviewState = .reviewed, isTrashed: Bool = false,
        facts: [String] = []
    ) -> TimelineEntry {
        let date = Self.now + days * 86_400
        return TimelineEntry(
            kind, kind.isDay ? .day(Day(date, in: clock.calendar)) : .time(date), document: 1, title: "Rent",
            state: state, isTrashed: isTrashed, facts: facts)
    }

    @Test("TL-2, TL-3: entries stand in the order of time, under the month or the day that they are of")
    func order() {
        let entries = [
            entry(.due, days: 8), entry(.added, days: -30), entry(.changed, days: -0.1), entry(.due, days: 0),
        ]
        let months = Timeline(entries, now: Self.now, clock: clock).sections
        #expect(months.map(\.heading) == ["Oct 2026", "Nov 2026", "Dec 2026"])
        #expect(months.map(\.cells.count) == [1, 2, 1])
        // All-day entries may be done until the end of the day.
        #expect(months[1].cells.map(\.entry.kind) == [.changed, .due])
        #expect(months[1].cells.map(\.time) == ["Nov 25", "Nov 25"])
        let days = Timeline(entries, by: .day, now: Self.now, clock: clock).sections
        #expect(days.map(\.heading) == ["Oct 26, 2026", "Nov 25, 2026", "Dec 3, 2026"])
        #expect(days[1].cells.map(\.time) == ["9:36 AM", "All Day"])
    }

    @Test("TL-4: now is above the first of today that is not over, else above what comes next")
    func nowIndicator() {
        func place(_ days: [Double]) -> Int? {
            Timeline(days.map { entry(.due, days: $0) }, now: Self.now, clock: clock).cells.firstIndex(where: \.isNow)
        }
        #expect(place([-2, 0, 0, 3]) == 1)
        #expect(place([-2, -1, 3, 9]) == 2)
        #expect(place([-2, -1]) == nil && place([]) == nil)
        // Past events of today are not upcoming.
        let busy = [-0.3, -0.2].map { entry(.changed, days: $0) } + [entry(.due, days: 2), entry(.due, days: 0)]
        let cells = Timeline(busy, now: Self.now, clock: clock).cells
        #expect(cells.map(\.isNow) == [false, false, true, false])
        #expect(cells[2].entry.moment == .day(Day(Self.now, in: clock.calendar)))
    }

    @Test("TL-5, TP-7: where it begins and ends the sign is a diamond, if that is known")
    func ends() {
        let entries = [entry(.added, days: -3), entry(.due, days: 1), entry(.retained, days: 900)]
        let open = Timeline(entries, now: Self.now, clock: clock).cells.map(\.node)
        #expect(open == [.completed, .open, .open] && open.allSatisfy { !$0.isDiamond })
        let ended = Timeline(entries, now: Self.now, clock: clock, start: true, end: true).cells.map(\.node)
        #expect(ended == [.start, .open, .end] && ended.map(\.isDiamond) == [true, false, true])
    }

    @Test("TL-12: what is before today is past, what is of today is current, and the rest is to come")
    func tenses() {
        let cells = Timeline(
            [-1, -0.4, 0.4, 1].map { entry(.changed, days: $0) }, now: Self.now, clock: clock
        ).cells
        #expect(cells.map(\.tense) == [.past, .current, .current, .future])
        #expect(Set(Tense.allCases.map(\.label)).count == 3)
    }

    @Test("TL-13: the sign tells whether something is open, under way, done, or over")
    func nodes() {
        func node(_ entry: TimelineEntry) -> TimelineNode? {
            Timeline([entry], now: Self.now, clock: clock).cells.first?.node
        }
        #expect(node(entry(.due, days: 2)) == .open && node(entry(.due, days: 0)) == .inProgress)
        #expect(node(entry(.due, days: -2)) == .empty && node(entry(.exported, days: -2)) == .completed)
        #expect(node(entry(.added, days: -2)) == .completed)
        #expect(node(entry(.added, days: -2, state: .inbox)) == .inProgress)
        #expect(node(entry(.added, days: -2, state: .inbox, isTrashed: true)) == .completed)
        #expect(Set(TimelineNode.allCases.map(\.label)).count == TimelineNode.allCases.count)
    }

    @Test("TL-9, TL-11: a cell has two statuses and two facts at most, the more urgent ones")
    func stacks() {
        func statuses(_ entry: TimelineEntry) -> [String] {
            entry.statuses(today: Day(Self.now, in: clock.calendar)).map(\.text)
        }
        #expect(statuses(entry(.due, days: -1)) == ["Overdue", "Reviewed"])
        #expect(statuses(entry(.due, days: 7, state: .inbox)) == ["Due soon", "Inbox"])
        #expect(statuses(entry(.due, days: 8)) == ["Reviewed"] && statuses(entry(.due, days: -31)) == ["Reviewed"])
        #expect(statuses(entry(.retained, days: -1, isTrashed: true)) == ["May be destroyed", "In the trash"])
        let cell = Timeline(
            [entry(.added, days: 0, facts: ["Home", "City Works", "more"])], now: Self.now, clock: clock
        ).cells[0]
        #expect(cell.facts == ["Home", "City Works"])
    }

    @Test("TL-14: the address of a timeline holds what it shows")
    func addresses() throws {
        var query = TimelineQuery()
        #expect(query.address(at: "/home/timeline") == "/home/timeline" && query.isWhole)
        query.search(" gas bill ")
        query = query.toggling(.due).toggling(.added).by(.day)
        #expect(try TimelineQuery(query.items) == query && !query.isWhole)
        #expect(query.address(at: "/t") == "/t?q=gas%20bill&kind=added,due&by=day")
        #expect(query.toggling(.due).kinds == [.added] && query.shows(.due) && !query.shows(.exported))
        for item in [ListQuery.Item("kind", "nothing"), ListQuery.Item("by", "year")] {
            #expect(throws: ListQuery.Failure.self) { try TimelineQuery([item]) }
        }
    }

    @Test("TP-1, TP-3, TP-4: a strip has the four that are nearest to today, and narrow windows two of them")
    func strip() {
        func strip(_ days: [Double]) -> TimelinePreview {
            TimelinePreview(days.map { entry(.due, days: $0) }, total: 30, now: Self.now, clock: clock)
        }
        let both = strip([-5, -4, -3, -2, 1, 2, 3, 4])
        #expect(both.items.map(\.time) == ["Nov 23", "Nov 26", "Nov 27", "Nov 28"] && both.total == 30)
        #expect(both.items.filter(\.isAlwaysShown).map(\.time) == ["Nov 23", "Nov 26"])
        #expect(strip([-5, -4, -3, -2]).items.map(\.time) == ["Nov 20", "Nov 21", "Nov 22", "Nov 23"])
        #expect(strip([-5, -4, -3, -2]).items.filter(\.isAlwaysShown).map(\.time) == ["Nov 22", "Nov 23"])
        // Events of today do not hide the upcoming ones.
        let busy = TimelinePreview(
            [-0.4, -0.3, -0.2, -0.1].map { entry(.changed, days: $0) } + [5, 6].map { entry(.due, days: $0) }, total: 6,
            now: Self.now, clock: clock)
        #expect(busy.items.map(\.cell.entry.kind) == [.changed, .changed, .due, .due])
        #expect(busy.items.map(\.isAlwaysShown) == [false, true, true, false])
        #expect(strip([0, 1]).items.map(\.time) == ["Today", "Nov 26"])
        // There is no heading with the year.
        #expect(strip([1, 400]).items.map(\.time) == ["Nov 26", "Dec 30, 2027"])
        #expect(strip([1, 2, 3, 4, 5]).items.count == TimelinePreview.regular)
        #expect(strip([1, 2, 3]).items.filter(\.isAlwaysShown).count == TimelinePreview.compact)
        #expect(strip([]).items.isEmpty)
        #expect(strip([0]).items[0].text == "1 of 1: Today, In progress, Today, Due, Rent")
    }
}
