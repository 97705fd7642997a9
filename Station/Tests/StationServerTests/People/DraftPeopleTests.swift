import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Drafts belong to the people who scan them.
@Suite struct DraftPeopleTests {
    private let people: PeopleUnderTest
    private let library: Library

    init() async throws {
        people = try await PeopleUnderTest()
        library = try Library(folder: people.station.folder.path("station"))
    }

    /// Creates a draft with a page.
    private func scan(_ browser: PeopleUnderTest.Browser) async throws -> String {
        let path = try #require(try await people.get("/scan?new=", browser).location)
        #expect(try await people.get(path, browser).status == .ok)
        let answer = try await people.station.ask(
            .post, "\(path)/import", Photos.bytes("letter-wood"), headers: browser.headers, from: browser.address)
        #expect(answer.status.code < 400)
        return path
    }

    @Test(
        "a draft is there for whoever began it, and for nobody else; those of programs are everybody's who sees documents"
    )
    func own() async throws {
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        let guest = try await people.join("Gus", .guest, by: owner)
        let draft = try await scan(member)
        let table = people.station.table
        for other in [owner, guest] {
            for rule in table.rules where rule.path.hasPrefix("/scan/{session}") && !rule.path.hasSuffix("/changes") {
                let path = rule.path.replacing("/scan/{session}", with: draft).replacing("{page}", with: "1")
                let method = try #require(HTTPRequest.Method(rule.method.rawValue))
                let answer = try await people.station.ask(method, path, headers: other.headers, from: other.address)
                // Form errors are reported before the draft's owner is checked.
                #expect([.notFound, .badRequest].contains(answer.status), "\(method) \(rule.path): \(answer.status)")
            }
            let list = try await people.get("/drafts", other)
            #expect(!list.text.contains(draft))
        }
        #expect(try await people.get("/drafts", member).text.contains(draft))
        #expect(try await people.get("\(draft)/pages/1", member).status == .ok)
        // A browser with another person's draft cookie begins a new draft.
        guest["draft"] = member["draft"]
        #expect(try await people.get("/scan", guest).location != draft)
        // A draft of a program.
        let program: HTTPFields = [.authorization: "Bearer \(try people.token)"]
        let shared = "/scan/00000000000000ab"
        let added = try await people.station.ask(
            .post, "\(shared)/import", Photos.bytes("letter-wood"), headers: program, from: "192.0.2.50")
        #expect(added.status.code < 400)
        for browser in [owner, member] { #expect(try await people.get("\(shared)/pages/1", browser).status == .ok) }
        #expect(try await people.get("\(shared)/pages/1", guest).status == .notFound)
        #expect(try await !people.station.get("/api/sessions", headers: program).text.contains(draft.dropFirst(6)))
        // They are transferred together with private documents.
        let ben = try #require(try library.people().first { $0.name == "Ben" }).id
        #expect(try await people.post("/people/\(ben)/remove", [], owner).location == "/people?done=removed")
        #expect(try await people.get("\(draft)/pages/1", owner).status == .ok)
    }

    @Test("the pages of a saved document are edited by whoever sees it, and by no guest")
    func edits() async throws {
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        let guest = try await people.join("Gus", .guest, by: owner)
        let added = try await people.station.ask(
            .post, "/api/documents?title=Letter", Photos.bytes("letter-wood"), headers: owner.headers,
            from: owner.address)
        let id = try #require(added.location.flatMap { Int64($0.split(separator: "/").last ?? "") })
        let draft = try #require(try await people.post("/documents/\(id)/draft", [], owner).location)
        let path = "/" + draft.split(separator: "/").prefix(2).joined(separator: "/")
        #expect(try await people.get("\(path)/pages", member).status == .ok)
        #expect(try await people.get("\(path)/pages", guest).status == .notFound)
        let form = [("sharing", "onlyMe"), ("title", "Letter")]
        #expect(try await people.post("/documents/\(id)/edit", form, owner).status == .seeOther)
        #expect(try await people.get("\(path)/pages", member).status == .notFound)
        #expect(try await people.get("\(path)/pages", owner).status == .ok)
    }

    @Test("an invitation that somebody has begun with is listed, and withdrawn until the last step")
    func invitation() async throws {
        let owner = try await people.setUp("Ada")
        let code = InvitationLink.code(in: try await people.invite(.owner, by: owner))
        let stranger = PeopleUnderTest.Browser(address: "192.0.2.88")
        #expect(try await people.post("/invitation", [("code", code)], stranger).location == "/invitation")
        #expect(try await people.get("/invitation", stranger).status == .ok)
        let list = try await people.get("/people", owner).text
        let withdraw = try #require(list.firstMatch(of: /\/people\/invitations\/\d+\/withdraw/))
        #expect(list.contains("In use"))
        #expect(try await people.post(String(withdraw.0), [], owner).status == .seeOther)
        #expect(try await !people.get("/people", owner).text.contains("/withdraw"))
        #expect(try await people.get("/invitation", stranger).text.contains("Invitation"))
        #expect(try await people.post("/invitation", [("code", code)], stranger).status == .unprocessableContent)
        #expect(try library.people().count == 1)
    }
}
