import Foundation
import HTTPTypes
import StationRules
import StationStore
import StationViews
import TestSupport
import Testing

/// The screen of a document.
@Suite struct ObjectDetailRouteTests {
    /// Creates two documents of one correspondent, the first with two pages, and one of another.
    private func station() async throws -> (station: StationUnderTest, library: Library) {
        let station = try await StationUnderTest()
        for title in ["Gas", "Power", "Rent"] {
            _ = try await station.post("/api/documents?title=\(title)", bytes: Photos.bytes("letter-wood"))
        }
        let library = try Library(folder: station.folder.path("station"))
        for (id, name) in [(1, "City Works"), (2, "City Works"), (3, "Landlord")] {
            _ = try await station.post("/documents/\(id)/edit", "correspondent=\(name.replacing(" ", with: "+"))")
        }
        return (station, library)
    }

    private func main(_ text: String) throws -> Substring {
        let start = try #require(text.firstRange(of: "<main")), end = try #require(text.firstRange(of: "</main>"))
        return text[start.lowerBound..<end.upperBound]
    }

    private func links(_ text: some StringProtocol) -> [String] {
        String(text).matches(of: /<a [^>]*href="([^"]+)"/).map { String($0.output.1) }
    }

    @Test("OD-1, OD-2, OD-3: header, pages, facts, related documents, notes, attachments, and the history last")
    func order() async throws {
        let (station, _) = try await station()
        let text = try main(await station.get("/documents/1").text)
        let parts = [
            "<h1>Gas</h1>", "class=\"sheets\"", "class=\"facts-list\"", "id=\"documents-title\"", "id=\"notes-title\"",
            "class=\"accessories history\"",
        ]
        let places = parts.map { text.firstRange(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(text.contains("<details class=\"accessories history\"><summary>"))
    }

    @Test("OD-4: the bar has the actions on the document; there is no toolbar beside the tab bar")
    func actions() async throws {
        let (station, _) = try await station()
        let text = try main(await station.get("/documents/1").text)
        let bar = try #require(text.firstMatch(of: /(?s)<header class="titlebar.*?<\/header>/)).output
        for action in ["popovertarget=\"export\"", "data-opens=\"delete\"", "data-opens=\"edit\"", "id=\"pin-button\""]
        {
            #expect(bar.contains(action))
        }
        // The toolbar for selected pages appears with the selection.
        #expect(text.matches(of: /role="toolbar"/).count == 1 && text.contains("class=\"page-bar\" role=\"toolbar\""))
    }

    @Test("The header says what is to be done: a document is marked as reviewed, and its due date stands out")
    func states() async throws {
        let (station, library) = try await station()
        func tags() async throws -> [String] {
            try await station.get("/documents/1").text.matches(of: /<span class="tag tag-(\w+)">([^<]+)</).map {
                "\($0.output.1) \($0.output.2)"
            }
        }
        #expect(try await tags() == ["neutral Inbox"])
        let marked = try await station.post("/documents/1/edit", "state=reviewed")
        #expect(marked.location?.hasPrefix("/documents/1?done=edited&undo=") == true)
        #expect(try await tags() == ["neutral Reviewed"] && library.document(1).title == "Gas")
        #expect(try await !station.get("/documents/1").text.contains("Mark as Reviewed"))
        let today = Day(.now, in: .current)
        for (days, tone) in [(-2, "negative"), (3, "critical"), (60, "neutral")] {
            _ = try await station.post("/documents/1/edit", "due=\(today.adding(days))")
            #expect(try await tags().last?.hasPrefix("\(tone) \(days < 0 ? "Overdue since" : "Due")") == true)
        }
    }

    @Test("OD-6: things have a header with their title, people one with their name beside a picture")
    func layouts() async throws {
        let (station, _) = try await station()
        let document = try main(await station.get("/documents/1").text)
        #expect(document.contains("<div class=\"object\"") && !document.contains("profile-header"))
        let profile = try main(await station.get("/profile").text)
        #expect(profile.contains(/<header class="profile-header"><span class="icon icon-person-circle"/))
        #expect(!profile.contains("class=\"object\""))
    }

    @Test("OD-7: a page is the last screen: it leads to its siblings, back, and to its file, and has actions")
    func child() async throws {
        let (station, library) = try await station()
        _ = try library.merge([1, 3], at: .now)
        let text = try main(await station.get("/documents/1/pages/0").text)
        // Signing is one of its actions.
        #expect(
            Set(links(text)) == [
                "/documents/1", "/documents/1/pages/0/png", "/documents/1/pages/0/sign", "/documents/1/pages/1",
            ])
        #expect(text.contains("data-zooms=\"in\"") && text.contains("<nav aria-label=\"Pages\">"))
    }

    @Test("what happened is undone from the history, too")
    func history() async throws {
        let (station, library) = try await station()
        _ = try library.merge([1, 3], at: .now)
        let undo = try await main(station.get("/documents/1").text).matches(
            of: /action="(\/documents\/1\/undo\/[0-9-]+)"/)
        let first = try #require(undo.first).1
        let answer = try await station.post(String(first), "")
        #expect(answer.location == "/documents/1?done=undone")
        #expect(try library.document(3).trashed == nil && library.document(3).pages > 0)
        // An event of another document.
        #expect(
            try await station.post(String(first.replacing("/documents/1/", with: "/documents/2/")), "").status
                == .notFound)
    }

    @Test("OD-9: a document is reached from the overview, from the list, and from a related one")
    func reached() async throws {
        let (station, library) = try await station()
        for place in ["/home", "/documents", "/documents/2"] {
            #expect(try links(main(await station.get(place).text)).contains("/documents/1"))
        }
        let text = try main(await station.get("/documents/2").text)
        #expect(text.contains("More of City Works") && text.contains("<span class=\"number\">2</span>"))
        #expect(links(text).contains { $0.hasPrefix("/documents?correspondent=") })
        // Its neighbor in the list is not a related document.
        let others = text.replacing(/<nav class="neighbors".*?<\/nav>/.dotMatchesNewlines(), with: "")
        #expect(!links(others).contains("/documents/3"))
        // Without related documents the section is omitted, and documents in the trash are not related.
        #expect(try await !station.get("/documents/3").text.contains("documents-title"))
        _ = try library.trash([1], at: .now)
        #expect(try await !station.get("/documents/2").text.contains("documents-title"))
    }
}
