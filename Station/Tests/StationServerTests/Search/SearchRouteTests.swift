import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct SearchRouteTests {
    private struct Recent: Decodable { let searches: [String] }

    private func station() async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        for title in ["Gas bill", "Rent", "Phone bill"] {
            let page = NewDocument.Page(
                picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
            let id = try library.add(NewDocument(title: title, captured: .now, pages: [page]))
            guard title != "Rent" else { continue }
            _ = try library.file(id, try FilingEntry([.tags: "billing", .folder: "Home"]), at: .now)
        }
        return station
    }

    @Test(
        "IM-21, SE-2, SE-10: the search of everything says what it finds before it, and that nothing is found after it")
    func messages() async throws {
        let station = try await station()
        let start = try await station.get("/search").text
        #expect(start.contains("Search everything") && start.contains("Find documents by their titles"))
        #expect(start.contains(">Home</span>") && start.contains("class=\"chips wrapped\""))
        let none = try await station.get("/search?q=zebra").text
        #expect(none.contains("Nothing found") && none.contains("Nothing matches “zebra”."))
        #expect(try await station.get("/search?pages=x").status == .badRequest)
        // Documents and what they are filed under; the trash is never searched.
        let found = try await station.get("/search?q=bill&trash=yes").text
        #expect(found.contains("<h2>Documents (2)</h2>") && found.contains("href=\"/documents?q=bill\">Show All"))
        #expect(found.contains("<mark>bill</mark>ing") && found.contains("Tags · 2 documents"))
    }

    @Test("SE-4, SE-7: suggestions come from names and titles, by the beginnings of words, whatever their accents")
    func suggestions() async throws {
        let station = try await station()
        let text = try await station.get("/search/suggestions?at=/search&q=B%C3%ADl").text
        #expect(text.contains("\"path\":\"\\/search?tag=1\"") || text.contains("\"path\":\"/search?tag=1\""))
        // The rows of a list already show the documents.
        let list = try await station.get("/search/suggestions?at=/documents&q=bil").text
        #expect(list.contains("documents?tag=1\"") && !list.contains("documents/1\""))
        #expect(
            text.contains("{\"isMarked\":true,\"text\":\"bil\"}")
                || text.contains("{\"text\":\"bil\",\"isMarked\":true}"))
        #expect(text.contains("documents/1\"") && text.contains("documents/3\"") && !text.contains("documents/2\""))
        #expect(try await station.get("/search/suggestions?q=").text.contains("\"suggestions\":[]"))
        #expect(try await station.get("/search/suggestions?at=//evil&q=a").status == .badRequest)
    }

    @Test("the last searches are the person's, on each device; one of them or all can be removed")
    func recentSearches() async throws {
        let station = try await station()
        func read(_ answer: StationUnderTest.Answer) throws -> [String] {
            try JSONDecoder().decode(Recent.self, from: Data(answer.text.utf8)).searches
        }
        #expect(try read(try await station.get("/search/recent")).isEmpty)
        for text in ["gas", "rent", "+gas+", "+", "bill"] {
            _ = try await station.post("/search/recent", "text=\(text)")
        }
        #expect(try read(try await station.get("/search/recent")) == ["bill", "gas", "rent"])
        #expect(try read(try await station.post("/search/recent/delete", "text=gas")) == ["bill", "rent"])
        let library = try Library(folder: station.folder.path("station"))
        #expect(try library.recentSearches(of: 2).isEmpty)
        for number in 1...20 {
            try library.rememberSearch("word \(number)", at: Date(timeIntervalSinceNow: Double(number)))
        }
        #expect(try library.recentSearches().count == Library.maximumRecentSearches)
        #expect(try library.recentSearches().first == "word 20")
        #expect(try read(try await station.post("/search/recent/delete")).isEmpty)
    }

    @Test("SE-6: chosen names are tokens in the field, with a way to take each one out")
    func tokens() async throws {
        let station = try await station()
        let text = try await station.get("/search?q=gas&tag=1&state=reviewed").text
        #expect(text.contains("href=\"/search?q=gas&amp;state=reviewed\" data-list aria-label=\"Remove Tags billing\""))
        // They are not repeated as chips.
        #expect(!text.contains("id=\"chip-tag-1\"") && text.contains("id=\"chip-state-reviewed\""))
        let list = try await station.get("/documents?tag=1").text
        #expect(list.contains("id=\"chip-tag-1\"") && !list.contains("class=\"token\""))
    }
}
