import StationRules
import TestSupport
import Testing

@Suite struct ListQueryTests {
    @Test("SO-8, LR-2: whatever is set of a query reads the same from its address")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 26)
        for _ in 0..<2000 {
            let query = ListQuery.random(&random)
            let read = try ListQuery(query.items)
            #expect(read == query)
            #expect(read.items == query.items)
            // Saved views, forms and programs use its text.
            #expect(try ListQuery(addressText: query.addressText) == query)
            let view = KeptView(id: 1, name: "Kept", query: query)
            #expect(view.path == query.address(at: "/documents"))
            let menu = ViewMenu([view], read)
            #expect(menu.entries.last?.isActive == true && menu.keep == nil)
            #expect(
                query.filter.count
                    == query.items.count { item in
                        ListFilter.Field(rawValue: item.name).map { $0 != .trash } ?? false
                    })
        }
    }

    @Test("SO-8: each part of a filter reads the same from its text, alone, and is cleared by none")
    func fields() {
        var random = SeededGenerator(seed: 27)
        for _ in 0..<500 {
            let filter = ListQuery.random(&random).filter
            var copy = ListFilter()
            for field in ListFilter.Field.allCases.shuffled(using: &random) {
                let isSet = copy.set(field, to: filter.text(of: field))
                #expect(isSet)
            }
            #expect(copy == filter)
            for field in ListFilter.Field.allCases {
                let isSet = copy.set(field, to: nil)
                #expect(isSet)
            }
            #expect(copy == ListFilter())
        }
    }

    @Test("What has no type, correspondent or person can be asked for, alone or beside others")
    func unnamed() throws {
        for name in ["type", "correspondent", "place", "person"] {
            let query = try ListQuery([ListQuery.Item(name, "none"), ListQuery.Item(name, "7")])
            #expect(query.items == [ListQuery.Item(name, "none,7")])
        }
    }

    @Test("Weekdays have the numbers of days")
    func weekdays() throws {
        let sunday = try #require(Day("2026-11-22"))
        for number in 0..<7 {
            #expect(ListFilter.Weekday(number: number).number == sunday.adding(number).weekday)
        }
        #expect(ListFilter.Weekday(number: 0) == .sunday && ListFilter.Weekday.monday.label == "Mo")
    }

    @Test func whatIsNoQueryIsNamed() {
        let wrong = [
            ("folder", "x"), ("folder", "-1"), ("tag", "1,b"), ("tag", "0"), ("type", "1.5"), ("type", "0"),
            ("tag", "none"), ("weekday", "1"), ("state", "open"),
            ("date", "2026-02-30"), ("date", "2026-03-01..2026-02-01"), ("captured", "now"), ("due", "1..2"),
            ("pages", "0"), ("pages", "5..2"), ("pages", "..x"), ("text", "maybe"), ("trash", "1"),
            ("sort", "captured,,size"), ("sort", "+title"), ("group", "letter"),
        ]
        for (name, value) in wrong {
            #expect(throws: ListQuery.Failure(name: name, value: value), "\(name)=\(value)") {
                try ListQuery([ListQuery.Item(name, value)])
            }
        }
    }

    @Test func otherNamesAndEmptyValuesAreIgnored() throws {
        let query = try ListQuery(
            ["after", "done", "q", "tag", "sort"].map { ListQuery.Item($0, $0 == "after" ? "9" : "") })
        #expect(query == ListQuery())
        #expect(query.items.isEmpty)
    }

    @Test func valuesOfAFormComeOneByOne() throws {
        let query = try ListQuery([("tag", "2"), ("tag", "7"), ("state", "inbox")].map { ListQuery.Item($0, $1) })
        #expect(query.filter.tags == [2, 7])
        #expect(query.filter.states == [.inbox])
    }

    @Test("SF-5, FB-9: there is always an order; the usual one is not told")
    func order() {
        var query = ListQuery()
        #expect(query.order == [.newest])
        query.sort(by: [SortCriterion(.title), SortCriterion(.captured), SortCriterion(.title, .descending)])
        #expect(query.order == [SortCriterion(.title), .newest])
        query.sort(by: [.newest])
        #expect(query.sort.isEmpty && query.order == [.newest])
        query.search("bill")
        #expect(query.order == [.relevance])
        query.sort(by: [.newest])
        #expect(query.order == [.newest] && query.sort == [.newest])
        query.search("")
        #expect(query.sort.isEmpty && query.order == [.newest])
        query.sort(by: [.relevance])
        #expect(query.order == [.newest])
    }

    @Test("QS-2, QS-12: quick criteria are five at most, each of three words at most")
    func quickCriteria() {
        #expect(SortCriterion.Property.quick.count <= 5)
        for property in SortCriterion.Property.allCases {
            #expect(property.label.split(separator: " ").count <= 3)
        }
    }

    @Test("SM-4: directions are told in the words of their property")
    func directions() {
        #expect(SortCriterion(.captured).directionLabel == "Newest First")
        #expect(SortCriterion(.title, .descending).directionLabel == "Z to A")
        #expect(SortCriterion(.due).directionLabel == "Soonest First")
        for property in SortCriterion.Property.allCases where property != .relevance {
            let labels = Set(SortCriterion.Direction.allCases.map { SortCriterion(property, $0).directionLabel })
            #expect(labels.count == 2)
        }
    }

    @Test func searchesAreOneLine() {
        var query = ListQuery()
        query.search("  two\u{0} words\n")
        #expect(query.text == "two words")
        query.search(String(repeating: "é", count: 500))
        #expect(query.text.count == ListQuery.maximumCharacters)
    }
}

@Suite struct SearchWordsTests {
    private func terms(_ text: String) -> [SearchWords.Term] { SearchWords(text).terms }

    @Test("SE-7: a search is of words, phrases and what is left out")
    func splits() {
        #expect(terms("  gas  bill ") == [.init("gas"), .init("bill")])
        #expect(
            terms("\"city of Bern\" -draft 2026")
                == [.init("city of Bern", isPhrase: true), .init("draft", isExcluded: true), .init("2026")])
        #expect(terms("„alte Rechnung“") == [.init("alte Rechnung", isPhrase: true)])
        #expect(terms("-\"two words\"") == [.init("two words", isPhrase: true, isExcluded: true)])
        #expect(terms("\"not closed") == [.init("not closed", isPhrase: true)])
    }

    @Test func signsAloneAreNoWords() {
        for text in ["", " ", "-", "\"", "\"\"", "* ( ) :", "– —"] { #expect(terms(text).isEmpty, "\(text)") }
        #expect(terms("a* OR (b").map(\.text) == ["a*", "OR", "(b"])
    }

    @Test func longSearchesEnd() {
        #expect(terms(String(repeating: "a ", count: 10_000)).count == 20)
    }
}

@Suite struct DayTests {
    @Test func daysAreThoseOfTheCalendar() {
        #expect(Day("2026-11-23")?.description == "2026-11-23")
        #expect(Day("2024-02-29") != nil)
        for text in [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "2026-1-01", "2026-01-0a",
            "", "２０２６-01-01",
        ] {
            #expect(Day(text) == nil, "\(text)")
        }
    }

    @Test func orderIsThatOfTheTexts() throws {
        let days = try ["0001-01-01", "0999-12-31", "2026-09-30", "2026-10-01", "9999-12-31"].map {
            try #require(Day($0))
        }
        #expect(days == days.sorted())
        #expect(days.map(\.description) == days.map(\.description).sorted())
    }
}

extension ListQuery {
    /// Each part is either set or not.
    static func random(_ random: inout SeededGenerator) -> ListQuery {
        func some<Value>(_ values: [Value], _ random: inout SeededGenerator) -> [Value] {
            values.filter { _ in Bool.random(using: &random) }
        }
        func span<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Span<Value> {
            let two = [values.randomElement(using: &random), values.randomElement(using: &random)].compactMap(\.self)
                .sorted()
            return Span(
                from: Bool.random(using: &random) ? two.first : nil, to: Bool.random(using: &random) ? two.last : nil)
                ?? .all
        }
        let days = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-11-23"].compactMap { Day($0) }
        var query = ListQuery()
        query.search(["", "", "gas bill", "\"a b\" -c", "é"].randomElement(using: &random) ?? "")
        query.filter.folder = [nil, ListFilter.Folder.none, .inside(3)].randomElement(using: &random) ?? nil
        query.filter.tags = Set(some([1, 2, 30], &random))
        query.filter.types = Set(some([ListFilter.unnamed, 4], &random))
        query.filter.correspondents = Set(some([ListFilter.unnamed, 1, 5], &random))
        query.filter.places = Set(some([ListFilter.unnamed, 2, 7], &random))
        query.filter.persons = Set(some([ListFilter.unnamed, 1], &random))
        query.filter.weekdays = Set(some(ListFilter.Weekday.allCases, &random))
        query.filter.states = Set(some(ListFilter.ReviewState.allCases, &random))
        query.filter.sources = Set(some(ListFilter.Source.allCases, &random))
        query.filter.date = span(days, &random)
        query.filter.captured = span(days, &random)
        query.filter.due = span(days, &random)
        query.filter.pages = span([1, 2, 10, 300], &random)
        query.filter.hasText = [nil, true, false].randomElement(using: &random) ?? nil
        query.filter.hasCode = [nil, true, false].randomElement(using: &random) ?? nil
        query.filter.needsCheck = [nil, true, false].randomElement(using: &random) ?? nil
        query.filter.isTrash = Bool.random(using: &random)
        query.sort(
            by: some(SortCriterion.Property.allCases.shuffled(using: &random), &random).map {
                SortCriterion($0, Bool.random(using: &random) ? .ascending : .descending)
            })
        query.grouping = ([nil] + Grouping.allCases.map(Optional.some)).randomElement(using: &random) ?? nil
        return query
    }
}
