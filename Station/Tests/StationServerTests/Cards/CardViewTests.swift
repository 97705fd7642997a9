import FoundationEssentials
import StationRules
import StationViews
import Testing

@Suite struct CardViewTests {
    private let actions = ["Scan", "Edit", "Share"].map { CardView.Action($0, name: "\($0) Shelf", path: "/ar/1") }

    private func header(_ picture: String? = "/p") -> CardView.Header {
        CardView.Header(
            path: "/ar/1", title: "Shelf", subtitle: "2 annotations", status: CardStatus("Good", .positive),
            picture: picture)
    }

    private func rows(_ count: Int) -> [CardView.Row] {
        (0..<count).map {
            CardView.Row(path: "/documents/\($0)", title: "Letter \($0)", facts: "1 page", thumbnail: "/t")
        }
    }

    @Test("CA-3: a container holds header, body and footer, one after the other", arguments: CardKind.allCases)
    func anatomy(_ kind: CardKind) throws {
        let body: CardView.Body = kind == .list ? .rows(rows(2)) : .figure(3, unit: "scans")
        let html = CardView(kind, header(), body: body, actions: actions).html
        #expect(html.hasPrefix("<li class=\"card card-\(kind.size.rawValue) \(kind.rawValue)-card\">"))
        let parts = try ["card-media", "card-header", "card-body", "card-footer"].map {
            try #require(html.firstRange(of: $0)?.lowerBound, "\($0)")
        }
        #expect(parts == parts.sorted())
        #expect(html.matches(of: /<footer/).count == 1 && html.hasSuffix("</li>"))
    }

    @Test("CA-4: the header has title, subtitle and state; the body the detail; the footer acts on the card's object")
    func contents() throws {
        let html = CardView(.object, header(), body: .figure(3, unit: "scans"), actions: actions).html
        let header = try #require(html.firstMatch(of: /<span class="card-header">(.+?)<\/span><\/span>/)).1
        #expect(header.contains("headline\">Shelf<") && header.contains("subhead\">2 annotations"))
        #expect(html.contains("<span class=\"tag tag-positive\">Good</span>"))
        #expect(html.contains("<span class=\"kpi-number\">3</span> scans"))
        let footer = try #require(html.firstMatch(of: /<footer.+<\/footer>/)).0
        #expect(footer.contains("aria-label=\"Scan Shelf\"") && footer.contains("href=\"/ar/1\""))
        let form = CardView(
            .object, self.header(), actions: [CardView.Action("Save", name: "Save Shelf", path: "/save", isForm: true)])
        #expect(
            form.html.contains(
                "<form method=\"post\" action=\"/save\"><button class=\"button\" aria-label=\"Save Shelf\">"))
        #expect(!CardView(.list, self.header(), body: .rows(rows(1))).html.contains("<footer"))
    }

    @Test("CA-10: no more rows and actions are shown than the card has room for")
    func caps() {
        let html = CardView(.list, header(), body: .rows(rows(9)), actions: actions).html
        #expect(html.matches(of: /<a class="cell"/).count == CardKind.list.maximumElements)
        #expect(html.contains("Scan Shelf") && html.contains("Edit Shelf") && !html.contains("Share Shelf"))
    }

    @Test("CA-7, CA-17, IM-10: a message has the place of the body, or of all of the card, in the drawing of its size")
    func missing() {
        let message = DraftRefusal.ended(.damaged).message
        let body = CardView(
            .ar, header(), body: .figure(1, unit: "scan"), actions: actions, content: .bodyMissing(message)
        ).html
        #expect(body.contains("card-2x2") && body.contains("width=\"64\"") && body.contains("card-footer"))
        #expect(!body.contains("card-media") && !body.contains("kpi-number"))
        let all = CardView(
            .object, header(), body: .figure(1, unit: "scan"), actions: actions, content: .missing(message)
        ).html
        #expect(all.contains("card-2x1") && all.contains("width=\"92\"") && all.contains("actions-leading"))
        #expect(!all.contains("card-header") && !all.contains("card-footer"))
    }

    private func month(_ moments: [Double]) -> CardView {
        // 2026-11-22, 15:00.
        let now = Date(timeIntervalSince1970: 1_795_305_600 + 15 * 3600)
        let clock = StationClock(zone: TimeZone(secondsFromGMT: 0)!)
        let month = CalendarMonth(of: now, moments: moments.map { now.addingTimeInterval($0 * 3600) }, clock: clock)
        return CardView(
            .calendar, CardView.Header(path: "/documents", title: month.title),
            body: .month(
                MonthView(month, counted: LibraryMessages.documentCount, empty: LibraryMessages.noActivity)))
    }

    @Test("CA-18, TD-16: a month is a table of weeks, which tells of its busy days in words, and of the hours of today")
    func calendar() throws {
        let html = month([-1, -6, -24 * 20]).html
        #expect(html.contains("card-2x3 calendar-card"))
        #expect(html.contains("<caption>Nov 2026</caption>"))
        #expect(html.matches(of: /<th scope="col">/).count == 7)
        #expect(html.matches(of: /<tr>/).count == 6)
        #expect(html.contains("<td aria-current=\"date\"><span class=\"day marked today\">"))
        #expect(html.contains("<span class=\"hidden\">Nov 22, 2026: 2 documents</span>"))
        #expect(html.contains("<span class=\"hidden\">Nov 2, 2026: 1 document</span>"))
        #expect(html.contains("Today, 9 AM – 2 PM: 2 documents"))
    }

    @Test("CA-18, IM-18: a month without anything says so")
    func emptyMonth() {
        let html = month([]).html
        #expect(html.contains("No documents this month") && html.contains("data-use=\"noActivity\""))
        #expect(!html.contains("<table"))
    }
}
