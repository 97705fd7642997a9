import Foundation
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// The permissions of roles at the level of routes.
@Suite struct RoleTests {
    private struct Everybody {
        let people: PeopleUnderTest
        let browsers: [Role: PeopleUnderTest.Browser]
    }

    private func everybody() async throws -> Everybody {
        let folder = try TemporaryFolder()
        let people = try await PeopleUnderTest(folder: folder, cameras: [try Films.empty(in: folder)])
        let owner = try await people.setUp("Ada")
        return Everybody(
            people: people,
            browsers: [
                .owner: owner, .member: try await people.join("Ben", .member, by: owner),
                .guest: try await people.join("Gus", .guest, by: owner),
            ])
    }

    /// Returns a URL of a route with identifiers that do not exist.
    private func address(_ rule: RouteRule) -> String {
        let path = rule.path.split(separator: "/").map { part in
            switch part {
            case "{session}" where rule.path.hasPrefix("/scan"): "/0123456789abcdef"
            case _ where part.hasPrefix("{"): "/9999"
            default: "/\(part)"
            }
        }.joined()
        return path.isEmpty ? "/" : path.replacing("?source", with: "?source=0")
    }

    /// Routes that end the session, or never end.
    private static let left: Set = ["/sign-out", "/session/lock", "/events", "/scan/{session}/changes"]

    @Test("every route is refused to a role exactly as the one policy says, and asks again where it says so")
    func everyRoute() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        for isFresh in [true, false] {
            if !isFresh {
                // Still signed in, but not recently authenticated.
                people.time.pass(200)
                for browser in everybody.browsers.values {
                    #expect(try await people.post("/session/seen", [], browser).status == .noContent)
                }
                people.time.pass(200)
            }
            for (role, browser) in everybody.browsers {
                let visitor = Visitor.person(PersonVisit(person: 1, name: "", role: role, isFresh: isFresh))
                for rule in people.station.table.rules where rule.permission != nil && !Self.left.contains(rule.path) {
                    let method = try #require(HTTPRequest.Method(rule.method.rawValue))
                    let answer = try await people.station.ask(
                        method, address(rule), headers: browser.headers, from: browser.address)
                    let isAsked = answer.location?.hasPrefix("/confirm?next=") == true
                    let note: Comment = "\(role) \(method) \(rule.path): \(answer.status)"
                    switch rule.verdict(on: visitor, opensScanner: false) {
                    case .allowed:
                        #expect(answer.status != .forbidden && answer.status != .unauthorized && !isAsked, note)
                    case .askAgain: #expect(answer.status == .seeOther && isAsked, note)
                    case .refused: #expect(answer.status == .forbidden && !isAsked, note)
                    case .signIn: Issue.record(note)
                    }
                }
            }
        }
    }

    @Test("nobody uses a route without signing in, whatever else their browser has")
    func withoutSession() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let known = try await people.knownBrowser()
        let stranger = PeopleUnderTest.Browser()
        stranger["session"] = SessionIdentifier().text
        for browser in [known, stranger] {
            for rule in people.station.table.rules where rule.permission != nil {
                let method = try #require(HTTPRequest.Method(rule.method.rawValue))
                var headers = browser.headers
                headers[.accept] = "application/json"
                let answer = try await people.station.ask(method, address(rule), headers: headers)
                #expect(answer.status == .unauthorized, "\(method) \(rule.path)")
            }
        }
    }

    @Test("a guest scans and saves, and is told nothing of what others have")
    func guest() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let (owner, guest) = (try #require(everybody.browsers[.owner]), try #require(everybody.browsers[.guest]))
        let library = try Library(folder: people.station.folder.path("station"))
        let id = try library.add(NewDocument(title: "Medical report", captured: .now, pages: []))
        try library.pin(id, maximum: 5)
        #expect(try await people.get("/profile", owner).text.contains("Medical report"))
        #expect(try await people.get("/", guest).location == "/scan")
        let profile = try await people.get("/profile", guest).text
        #expect(profile.contains("Gus") && !profile.contains("Medical") && !profile.contains("part-activity"))
        #expect(profile.contains("/profile/clock") && !profile.contains("<dt>Documents</dt>"))
        #expect(!profile.contains("/profile/text"))
        let refused = try await people.get("/documents/\(id)", guest)
        #expect(refused.status == .forbidden && !refused.text.contains("Medical"))
        let scan = try #require(try await people.get("/scan", guest).location)
        #expect(try await people.get(scan, guest).status == .ok)
        let picture = try await people.station.ask(
            .post, "\(scan)/import", Photos.bytes("letter-wood"), headers: guest.headers, from: guest.address)
        #expect(picture.status.code < 400)
        #expect(try await people.post("\(scan)/save", [], guest).location == "/scan?done=saved")
        let next = try #require(try await people.get("/scan?done=saved", guest).location)
        #expect(next.hasSuffix("?done=saved") && !next.hasPrefix(scan))
        #expect(try await people.get(next, guest).text.contains("Document saved"))
        // Nothing else is offered to guests, even on error pages.
        for text in [profile, refused.text, try await people.get("/profile?sidebar=edit", guest).text] {
            #expect(!text.contains("href=\"/documents\"") && !text.contains("href=\"/search\""))
            #expect(!text.contains("edit-sidebar") && text.contains("/scan"))
        }
        // The guest's documents are attributed to the guest, as the owner sees.
        let saved = try library.document(id + 1)
        #expect(try library.person(saved.person)?.name == "Gus")
        #expect(try await people.get("/documents/\(id + 1)", owner).status == .ok)
    }

    @Test("PS-3: how dates are written is a person's own choice, and stays it after a restart")
    func clocks() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let (owner, member) = (try #require(everybody.browsers[.owner]), try #require(everybody.browsers[.member]))
        let form = [("zone", "Asia%2FTokyo"), ("locale", "en-GB"), ("hours", "twentyFour"), ("wording", "short")]
        #expect(try await people.post("/profile/clock", form, member).location == "/profile?done=saved")
        let again = try await PeopleUnderTest(folder: people.station.folder, time: people.time)
        for station in [people, again] {
            let own = try await station.get("/profile", member).text
            #expect(own.contains("<option selected>Asia/Tokyo</option>") && own.contains("value=\"en-GB\" selected"))
            #expect(try await station.get("/profile", owner).text.contains("<option selected>GMT</option>"))
        }
        let program: HTTPFields = [.authorization: "Bearer \(try people.token)"]
        #expect(
            try await people.station.get("/profile", headers: program).text.contains("<option selected>GMT</option>"))
    }

    @Test("deleting for good by other ways than the list needs what deleting for good needs")
    func forever() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let member = try #require(everybody.browsers[.member])
        let library = try Library(folder: people.station.folder.path("station"))
        let id = try library.add(NewDocument(title: "Letter", captured: .now, pages: []))
        people.time.pass(200)
        _ = try await people.post("/session/seen", [], member)
        people.time.pass(200)
        func delete() async throws -> HTTPResponse.Status {
            try await people.station.ask(
                .delete, "/api/documents/\(id)?forever=true", headers: member.headers, from: member.address
            ).status
        }
        #expect(try await delete() == .forbidden && library.document(id).trashed == nil)
        // The button of a document in the trash does the same.
        _ = try library.trash([id], at: .now)
        #expect(try await people.post("/documents/\(id)/delete", [], member).status == .forbidden)
        #expect(try library.document(id).trashed != nil)
        try await people.post("/confirm", [("passcode", PeopleUnderTest.passcode), ("next", "/")], member).expect("/")
        #expect(try await delete() == .noContent)
        #expect(throws: StoreError.unknownDocument(id)) { try library.document(id) }
    }

    @Test("members export documents that they choose, and only an owner everything at once")
    func exports() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        func export(_ role: Role, _ documents: String) async throws -> HTTPResponse.Status {
            let browser = try #require(everybody.browsers[role])
            return try await people.station.ask(
                .post, "/api/exports", Array("{\"documents\": \(documents), \"files\": \"pdfs\"}".utf8),
                headers: browser.headers, from: browser.address
            ).status
        }
        #expect(try await export(.member, "\"all\"") == .forbidden)
        #expect(try await export(.member, "[9999]") == .notFound)
        // The library is empty.
        #expect(try await export(.owner, "\"all\"") == .unprocessableContent)
        #expect(try await export(.guest, "[9999]") == .forbidden)
    }

    @Test("guests discard their scans, and delete no documents by that")
    func discarding() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let (guest, member) = (try #require(everybody.browsers[.guest]), try #require(everybody.browsers[.member]))
        let scan = try #require(try await people.get("/scan", guest).location)
        #expect(try await people.post("\(scan)/discard?document=delete", [], guest).status == .forbidden)
        #expect(try await people.post("\(scan)/discard", [], guest).location == "/scan")
        #expect(try await people.post("\(scan)/discard?document=delete", [], member).status != .forbidden)
    }

    @Test("who gets another role signs in anew with it, who is removed not at all, and one owner stays")
    func changes() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let (owner, member) = (try #require(everybody.browsers[.owner]), try #require(everybody.browsers[.member]))
        let last = try await people.post("/people/1/role", [("role", "guest")], owner)
        #expect(last.status == .conflict && last.text.contains("at least one owner"))
        #expect(try await people.post("/people/1/remove", [], owner).status == .conflict)
        #expect(try await people.post("/people/2/role", [("role", "king")], owner).status == .badRequest)
        #expect(try await people.post("/people/2/role", [("role", "guest")], owner).location == "/people?done=role")
        #expect(try await people.get("/documents", member).location?.hasPrefix("/sign-in") == true)
        let reason = "You were signed out because your access was changed."
        #expect(try await people.get("/sign-in", member).text.contains(reason))
        #expect(try await people.signIn("Ben", member).location == "/")
        _ = try await people.post("/sign-out", [], member)
        #expect(try await !people.get("/sign-in", member).text.contains(reason))
        #expect(try await people.signIn("Ben", member).location == "/")
        #expect(try await people.get("/", member).location == "/scan")
        #expect(try await people.get("/documents", member).status == .forbidden)
        #expect(try await people.post("/people/2/remove", [], owner).location == "/people?done=removed")
        #expect(try await people.get("/scan", member).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.signIn("Ben", member).status == .unprocessableContent)
        #expect(try await !people.get("/people", owner).text.contains(">Ben<"))
        #expect(try await people.post("/people/2/remove", [], owner).status == .notFound)
    }

    @Test("only who may remove devices is offered to")
    func devices() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let (owner, member) = (try #require(everybody.browsers[.owner]), try #require(everybody.browsers[.member]))
        let library = try Library(folder: people.station.folder.path("station"))
        let code = SecretToken()
        try library.addActivation(code, expires: .now + 60, now: .now, maximum: 1)
        _ = try library.activate(code, name: "Hall Tablet", now: .now)
        for (browser, isOffered) in [(owner, true), (member, false)] {
            let text = try await people.get("/devices", browser).text
            #expect(text.contains("Hall Tablet") && text.contains(">Remove</button>") == isOffered)
        }
    }

    @Test("what was about to be done is gone back to after the passcode, also from a form")
    func askedAgain() async throws {
        let everybody = try await everybody()
        let people = everybody.people
        let owner = try #require(everybody.browsers[.owner])
        people.time.pass(200)
        _ = try await people.post("/session/seen", [], owner)
        people.time.pass(200)
        #expect(try await people.get("/people", owner).location == "/confirm?next=/people")
        let form = try await people.station.ask(
            .post, "/documents/selection/purge",
            headers: owner.headers.with([.referer: "http://localhost:8347/documents?trash=yes"]), from: owner.address)
        #expect(form.location == "/confirm?next=/documents?trash=yes%26asked=/documents/selection/purge")
        let script = try await people.station.ask(
            .post, "/documents/selection/purge", headers: [.cookie: owner.headers[.cookie] ?? ""])
        #expect(script.status == .forbidden && script.text.contains("/confirm"))
        let session = owner["session"]
        try await people.confirm(owner)
        #expect(owner["session"] != session)
        #expect(try await people.get("/people", owner).status == .ok)
    }
}

extension StationUnderTest.Answer {
    /// Expects a redirect to a path.
    fileprivate func expect(_ path: String) { #expect(location == path) }
}
