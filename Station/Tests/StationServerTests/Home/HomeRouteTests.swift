import FoundationEssentials
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import StationViews
import TestSupport
import Testing

/// The screens of the overview and its charts.
@Suite struct HomeRouteTests {
    private func station(documents: Int) async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let today = Day(.now, in: StationClock(zone: .gmt).calendar)
        for index in 0..<documents {
            let pages = try (0...index % 3).map { page in
                NewDocument.Page(picture: [UInt8(index), UInt8(page)], size: try size, quad: nil)
            }
            let captured = Date.now - Double(index) * 86_400
            let id = try library.add(NewDocument(title: "Document \(index)", captured: captured, pages: pages))
            var entry: [FilingEntry.Field: String] = [.state: index.isMultiple(of: 2) ? "inbox" : "reviewed"]
            if index.isMultiple(of: 3) { entry[.due] = today.adding(index).description }
            if index < 4 { (entry[.type], entry[.folder]) = ("Type \(index)", "Folder \(index % 2)") }
            _ = try library.file(id, try FilingEntry(entry), at: captured)
        }
        return (station, library)
    }

    private var size: PixelSize {
        get throws { try PixelSize(width: 4, height: 3) }
    }

    /// Returns the number of documents that a list reports.
    private func listed(_ station: StationUnderTest, _ path: String) async throws -> Int? {
        let text = try await station.get(path.replacing("&amp;", with: "&")).text
        return text.firstMatch(of: /<h1>[^(]*\((\d+)/).flatMap { Int($0.1) }
    }

    /// Returns the names of the overview's sections in order.
    private func parts(_ text: String) -> [String] {
        text.matches(of: /<li class="card [^"]*"(?: id="([a-z-]+)")?>/).map { String($0.1 ?? "card") }
    }

    @Test("OV-1, OV-2, OV-5, OV-6, OV-7: figures first, then what is arranged, then the ways to the rest; all lead on")
    func overview() async throws {
        let (station, _) = try await station(documents: 5)
        let text = try await station.get("/home").text
        let order = ["<h1>Home</h1>", "class=\"figures\"", "class=\"cards home-parts\"", "class=\"facets\""]
            .compactMap { text.firstRange(of: $0)?.lowerBound }
        #expect(order.count == 4 && order == order.sorted())
        // The bar has the functions for the whole station.
        #expect(text.contains("href=\"/profile\" aria-label=\"Profile\""))
        let figures = text.matches(
            of:
                /<a class="figure" href="([^"]+)"><span class="figure-number">([^<]+)<\/span><span class="figure-label">([^<]+)</
        )
        #expect(figures.map { String($0.3) } == ["Pages Today", "In the Inbox", "Due", "Storage"])
        #expect(figures[0].2 == "1")
        #expect(try await listed(station, String(figures[1].1)) == Int(figures[1].2))
        #expect(try await listed(station, String(figures[2].1)) == Int(figures[2].2) && figures[2].2 == "2")
        #expect(text.contains("<ul id=\"figures-2\">") && text.contains("href=\"#figures-2\""))
        for facet in HomeFacet.allCases {
            #expect(text.contains("class=\"cell\" href=\"\(facet.path)\""))
            #expect(try await station.get(facet.path).status == .ok, "\(facet)")
        }
        #expect(try await station.get("/").location == "/home")
    }

    @Test("PT-1, PT-2, PT-3, PT-4, PT-5, PT-7: a preview is the beginning of its list, and leads to all of it")
    func previews() async throws {
        let (station, _) = try await station(documents: 9)
        let text = try await station.get("/home").text
        for part in ["recent", "review", "due"] {
            let preview = try #require(
                text.firstMatch(
                    of: try Regex("(?s)<li class=\"card[^>]*id=\"preview-\(part)\">.*?preview-footer.*?</a></li>")))
            let html = String(text[preview.range])
            let rows = html.matches(of: /<li><a class="cell" href="([^"]+)">/).map { String($0.1) }
            let all = try #require(html.firstMatch(of: /preview-footer" href="([^"]+)">.*?<span class="number">(\d+)</))
            #expect(1...3 ~= rows.count && !html.contains("<form"))
            #expect(
                html.matches(of: /<img class="leading"[^>]*><span class="text"><span class="headline">/).count
                    == rows.count)
            let list = try await station.get(String(all.1).replacing("&amp;", with: "&")).text
            let listed = list.matches(of: /<a class="cell" href="([^"?]+)/).map { String($0.1) }
            #expect(Array(listed.prefix(rows.count)) == rows && listed.count == Int(all.2), "\(part)")
        }
    }

    @Test("PT-3: what is due tells whether its day is over, is today, or is to come")
    func dueTexts() async throws {
        let (station, library) = try await station(documents: 3)
        let today = Day(.now, in: StationClock(zone: .gmt).calendar)
        for (id, days) in [(1, -2), (2, 0), (3, 2)] {
            _ = try library.file(Int64(id), try FilingEntry([.due: today.adding(days).description]), at: .now)
        }
        for path in ["/home", "/widgets/due.html?size=l"] {
            let facts = try await station.get(path).text.matches(of: /<span class="subhead">(Overdue: |Due today|Due )/)
            #expect(facts.map { String($0.1) } == ["Overdue: ", "Due today", "Due "], "\(path)")
        }
    }

    @Test("PT-6, ES-1: where nothing waits a preview says so; a library without documents says what to do instead")
    func nothing() async throws {
        let (station, library) = try await station(documents: 0)
        let empty = try await station.get("/home").text
        #expect(empty.contains("No documents yet") && !empty.contains("class=\"figures\""))
        let page = NewDocument.Page(picture: [1], size: try size, quad: nil)
        let id = try library.add(NewDocument(title: "Rent", captured: .now - 90 * 86_400, pages: [page]))
        _ = try library.file(id, try FilingEntry([.state: "reviewed"]), at: .now)
        let text = try await station.get("/home").text
        #expect(text.contains("Nothing waits to be reviewed.") && text.contains("Nothing is due within 7 days."))
    }

    @Test("TP-2, TP-3, TP-6: the strip of the timeline is one link, with what is nearest to today")
    func strip() async throws {
        let (station, _) = try await station(documents: 5)
        let text = try await station.get("/home").text
        let found = try #require(text.firstMatch(of: /(?s)<li class="card card-wide strip-card".*?<\/a><\/li>/))
        let strip = String(found.0)
        #expect(strip.matches(of: #/<a /#).count == 1 && strip.contains("href=\"/home/timeline\""))
        #expect(strip.matches(of: #/class="strip-item /#).count == 4)
        #expect(strip.matches(of: /strip-regular/).count == 2)
        #expect(strip.contains(/See All \(\d+\)/))
    }

    @Test(
        "CA-11, CA-12, ES-4, CH-24, CH-28: cards of charts have a figure; what has no values says so, with a title alone"
    )
    func cards() async throws {
        let (station, _) = try await station(documents: 5)
        let text = try await station.get("/home").text
        let charts = text.matches(of: /(?s)<li class="card card-2x2 chart-card">.*?<\/li>/).map { String($0.0) }
        // There is only one person.
        #expect(charts.count == HomeChart.allCases.count - 1)
        for chart in charts {
            #expect(
                chart.contains("<span class=\"kpi-number\">") && chart.contains("<svg ")
                    && chart.contains("role=\"img\""))
            #expect(chart.contains(/<span class="hidden">[^<]+\.<\/span>/))
        }
        let table = try #require(text.firstMatch(of: /(?s)<li class="card card-2x2 table-card">.*?<\/li>/)).0
        #expect(table.contains("<tr><th scope=\"row\">Documents</th><td><a href=\"/documents\">5</a></td></tr>"))
        #expect(table.contains("<th scope=\"row\">Pages</th><td>9</td>"))
        // Nothing was added in the last weeks: a card has the message's title, and the page also its description.
        let (old, library) = try await self.station(documents: 0)
        let page = NewDocument.Page(picture: [1], size: try size, quad: nil)
        _ = try library.add(NewDocument(title: "Rent", captured: .now - 100 * 86_400, pages: [page]))
        let (card, whole) = (try await old.get("/home").text, try await old.get("/home/charts/days").text)
        #expect(
            card.contains(">No values yet</text>") && !card.contains("The chart is drawn as soon as there are some."))
        #expect(
            whole.contains(">No values yet</text>") && whole.contains("The chart is drawn as soon as there are some."))
    }

    @Test("OV-2, CH-24: beside a chart are a sentence and its values, each with the list that it counts")
    func chartPages() async throws {
        let (station, library) = try await station(documents: 8)
        _ = try library.trash([2], at: .now)
        var compared = 0
        for chart in HomeChart.allCases {
            let text = try await station.get(chart.path).text
            #expect(text.contains("<h1>\(chart.title)</h1>") && text.contains(/<p class="chart-summary">[^<]+\.<\/p>/))
            #expect(text.contains("<table>") && text.contains("data-chart=\""))
            let rows = text.matches(
                of:
                    /<tr><th scope="row"><a href="([^"]+)">[^<]*<\/a><\/th>(?:<td>[^<]*<\/td>)*<td>(−?-?\d+)<\/td><\/tr>/
            )
            for row in rows {
                let listed = try await listed(station, String(row.1))
                #expect(listed == Int(row.2).map(abs), "\(chart) \(row.1)")
                compared += 1
            }
        }
        #expect(compared > 40)
        #expect(try await station.get("/home/charts/nothing").status == .notFound)
    }

    @Test(
        "CH-8, CH-18, CH-23, CH-26: what is chosen is drawn and told; marks are buttons, one of which the Tab key finds"
    )
    func selection() async throws {
        let (station, _) = try await station(documents: 8)
        let plain = try await station.get("/home/charts/types").text
        #expect(!plain.contains("chart-reading") && plain.contains("data-selects=\"/home/charts/types?selected=\""))
        let first = try await station.get("/home/charts/types?selected=&series=0&item=0").text
        #expect(first.contains("data-selects=\"/home/charts/types?selected=items-0\""))
        #expect(first.matches(of: /aria-pressed="true"/).count >= 1 && first.contains(/<dd>\d+ \(\d[^<]*%\)<\/dd>/))
        let both = try await station.get("/home/charts/types?selected=items-0&series=0&item=1").text
        #expect(both.contains("selected=items-0-1\"") && both.matches(of: /<dt>/).count == 2)
        let day = try await station.get("/home/charts/days?selected=&series=0&item=29").text
        #expect(day.contains("selected=point-0-29\"") && day.contains("<dt>Pages</dt><dd>1</dd>"))
        // With the list of the selection, if it is a single item.
        let list = try #require(day.firstMatch(of: /<\/dl><p class="actions"><a class="button" href="([^"]+)"/)).1
        #expect(try await listed(station, String(list)) == 1 && !both.contains("</dl><p class=\"actions\">"))
        let kept = try await station.get("/home/charts/days?selected=point-0-29&series=0&item=29&keeps=yes").text
        #expect(kept.contains("selected=point-0-29\""))
        for text in [plain, first, day] {
            let marks = try #require(text.firstMatch(of: /(?s)<g class="chart-marks">.*?<\/g>/)).0
            #expect(
                marks.matches(of: /role="button" aria-label="[^"]+" aria-pressed="(true|false)" tabindex="0"/).count
                    == 1)
        }
        #expect(try await station.get("/home/charts/days?selected=x").status == .badRequest)
        // Unknown items select nothing.
        #expect(try await !station.get("/home/charts/days?selected=item-999").text.contains("chart-reading"))
    }

    @Test("What stands on the overview is arranged, and stays so")
    func arrangement() async throws {
        let (station, _) = try await station(documents: 2)
        #expect(parts(try await station.get("/home").text).first == "timeline-strip")
        let edit = try await station.get("/home?arrange=yes").text
        #expect(edit.matches(of: /role="switch"/).count == HomePart.allCases.count && !edit.contains("home-parts"))
        let moved = try await station.post("/home/arrangement", "part=recent&place=0")
        #expect(moved.location == "/home?arrange=yes")
        _ = try await station.post("/home/arrangement", "part=timeline&hidden=true")
        _ = try await station.post("/home/arrangement", "part=chart-flow&hidden=true")
        let text = try await station.get("/home").text
        #expect(parts(text).first == "preview-recent" && !text.contains("timeline-strip"))
        #expect(!text.contains("id=\"card-flow\"") && text.contains("id=\"card-types\""))
        _ = try await station.post("/home/arrangement", "part=timeline&hidden=false")
        #expect(try await station.get("/home").text.contains("timeline-strip"))
        for form in ["part=nothing&place=0", "part=due&place=x", "part=due", "place=0"] {
            #expect(try await station.post("/home/arrangement", form).status == .badRequest, "\(form)")
        }
    }
}
