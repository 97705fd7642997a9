import FoundationEssentials
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// The figures of the overview compared with the lists that they count.
@Suite struct HomeFigureTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let calendar: Calendar
    /// Noon of the day after a change of daylight saving time.
    private static let now = Date(timeIntervalSince1970: 1_793_012_400)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        self.calendar = calendar
    }

    private var today: Day { Day(Self.now, in: calendar) }

    // MARK: A random library

    private func fill(_ count: Int, _ random: inout SeededGenerator) throws {
        let top = try library.addFolder("Home", in: nil)
        let inner = try library.addFolder("Bills", in: top)
        let folders = [top, inner, try library.addFolder("2026", in: inner), try library.addFolder("Work", in: nil)]
        let types = try ["Invoice", "Letter"].map { try library.name($0, of: .type) }
        for _ in 0..<count { try add(folders, types, &random) }
    }

    private func add(_ folders: [Int64], _ types: [Int64], _ random: inout SeededGenerator) throws {
        let size = try PixelSize(width: 40, height: 30)
        let pages = (1...Int.random(in: 1...4, using: &random)).map { _ in
            NewDocument.Page(picture: [UInt8.random(in: 0...255, using: &random)], size: size, quad: nil)
        }
        // Often close to midnight, and up to four months ago.
        let day = Double(Int.random(in: -120...0, using: &random)) * 86_400
        let second = [-43_200, -43_199, 0, 39_599, 43_199].randomElement(using: &random) ?? 0
        let captured = Self.now + day + Double(second)
        let id = try library.add(NewDocument(title: "Document", captured: captured, pages: pages))
        var filing = try library.filing(of: id)
        filing.folder = folders.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
        filing.type = types.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
        let due = [-31, -30, -1, 0, 7, 8].randomElement(using: &random) ?? 0
        filing.due = Bool.random(using: &random) ? today.adding(due) : nil
        filing.state = Bool.random(using: &random) ? .inbox : .reviewed
        let wanted = filing
        _ = try library.file([id], by: 1, at: captured) { $0 = wanted }
        if Int.random(in: 0..<5, using: &random) == 0 { _ = try library.trash([id], by: 1, at: Self.now) }
    }

    private func listed(_ query: ListQuery) throws -> DocumentAmount {
        let documents = try library.documents(query, limit: 10_000, calendar: calendar).documents
        return DocumentAmount(documents: documents.count, pages: documents.reduce(0) { $0 + $1.pages })
    }

    @Test(
        "OV-2: on random libraries each figure and each value of a chart is that of the list behind it",
        arguments: 1...6)
    func figuresAgreeWithLists(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try fill(120, &random)
        let figures = try library.homeFigures(today: today, calendar: calendar)
        #expect(figures.days.count == HomeRange.days && figures.days.last?.day == today)
        #expect(figures.inbox == (try listed(HomeList.inbox)).documents)
        #expect(figures.due == (try listed(HomeList.due(on: today))).documents)
        #expect(figures.all == (try listed(ListQuery())))
        #expect(figures.days.last?.sum == (try listed(HomeList.captured(from: today, to: today))))
        for chart in HomeChart.allCases {
            guard let series = HomeSeries(chart, figures) else { continue }
            for (place, item) in series.items.enumerated() {
                // The initial amount has no list, because some of it is in the trash now.
                guard chart != .flow || place > 0 else { continue }
                let list = try #require(item.list, "\(chart) \(item.name)")
                let listed = try listed(list)
                let isDeleted = list.filter.isTrash
                #expect(item.amount.pages == (isDeleted ? -listed.pages : listed.pages), "\(chart) \(item.name)")
                #expect(item.amount.documents == (isDeleted ? -listed.documents : listed.documents), "\(chart)")
                #expect(item.parts.isEmpty || item.parts.values.reduce(DocumentAmount(), +) == item.amount)
            }
            #expect(series.total == (try listed(series.list)), "\(chart)")
        }
        let flow = try #require(HomeSeries(.flow, figures))
        #expect(flow.items.dropLast().reduce(0) { $0 + $1.amount.pages } == figures.all.pages)
        let header = HomeHeader(figures, bytes: 0)
        let today = try listed(HomeList.captured(from: today, to: today))
        #expect(header.figures.map(\.text).prefix(3) == ["\(today.pages)", "\(figures.inbox)", "\(figures.due)"])
    }

    private func widget(_ kind: WidgetKind, _ size: WidgetSize, _ figures: HomeFigures) throws -> Widget {
        let first = try kind.list(on: today).map { try library.documents($0, limit: 5, calendar: calendar).documents }
        let documents = (first ?? []).map { document in
            WidgetFacts.Document(
                id: document.id, title: document.title, facts: "", due: document.due, picture: nil)
        }
        return Widget(
            kind, size,
            WidgetFacts(figures, bytes: 0, target: nil, documents: documents, nextDue: nil, mayFile: true))
    }

    @Test("OV-2, WI-16: on random libraries each number of a widget is that of the list behind it", arguments: 1...4)
    func widgetsAgreeWithLists(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try fill(80, &random)
        let figures = try library.homeFigures(today: today, calendar: calendar)
        let types = try #require(HomeSeries(.types, figures)).items
        for size in WidgetSize.allCases {
            for kind in WidgetKind.allCases {
                let widget = try widget(kind, size, figures)
                if let list = kind.list(on: today) { #expect(widget.path == list.address(at: Place.library.path)) }
                guard let count = widget.counter else { continue }
                #expect(count == (try listed(HomeList.inbox)).documents)
            }
            let today = try listed(HomeList.captured(from: today, to: today))
            guard case .figure(let pages, _) = try widget(.today, size, figures).header else {
                Issue.record("no figure")
                continue
            }
            #expect(pages == "\(today.pages)")
            if case .text(let text) = try widget(.due, size, figures).footer {
                #expect(text.hasPrefix("\(try listed(HomeList.due(on: self.today)).documents) document"))
            }
            let first = self.today.adding(-((self.today.weekday - calendar.firstWeekday + 8) % 7))
            let weeks = try [0, -7].map { start in
                try listed(HomeList.captured(from: first.adding(start), to: first.adding(start + 6))).pages
            }
            guard case .change(let this, _, let before) = try widget(.weeks, size, figures).header else {
                Issue.record("no comparison")
                continue
            }
            #expect(this == "\(weeks[0])" && before.contains(" \(weeks[1]) "))
            for case .rows(let rows) in try widget(.types, size, figures).parts {
                for row in rows {
                    let item = types.first { $0.list.map { $0.address(at: Place.library.path) == row.path } ?? false }
                    guard let list = item?.list else { continue }
                    #expect(row.subtitle.hasPrefix("\(try listed(list).pages) page"))
                }
            }
        }
    }

    @Test("On random libraries the figures of a month are those of the lists of its days", arguments: 1...4)
    func monthsAgreeWithLists(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try fill(120, &random)
        for text in ["2026-09", "2026-10"] {
            let month = try #require(Month(text))
            let figures = try library.monthFigures(month, calendar: calendar)
            #expect(figures.sum.documents > 0)
            #expect(figures.sum == (try listed(HomeList.captured(from: month.first, to: month.last))))
            #expect(figures.before == (try listed(HomeList.captured(from: nil, to: month.first.adding(-1)))))
            for day in figures.days { #expect(day.sum == (try listed(HomeList.captured(from: day.day, to: day.day)))) }
            for source in ListFilter.Source.allCases {
                let list = HomeList.source(source, from: month.first, to: month.last)
                #expect((figures.sources[source] ?? DocumentAmount()) == (try listed(list)))
            }
            for type in figures.types {
                guard let id = type.id else { continue }
                var list = HomeList.captured(from: month.first, to: month.last)
                list.filter.types = [id]
                #expect(type.amount == (try listed(list)))
            }
            for person in figures.people {
                guard let id = person.id else { continue }
                var list = HomeList.captured(from: month.first, to: month.last)
                list.filter.persons = [id]
                #expect(person.amount == (try listed(list)))
            }
            #expect(figures.types.reduce(DocumentAmount()) { $0 + $1.amount } == figures.sum)
            #expect(figures.folders.reduce(DocumentAmount()) { $0 + $1.amount } == figures.sum)
            #expect(figures.people.reduce(DocumentAmount()) { $0 + $1.amount } == figures.sum)
        }
    }

    @Test("A library without documents has figures too: none of them, and no charts to look at")
    func emptyLibrary() throws {
        let figures = try library.homeFigures(today: today, calendar: calendar)
        #expect(figures.all == DocumentAmount() && figures.folders.isEmpty && figures.types.isEmpty)
        #expect(figures.inbox == 0 && figures.due == 0 && figures.storage.isEmpty)
        let flow = try #require(HomeSeries(.flow, figures))
        #expect(flow.items.allSatisfy { $0.amount == DocumentAmount() })
    }

    @Test("Of each day the last measurement of the storage is kept")
    func storage() throws {
        #expect(try library.storage(on: today) == nil)
        try library.keepStorage(bytes: 1000, on: today)
        try library.keepStorage(bytes: 1500, on: today)
        try library.keepStorage(bytes: 500, on: today.adding(-400))
        #expect(try library.storage(on: today) == 1500)
        let kept = try library.homeFigures(today: today, calendar: calendar).storage
        #expect(kept == [HomeFigures.Stored(today, bytes: 1500)])
    }
}
