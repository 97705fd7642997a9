import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// A day at a station with three people and four devices.
@Suite struct DayTests {
    private let people: PeopleUnderTest
    private let library: Library

    init() async throws {
        people = try await PeopleUnderTest()
        library = try Library(folder: people.station.folder.path("station"))
    }

    private func scan(_ title: String, _ browser: PeopleUnderTest.Browser) async throws -> StationUnderTest.Answer {
        try await people.station.ask(
            .post, "/api/documents?title=\(title)", PictureWithPlace.bytes(), headers: browser.headers,
            from: browser.address)
    }

    private func id(_ answer: StationUnderTest.Answer) throws -> Int64 {
        try #require(answer.location.flatMap { Int64($0.split(separator: "/").last ?? "") })
    }

    @Test("a day with an owner, a member and a guest, at a desk, two phones and a tablet that they share")
    func day() async throws {
        // In the morning Ada sets up the station at her desk, and invites the others on their phones.
        let desk = try await people.setUp("Ada")
        let phone = try await people.join("Ben", .member, by: desk)
        let other = try await people.join("Cleo", .guest, by: desk)
        let tablet = try await people.knownBrowser(address: "192.0.2.99")
        #expect(try await people.get("/sign-in/people", tablet).text.contains(">Cleo<"))
        // Ben scans, and saving is attributed to him.
        let note = try id(await scan("Note", phone))
        #expect(try library.document(note).person == library.people().first { $0.name == "Ben" }?.id)
        #expect(PicturePlace.isIn(try library.original(library.page(0, of: note).original)))
        // Cleo can scan, and sees nothing else.
        #expect(try await scan("Receipt", other).status == .created)
        for path in ["/documents", "/documents/\(note)", "/people", "/home"] {
            #expect(try await people.get(path, other).status == .forbidden, "\(path)")
        }
        // Ben also signs in on the tablet. It locks after inactivity, his phone does not.
        #expect(try await people.signIn("Ben", tablet).location == "/")
        #expect(try await people.get("/documents/\(note)", tablet).status == .ok)
        for _ in 0..<4 {
            people.time.pass(120)
            #expect(try await people.get("/documents", phone).status == .ok)
        }
        #expect(try await people.get("/documents", tablet).location == "/sign-in?next=/documents")
        #expect(try await people.get("/sign-in", tablet).text.contains("Locked. Show that it is you."))
        // At noon Ada takes the tablet: nothing of Ben's is left on it, and his session there has ended.
        #expect(try await people.signIn("Ada", tablet).location == "/")
        #expect(try await people.get("/profile", tablet).text.contains(">Ada</p>"))
        let sessions = try await people.get("/profile/sign-in", phone).text
        #expect(sessions.matches(of: /\/profile\/sessions\/\d+\/end/).count == 1)
        // Ben withdraws his consent. Ada's documents keep their data.
        let bill = try id(await scan("Bill", tablet))
        #expect(try await people.post("/profile/consents/place/withdraw", [], phone).status == .seeOther)
        #expect(try !PicturePlace.isIn(library.original(library.page(0, of: note).original)))
        #expect(try PicturePlace.isIn(library.original(library.page(0, of: bill).original)))
        // Each person has separate pinned documents.
        _ = try await people.post("/documents/\(bill)/pin", [("at", "/documents")], tablet)
        #expect(try library.pins(of: Library.builtInPerson) == [bill])
        #expect(try await !people.get("/documents", phone).text.contains("/documents/\(bill)/unpin"))
        // In the afternoon Cleo becomes a member. She signs in again, and sees the documents.
        people.time.pass(3600)
        _ = try await people.signIn("Ada", desk)
        let list = try await people.get("/people", desk).text
        let cleo = try #require(try library.people().first { $0.name == "Cleo" }).id
        #expect(list.contains("/people/\(cleo)/role"))
        #expect(
            try await people.post("/people/\(cleo)/role", [("role", "member")], desk).location == "/people?done=role")
        #expect(try await people.get("/profile", other).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.signIn("Cleo", other).location == "/")
        #expect(try await people.get("/documents/\(note)", other).status == .ok)
        // In the evening Ben has lost his phone: he ends its session from the tablet.
        #expect(try await people.signIn("Ben", tablet).location == "/")
        let mine = try await people.get("/profile/sign-in", tablet).text
        for end in mine.matches(of: /action="(\/profile\/sessions\/\d+\/end)"><button[^>]*>End</).map({ String($0.1) })
        {
            _ = try await people.post(end, [], tablet)
        }
        #expect(try await people.get("/documents", phone).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.get("/documents", tablet).status == .ok)
        // All actions are attributed, and each decision is recorded.
        #expect(try library.documentCount() == 3)
        let ben = try #require(try library.people().first { $0.name == "Ben" }).id
        #expect(try library.consents(of: ben).map(\.isGiven) == [true, true, true, true, false])
    }
}
