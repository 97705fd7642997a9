import FoundationEssentials
import StationRules
import TestSupport
import Testing

@Suite struct FilterBarTests {
    private let clock = StationClock(zone: TimeZone(secondsFromGMT: 0)!)
    private let names = ListNames.some

    private func bar(_ change: (inout ListQuery) -> Void = { _ in }) -> FilterBar {
        var query = ListQuery()
        change(&query)
        return FilterBar(query, names: names, clock: clock)
    }

    @Test(
        "FB-2, FB-9: what is applied is left of what is not, a chosen order at the very left; the usual one is not told"
    )
    func places() {
        #expect(bar().direct.map(\.text) == ["Inbox", "No Folder"])
        #expect(bar { $0.sort(by: [.newest]) }.direct.map(\.text) == ["Inbox", "No Folder"])
        let chips = bar {
            $0.sort(by: [SortCriterion(.title), SortCriterion(.pages)])
            $0.filter.types = [4]
        }.direct
        #expect(chips.map(\.text) == ["Sort By: Title +1", "Invoice", "Inbox", "No Folder"])
        #expect(chips.map(\.isActive) == [true, true, false, false])
    }

    @Test("FB-3, FB-4, FB-5: a tap applies a fast filter, another one takes it off and puts it back in its place")
    func fastFilters() throws {
        let inbox = try #require(bar().chips.first { $0.text == "Inbox" })
        #expect(!inbox.isActive && inbox.query.filter.states == [.inbox] && inbox.query.filter.count == 1)
        let after = FilterBar(inbox.query, names: names, clock: clock)
        #expect(after.direct.map(\.text) == ["Inbox", "No Folder"] && after.chips[0].isActive)
        // The chip keeps its name, so that a browser can keep the focus.
        #expect(after.chips[0].name == inbox.name && after.chips[0].query == ListQuery())
        let unfiled = try #require(bar().chips.first { $0.text == "No Folder" })
        let second = FilterBar(unfiled.query, names: names, clock: clock)
        #expect(second.direct.map(\.text) == ["No Folder", "Inbox"])
    }

    @Test(
        "FB-6, FB-7, FB-12: filters of the form are chips in its order, each is taken off by itself, and all are counted"
    )
    func filtersOfTheForm() throws {
        let shown = bar {
            $0.filter.tags = [2, 3]
            $0.filter.types = [4]
            $0.filter.folder = .inside(1)
            $0.filter.hasText = false
        }
        #expect(shown.chips.filter(\.isActive).map(\.text) == ["Home", "Invoice", "car", "tax", "Without Text"])
        #expect(shown.count == 4)
        let car = try #require(shown.chips.first { $0.text == "car" })
        #expect(car.query.filter.tags == [3] && car.query.filter.types == [4])
    }

    @Test(
        "FB-8, LR-19: a chip tells its value, with a label where the value alone would not be clear, and the grouping")
    func texts() throws {
        func text(_ field: ListFilter.Field, _ value: String) -> String? {
            bar { $0.filter.set(field, to: value) }.chips.first { $0.isActive }?.text
        }
        #expect(text(.correspondent, "5") == "City Works")
        #expect(text(.correspondent, "99") == "Deleted Correspondent")
        #expect(text(.correspondent, "none") == "No Correspondent" && text(.type, "none") == "No Document Type")
        #expect(text(.person, "none") == "Person: Nobody in Particular" && text(.person, "6") == "Person: Ada")
        #expect(text(.weekday, "sun") == "Weekday: Su")
        #expect(text(.source, "scan") == "Added By: Scan")
        #expect(text(.pages, "2..") == "Pages: from 2")
        #expect(text(.pages, "..9") == "Pages: to 9")
        #expect(text(.due, "2026-11-22..2026-11-23") == "Due Date: Nov 22, 2026 – Nov 23, 2026")
        #expect(text(.date, "2026-11-22") == "Document Date: Nov 22, 2026")
        let grouped = bar { $0.grouping = .month }
        #expect(grouped.chips[0].text == "Group By: Month" && grouped.chips[0].query == ListQuery())
        #expect(grouped.count == 0)
    }

    @Test("FB-10: a chip that opens the values of a filter is never pressed, and is there if there are values")
    func openers() {
        let openers = bar { $0.filter.types = [4] }.chips.filter { $0.opens != nil }
        #expect(openers.map(\.opens) == [.type, .tag, .date] && openers.allSatisfy { !$0.isActive })
        #expect(openers.allSatisfy { $0.query.filter.types == [4] && $0.text.count <= 20 })
        let none = FilterBar(ListQuery(), names: ListNames(), clock: clock).chips
        #expect(none.map(\.text) == ["Inbox", "Document Date"])
    }

    @Test("SO-7, SO-8: whatever is set, each chip that is applied takes off something, until nothing is left")
    func everyChipTakesOff() {
        var random = SeededGenerator(seed: 29)
        for _ in 0..<300 {
            var query = ListQuery.random(&random)
            query.filter.isTrash = false
            var steps = 0
            while let chip = FilterBar(query, names: names, clock: clock).chips.first(where: \.isActive), steps < 60 {
                #expect(chip.query != query)
                query = chip.query
                steps += 1
            }
            #expect(query.filter == ListFilter() && query.sort.isEmpty && query.grouping == nil)
        }
    }
}

@Suite struct FilterFormTests {
    private let names = ListNames.some

    private func form(_ change: (inout ListQuery) -> Void = { _ in }) -> FilterForm {
        var query = ListQuery()
        change(&query)
        return FilterForm(query, names: names)
    }

    /// Returns the parameters that a browser sends for the form.
    private func sent(_ query: ListQuery, only: ListFilter.Field? = nil) -> [ListQuery.Item] {
        let form = FilterForm(query, names: names, only: only)
        var items = form.kept
        switch form.order {
        case nil: break
        case .one(let values): items += values.filter(\.isChosen).map { ListQuery.Item("sort", $0.value) }
        case .several(let criteria):
            let order = criteria.filter(\.isChosen).map { $0.directions[0].value }.joined(separator: ",")
            items.append(ListQuery.Item("sort", order))
        }
        for cell in form.cells {
            switch cell.kind {
            case .segments(let values), .chips(let values), .picker(let values):
                items += values.filter(\.isChosen).map { ListQuery.Item(cell.name, $0.value) }
            case .days(let from, let to), .range(_, let from, let to), .steps(_, let from, let to):
                items += [ListQuery.Item("\(cell.name).from", from), ListQuery.Item("\(cell.name).to", to)]
            }
        }
        return items
    }

    @Test("SO-8, SF-8: a form that is sent as it came leads to the list that it came from")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 28)
        for _ in 0..<1000 {
            var query = ListQuery.random(&random)
            // Names that no longer exist cannot be selected.
            query.filter.tags.formIntersection([2, 3])
            query.filter.types.formIntersection([ListFilter.unnamed, 4])
            query.filter.correspondents.formIntersection([ListFilter.unnamed, 5])
            query.filter.places.formIntersection([ListFilter.unnamed, 7])
            if query.filter.folder == .inside(3) { query.filter.folder = .inside(1) }
            #expect(try ListQuery(sent(query)) == query)
            // A form with a single filter does not change anything else.
            for field in ListFilter.Field.allCases { #expect(try ListQuery(sent(query, only: field)) == query) }
        }
    }

    @Test("SF-4, SF-5: the order comes first; what it is by is on top, and something always is")
    func order() throws {
        let usual = form()
        #expect(usual.criteria.filter(\.isChosen).map(\.label) == ["Date Added"])
        #expect(
            usual.criteria[0].isUsual && usual.criteria[0].directions.map(\.label) == ["Newest First", "Oldest First"])
        // Without words there is no relevance.
        #expect(!usual.criteria.contains { $0.label == "Relevance" })
        let chosen = form { $0.sort(by: [SortCriterion(.title, .descending), SortCriterion(.due)]) }
        #expect(chosen.criteria.prefix(3).map(\.label) == ["Title", "Due Date", "Date Added"])
        #expect(chosen.criteria.map(\.isChosen).prefix(3) == [true, true, false])
        #expect(chosen.criteria[0].directions.map(\.value) == ["-title", "title"])
        #expect(usual.cells[0].label == "Group By")
    }

    @Test("SF-11, SF-12, SF-13, SF-16: few short values are segments, more are chips, many or long ones a list")
    func kinds() throws {
        func kind(_ texts: [String], chosen: Set<String> = []) throws -> FilterForm.Kind {
            var some = ListNames()
            some.types = texts.enumerated().map { ListNames.Name(id: Int64($0 + 1), text: $1, documents: 1) }
            var query = ListQuery()
            query.filter.types = Set(some.types.filter { chosen.contains($0.text) }.map(\.id))
            let cell = try #require(FilterForm(query, names: some).cells.first { $0.name == "type" })
            #expect(cell.isMultiple)
            return cell.kind
        }
        func count(_ kind: FilterForm.Kind) -> (String, Int) {
            switch kind {
            case .segments(let values): ("segments", values.count)
            case .chips(let values): ("chips", values.count)
            case .picker(let values): ("picker", values.count)
            case .days, .range, .steps: ("bounds", 2)
            }
        }
        // Includes the one for documents without a type.
        #expect(count(try kind(["a", "b"])) == ("segments", 3))
        #expect(count(try kind((1...3).map(String.init))) == ("chips", 4))
        #expect(count(try kind((1...7).map(String.init))) == ("chips", 8))
        #expect(count(try kind((1...8).map(String.init))) == ("picker", 9))
        #expect(count(try kind(["a", String(repeating: "long ", count: 5)])) == ("picker", 3))
        // Selected values are at the top of a list.
        guard case .picker(let values) = try kind((1...9).map(String.init), chosen: ["4", "9"]) else {
            Issue.record("no list")
            return
        }
        #expect(values.prefix(3).map(\.label) == ["4", "9", "1"])
        // Without choices there is no cell.
        #expect(!FilterForm(ListQuery(), names: ListNames()).cells.contains { $0.name == "type" })
    }

    @Test("SF-6: where one criterion is enough it is chosen from values, otherwise several get an order")
    func orders() throws {
        guard case .one(let values) = try #require(form { $0.filter.isTrash = true }.order) else {
            Issue.record("several")
            return
        }
        #expect(values.map(\.label).prefix(2) == ["Date Deleted", "Date Added"])
        #expect(values.filter(\.isChosen).map(\.label) == ["Date Deleted"])
        // A URL may request another order in the trash.
        let two = form {
            $0.filter.isTrash = true
            $0.sort(by: [SortCriterion(.title), SortCriterion(.pages)])
        }
        #expect(two.criteria.prefix(2).map(\.label) == ["Title", "Pages"])
        #expect(!form().criteria.contains { $0.label == "Date Deleted" })
    }

    @Test("SF-14, SF-15, SF-18: days are behind a switch; few pages are a slider, many are counted up and down")
    func bounds() throws {
        func pages(_ maximum: Int, _ change: (inout ListQuery) -> Void = { _ in }) -> FilterForm.Kind? {
            var (some, query) = (ListNames(), ListQuery())
            some.maximumPages = maximum
            change(&query)
            return FilterForm(query, names: some).cells.first { $0.name == "pages" }?.kind
        }
        #expect(pages(0) == nil && pages(1) == nil)
        #expect(pages(2) == .range(maximum: 2, from: "", to: ""))
        #expect(pages(30) == .range(maximum: 30, from: "", to: ""))
        #expect(pages(31) == .steps(maximum: 31, from: "", to: ""))
        // A bound beyond all documents can still be seen and removed.
        #expect(pages(3) { $0.filter.set(.pages, to: "2..40") } == .steps(maximum: 40, from: "2", to: "40"))
        let due = form { $0.filter.set(.due, to: "2026-11-23..") }.cells.first { $0.name == "due" }?.kind
        #expect(due == .days(from: "2026-11-23", to: ""))
    }

    @Test("SF-19: what is not there is not offered, nor are places")
    func shortForms() {
        let empty = FilterForm(ListQuery(), names: ListNames()).cells.map(\.name)
        #expect(empty == ["group", "state", "date", "captured", "weekday", "due", "source", "text", "code", "check"])
        #expect(!form { $0.filter.isTrash = true }.cells.contains { $0.name == "trash" })
    }

    @Test(
        "SF-1, SF-7, LR-5, LR-19: titles and buttons tell how many documents there are; a grouping changes none of it")
    func texts() {
        #expect(ListTexts.title(ListQuery(), count: 100, of: 100) == "Documents (100)")
        var query = ListQuery()
        query.grouping = .type
        #expect(ListTexts.title(query, count: 100, of: 100) == "Documents (100)")
        query.search("gas")
        #expect(ListTexts.title(query, count: 12, of: 100) == "Documents (12 of 100)")
        query.filter.isTrash = true
        #expect(ListTexts.title(query, count: 0, of: 3) == "Trash (0 of 3)")
        #expect(ListTexts.results(12, of: 100) == "Documents 12 of 100")
        #expect(ListTexts.show(1) == "Show 1 Document" && ListTexts.show(0) == "Show 0 Documents")
    }
}

@Suite struct QuickSortTests {
    @Test("QS-1, QS-2, QS-4, QS-10: the menu sorts by one criterion, marks it, and leaves every filter as it is")
    func entries() throws {
        var random = SeededGenerator(seed: 30)
        for _ in 0..<200 {
            let query = ListQuery.random(&random)
            let menu = QuickSort(query)
            #expect(menu.entries.count == 5 && menu.entries.count(where: \.isActive) <= 1)
            for entry in menu.entries {
                #expect(entry.query.filter == query.filter && entry.query.text == query.text)
                #expect(entry.query.grouping == query.grouping && entry.query.order.count == 1)
                #expect(QuickSort(entry.query).entries.first(where: \.isActive)?.label == entry.label)
            }
        }
        #expect(QuickSort(ListQuery()).entries.filter(\.isActive).map(\.label) == ["Date Added"])
        #expect(QuickSort.title == "Sort By")
    }

    @Test(
        "QS-6, QS-12: as an entry of another menu it says what the list is sorted by; no name has more than three words"
    )
    func submenu() {
        var query = ListQuery()
        #expect(QuickSort(query).current == "Date Added")
        query.sort(by: [SortCriterion(.title), SortCriterion(.due)])
        #expect(QuickSort(query).current == "Title +1")
        #expect(SortCriterion.Property.allCases.allSatisfy { $0.label.split(separator: " ").count <= 3 })
    }

    @Test("SO-1, SO-2, SO-3: the form has every filter, the bar the fast ones, the menu none")
    func whatIsWhere() {
        let cells = Set(FilterForm(ListQuery(), names: .some).cells.map(\.name))
        // Persons are chosen on their chart, and the trash is a separate screen.
        let fields = Set(ListFilter.Field.allCases.map(\.rawValue)).subtracting(["person", "trash"])
        #expect(fields.isSubset(of: cells))
        let clock = StationClock(zone: TimeZone(secondsFromGMT: 0)!)
        let offered = FilterBar(ListQuery(), names: .some, clock: clock).chips
        // Each is a single tap away from its list or its values, so there are only a few.
        #expect(offered.count <= 5 && offered.allSatisfy { $0.query != ListQuery() || $0.opens != nil })
        #expect(QuickSort(ListQuery()).entries.allSatisfy { $0.query.filter == ListFilter() })
    }

    @Test("QS-5: the toast names the criterion")
    func toast() {
        var query = ListQuery()
        query.sort(by: [SortCriterion(.title)])
        #expect(QuickSort.toast(query) == "Sorted by title")
        // A second tap reverses the order.
        let again = QuickSort(query).entries.first(where: \.isActive)
        #expect(again?.query.order == [SortCriterion(.title, .descending)])
        #expect(again.map { QuickSort.toast($0.query) } == "Sorted by title: Z to A")
    }
}

@Suite struct FolderTreeTests {
    private let tree = FolderTree([
        .init(id: 1, parent: nil, name: "Home", documents: 1), .init(id: 2, parent: 1, name: "Bills", documents: 2),
        .init(id: 3, parent: 2, name: "2026", documents: 4), .init(id: 4, parent: nil, name: "Work", documents: 8),
        .init(id: 8, parent: 9, name: "circle", documents: 0), .init(id: 9, parent: 8, name: "circle", documents: 0),
    ])

    @Test("Each folder knows its level, its place among those beside it, and what lies inside it")
    func places() {
        #expect(tree.nodes.map(\.path) == ["Home", "Home / Bills", "Home / Bills / 2026", "Work"])
        #expect(tree.nodes.map(\.level) == [1, 2, 3, 1])
        #expect(tree.nodes.map(\.documents) == [7, 6, 4, 8])
        #expect(tree.nodes.map(\.hasChildren) == [true, true, false, false])
        #expect(tree.nodes.map(\.position) == [1, 1, 1, 2] && tree.nodes.map(\.siblings) == [2, 1, 1, 2])
    }

    @Test("The way to a folder leads from the top; what is inside it has all levels")
    func trails() {
        #expect(tree.trail(to: 3).map(\.folder.name) == ["Home", "Bills", "2026"])
        #expect(tree.trail(to: 99).isEmpty)
        #expect(tree.inside(1) == [1, 2, 3] && tree.inside(4) == [4])
    }
}

extension FilterBar {
    /// The chips that immediately show another list.
    fileprivate var direct: [Chip] { chips.filter { $0.opens == nil } }
}

extension FilterForm {
    /// Empty for a single criterion.
    fileprivate var criteria: [Criterion] {
        guard case .several(let criteria) = order else { return [] }
        return criteria
    }
}

extension ListNames {
    /// Some names of each kind.
    static let some: ListNames = {
        var names = ListNames()
        names.folders = [Name(id: 1, text: "Home", documents: 3)]
        names.tags = [Name(id: 2, text: "car", documents: 1, color: "blue"), Name(id: 3, text: "tax", documents: 2)]
        names.types = [Name(id: 4, text: "Invoice", documents: 3)]
        names.persons = [Name(id: 6, text: "Ada", documents: 0)]
        names.correspondents = [Name(id: 5, text: "City Works", documents: 3)]
        names.places = [Name(id: 7, text: "Shelf", documents: 1, code: "ABCDEFGHJK")]
        names.maximumPages = 12
        return names
    }()
}
