import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// What programs with the token may do once people sign in.
@Suite struct ProgramAccessTests {
    private func ask(
        _ people: PeopleUnderTest, _ token: String, _ method: HTTPRequest.Method = .get,
        _ path: String = "/api/documents"
    ) async throws -> HTTPResponse.Status {
        try await people.station.ask(
            method, path, headers: [.authorization: "Bearer \(token)"], from: "192.0.2.200"
        ).status
    }

    @Test("SS-30: programs manage neither people nor devices, nor anybody's sign-in, and do all else")
    func routes() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        let token = try people.token
        let forPeople: Set<Permission> = [
            .managePeople, .recoverPeople, .activateDevices, .removeDevices, .changeOwnSignIn, .endOwnSessions,
            .managePrograms,
        ]
        var count = 0
        for rule in people.station.table.rules {
            guard let permission = rule.permission, forPeople.contains(permission) else { continue }
            count += 1
            let path = rule.path.split(separator: "/").map { $0.hasPrefix("{") ? "/1" : "/\($0)" }.joined()
            let method = try #require(HTTPRequest.Method(rule.method.rawValue))
            #expect(try await ask(people, token, method, path) == .forbidden, "\(method) \(path)")
        }
        #expect(count > 12)
        let library = try Library(folder: people.station.folder.path("station"))
        #expect(try library.people().count == 2 && library.openInvitations(at: people.time.date).isEmpty)
        for path in ["/api/documents", "/api/names", "/metrics", "/documents", "/home"] {
            #expect(try await ask(people, token, .get, path) == .ok, "\(path)")
        }
    }

    @Test("SS-30: where nobody signs in, the token does everything")
    func withoutPeople() async throws {
        let people = try await PeopleUnderTest()
        #expect(try await ask(people, try people.token, .get, "/devices") == .ok)
    }

    @Test("SS-30: the token is another one when people are set up, and when somebody is removed or gets a lower role")
    func renewal() async throws {
        let people = try await PeopleUnderTest()
        let first = try people.token
        let phone = try await people.knownBrowser(address: "192.0.2.50")
        #expect(try await ask(people, first) == .ok)
        let owner = try await people.setUp("Ada")
        var tokens = [first]
        func expectAnother() async throws {
            let new = try people.token
            #expect(!tokens.contains(new) && new.count >= 32)
            for old in tokens { #expect(try await ask(people, old) == .unauthorized) }
            people.time.pass(4000)
            #expect(try await ask(people, new) == .ok)
            tokens.append(new)
        }
        try await expectAnother()
        // A caller with the former token learns nobody's name. The first owner's browser is known all the same.
        #expect(try await !people.get("/sign-in", phone).text.contains("Ada"))
        _ = try await people.signIn("Ada", owner)
        _ = try await people.join("Ben", .member, by: owner)
        _ = try await people.join("Cleo", .owner, by: owner)
        #expect(try people.token == tokens.last)
        let library = try Library(folder: people.station.folder.path("station"))
        func id(_ name: String) throws -> Int64 { try #require(try library.people().first { $0.name == name }).id }
        #expect(try await people.post("/people/\(id("Cleo"))/role", [("role", "member")], owner).status == .seeOther)
        try await expectAnother()
        _ = try await people.signIn("Ada", owner)
        #expect(try await people.post("/people/\(id("Ben"))/remove", [], owner).location == "/people?done=removed")
        try await expectAnother()
        // Also for the next start.
        let again = try await PeopleUnderTest(folder: people.station.folder, time: people.time)
        #expect(try await ask(again, try #require(tokens.last)) == .ok)
        #expect(try await ask(again, first) == .unauthorized)
    }

    @Test("SS-30: a browser that knew the station sees no names once somebody was removed")
    func known() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        let browser = try await people.knownBrowser(address: "192.0.2.51")
        #expect(try await people.get("/sign-in/people", browser).text.contains("Ben"))
        let library = try Library(folder: people.station.folder.path("station"))
        let ben = try #require(try library.people().first { $0.name == "Ben" }).id
        _ = try await people.post("/people/\(ben)/remove", [], owner)
        #expect(try await !people.get("/sign-in", browser).text.contains("Ada"))
    }
}
