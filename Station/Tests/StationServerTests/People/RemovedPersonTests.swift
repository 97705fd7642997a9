import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// What people leave behind, and what the others notice of who comes and goes.
@Suite struct RemovedPersonTests {
    private func library(_ people: PeopleUnderTest) throws -> Library {
        try Library(folder: people.station.folder.path("station"))
    }

    private func id(_ name: String, _ library: Library) throws -> Int64 {
        try #require(try library.people().first { $0.name == name }).id
    }

    /// The query with the token of an address that somebody makes at a screen.
    private func token(
        _ screen: String, _ action: String, _ browser: PeopleUnderTest.Browser, _ people: PeopleUnderTest
    ) async throws -> String {
        let page = try await people.follow(action, [], browser).text
        return String(try #require(page.firstMatch(of: /token=[0-9a-f]{64}/), "\(screen)").0)
    }

    @Test(
        "SS-26: addresses of the calendar and of widgets are each person's own, and end with the person who made them",
        arguments: [true, false])
    func addresses(isRemoved: Bool) async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        let library = try library(people)
        func paths(_ browser: PeopleUnderTest.Browser) async throws -> [String] {
            let feed = try await token("/home/calendar", "/home/calendar", browser, people)
            let widget = try await token("/home/widgets", "/home/widgets/address", browser, people)
            return ["/calendar.ics?\(feed)", "/widgets/due.svg?\(widget)", "/widgets/due.html?\(widget)"]
        }
        let (theirs, own) = (try await paths(member), try await paths(owner))
        for path in theirs + own { #expect(try await people.station.get(path).status == .ok, "\(path)") }
        if isRemoved {
            let ben = try id("Ben", library)
            #expect(try await people.post("/people/\(ben)/remove", [], owner).location == "/people?done=removed")
        } else {
            // Guests read no documents.
            let ben = try id("Ben", library)
            _ = try await people.post("/people/\(ben)/role", [("role", "guest")], owner)
            #expect(try library.person(ben)?.role == .guest)
        }
        for path in theirs { #expect(try await people.station.get(path).status.code >= 400, "\(path)") }
        for path in own { #expect(try await people.station.get(path).status == .ok, "\(path)") }
    }

    @Test(
        "SS-26: invitations end with the person who made them, also those that somebody has begun with",
        arguments: [true, false])
    func invitations(isRemoved: Bool) async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let second = try await people.join("Ben", .owner, by: owner)
        let library = try library(people)
        let codes = [
            InvitationLink.code(in: try await people.invite(.owner, by: second)),
            InvitationLink.code(in: try await people.invite(.owner, by: second)),
        ]
        let kept = InvitationLink.code(in: try await people.invite(.member, by: owner))
        let begun = PeopleUnderTest.Browser(address: "192.0.2.70")
        #expect(try await people.post("/invitation", [("code", codes[0])], begun).location == "/invitation")
        let ben = try id("Ben", library)
        if isRemoved {
            _ = try await people.post("/people/\(ben)/remove", [], owner)
        } else {
            _ = try await people.post("/people/\(ben)/role", [("role", "member")], owner)
        }
        for code in codes {
            #expect(try library.isInvitation(try #require(SessionIdentifier(code)), at: people.time.date) == false)
        }
        #expect(try library.isInvitation(try #require(SessionIdentifier(kept)), at: people.time.date))
    }

    @Test("SS-26: a token opens what it was made for, until another one is made")
    func tokens() throws {
        let folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("library"))
        let token = try library.newToken(for: .widgets)
        #expect(try library.maker(of: token, for: .widgets) == Library.builtInPerson)
        #expect(try library.maker(of: token, for: .calendar) == nil)
        let other = try library.newToken(for: .widgets, of: Library.builtInPerson)
        #expect(try library.maker(of: token, for: .widgets) == nil)
        #expect(try library.maker(of: other, for: .widgets) == Library.builtInPerson)
        try library.forgetToken(for: .widgets)
        #expect(try library.maker(of: other, for: .widgets) == nil && !library.hasToken(for: .widgets))
    }

    @Test("AO-1: open screens lock from when there is a second person, also those that were there before")
    func locks() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        // Nobody else is there: the screen asks now and then whether that is still so.
        #expect(owner["lock"] == "0")
        let answer = try await people.get("/session/lock", owner)
        #expect(answer.status == .noContent && answer.headers[.setCookie] == nil)
        let member = try await people.join("Ben", .member, by: owner)
        #expect(member["lock"] == "300")
        let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
        let asked = try await people.station.ask(
            .get, "/session/lock", headers: owner.headers.with([mode: "cors"]), from: owner.address)
        owner.take(asked)
        #expect(asked.status == .noContent && owner["lock"] == "300")
        // Being asked keeps no session open.
        people.time.pass(301)
        let script: HTTPFields = [.cookie: try #require(owner.headers[.cookie]), mode: "cors"]
        let locked = try await people.station.ask(.get, "/session/lock", headers: script, from: owner.address)
        #expect(locked.status == .unauthorized)
        _ = try await people.signIn("Ada", owner)
        let ben = try id("Ben", try library(people))
        _ = try await people.post("/people/\(ben)/remove", [], owner)
        _ = try await people.get("/home", owner)
        #expect(owner["lock"] == "0")
        _ = try await people.post("/sign-out", [], owner)
        #expect(owner["lock"] == nil && owner["session"] == nil)
    }
}
