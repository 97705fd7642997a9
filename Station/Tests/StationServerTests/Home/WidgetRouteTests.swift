import FoundationEssentials
import HTTPTypes
import RectoCore
import StationCharts
import StationRules
import StationServer
import StationStore
import StationViews
import TestSupport
import Testing

/// Single widgets, and the board.
@Suite struct WidgetRouteTests {
    private func station(documents: Int, host: String = "127.0.0.1") async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest { $0.host = host }
        let library = try Library(folder: station.folder.path("station"))
        let today = Day(.now, in: StationClock(zone: .gmt).calendar)
        for index in 0..<documents {
            let page = NewDocument.Page(picture: [UInt8(index)], size: try PixelSize(width: 4, height: 3), quad: nil)
            let id = try library.add(
                NewDocument(title: "Document <\(index)>", captured: .now - Double(index), pages: [page]))
            _ = try library.file(
                id,
                try FilingEntry([.state: "inbox", .due: today.adding(index).description, .type: "Type \(index % 3)"]),
                at: .now)
        }
        return (station, library)
    }

    private func token(_ station: StationUnderTest) throws -> HTTPFields {
        let token = try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8)
        return [.authorization: "Bearer \(token.filter { !$0.isWhitespace })", .origin: "http://localhost:8347"]
    }

    private static let destination = HTTPField.Name("Sec-Fetch-Dest")!
    private static let site = HTTPField.Name("Sec-Fetch-Site")!

    @Test(
        "WI-3, WI-4, WI-10, WI-16: a header has an icon and a title, rows have a picture, a headline and a subtitle; all lead on"
    )
    func html() async throws {
        let (station, _) = try await station(documents: 3)
        let text = try await station.get("/widgets/recent.html?size=m").text
        let header = try #require(
            text.firstMatch(
                of:
                    /<a class="widget-main" href="([^"]+)"><span class="widget-header"><span class="icon icon-([a-z-]+)"/
            ))
        #expect(header.1 == "/documents" && header.2 == "file-earmark-text")
        #expect(text.contains(">Recently Added</span>") && !text.contains("logo"))
        let rows = text.matches(
            of:
                /<li><a class="cell" href="(\/documents\/\d+)"><img class="leading" alt=""[^>]*><span class="text"><span class="headline">([^<]+)<\/span><span class="subhead">([^<]+)</
        )
        #expect(rows.map { String($0.1) } == ["/documents/1", "/documents/2"])
        #expect(
            rows.map { String($0.2) } == ["Document &lt;0&gt;", "Document &lt;1&gt;"]
                && rows.allSatisfy { !$0.3.isEmpty })
        let inbox = try await station.get("/widgets/inbox.html?size=m").text
        #expect(inbox.contains("aria-label=\"3 documents\">3</span>"))
    }

    @Test("WI-9: at a glance there are a line and a ring; columns stand in larger ones")
    func charts() async throws {
        let (station, _) = try await station(documents: 3)
        func types(_ name: String) async throws -> [String] {
            try await station.get("/widgets/\(name)").text.matches(of: /\sdata-chart="([a-z-]+)"/).map { String($0.1) }
        }
        #expect(try await types("types.html?size=s") == ["donut"])
        #expect(try await types("today.html?size=m") == ["line"])
        #expect(try await types("weeks.html?size=s") == [])
        #expect(try await types("weeks.html?size=m") == ["stacked-column"])
        #expect(try await types("weeks.svg?size=l") == ["stacked-column", "column"])
    }

    @Test("WI-18, WI-20: a widget has a token of its own, with which it is looked at and nothing else is done")
    func readOnly() async throws {
        let (station, library) = try await station(documents: 2, host: "0.0.0.0")
        let known = try token(station)
        for path in ["/widgets/inbox.html", "/widgets/inbox.svg", "/widgets/inbox.html?token=\(SecretToken().text)"] {
            let answer = try await station.get(path)
            #expect(answer.status == .unauthorized && answer.text.contains("Sign in to see this"))
            #expect(!answer.text.contains("Document") && !answer.text.contains("<form"))
        }
        let page = try #require(try await station.post("/home/widgets/address", headers: known).location)
        let made = try await station.get(page, headers: known).text
        // Reloading neither shows it again nor creates another one.
        #expect(try await station.get(page, headers: known).text.contains("This was shown only once."))
        // Others cannot use this machine's local host name.
        #expect(!made.contains("http://localhost"))
        let match = try #require(
            made.firstMatch(of: /http:\/\/[^\/"]+:8347(\/widgets\/inbox\.html\?size=m&amp;token=([0-9a-f]{64}))/))
        let path = String(match.1).replacing("&amp;", with: "&")
        let shown = try await station.get(path)
        #expect(shown.text.contains("Document &lt;0&gt;") && shown.text.contains(" disabled>"))
        // It opens no list, files nothing, and is not a calendar token.
        #expect(try await station.get("/documents?token=\(match.2)").status == .unauthorized)
        #expect(try await station.post("/widgets/inbox/file?token=\(match.2)", "document=1").status == .unauthorized)
        #expect(try await station.get("/calendar.ics?token=\(match.2)").status == .notFound)
        #expect(try library.document(1).state == .inbox)
        // A signed-in person may press the button.
        #expect(try await !station.get("/widgets/inbox.html", headers: known).text.contains(" disabled>"))
        _ = try await station.post("/home/widgets/address", "forget=yes", headers: known)
        for wrong in [path, "/widgets/inbox.svg?token=\(SecretToken().text)", "/widgets/inbox.svg?token=x"] {
            let answer = try await station.get(wrong)
            #expect(answer.status == .unauthorized && answer.text.contains("Sign in to see this"), "\(wrong)")
        }
    }

    @Test("WI-20: browsers ask each time, and get no more than the tag while nothing has changed")
    func tags() async throws {
        let (station, library) = try await station(documents: 1)
        for path in ["/widgets/due.html?size=l", "/widgets/due.svg?size=l", "/widgets/due.svg?size=s&paint=1"] {
            let first = try await station.get(path)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "private, no-cache")
            let again = try await station.get(path, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified && again.body.isEmpty && again.headers[.eTag] == tag)
        }
        let tag = try #require(try await station.get("/widgets/due.svg?size=l").headers[.eTag])
        _ = try library.file(1, try FilingEntry([.title: "Other"]), at: .now)
        let changed = try await station.get("/widgets/due.svg?size=l", headers: [.ifNoneMatch: tag])
        #expect(changed.status == .ok && changed.text.contains("Other") && changed.headers[.eTag] != tag)
    }

    @Test(
        "Pages of other websites may show widgets if they are named, with a token, and cannot have their buttons pressed"
    )
    func frames() async throws {
        let (station, library) = try await station(documents: 1)
        let token = try library.newToken(for: .widgets).text
        let framed: HTTPFields = [Self.destination: "iframe", Self.site: "cross-site"]
        func ancestors(_ path: String) async throws -> Substring? {
            try await station.get(path, headers: framed).headers[.contentSecurityPolicy]?.split(separator: "; ").last
        }
        #expect(try await ancestors("/widgets/inbox.html?token=\(token)") == "frame-ancestors 'none'")
        #expect(
            try await station.post("/home/widgets/websites", "websites=https%3A%2F%2Fa.example%3Bscript-src").status
                == .badRequest)
        let refused = try await station.post("/home/widgets/websites", "websites=good.example%0Abad%2Aexample")
        #expect(refused.text.contains("good.example\nbad*example</textarea>"))
        #expect(refused.text.contains("role=\"alert\""))
        _ = try await station.post(
            "/home/widgets/websites", "websites=https%3A%2F%2FDash.example%0Ahttp%3A%2F%2Fwall.local%3A81")
        #expect(
            try await ancestors("/widgets/inbox.html?token=\(token)")
                == "frame-ancestors https://dash.example http://wall.local:81")
        #expect(
            try await station.get("/documents").headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'")
                == true)
        // This station admits everybody who can reach it, which a page elsewhere must not exploit.
        #expect(try await station.get("/widgets/inbox.html", headers: framed).text.contains("Sign in to see this"))
        let picture: HTTPFields = [Self.destination: "image", Self.site: "cross-site"]
        #expect(try await station.get("/widgets/inbox.svg", headers: picture).text.contains("Sign in to see this"))
        let shown = try await station.get("/widgets/inbox.html?token=\(token)", headers: framed)
        #expect(
            shown.text.contains(" disabled>")
                && shown.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "cross-origin")
        // A frame that reloads itself then has the station as its origin.
        let again: HTTPFields = [Self.destination: "iframe", Self.site: "same-origin"]
        #expect(try await station.get("/widgets/inbox.html?token=\(token)", headers: again).text.contains(" disabled>"))
    }

    @Test("WI-14: the document leaves the inbox, and the next one stands in its place")
    func filing() async throws {
        let (station, library) = try await station(documents: 3)
        let before = try await station.get("/widgets/inbox.html?size=s").text
        let form = try #require(
            before.firstMatch(of: /name="document" value="(\d+)"><input type="hidden" name="next" value="([^"]+)"/))
        #expect(form.1 == "1" && form.2 == "/widgets/inbox.html?size=s")
        let answer = try await station.post("/widgets/inbox/file", "document=1&next=%2Fwidgets%2Finbox.html%3Fsize%3Ds")
        let widget = try #require(answer.location)
        #expect(answer.status == .seeOther && widget.hasPrefix("/widgets/inbox.html?size=s&done=filed&undo="))
        #expect(try library.document(1).state == .reviewed && library.document(2).state == .inbox)
        let after = try await station.get(widget).text
        #expect(after.contains("name=\"document\" value=\"2\"") && after.contains("<p>Filed</p>"))
        #expect(after.contains("name=\"next\" value=\"/widgets/inbox.html?size=s\""))
        // A single widget also offers to undo it.
        let wayBack = try #require(after.firstMatch(of: /action="(\/documents\/undo\/[^"]+)" data-undo/)).1
        let back = try await station.post(String(wayBack).replacing("&amp;", with: "&"))
        #expect(back.location == "/widgets/inbox.html?size=s&done=undone")
        #expect(try library.document(1).state == .inbox)
        #expect(try await station.get(try #require(back.location)).text.contains("<p>Change undone</p>"))
        _ = try await station.post("/widgets/inbox/file", "document=1")
        // The board reports what was filed, and offers to undo it.
        let board = try await station.post("/widgets/inbox/file", "document=3&next=%2Fhome%2Fwidgets")
        let told = try await station.get(try #require(board.location)).text
        #expect(told.contains("<div class=\"toast\"><p>Filed: Document "))
        let undo = try #require(told.firstMatch(of: /action="(\/documents\/undo\/[^"]+)" data-undo/)).1
        let undone = try await station.post(String(undo).replacing("&amp;", with: "&"))
        #expect(undone.location == "/home/widgets?done=undone")
        #expect(try library.document(3).state == .inbox)
        #expect(try await station.get("/home/widgets?done=undone").text.contains("<p>Change undone</p>"))
        _ = try await station.post("/widgets/inbox/file", "document=3")
        // Repeating it changes nothing, and an external return path leads to Home.
        _ = try await station.post("/widgets/inbox/file", "document=1&next=//elsewhere.example")
        #expect(try library.document(2).state == .inbox)
        #expect(try await station.post("/widgets/inbox/file", "document=99").status == .notFound)
        #expect(try await station.post("/widgets/inbox/file", "document=x").status == .badRequest)
        _ = try await station.post("/widgets/inbox/file", "document=2")
        #expect(try await station.get("/widgets/inbox.html").text.contains("Nothing to file"))
    }

    @Test(
        "Widgets are pictures too, with all that is in them; on electronic paper in black and white alone",
        arguments: WidgetKind.allCases)
    func svg(kind: WidgetKind) async throws {
        let (station, _) = try await station(documents: 4)
        for size in WidgetSize.allCases {
            let answer = try await station.get("/widgets/\(kind.rawValue).svg?size=\(size.rawValue)")
            #expect(
                answer.headers[.contentType] == "image/svg+xml"
                    && answer.text.contains("<title id=\"title\">\(kind.title)"))
            #expect(answer.text.contains("width=\"\(size.pixels.width)\" height=\"\(size.pixels.height)\""))
            #expect(!answer.text.contains("href=\"http") && !answer.text.contains("src="))
            let paper = try await station.get("/widgets/\(kind.rawValue).svg?size=\(size.rawValue)&paint=1").text
            let colors = Set(paper.matches(of: /#[0-9a-f]{3,6}\b/).map { String($0.0) })
            #expect(colors.isSubset(of: ["#000", "#fff"]) && !paper.contains("<image") && !paper.contains("var("))
            #expect(!paper.contains("opacity"))
            #expect(kind != .inbox || paper.contains("text-anchor=\"end\">4</text>"))
        }
    }

    @Test("Pages of widgets for electronic paper are in black and white alone", arguments: WidgetKind.allCases)
    func paper(kind: WidgetKind) async throws {
        let (station, _) = try await station(documents: 4)
        for size in WidgetSize.allCases {
            let text = try await station.get("/widgets/\(kind.rawValue).html?size=\(size.rawValue)&paint=1").text
            let styles = text.matches(of: /rel="stylesheet" href="([^"]+)"/).map { String($0.1) }
            #expect(styles == ["/icons.css", "/web/patterns/widgets/paper.css"])
            #expect(text.contains("content=\"only light\"") && text.contains(">\(kind.title)</span>"))
            #expect(!text.contains("<img") && !text.contains("<style") && !text.contains("style="))
            #expect(!text.contains(#/(?:fill|stroke|color)="(?!none|url)/#) && !text.contains("opacity"))
        }
    }

    @Test("The style of electronic paper has black, white, and nothing that would mix them")
    func paperStyle() async throws {
        let (station, _) = try await station(documents: 0)
        let style = try await station.get("/web/patterns/widgets/paper.css").text
        #expect(Set(style.matches(of: /#[0-9a-fA-F]{3,8}\b/).map { String($0.0) }) == ["#000", "#fff"])
        for mixed in ["opacity", "filter", "gradient", "color-mix", "light-dark", "rgb", "hsl", "shadow", "var(--st"] {
            #expect(!style.contains(mixed), "\(mixed)")
        }
    }

    @Test("Whatever is drawn in a widget has a style, on paper and in pictures too")
    func drawings() async throws {
        let (station, _) = try await station(documents: 0)
        func classes(_ path: String) async throws -> Set<String> {
            Set(try await station.get(path).text.matches(of: /\.(i-[a-z]+)/).map { String($0.1) })
        }
        let all = try await classes("/web/base.css")
        #expect(!all.isEmpty)
        let others = ["/web/patterns/widgets/paper.css", "/widgets/due.svg", "/widgets/due.svg?paint=1"]
        for path in others { #expect(try await classes(path) == all, "\(path)") }
    }

    @Test("What is no widget is told to be none")
    func hostile() async throws {
        let (station, _) = try await station(documents: 1)
        for path in ["nothing.html", "today", "today.png", "today.html.svg", "..%2Ftoken"] {
            #expect(try await station.get("/widgets/\(path)").status == .notFound, "\(path)")
        }
        #expect(try await station.get("/widgets/today.html?size=xl").status == .badRequest)
        #expect(try await station.get("/widgets/today.svg?paint=red").status == .badRequest)
        for form in ["add=nothing&size=s", "add=today&size=huge", "place=one&remove=yes", "place=0", ""] {
            #expect(try await station.post("/home/widgets", form).status == .badRequest, "\(form)")
        }
        #expect(try await station.post("/home/widgets/target", "target=-3").status == .badRequest)
    }

    @Test(
        "CA-19, IM-22, IM-23: the overview has a card of one field, which tells how far the daily target is, and when it is reached"
    )
    func target() async throws {
        let (station, _) = try await station(documents: 3)
        #expect(try await !station.get("/home").text.contains("card-1x1"))
        _ = try await station.post("/home/widgets/target", "target=4")
        let text = try await station.get("/home").text
        #expect(
            text.contains("<li class=\"card card-1x1 figure-card\"><a class=\"card-main\" href=\"/documents?captured="))
        #expect(text.contains("<span class=\"kpi-number\">3</span> of 4 pages"))
        _ = try await station.post("/home/widgets/target", "target=3")
        let reached = try await station.get("/home").text
        let card = try #require(reached.firstMatch(of: /card-1x1 figure-card">.*?<\/li>/.dotMatchesNewlines())).0
        #expect(card.contains("Daily target reached") && card.contains("width=\"48\" height=\"48\""))
        #expect(try await station.get("/widgets/today.html?size=s").text.contains("Daily target reached"))
        #expect(try await station.get("/home/widgets").text.contains("name=\"target\" value=\"3\""))
        _ = try await station.post("/home/widgets/target", "target=")
        #expect(try await !station.get("/home").text.contains("card-1x1"))
    }

    @Test("The board is arranged, and stays so")
    func board() async throws {
        let (station, _) = try await station(documents: 1)
        func kinds() async throws -> [String] {
            try await station.get("/home/widgets").text.matches(
                of: /<article class="widget widget-([sml]) widget-([a-z]+)/
            )
            .map { "\($0.2)-\($0.1)" }
        }
        #expect(try await kinds() == WidgetBoard.standard.map { "\($0.kind.rawValue)-\($0.size.rawValue)" })
        for _ in WidgetBoard.standard.dropFirst(2) { _ = try await station.post("/home/widgets", "place=2&remove=yes") }
        _ = try await station.post("/home/widgets", "add=weeks&size=l")
        _ = try await station.post("/home/widgets", "place=2&move=earlier")
        _ = try await station.post("/home/widgets", "place=0&size=m")
        #expect(try await kinds() == ["today-m", "weeks-l", "due-s"])
        // The widget is missing, because another window has changed the board.
        _ = try await station.post("/home/widgets", "place=0&seen=due-s&remove=yes")
        #expect(try await kinds() == ["today-m", "weeks-l", "due-s"])
        #expect(try await station.get("/home/widgets").text.contains("name=\"seen\" value=\"today-m\""))
        for _ in 0..<3 { _ = try await station.post("/home/widgets", "place=0&remove=yes") }
        #expect(try await station.get("/home/widgets").text.contains("No widgets"))
    }

    @Test("WI-21: widgets have the station's own styles and tokens, and nothing from elsewhere")
    func components() async throws {
        let (station, _) = try await station(documents: 1)
        let text = try await station.get("/widgets/inbox.html").text
        let loaded = text.matches(of: /<(?:link|script)[^>]* (?:href|src)="([^"]+)"/).map { String($0.1) }
        #expect(loaded.count > 6 && loaded.allSatisfy { $0.hasPrefix("/web/") || $0 == "/icons.css" })
        #expect(!text.contains("style="))
        let style = try await station.get("/web/patterns/widgets/widgets.css").text
        let colors = style.matches(of: /#[0-9a-fA-F]{3,8}\b|rgba?\(|hsl/).map { String($0.0) }
        #expect(Set(colors).isSubset(of: ["#000", "#fff"]))
    }
}
