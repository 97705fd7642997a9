import FoundationEssentials
import HTTPTypes
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct InterludeRouteTests {
    private let navigates: HTTPFields = [.accept: "text/html"]

    /// Returns a station with a restored library and a pending page.
    private func station() async throws -> (StationUnderTest, Library) {
        let folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("station"))
        let page = NewDocument.Page(
            picture: try Photos.bytes("letter-wood"), size: try PixelSize(width: 1000, height: 1400), quad: nil,
            rotation: .none, filter: .color)
        _ = try library.add(NewDocument(title: "Bill", captured: .now, pages: [page]))
        try library.setInterlude(.restored)
        return (try await StationUnderTest(folder: folder) { $0.pageReader = ScriptedReader() }, library)
    }

    @Test(
        "IV-1, IV-2, IV-6: it takes the place of every screen, under a plain bar, with its buttons one below the other")
    func locks() async throws {
        let (station, library) = try await station()
        for path in ["/documents", "/home", "/documents/1", "/profile"] {
            #expect(try await station.get(path, headers: navigates).location == "/interlude", "\(path)")
        }
        let page = try await station.get("/interlude").text
        #expect(page.contains("<header class=\"info-bar\"><p class=\"headline\">Recto</p></header>"))
        #expect(!page.contains("<nav") && page.contains("<h1>Your library is restored</h1>"))
        let first = try #require(page.firstRange(of: "class=\"button primary\" name=\"action\" value=\"proceed\""))
        let second = try #require(page.firstRange(of: "class=\"button\" name=\"action\" value=\"settings\""))
        #expect(first.lowerBound < second.lowerBound)
        #expect(try await station.post("/interlude", "action=x").status == .badRequest)
        #expect(try await station.post("/interlude", "action=proceed").location == "/")
        #expect(try await station.get("/documents", headers: navigates).status == .ok)
        #expect(library.interlude == nil)
    }

    @Test("IV-4: it is over by itself once all pages are read")
    func ready() async throws {
        let (station, library) = try await station()
        let waiting = try await station.get("/interlude/state").text
        #expect(waiting.contains("\"ready\":false") && waiting.contains("1 page is left"))
        let page = try #require(try library.nextUnreadPage())
        try library.store(StoredText.words("word"), of: page, languages: "eng", at: .now)
        #expect(try await station.get("/interlude/state").text.contains("\"ready\":true"))
        #expect(try await station.get("/interlude").location == "/")
        #expect(library.interlude == nil)
        #expect(try await station.get("/documents", headers: navigates).status == .ok)
    }

    @Test("a new library, and one that is current, say nothing; what is to be said stays until it was")
    func kept() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 { #expect(try Library(folder: folder.path("library")).interlude == nil) }
        let library = try Library(folder: folder.path("library"))
        for cause in Interlude.Cause.allCases {
            try library.setInterlude(cause)
            #expect(try Library(folder: folder.path("library")).interlude == cause)
        }
        try library.setInterlude(nil)
        #expect(library.interlude == nil)
    }
}
