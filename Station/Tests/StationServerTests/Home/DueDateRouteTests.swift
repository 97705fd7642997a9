import FoundationEssentials
import HTTPTypes
import RectoCore
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// The routes for due dates and retention.
@Suite struct DueDateRouteTests {
    private let today = Day(.now, in: StationClock(zone: .gmt).calendar)

    private func station(
        _ filings: [[FilingEntry.Field: String]], host: String = "127.0.0.1"
    ) async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest { $0.host = host }
        let library = try Library(folder: station.folder.path("station"))
        for (index, filing) in filings.enumerated() {
            let page = NewDocument.Page(
                picture: [UInt8(index)], size: try PixelSize(width: 4, height: 3), quad: nil)
            let id = try library.add(NewDocument(title: "Document \(index)", captured: .now, pages: [page]))
            _ = try library.file(id, try FilingEntry(filing), at: .now)
        }
        return (station, library)
    }

    @Test("Whoever has the address of the calendar reads due dates, and nobody else does")
    func calendar() async throws {
        let (station, library) = try await station(
            [
                [.due: today.adding(3).description], [.due: today.adding(-91).description],
                [.retained: today.adding(400).description], [:],
            ], host: "0.0.0.0")
        let token = try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8)
        let known: HTTPFields = [
            .authorization: "Bearer \(token.filter { !$0.isWhitespace })", .origin: "http://localhost:8347",
        ]
        #expect(try await station.get("/calendar.ics").status == .notFound)
        #expect(try await station.get("/calendar.ics?token=\(SecretToken().text)").status == .notFound)
        #expect(try await !station.get("/home/calendar", headers: known).text.contains("calendar.ics?token="))
        let page = try #require(try await station.post("/home/calendar", headers: known).location)
        let made = try await station.get(page, headers: known).text
        #expect(try await station.get(page, headers: known).text.contains("This was shown only once."))
        let address = try #require(
            made.firstMatch(of: /value="http:\/\/[^\/"]+:8347(\/calendar\.ics\?token=[0-9a-f]{64})"/))
        let path = String(address.1)
        // Without the station's token.
        let feed = try await station.get(path)
        #expect(feed.status == .ok && feed.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(feed.text.contains("SUMMARY:Due: Document 0") && !feed.text.contains("Document 1"))
        #expect(feed.text.contains("SUMMARY:Kept until today: Document 2") && !feed.text.contains("Document 3"))
        // The URL is shown once, and a new one replaces it.
        #expect(try await !station.get("/home/calendar", headers: known).text.contains("calendar.ics?token="))
        _ = try await station.post("/home/calendar", headers: known)
        #expect(try await station.get(path).status == .notFound && library.hasToken(for: .calendar))
        _ = try await station.post("/home/calendar", "forget=yes", headers: known)
        #expect(try !library.hasToken(for: .calendar))
    }

    @Test("Browsers are told what is due today and tomorrow")
    func reminders() async throws {
        struct Answer: Decodable {
            let reminders: [Reminder]
        }
        let (station, _) = try await station([-1, 0, 1, 2].map { [.due: today.adding($0).description] })
        let answer = try JSONDecoder().decode(Answer.self, from: Data(try await station.get("/home/reminders").body))
        #expect(answer.reminders.map(\.title) == ["Document 1", "Document 2"])
        #expect(answer.reminders.map(\.text) == ["Due today", "Due tomorrow"])
    }

    @Test(
        "What need not be kept any longer is proposed; it goes to the trash if a person chooses it, and nothing else does"
    )
    func retention() async throws {
        let (station, library) = try await station(
            [
                [.retained: today.adding(-1).description], [.retained: today.adding(-9).description],
                [.retained: today.description], [:],
            ])
        let text = try await station.get("/home/retention").text
        #expect(
            text.matches(of: /name="document-\d+"/).map { String($0.0) } == [
                "name=\"document-2\"", "name=\"document-1\"",
            ])
        #expect(try await station.get("/home").text.contains("2 documents need not be kept any longer."))
        // Documents whose retention has not ended, and missing ones, are unchanged.
        let moved = try await station.post(
            "/home/retention", "document-2=yes&document-3=yes&document-4=yes&document-99=yes")
        let location = try #require(moved.location)
        #expect(location.hasPrefix("/home/retention?count=1&undo="))
        #expect(try library.document(2).trashed != nil && library.document(3).trashed == nil)
        #expect(try library.document(4).trashed == nil && library.document(1).trashed == nil)
        let toast = try await station.get(location).text
        let undo = try #require(toast.firstMatch(of: /action="(\/documents\/undo\/[^"]+)"/))
        let back = try await station.post(String(undo.1).replacing("&amp;", with: "&"))
        #expect(try library.document(2).trashed == nil && back.location == "/home/retention?done=undone")
        #expect(try await station.get("/home/retention?done=undone").text.contains("<p>Change undone</p>"))
        let nothing = try #require(try await station.post("/home/retention").location)
        #expect(try await station.get(nothing).text.contains("<p>Choose documents first.</p>"))
        let (empty, _) = try await self.station([[:]])
        #expect(try await empty.get("/home/retention").text.contains("Nothing to decide"))
        #expect(try await !empty.get("/home").text.contains("any longer"))
    }
}
