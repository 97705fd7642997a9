import StationRules
import Testing

@Suite struct WidgetTests {
    private static let today = Day("2026-11-25")!

    /// - Parameter pages: The number of pages added today, with one document each.
    private func facts(
        pages: Int = 12, target: Int? = nil, documents: Int = 5, overdue: Bool = false, mayFile: Bool = true
    ) -> WidgetFacts {
        var figures = HomeFigures(
            today: Self.today,
            days: (0..<HomeRange.days).map { HomeFigures.OfDay(Self.today.adding($0 + 1 - HomeRange.days)) })
        figures.days[figures.days.count - 1].amounts = [.scan: DocumentAmount(documents: pages, pages: pages)]
        figures.days[figures.days.count - 8].amounts = [.scan: DocumentAmount(documents: 1, pages: 7)]
        figures.types = [
            HomeFigures.Named(id: 1, name: "Invoice", DocumentAmount(documents: documents, pages: 2 * documents)),
            HomeFigures.Named(id: nil, name: "", DocumentAmount(documents: 0, pages: 1)),
        ]
        figures.inbox = documents
        figures.due = documents
        return WidgetFacts(
            figures, bytes: 1_200_000, target: target,
            documents: (0..<documents).map {
                WidgetFacts.Document(
                    id: Int64($0 + 1), title: "Document \($0)", facts: "Today",
                    due: Self.today.adding(overdue ? -1 : $0),
                    picture: "/p/\($0)")
            }, nextDue: documents > 0 ? "Nov 28" : nil, mayFile: mayFile)
    }

    private func all(_ facts: WidgetFacts) -> [Widget] {
        WidgetKind.allCases.flatMap { kind in WidgetSize.allCases.map { Widget(kind, $0, facts) } }
    }

    @Test(
        "WI-1: there are three sizes, and a larger widget has more to say than a smaller one",
        arguments: WidgetKind.allCases)
    func sizes(kind: WidgetKind) {
        #expect(WidgetSize.allCases.map { [$0.fields.columns, $0.fields.rows] } == [[1, 1], [2, 1], [2, 2]])
        #expect(
            WidgetSize.allCases.map { [$0.pixels.width, $0.pixels.height] } == [[168, 168], [352, 168], [352, 352]])
        let bodies = WidgetSize.allCases.map { kind.body($0) }
        #expect(Set(bodies).count == 3)
        func amount(_ parts: [WidgetPart]) -> Int {
            parts.reduce(0) { sum, part in
                switch part {
                case .chart: sum + 1
                case .documents(let rows), .names(let rows): sum + rows
                }
            }
        }
        #expect(amount(bodies[2]) > amount(bodies[1]) && amount(bodies[1]) > amount(bodies[0]))
    }

    @Test("WI-4: there is a counter at the right where something waits, and a subtitle where there is more to tell")
    func header() {
        let widgets = all(facts(target: 20))
        #expect(Set(widgets.filter { $0.counter != nil }.map(\.kind)) == [.inbox])
        #expect(widgets.allSatisfy { !$0.title.isEmpty && !$0.kind.icon.isEmpty })
        #expect(Widget(.today, .small, facts(target: 20)).subtitle == "Target: 20")
        #expect(Widget(.today, .small, facts()).subtitle == nil)
    }

    @Test(
        "WI-5, WI-11: headers are titles, numbers, dates, amounts, pictures, comparisons, messages, or the way to sign in"
    )
    func headers() {
        let facts = facts()
        #expect(Widget(.types, .medium, facts).header == .standard)
        #expect(Widget(.today, .small, facts).header == .figure("12", unit: "pages"))
        #expect(Widget(.due, .small, facts).header == .figure("Nov 28", unit: ""))
        #expect(Widget(.storage, .small, facts).header == .figure("1.2 MB", unit: ""))
        #expect(Widget(.recent, .small, facts).header == .image("/p/0"))
        #expect(Widget(.weeks, .medium, facts).header == .change("12", unit: "pages", since: "after 7 the week before"))
        guard case .empty = Widget(.inbox, .large, self.facts(documents: 0)).header else {
            Issue.record("what is empty says so")
            return
        }
        #expect(Widget(signedOut: .recent, .small).header == .authentication)
    }

    @Test("WI-6, WI-9: bodies are rows or charts; a small one has a ring at most, and columns need more room")
    func bodies() {
        for widget in all(facts()) {
            let charts = widget.parts.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
            switch widget.size {
            case .small: #expect(Set(charts).isSubset(of: [.types, .days, .storage]))
            case .medium, .large: #expect(charts.count <= 2)
            }
            let rows = widget.parts.compactMap { if case .rows(let rows) = $0 { rows } else { nil } }
            #expect(charts.isEmpty || rows.count < 2)
        }
        let shown = Set(
            all(facts()).flatMap(\.parts).compactMap { if case .chart(let chart) = $0 { chart } else { nil } })
        #expect(shown.isSuperset(of: [.days, .types, .weeks, .weekdays, .storage]))
    }

    @Test("WI-7: footers have one or two buttons, all with symbols or all with labels, or a text")
    func footers() {
        var seen: Set<String> = []
        for widget in all(facts()) {
            switch widget.footer {
            case .none: seen.insert("none")
            case .text(let text): seen.insert(text.isEmpty ? "no words" : "text")
            case .buttons(let buttons):
                let symbols = buttons.count { $0.symbol != nil }
                #expect(1...2 ~= buttons.count && (symbols == 0 || symbols == buttons.count))
                #expect(buttons.allSatisfy { !$0.label.isEmpty })
                seen.insert("\(buttons.count) \(symbols == 0 ? "labels" : "symbols")")
            }
        }
        #expect(seen == ["none", "text", "1 symbols", "1 labels", "2 symbols", "2 labels"])
    }

    @Test("WI-8: the background is plain, tells how things are, or is a picture")
    func backgrounds() {
        #expect(Widget(.recent, .small, facts()).background == .image("/p/0"))
        #expect(Widget(.recent, .large, facts()).background == .standard)
        #expect(Widget(.due, .medium, facts(overdue: true)).background == .level(.critical))
        #expect(Widget(.due, .medium, facts()).background == .standard)
        #expect(Widget(.today, .medium, facts(target: 12)).background == .level(.positive))
    }

    @Test("WI-16: a widget leads to the list that it counts, a row to its document")
    func ways() {
        let paths = WidgetKind.allCases.map { Widget($0, .medium, facts()).path }
        #expect(
            paths == [
                "/documents?captured=2026-11-25..2026-11-25", "/documents?state=inbox",
                "/documents?due=2026-10-26..2026-12-02&sort=due", "/documents", "/home/charts/storage",
                "/home/charts/types", "/home/charts/weeks",
            ])
        #expect(Widget(.recent, .medium, facts()).parts == [.rows([1, 2].map { row($0) })])
        guard case .rows(let names) = Widget(.types, .medium, facts()).parts.first else { return }
        #expect(names.map(\.path) == ["/documents?type=1", "/documents?type=none"])
    }

    private func row(_ id: Int64) -> Widget.Row {
        Widget(.recent, .large, facts()).parts.compactMap { part -> Widget.Row? in
            if case .rows(let rows) = part { rows.first { $0.document == id } } else { nil }
        }.first { $0.path == "/documents/\(id)" && $0.title == "Document \(id - 1)" && $0.picture == "/p/\(id - 1)" }!
    }

    @Test(
        "WI-17: what is empty says what is so, why, and what to do; nothing else stands there",
        arguments: [WidgetKind.inbox, .due, .recent, .types, .weeks])
    func empty(kind: WidgetKind) {
        for size in WidgetSize.allCases {
            let widget = Widget(kind, size, facts(documents: 0))
            guard case .empty(let message) = widget.header else {
                Issue.record("\(kind) is not empty")
                continue
            }
            #expect(message.description?.split(separator: ".").count == 2)
            #expect(widget.parts.isEmpty && widget.footer == .none && widget.counter == nil)
        }
    }

    @Test(
        "WI-18: who has not signed in sees nothing of the library; who may not file has a button that cannot be pressed"
    )
    func signedOut() {
        for kind in WidgetKind.allCases {
            let widget = Widget(signedOut: kind, .large)
            #expect(widget.parts.isEmpty && widget.footer == .none && widget.counter == nil && widget.subtitle == nil)
            #expect(widget.path == "/sign-in" && widget.background == .standard)
        }
        guard case .buttons(let buttons) = Widget(.inbox, .medium, facts(mayFile: false)).footer else { return }
        #expect(buttons.map(\.isActive) == [false, true] && buttons.map(\.label) == ["Mark as Reviewed", "Sign In"])
        guard case .buttons(let active) = Widget(.inbox, .medium, facts()).footer else { return }
        #expect(active.map(\.action) == [.file(1), .open("/documents/1")] && active.allSatisfy(\.isActive))
    }

    @Test("IM-22: when as many pages have come as somebody wants to add each day, a message says so")
    func target() {
        #expect(Widget(.today, .small, facts(pages: 11, target: 12)).header == .figure("11", unit: "pages"))
        #expect(Widget(.today, .small, facts(pages: 0, target: nil)).header == .figure("0", unit: "pages"))
        guard case .empty(let message) = Widget(.today, .small, facts(pages: 12, target: 12)).header else {
            Issue.record("the target is reached")
            return
        }
        #expect(message.state == .success && message.illustration == .targetReached)
        #expect(message.title == "Daily target reached" && message.description == "12 pages today")
    }

    @Test("A target is a number of pages, or none")
    func parsedTarget() throws {
        #expect(try DailyTarget.parse("") == nil)
        #expect(try DailyTarget.parse("20") == 20)
        for text in ["0", "-1", "10001", "many", "1.5"] {
            #expect(throws: DailyTarget.InvalidTarget.self) { try DailyTarget.parse(text) }
        }
    }

    @Test("IM-23: in a card of one field, drawings have 64 pixels, or 48 where there is a description")
    func drawings() {
        let plain = IllustratedMessage.success(.done, title: "Done")
        #expect(CardSize.oneByOne.size(of: plain).drawing == (64, 64))
        #expect(CardSize.oneByOne.size(of: DailyTarget.reached(3)).drawing == (48, 48))
        #expect(CardSize.twoByOne.size(of: DailyTarget.reached(3)) == .medium)
        #expect(WidgetSize.small.card == .oneByOne)
    }

    @Test("On the board widgets are added, resized, moved and removed; what is not there any more is left alone")
    func board() {
        var board = WidgetBoard([WidgetBoard.Entry(.today, .small), WidgetBoard.Entry(.due, .small)])
        board.apply(.add(WidgetBoard.Entry(.inbox, .large)))
        board.apply(.resize(0, .medium))
        board.apply(.move(2, later: false))
        #expect(board.entries.map(\.kind) == [.today, .inbox, .due])
        #expect(board.entries.map(\.size) == [.medium, .large, .small])
        board.apply(.move(0, later: false))
        board.apply(.move(2, later: true))
        for change in [WidgetBoard.Change.remove(9), .resize(-1, .large), .move(7, later: true)] { board.apply(change) }
        #expect(board.entries.count == 3)
        // The widget at this position was changed in another window.
        for change in [WidgetBoard.Change.remove(1), .resize(1, .small), .move(1, later: true)] {
            board.apply(change, seen: "today-m")
        }
        #expect(board.entries.map(\.name) == ["today-m", "inbox-l", "due-s"])
        board.apply(.remove(1), seen: "inbox-l")
        #expect(board.entries.map(\.kind) == [.today, .due])
        for _ in 0..<100 { board.apply(.add(WidgetBoard.Entry(.types, .small))) }
        #expect(board.entries.count == WidgetBoard.maximum && board.isFull)
    }

    @Test("A website is a scheme, a host and a port, and nothing that could end a header")
    func origins() throws {
        #expect(
            try EmbeddingOrigin.list("https://Example.org\n http://dash.local:8080").map(\.description) == [
                "https://example.org", "http://dash.local:8080",
            ])
        #expect(try EmbeddingOrigin.list("").isEmpty)
        // In the forms that people write and copy.
        #expect(
            try EmbeddingOrigin.list("example.org\r\nhttps://wall.local/boards/1 ").map(\.description) == [
                "https://example.org", "https://wall.local",
            ])
        #expect(throws: EmbeddingOrigin.InvalidOrigin.self) { try EmbeddingOrigin.list("a.example b.example") }
        let hostile = [
            "example.org", "https://", "https://*", "https://a;script-src", "https://a/b", "ftp://a", "https://a:b",
            "https://a:1:2",
            "https://a:99999", "https://a'", "https://é.org", "'self'",
        ]
        for text in hostile {
            #expect(throws: EmbeddingOrigin.InvalidOrigin.self) { try EmbeddingOrigin(text) }
        }
    }
}
