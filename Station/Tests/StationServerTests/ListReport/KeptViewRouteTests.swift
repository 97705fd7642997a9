import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct KeptViewRouteTests {
    private func station() async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        for title in ["Gas bill", "Rent"] {
            _ = try library.add(NewDocument(title: title, captured: .now, pages: [page]))
        }
        return (station, library)
    }

    private func undo(_ station: StationUnderTest, at location: String?) async throws -> StationUnderTest.Answer {
        let text = try await station.get(try #require(location)).text
        let form = try #require(text.firstMatch(of: /action="([^"]+)" data-undo/)?.output.1)
        return try await station.post(String(form).replacing("&amp;", with: "&"))
    }

    @Test("SO-8, LR-2: what a list shows is kept under a name, and found in its menu, its title and the sidebar")
    func keeping() async throws {
        let (station, library) = try await station()
        let list = try await station.get("/documents?q=gas&sort=title").text
        #expect(list.contains("id=\"keep-view\" href=\"/documents/views/new?q=gas&amp;sort=title\""))
        let form = try await station.get("/documents/views/new?q=gas&sort=title").text
        #expect(form.contains("action=\"/documents/views?q=gas&amp;sort=title\"") && form.contains("data-open"))
        #expect(form.contains("<h1>Documents (1 of 2)</h1>"))
        let kept = try await station.post("/documents/views?q=gas&sort=title", "name=Gas&usual=no")
        #expect(kept.location == "/documents?done=viewKept&undo=1&q=gas&sort=title")
        let view = try #require(try library.views().first)
        #expect(view.name == "Gas" && view.query.text == "gas" && view.query.order == [SortCriterion(.title)])
        let shown = try await station.get("/documents?q=gas&sort=title").text
        #expect(shown.contains("<h1>Gas (1 of 2)</h1>") && !shown.contains("keep-view"))
        #expect(shown.contains(/role="menuitemradio" aria-checked="true" href="\/documents\?q=gas&amp;sort=title"/))
        #expect(shown.contains(/<a class="destination" href="\/documents\?q=gas&amp;sort=title">/))
        // The trash is a separate screen.
        #expect(try await !station.get("/documents?trash=yes").text.contains("views-submenu"))
        #expect(try await undo(station, at: kept.location).location == "/documents?done=undone&q=gas&sort=title")
        #expect(try library.views().isEmpty)
    }

    @Test("CE-3: a view without a name of its own is not kept, and its form says why")
    func refusals() async throws {
        let (station, library) = try await station()
        let nameless = try await station.post("/documents/views?q=gas", "name=")
        #expect(nameless.status == .unprocessableContent && nameless.text.contains("data-refused=\"/documents?q=gas\""))
        _ = try await station.post("/documents/views?q=gas", "name=Gas")
        let again = try await station.post("/documents/views?q=rent", "name=gas")
        #expect(again.status == .conflict && again.text.contains("“gas” is used already."))
        #expect(try await station.post("/documents/views?pages=x", "name=Other").status == .badRequest)
        #expect(try library.views().count == 1)
        #expect(try await station.post("/documents/views/9", "name=x").status == .notFound)
        #expect(try await station.post("/documents/views/9/delete").status == .notFound)
        #expect(try await station.post("/documents/views/1", "name=").status == .unprocessableContent)
    }

    @Test("views are renamed, chosen and deleted on a screen of their own, and each change is undone there")
    func changes() async throws {
        let (station, library) = try await station()
        #expect(try await station.get("/documents/views").text.contains("No views yet"))
        _ = try await station.post("/documents/views?q=gas&state=inbox", "name=Gas")
        let list = try await station.get("/documents/views").text
        #expect(list.contains("“gas” · Inbox") && list.contains("action=\"/documents/views/1\""))
        let changed = try await station.post("/documents/views/1", "name=Gas+and+light&usual=yes")
        #expect(try library.views().map(\.name) == ["Gas and light"] && library.views()[0].isUsual)
        // From elsewhere the library opens with it, and all documents are one step away.
        let home = try await station.get("/home").text
        #expect(home.contains(/<a class="destination" href="\/documents\?q=gas&amp;state=inbox">/))
        #expect(try await station.get("/documents").text.contains("<h1>Documents (2)</h1>"))
        #expect(try await undo(station, at: changed.location).location == "/documents/views?done=undone")
        #expect(try library.views().map(\.name) == ["Gas"] && !library.views()[0].isUsual)
        let deleted = try await station.post("/documents/views/1/delete")
        #expect(try library.views().isEmpty)
        _ = try await undo(station, at: deleted.location)
        #expect(try library.views().map(\.name) == ["Gas"])
    }
}
