import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Private documents at the level of routes.
@Suite struct OwnDocumentRouteTests {
    private static let title = "Zebra"

    private struct Everybody {
        let people: PeopleUnderTest
        let library: Library
        let owner: PeopleUnderTest.Browser
        let member: PeopleUnderTest.Browser
        let other: PeopleUnderTest.Browser
        /// The member's private document.
        let document: Int64

        /// Other visitors, as the headers of their requests.
        var others: [HTTPFields] {
            get throws { [owner.headers, other.headers, [.authorization: "Bearer \(try people.token)"]] }
        }
    }

    private func everybody() async throws -> Everybody {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        let other = try await people.join("Cleo", .member, by: owner)
        let added = try await people.station.ask(
            .post, "/api/documents?title=\(Self.title)", Photos.bytes("letter-wood"), headers: member.headers,
            from: member.address)
        let document = try #require(added.location.flatMap { Int64($0.split(separator: "/").last ?? "") })
        let form = [("sharing", "onlyMe"), ("title", Self.title)]
        #expect(try await people.post("/documents/\(document)/edit", form, member).status == .seeOther)
        return Everybody(
            people: people, library: try Library(folder: people.station.folder.path("station")), owner: owner,
            member: member, other: other, document: document)
    }

    /// Returns a URL of a route for a document.
    private func address(_ rule: RouteRule, _ document: Int64) -> String {
        rule.path.split(separator: "/").map { part in
            switch part {
            case "{document}": "/\(document)"
            case "{page}": rule.path.hasPrefix("/api") ? "/1" : "/0"
            case "{session}" where rule.path.hasPrefix("/scan"): "/0123456789abcdef"
            case _ where part.hasPrefix("{"): "/1"
            default: "/\(part)"
            }
        }.joined()
    }

    @Test("every address that names a document says to others that there is none")
    func addresses() async throws {
        let all = try await everybody()
        for rule in all.people.station.table.rules where rule.path.contains("{document}") {
            let method = try #require(HTTPRequest.Method(rule.method.rawValue))
            for headers in try all.others {
                let answer = try await all.people.station.ask(
                    method, address(rule, all.document), headers: headers, from: "192.0.2.77")
                #expect(answer.status == .notFound, "\(method) \(rule.path): \(answer.status)")
                #expect(!answer.text.contains(Self.title))
            }
        }
        #expect(try all.library.document(all.document).trashed == nil)
        #expect(try await all.people.get("/documents/\(all.document)", all.member).text.contains("Only me"))
    }

    @Test("no screen, list, figure, search, picture or file shows a private document to others")
    func screens() async throws {
        let all = try await everybody()
        // Routes that never end, or that end the session.
        let left: Set = ["/events", "/scan/{session}/changes", "/sign-out", "/session/lock", "/documents/{document}"]
        for rule in all.people.station.table.rules
        where rule.method == .get && rule.content != .channel && !left.contains(rule.path)
            && !rule.path.contains("{document}")
        {
            for query in ["?q=zeb", "?trash=yes", ""] {
                for headers in try all.others {
                    let answer = try await all.people.station.ask(
                        .get, address(rule, all.document) + query, headers: headers, from: "192.0.2.77")
                    #expect(!answer.text.contains(Self.title), "\(rule.path)\(query)")
                }
            }
        }
        #expect(try await all.people.get("/search?q=zeb", all.member).text.contains("/documents/\(all.document)"))
        #expect(try await all.people.get("/documents", all.member).text.contains(Self.title))
        let count = try await all.people.get("/api/documents", all.other).text
        #expect(count.contains("\"count\":0"), "\(count)")
    }

    @Test("a selection that names somebody's own document, and an undo of its change, do nothing for others")
    func selections() async throws {
        let all = try await everybody()
        let event = try #require(try all.library.events(of: all.document).first).id
        for action in ["edit", "merge", "delete", "restore", "purge"] {
            let form = [("documents", "\(all.document)"), ("state", "reviewed")]
            let answer = try await all.people.post("/documents/selection/\(action)", form, all.other)
            #expect(answer.status == .notFound || answer.location?.contains("undo=") != true, "\(action)")
        }
        #expect(try await all.people.post("/documents/undo/\(event)", [], all.other).status == .notFound)
        let before = try all.library.document(all.document)
        #expect(before.trashed == nil && before.state == .inbox && before.owner != nil)
        for body in ["{\"documents\":[\(all.document)]}", "{\"documents\":\"all\"}"] {
            let answer = try await all.people.station.ask(
                .post, "/api/exports", Array(body.utf8), headers: all.owner.headers, from: "192.0.2.77")
            #expect(answer.status.code >= 400, "\(answer.status)")
        }
    }

    @Test("SS-25: one of somebody's own is answered to others as one that there never was, at each address")
    func alike() async throws {
        let all = try await everybody()
        let never = all.document + 1000
        for rule in all.people.station.table.rules where rule.path.contains("{document}") {
            let method = try #require(HTTPRequest.Method(rule.method.rawValue))
            for headers in try all.others {
                for body in ["", "at=%2F&to=1&page-0=on&title=T&text=x&version=1", "{\"version\":1,\"fields\":{}}"] {
                    var statuses: [HTTPResponse.Status] = []
                    for document in [all.document, never] {
                        statuses.append(
                            try await all.people.station.ask(
                                method, address(rule, document) + "?version=1", Array(body.utf8), headers: headers,
                                from: "192.0.2.77"
                            ).status)
                    }
                    #expect(statuses[0] == statuses[1], "\(method) \(rule.path) \(body): \(statuses)")
                }
            }
        }
    }

    @Test("SS-25: events and health count only what the caller may see")
    func events() async throws {
        let all = try await everybody()
        let ben = try #require(try all.library.people().first { $0.name == "Ben" }).id
        let cleo = try #require(try all.library.people().first { $0.name == "Cleo" }).id
        let texts = try TextReading(all.library, reader: nil) { MachineLoad() }
        func messages(_ events: inout ChangeEvents, _ person: Int64) throws -> [String] {
            try DocumentReader.$current.withValue(.person(person)) {
                [try events.documents(of: all.library), try events.reading(of: texts, all.library)]
            }
        }
        var (own, other) = (ChangeEvents(), ChangeEvents())
        #expect(try messages(&own, ben).allSatisfy { !$0.isEmpty })
        #expect(try messages(&other, cleo).first?.contains("\"documents\":0") == true)
        func edit(_ document: Int64, _ title: String, by person: Int64) throws {
            try DocumentReader.$current.withValue(.person(person)) {
                _ = try all.library.file(document, try FilingEntry([.title: title]), by: person, at: .now)
            }
        }
        try edit(all.document, "Other", by: ben)
        #expect(try messages(&own, ben).first?.contains("\"documents\":1") == true)
        #expect(try messages(&other, cleo) == ["", ""])
        let shared = try all.library.add(NewDocument(title: "Lion", captured: .now, pages: []))
        #expect(try messages(&other, cleo).first?.contains("\"documents\":1") == true)
        try edit(shared, "Tiger", by: cleo)
        #expect(try messages(&other, cleo).first?.isEmpty == false)
        let guest = try await all.people.join("Gus", .guest, by: all.owner)
        #expect(try await !all.people.get("/health", guest).text.contains("documents"))
        #expect(try await all.people.get("/health", all.other).text.contains("\"documents\":1"))
    }

    @Test("SS-26: the key of a repeated request belongs to a person, or to programs")
    func keys() async throws {
        let all = try await everybody()
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let picture = try Photos.bytes("letter-wood")
        func add(_ headers: HTTPFields, _ query: String = "") async throws -> StationUnderTest.Answer {
            try await all.people.station.ask(
                .post, "/api/documents?title=Key\(query)", picture, headers: headers.with([key: "same"]),
                from: "192.0.2.77")
        }
        let program: HTTPFields = [.authorization: "Bearer \(try all.people.token)"]
        var places: Set<String> = []
        for headers in [all.owner.headers, all.member.headers, all.other.headers, program] {
            let first = try await add(headers)
            let again = try await add(headers)
            #expect(first.status == .created && again.status == .created && again.location == first.location)
            places.insert(try #require(first.location))
        }
        #expect(places.count == 4)
        // For another request of the same person it is used.
        #expect(try await add(all.member.headers, "&filter=photo").status == .unprocessableContent)
    }

    @Test("an export is there for the person who began it, and for nobody else")
    func jobs() async throws {
        let all = try await everybody()
        let begun = try await all.people.station.ask(
            .post, "/api/documents/\(all.document)/exports", headers: all.member.headers,
            from: all.member.address)
        let job = try #require(begun.location)
        for headers in try all.others {
            for path in [job, job + "/file"] {
                let answer = try await all.people.station.ask(.get, path, headers: headers, from: "192.0.2.77")
                #expect(answer.status == .notFound)
            }
        }
        #expect(try await all.people.get(job, all.member).status == .ok)
    }

    @Test("who sees what somebody adds is set in the profile, chosen in the form, and offered to nobody who may not")
    func choices() async throws {
        let all = try await everybody()
        let people = all.people
        #expect(try await people.get("/profile", all.member).text.contains("What I scan"))
        let settings = [("units", "metric"), ("sharing", "onlyMe")]
        #expect(try await people.post("/profile/preferences", settings, all.member).status == .seeOther)
        let new = try await people.get("/documents/new", all.member).text
        #expect(new.contains(#"name="sharing" value="onlyMe" checked"#))
        #expect(
            try await people.get("/documents/new", all.other).text.contains(#"name="sharing" value="everyone" checked"#)
        )
        // Other people's shared documents lack this choice.
        let shared = try all.library.add(NewDocument(title: "Lion", captured: .now, pages: []))
        _ = try all.library.attach(
            NewAttachment(name: AttachmentName("a.txt"), mediaType: "text/plain", bytes: [65]), to: shared, at: .now)
        #expect(
            try await !people.get("/documents/\(shared)", all.member).text.contains(#"name="sharing" value="onlyMe""#))
        #expect(
            try await people.get("/documents/\(shared)", all.owner).text.contains(#"name="sharing" value="onlyMe""#))
        let taken = try await people.post(
            "/documents/\(shared)/edit", [("sharing", "onlyMe"), ("title", "Lion")], all.member)
        #expect(try taken.status == .unprocessableContent && all.library.document(shared).owner == nil)
        // Removing a person transfers the private documents to the acting owner.
        let ben = try #require(try all.library.people().first { $0.name == "Ben" }).id
        #expect(try await people.post("/people/\(ben)/remove", [], all.owner).location == "/people?done=removed")
        #expect(try await people.get("/documents/\(all.document)", all.owner).status == .ok)
    }

    @Test("a widget that its token opens shows what is everybody's")
    func widgets() async throws {
        let all = try await everybody()
        let token = try all.library.newToken(for: .widgets).text
        let path = "/widgets/recent.html?size=l"
        let own = try await all.people.get(path, all.member).text
        let open = try await all.people.station.get("\(path)&token=\(token)").text
        #expect(own.contains(Self.title) && !open.contains(Self.title))
    }
}
