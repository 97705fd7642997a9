import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import StationViews
import TestSupport
import Testing

@Suite struct SidebarRouteTests {
    private func station(folder: TemporaryFolder? = nil, documents: Int) async throws -> StationUnderTest {
        let station = try await StationUnderTest(folder: folder)
        for _ in 0..<documents {
            _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        }
        return station
    }

    /// Returns the labels of the sidebar's links in order.
    private func labels(_ page: StationUnderTest.Answer) -> [String] {
        guard let sidebar = page.text.firstMatch(of: /(?s)<st-sidebar.*<\/st-sidebar>/) else { return [] }
        return sidebar.output.matches(of: /class="destination[^>]*>.*?<span class="label">([^<]*)</).map {
            String($0.output.1)
        }
    }

    private func cookies(_ answer: StationUnderTest.Answer, after before: HTTPFields = [:]) -> HTTPFields {
        var kept: [String: String] = [:]
        for pair in (before[.cookie] ?? "").split(separator: "; ") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            kept[parts[0]] = parts[1]
        }
        for line in answer.headers[values: .setCookie] {
            let parts = (line.split(separator: ";").first ?? "").split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            kept[parts[0]] = parts[1].isEmpty ? nil : parts[1]
        }
        return [.cookie: kept.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")]
    }

    @Test("SB-4: items without an icon have their label alone, in edit mode too")
    func iconsAreOptional() throws {
        let pins = [SidebarPin(document: 7, title: "Rent")]
        let sidebar = Sidebar(
            Sidebar.Arrangement(pins: pins), counts: Sidebar.Counts(), place: .library, path: "/documents",
            memory: PlaceMemory())
        for isEditing in [false, true] {
            let html = SidebarView(sidebar, at: "/documents", isEditing: isEditing).html
            let destinations = html.matches(of: /class="destination[^>]*>(.*?)<\/(a|span><form)/)
            #expect(destinations.count == Place.allCases.count + 1)
            for destination in destinations { #expect(destination.1.contains(/<span class="label">[^<]+<\/span>/)) }
            // Sections have icons, pinned documents do not.
            #expect(
                html.matches(of: /<span class="icon [^>]+><\/span><span class="label">/).count == Place.allCases.count)
            #expect(html.contains(/class="destination[^>]*><span class="label">Rent</))
        }
    }

    @Test("SB-6: the sidebar tells how many documents there are")
    func theSidebarTellsHowManyDocumentsThereAre() async throws {
        let page = try await station(documents: 2).get("/devices")
        #expect(page.text.contains("<span class=\"label\">Library</span><span class=\"number\">2</span>"))
        #expect(!page.text.contains("<span class=\"label\">Devices</span><span class=\"number\">"))
    }

    @Test("SB-14, SB-15: items are hidden and moved in edit mode, on every screen and after a restart")
    func itemsAreHiddenAndMovedInEditMode() async throws {
        let folder = try TemporaryFolder()
        func edited() async throws {
            let station = try await station(folder: folder, documents: 0)
            #expect(labels(try await station.get("/devices")) == ["Home", "Library", "Scan", "AR Scenes", "Devices"])
            let edit = try await station.get("/documents?sidebar=edit").text
            #expect(edit.matches(of: /role="switch"/).count == 5 && edit.matches(of: /class="handle"/).count == 5)
            let hidden = try await station.post(
                "/sidebar/items", "group=places&item=scenes&hidden=true&at=/documents?sidebar=edit")
            #expect(hidden.status == .seeOther && hidden.location == "/documents?sidebar=edit")
            let moved = try await station.post("/sidebar/moves", "group=places&item=devices&place=0&at=/devices")
            #expect(moved.location == "/devices")
        }
        try await edited()
        let again = try await StationUnderTest(folder: folder)
        #expect(labels(try await again.get("/documents")) == ["Devices", "Home", "Library", "Scan"])
        #expect(labels(try await again.get("/ar")) == ["Devices", "Home", "Library", "Scan", "AR Scenes"])
        #expect(labels(try await again.get("/ar?sidebar=edit")).count == 5)
        // The tab bar has all of them in their default order.
        #expect(
            try await again.get("/documents").text.contains(
                "<nav class=\"tabs\" aria-label=\"Main\"><ul>\n<li><a href=\"/home\""))
        for form in ["group=places&item=scan&place=x", "group=no&item=scan&place=1", "item=scan&place=1"] {
            #expect(try await again.post("/sidebar/moves", form).status == .badRequest)
        }
    }

    @Test("SB-9: a group that is collapsed stays so")
    func aCollapsedGroupStaysCollapsed() async throws {
        let station = try await station(documents: 1)
        _ = try await station.post("/documents/1/pin")
        let open = try await station.get("/documents").text
        #expect(
            open.contains("<h2><button class=\"group-heading\" id=\"group-pinned\" name=\"expanded\" value=\"false\""))
        #expect(open.contains("aria-expanded=\"true\" aria-controls=\"list-pinned\""))
        _ = try await station.post("/sidebar/groups", "group=pinned&expanded=false&at=/devices")
        let closed = try await station.get("/devices").text
        #expect(closed.contains("aria-expanded=\"false\" aria-controls=\"list-pinned\""))
        #expect(closed.contains("<ul id=\"list-pinned\" data-group=\"pinned\" hidden>"))
    }

    @Test("SB-17: a document is pinned from its page or the list, is at hand on every screen, and is let go of again")
    func aPinnedDocumentIsOnEveryScreen() async throws {
        let station = try await station(documents: 2)
        _ = try await station.post("/documents/1/edit", "title=Rent")
        #expect(try await station.get("/documents/1").text.contains("action=\"/documents/1/pin\""))
        #expect(try await station.get("/documents").text.contains("action=\"/documents/2/pin\""))
        #expect(try await station.post("/documents/1/pin", "at=/documents/1").location == "/documents/1")
        #expect(labels(try await station.get("/devices")).last == "Rent")
        #expect(try await station.get("/devices").text.contains("action=\"/documents/1/unpin\""))
        #expect(try await station.get("/documents/1").text.contains("aria-pressed=\"true\""))
        // It is the current one on its page.
        let page = try await station.get("/documents/1").text
        #expect(page.matches(of: /class="destination" href="[^"]*" aria-current="page"/).count == 1)
        #expect(page.contains("class=\"destination\" href=\"/documents/1\" aria-current=\"page\""))
        #expect(try await station.get("/documents/pinned").text.matches(of: /id="row-\d+"/).count == 1)
        #expect(try await station.post("/documents/1/unpin", "at=/devices").location == "/devices")
        #expect(labels(try await station.get("/devices")).last == "Devices")
        #expect(try await station.get("/documents/pinned").text.contains("No pinned documents"))
        #expect(try await station.post("/documents/9/pin").status == .notFound)
    }

    @Test("SB-17: who pins one too many is told what to do")
    func maximumPins() async throws {
        let station = try await station(documents: 1)
        let library = try Library(folder: station.folder.path("station"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        for number in 0..<SidebarPin.maximum {
            let id = try library.add(NewDocument(title: "\(number)", captured: .now, pages: [page]))
            #expect(try await station.post("/documents/\(id)/pin").status == .seeOther)
        }
        let refused = try await station.post("/documents/1/pin")
        #expect(refused.status == .conflict)
        #expect(refused.text.contains("You can pin up to 30 documents. Unpin one first."))
    }

    @Test("SB-10, SB-11: a sidebar that was closed comes closed, in that orientation")
    func aClosedSidebarComesClosed() async throws {
        let station = try await station(documents: 0)
        #expect(
            try await station.get("/documents").text.contains("data-landscape=\"open\" data-portrait=\"open\""))
        let closed = try await station.get("/documents", headers: [.cookie: "sidebar-landscape=closed"])
        #expect(closed.text.contains("data-landscape=\"closed\" data-portrait=\"open\""))
    }

    @Test("NV-2: a tab leads back to where one was in it, and from there to its beginning")
    func aTabLeadsBackToWhereOneWas() async throws {
        let station = try await station(documents: 1)
        var kept = cookies(try await station.get("/documents/1"))
        let devices = try await station.get("/devices", headers: kept)
        #expect(devices.text.contains("<li><a href=\"/documents/1\"><span class=\"icon icon-collection\""))
        kept = cookies(devices, after: kept)
        let back = try await station.get("/documents/1", headers: kept)
        #expect(
            back.text.contains("<li><a href=\"/documents\" aria-current=\"page\"><span class=\"icon icon-collection\""))
        kept = cookies(try await station.get("/documents", headers: cookies(back, after: kept)), after: kept)
        #expect(try await station.get("/devices", headers: kept).text.contains("<li><a href=\"/documents\"><span"))
        let forged = try await station.get("/devices", headers: [.cookie: "place-library=https://example.org"])
        #expect(!forged.text.contains("example.org"))
    }

    @Test("NV-2: a screen that is shown for a form that was refused is not where a place leads")
    func refusedForms() async throws {
        let station = try await station(documents: 1)
        let refused = try await station.post("/documents/1/edit", "title=")
        #expect(refused.status == .unprocessableContent)
        let kept = cookies(refused)
        #expect(try await station.get("/devices", headers: kept).text.contains("<li><a href=\"/documents/1\">"))
        #expect(!refused.text.contains("value=\"/documents/1/edit\""))
    }
}
