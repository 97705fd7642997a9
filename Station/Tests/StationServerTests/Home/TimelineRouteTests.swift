import FoundationEssentials
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// The screens of timelines.
@Suite struct TimelineRouteTests {
    private func station(documents: Int) async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let today = Day(.now, in: StationClock(zone: .gmt).calendar)
        for index in 0..<documents {
            let page = NewDocument.Page(
                picture: [UInt8(index % 200), UInt8(index / 200)], size: try PixelSize(width: 4, height: 3), quad: nil)
            let captured = Date.now - Double(index) * 86_400 - 60
            let id = try library.add(NewDocument(title: "Document \(index)", captured: captured, pages: [page]))
            guard index < 2 else { continue }
            var entry: [FilingEntry.Field: String] = [.due: today.adding(index * 5 + 1).description]
            (entry[.folder], entry[.correspondent]) = ("Home", "City Works")
            if index == 1 { entry[.retained] = today.adding(3650).description }
            _ = try library.file(id, try FilingEntry(entry), at: captured + 1)
        }
        return (station, library)
    }

    private func titles(_ text: String) -> [String] {
        text.matches(of: /<span class="timeline-title">([^<]*)</).map { String($0.1) }
    }

    @Test(
        "TL-4, TL-6, TL-7, TL-16: an ordered list, each entry of which leads to its document and tells its state in words"
    )
    func library() async throws {
        let (station, _) = try await station(documents: 3)
        let text = try await station.get("/home/timeline").text
        #expect(text.contains("<h1>Timeline</h1>") && text.contains("<ol class=\"timeline\">"))
        #expect(text.matches(of: /id="now"/).count == 1)
        #expect(titles(text).prefix(2) == ["Document 2", "Document 1"] && titles(text).last == "Document 1")
        #expect(
            text.contains("<li class=\"timeline-cell tense-future\">") && text.contains("<a href=\"/documents/1\">"))
        #expect(text.contains(/<span class="hidden"> Due, To Come<\/span>/))
        #expect(text.contains(/<svg class="node node-open tense-future"[^>]* role="img" aria-label="Open">/))
        #expect(text.contains(/<\/time><span class="icon icon-calendar-event" aria-hidden="true">/))
        #expect(text.contains("<span class=\"subhead timeline-fact\">City Works</span>"))
    }

    @Test("TL-5, TL-14: a document has a timeline of its own, from where it came to where it ends")
    func document() async throws {
        let (station, _) = try await station(documents: 3)
        let text = try await station.get("/documents/2/timeline").text
        #expect(Set(titles(text)) == ["Document 1"] && text.contains("href=\"/documents/2\""))
        #expect(text.contains("node-start") && text.contains("node-end"))
        #expect(try await station.get("/documents/2").text.contains("href=\"/documents/2/timeline\""))
        #expect(try await station.get("/documents/99/timeline").status == .notFound)
        let due = try await station.get("/documents/2/timeline?kind=due").text
        #expect(titles(due).count == 1 && !due.contains("node-start"))
        #expect(due.contains("id=\"kind-due\" href=\"/documents/2/timeline\" aria-pressed=\"true\""))
        let found = try await station.get("/home/timeline?q=document+1&kind=added").text
        #expect(titles(found) == ["Document 1"])
        let nothing = try await station.get("/home/timeline?q=zebra").text
        #expect(nothing.contains("Nothing found") && nothing.contains("value=\"zebra\""))
        for query in ["kind=x", "by=year", "before=x", "after=1"] {
            #expect(try await station.get("/home/timeline?\(query)").status == .badRequest, "\(query)")
        }
    }

    @Test("TL-2, TL-3: a long timeline goes on in parts, under headings of months or days")
    func parts() async throws {
        let (station, _) = try await station(documents: 100)
        var text = try await station.get("/home/timeline").text
        var all = titles(text)
        var count = 0
        while let earlier = text.firstMatch(of: /<a class="button" href="([^"]+)">Earlier</), count < 10 {
            text = try await station.get(String(earlier.1).replacing("&amp;", with: "&")).text
            all = titles(text) + all
            count += 1
        }
        #expect(count == 2 && Set(all).count == 100 && all.first == "Document 99")
        let days = try await station.get("/home/timeline?by=day").text
        #expect(days.matches(of: /class="timeline-head"/).count > 30)
        #expect(try await station.get("/home/timeline").text.matches(of: /class="timeline-head"/).count <= 4)
    }
}
