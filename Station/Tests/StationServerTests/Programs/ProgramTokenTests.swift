import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Tokens of programs: named, limited, listed and revoked.
@Suite struct ProgramTokenTests {
    private let path = "/devices/programs"

    private func ask(
        _ people: PeopleUnderTest, _ token: String, _ method: HTTPRequest.Method = .get,
        _ path: String = "/api/documents", _ body: [UInt8] = []
    ) async throws -> HTTPResponse.Status {
        try await people.station.ask(
            method, path, body, headers: [.authorization: "Bearer \(token)"], from: "192.0.2.200"
        ).status
    }

    private func makeToken(
        _ scope: ProgramScope, _ people: PeopleUnderTest, _ owner: PeopleUnderTest.Browser,
        named name: String = "Backup"
    ) async throws -> String {
        let answer = try await people.post(path, [("name", name), ("scope", scope.rawValue)], owner)
        let page = try await people.get(try #require(answer.location), owner).text
        return String(try #require(page.firstMatch(of: /<code id="token">([0-9a-f]{64})<\/code>/)).output.1)
    }

    @Test("SS-31: a program's token does what its scope says, whether people sign in or not", arguments: [false, true])
    func scopes(isShared: Bool) async throws {
        let people = try await PeopleUnderTest()
        let owner = isShared ? try await people.setUp("Ada") : try await people.knownBrowser()
        let letter = try Photos.bytes("letter-wood")
        let expected: [(ProgramScope, list: HTTPResponse.Status, add: HTTPResponse.Status, edit: HTTPResponse.Status)] =
            [
                (.read, .ok, .forbidden, .forbidden), (.add, .forbidden, .created, .forbidden),
                (.all, .ok, .created, .ok),
            ]
        _ = try await ask(people, try await makeToken(.all, people, owner), .post, "/api/documents", letter)
        for (scope, list, add, edit) in expected {
            let token = try await makeToken(scope, people, owner)
            #expect(try await ask(people, token) == list, "\(scope)")
            #expect(try await ask(people, token, .post, "/api/documents", letter) == add, "\(scope)")
            let change = Array("{\"title\": \"\(scope)\"}".utf8)
            #expect(try await ask(people, token, .patch, "/api/documents/1", change) == edit, "\(scope)")
            for managed in ["/people", "/devices", path] {
                #expect(try await ask(people, token, .get, managed) == .forbidden, "\(scope) \(managed)")
            }
        }
    }

    @Test("SS-31: a token is shown once, listed with its last use, and ends when it is revoked")
    func list() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.knownBrowser()
        let token = try await makeToken(.read, people, owner, named: "Home Assistant")
        let fresh = try await people.get(path, owner).text
        #expect(
            fresh.contains("Home Assistant") && fresh.contains("Read documents · Never used") && !fresh.contains(token))
        #expect(try await ask(people, token) == .ok)
        #expect(try await people.get(path, owner).text.contains("Read documents · Last used"))
        #expect(try await people.post("\(path)/1/revoke", [], owner).location == "\(path)?done=revoked")
        #expect(try await ask(people, token) == .unauthorized)
        #expect(try await !people.get(path, owner).text.contains("Home Assistant"))
    }

    @Test("SS-31: a token ends with the role of the person who made it")
    func maker() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let other = try await people.join("Ben", .owner, by: owner)
        let token = try await makeToken(.read, people, other)
        #expect(try await ask(people, token) == .ok)
        #expect(try await people.post("/people/2/role", [("role", "member")], owner).status == .seeOther)
        #expect(try await ask(people, token) == .unauthorized)
        let member = try await people.join("Cem", .member, by: owner)
        #expect(try await people.get(path, member).status == .forbidden)
        #expect(try await !people.get("/devices", member).text.contains(path))
    }

    @Test("SS-31: names and scopes are checked, and a station for this machine alone has no tokens")
    func refusals() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.knownBrowser()
        let unnamed = try await people.post(path, [("name", " "), ("scope", "add")], owner)
        #expect(unnamed.status == .unprocessableContent && unnamed.text.contains("Enter a name for the program."))
        #expect(unnamed.text.contains("value=\"add\" required checked"))
        #expect(try await people.post(path, [("name", "x"), ("scope", "root")], owner).status == .badRequest)
        #expect(try await StationUnderTest().get(path).status == .notFound)
    }
}
