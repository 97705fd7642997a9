import Foundation
import HTTPTypes
import RectoCodecs
import RectoCore
import StationIdentity
import StationRules
import Testing
import TestSupport

/// Requests from browsers that were offline, each sent once or twice, in any order, and across restarts of the
/// station.
@Suite struct OfflineRouteTests {
    private struct Sent: Decodable { let document: Int? }
    private struct Changed: Decodable { let version: Int }
    private struct Kept: Decodable {
        struct Page: Decodable {
            let picture: String
            let filter: String
            let quarterTurns: Int
        }

        let id: Int
        let version: Int
        let title: String
        let correspondent: String
        let tags: String
        let date: String
        let isDeleted: Bool
        let pages: [Page]
    }
    private struct Recent: Decodable { let documents: [Kept] }

    private let key: HTTPField.Name
    private let session = "0123456789abcdef"

    init() throws { key = try #require(HTTPField.Name("Idempotency-Key")) }

    private func read<Value: Decodable>(_ type: Value.Type, _ answer: StationUnderTest.Answer) throws -> Value {
        try JSONDecoder().decode(type, from: Data(answer.body))
    }

    private func send(
        _ picture: String, as key: String, to station: StationUnderTest, session: String? = nil
    ) async throws -> StationUnderTest.Answer {
        try await station.post("/offline/scans/\(session ?? self.session)/pages/\(key)", bytes: Photos.bytes(picture))
    }

    private func save(
        _ pages: [(key: String, rest: String)], in station: StationUnderTest, title: String = "Round",
        removed: [String] = [],
        session: String? = nil
    ) async throws -> StationUnderTest.Answer {
        let list = pages.map { #"{"key":"\#($0.key)","filter":"grayscale"\#($0.rest)}"# }.joined(separator: ",")
        let gone = removed.map { "\"\($0)\"" }.joined(separator: ",")
        return try await station.post(
            "/offline/scans/\(session ?? self.session)",
            bytes: Array(
                #"{"title":"\#(title)","captured":1764000000000,"pages":[\#(list)],"removed":[\#(gone)]}"#.utf8))
    }

    private func ask(
        _ station: StationUnderTest, _ method: HTTPRequest.Method, _ path: String, _ body: String = "", key text: String
    ) async throws -> StationUnderTest.Answer {
        try await station.ask(method, path, Array(body.utf8), headers: [key: text])
    }

    private func document(_ id: Int, _ station: StationUnderTest) async throws -> Kept {
        try read(Kept.self, try await station.get("/offline/documents/\(id)"))
    }

    // MARK: Scans

    @Test(
        "OF-10: pages and their document are there once, however often they are sent, also if the station ended meanwhile"
    )
    func scans() async throws {
        let folder = try TemporaryFolder()
        do {
            let station = try await StationUnderTest(folder: folder)
            for _ in 1...2 { #expect(try await send("letter-wood", as: "a1", to: station).status == .created) }
            #expect(try await send("letter-wood", as: "b2", to: station).status == .created)
        }
        let station = try await StationUnderTest(folder: folder)
        #expect(try await send("letter-wood", as: "b2", to: station).status == .created)
        let first = try await save([("b2", #","quarterTurns":1"#), ("a1", "")], in: station)
        #expect(first.status == .created)
        let again = try await save([("b2", ""), ("a1", "")], in: station)
        let id = try #require(try read(Sent.self, first).document)
        #expect(try read(Sent.self, again).document == id)
        // A page that is sent again is in the document.
        #expect(try read(Sent.self, try await send("letter-wood", as: "a1", to: station)).document == id)
        let list = try read(Recent.self, try await station.get("/offline/documents")).documents
        #expect(list.map(\.title) == ["Round"])
        #expect(list[0].pages.map(\.filter) == ["grayscale", "grayscale"])
        #expect(list[0].pages[0].quarterTurns == 1)
        #expect(try await station.get(list[0].pages[0].picture).status == .ok)
    }

    @Test("OF-10: what was changed after a page was sent holds: order, corners, and pages that were deleted")
    func arranged() async throws {
        let station = try await StationUnderTest()
        for key in ["a", "b", "c"] { #expect(try await send("letter-wood", as: key, to: station).status == .created) }
        let corners = #","corners":[100,100,900,110,910,1200,90,1190]"#
        let saved = try await save([("c", ""), ("a", corners)], in: station, removed: ["b"])
        let id = try #require(try read(Sent.self, saved).document)
        #expect(try await document(id, station).pages.count == 2)
        // The page within these corners is smaller than the whole photo.
        let size = try PictureReader().read(bytes: try await station.get("/api/documents/\(id)/pages/2/picture").body)
            .size
        let whole = try PictureReader().read(bytes: try await station.get("/api/documents/\(id)/pages/1/picture").body)
            .size
        #expect(size != whole)
    }

    @Test(
        "OF-10: a page that the station does not have is asked for again, and a session that has ended takes no other page"
    )
    func ended() async throws {
        let station = try await StationUnderTest()
        #expect(try await send("letter-wood", as: "a", to: station).status == .created)
        #expect(try await save([("a", ""), ("lost", "")], in: station).status == .conflict)
        #expect(try await save([("a", "")], in: station).status == .created)
        #expect(try await send("letter-wood", as: "late", to: station).status == .gone)
        let other = "fedcba9876543210"
        #expect(try await send("letter-wood", as: "x", to: station, session: other).status == .created)
        #expect(try await station.post("/scan/\(other)/discard").status == .seeOther)
        #expect(try await send("letter-wood", as: "y", to: station, session: other).status == .gone)
        #expect(try await save([("x", "")], in: station, session: other).status == .gone)
    }

    @Test(arguments: ["", "UPPER", "a/b", "a%20b", String(repeating: "a", count: 65)])
    func aKeyIsPlain(_ key: String) async throws {
        let answer = try await send("letter-wood", as: key, to: try await StationUnderTest())
        #expect(answer.status.code >= 400)
    }

    // MARK: Edits

    private func added(_ station: StationUnderTest) async throws -> Kept {
        #expect(try await send("letter-wood", as: "a", to: station).status == .created)
        let saved = try await save([("a", "")], in: station)
        return try await document(try #require(try read(Sent.self, saved).document), station)
    }

    @Test("OF-10: a change that is sent again is made once, and gets the same answer, though others came after it")
    func repeated() async throws {
        let station = try await StationUnderTest()
        let known = try await added(station)
        let path = "/offline/documents/\(known.id)"
        let body =
            #"{"version":\#(known.version),"fields":{"title":"Lease","correspondent":"Smith","tags":"home, flat"}}"#
        let first = try await ask(station, .patch, path, body, key: "k1")
        #expect(first.status == .ok)
        let version = try read(Changed.self, first).version
        let turned = #"{"version":\#(version),"quarterTurns":2,"filter":"photo"}"#
        let second = try await ask(station, .patch, "\(path)/pages/1", turned, key: "k2")
        #expect(second.status == .ok)
        #expect(try read(Changed.self, try await ask(station, .patch, path, body, key: "k1")).version == version)
        #expect(try await ask(station, .patch, "\(path)/pages/1", turned, key: "k2").body == second.body)
        let now = try await document(known.id, station)
        #expect(now.title == "Lease" && now.correspondent == "Smith" && now.tags == "flat, home")
        #expect(now.pages[0].filter == "photo" && now.pages[0].quarterTurns == 2)
        #expect(now.version == version + 1)
        // The key of another request.
        #expect(
            try await ask(station, .patch, path, #"{"version":1,"fields":{}}"#, key: "k1").status
                == .unprocessableContent)
    }

    @Test("OF-10: what somebody else has changed meanwhile is not overwritten: the change waits for who made it second")
    func conflict() async throws {
        let station = try await StationUnderTest()
        let known = try await added(station)
        let path = "/offline/documents/\(known.id)"
        #expect(
            try await station.ask(.patch, "/api/documents/\(known.id)", Array(#"{"title":"Elsewhere"}"#.utf8)).status
                == .ok)
        let stale = #"{"version":\#(known.version),"fields":{"title":"Here"}}"#
        #expect(try await ask(station, .patch, path, stale, key: "c1").status == .conflict)
        let page = #"{"version":\#(known.version),"quarterTurns":1}"#
        #expect(try await ask(station, .patch, "\(path)/pages/1", page, key: "c2").status == .conflict)
        #expect(try await ask(station, .delete, "\(path)?version=\(known.version)", key: "c3").status == .conflict)
        let theirs = try await document(known.id, station)
        #expect(theirs.title == "Elsewhere" && theirs.pages[0].quarterTurns == known.pages[0].quarterTurns)
        // The person has seen the other change and keeps the own one.
        let mine = #"{"version":\#(theirs.version),"fields":{"title":"Here"}}"#
        #expect(try await ask(station, .patch, path, mine, key: "c4").status == .ok)
        #expect(try await document(known.id, station).title == "Here")
    }

    @Test("OF-10: a document that was deleted twice lies in the trash once")
    func deleted() async throws {
        let station = try await StationUnderTest()
        let known = try await added(station)
        let path = "/offline/documents/\(known.id)?version=\(known.version)"
        for _ in 1...2 { #expect(try await ask(station, .delete, path, key: "d1").status == .ok) }
        #expect(try await document(known.id, station).isDeleted)
        #expect(try read(Recent.self, try await station.get("/offline/documents")).documents.isEmpty)
        #expect(try await ask(station, .delete, "/offline/documents/99?version=1", key: "d2").status == .notFound)
    }

    @Test(arguments: [
        #"{"version":1,"fields":{"owner":"2"}}"#, #"{"fields":{"title":"x"}}"#,
        #"{"version":1,"fields":{"date":"soon"}}"#, "[]",
    ])
    func whatIsNotValidIsRefused(_ body: String) async throws {
        let station = try await StationUnderTest()
        let known = try await added(station)
        let status = try await ask(station, .patch, "/offline/documents/\(known.id)", body, key: "v").status
        #expect([.badRequest, .unprocessableContent, .conflict].contains(status))
        #expect(try await document(known.id, station).version == known.version)
        // Without a key a change could be made twice.
        let change = Array(#"{"version":\#(known.version),"fields":{}}"#.utf8)
        #expect(try await station.ask(.patch, "/offline/documents/\(known.id)", change).status == .badRequest)
    }

    // MARK: People

    @Test("OF-10: an outbox belongs to one person: the station names them, and nobody before a sign-in")
    func people() async throws {
        struct State: Decodable {
            let person: String?
            let reads: Bool
            let edits: Bool
        }
        let people = try await PeopleUnderTest()
        func state(_ browser: PeopleUnderTest.Browser) async throws -> State {
            try read(State.self, try await people.get("/offline/state", browser))
        }
        let stranger = PeopleUnderTest.Browser()
        #expect(try await state(stranger).person == nil)
        let everybody = try await state(try await people.knownBrowser())
        let ada = try await people.setUp("Ada")
        let ben = try await people.join("Ben", .guest, by: ada)
        let (first, second) = (try await state(ada), try await state(ben))
        #expect(Set([everybody.person, first.person, second.person]).count == 3)
        #expect(first.reads && first.edits && !second.reads && !second.edits)
        #expect(try await people.get("/profile", ada).text.contains("data-person=\"\(first.person ?? "-")\""))
        // Guests can scan but not read.
        #expect(try await people.get("/offline/documents", ben).status == .forbidden)
        _ = try await people.post("/sign-out", [], ada)
        #expect(try await state(ada).person == nil)
        #expect(try await people.get("/sign-in", ada).text.contains("data-nobody"))
    }

    // MARK: The app

    @Test("OF-1: the app can be installed: its manifest has what browsers ask for, its icons are of their sizes")
    func manifest() async throws {
        struct Manifest: Decodable {
            struct Icon: Decodable {
                let src: String
                let sizes: String
                let type: String
                let purpose: String
            }

            let name: String
            let short_name: String
            let start_url: String
            let scope: String
            let display: String
            let background_color: String
            let theme_color: String
            let icons: [Icon]
        }
        let station = try await StationUnderTest()
        let answer = try await station.get("/manifest.webmanifest")
        #expect(answer.headers[.contentType] == "application/manifest+json")
        let manifest = try read(Manifest.self, answer)
        #expect(manifest.name == "Recto" && manifest.short_name.count <= 12)
        #expect(manifest.start_url == "/scan" && manifest.start_url.hasPrefix(manifest.scope))
        #expect(["standalone", "fullscreen", "minimal-ui"].contains(manifest.display))
        for color in [manifest.background_color, manifest.theme_color] {
            #expect(color.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
        }
        for purpose in ["any", "maskable"] {
            #expect(Set(manifest.icons.filter { $0.purpose == purpose }.map(\.sizes)) == ["192x192", "512x512"])
        }
        for icon in manifest.icons {
            let picture = try await station.get(icon.src)
            #expect(picture.headers[.contentType] == icon.type)
            let size = try PictureReader().read(bytes: picture.body).size
            #expect("\(size.width)x\(size.height)" == icon.sizes)
        }
        let page = try await station.get("/documents").text
        #expect(page.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">") && page.contains("theme-color"))
        let touch = try PictureReader().read(bytes: try await station.get(AppIcon.touch.path).body).size
        #expect(touch.width == 180 && touch.height == 180)
    }

    @Test(
        "OF-1: the script beside the screens names every file that the offline screens need, and each of them is there")
    func worker() async throws {
        let station = try await StationUnderTest()
        let answer = try await station.get("/sw.js")
        #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(answer.headers[.contentSecurityPolicy]?.contains("connect-src 'self'") == true)
        let list = try #require(answer.text.firstMatch(of: /const FILES = (\[.*\]);/)).1
        let files = try JSONDecoder().decode([String].self, from: Data(list.utf8))
        #expect(files.contains("/offline/scan") && files.contains("/web/patterns/offline/rules.js"))
        for file in files { #expect(try await station.get(file).status == .ok, "\(file)") }
        // It is a single classic script.
        #expect(!answer.text.contains("\nimport ") && !answer.text.contains("\nexport "))
        #expect(try await station.get("/sw.js").body == answer.body)
        // It also contains everything that the list's scripts load.
        for file in files where file.hasSuffix(".js") {
            let script = try await station.get(file).text
            for path in script.matches(of: /import[ (][^;\n]*?"(\/web\/[^"]+\.js)"/).map({ String($0.1) }) {
                #expect(files.contains(path), "\(file): \(path)")
            }
        }
        // The list contains everything that the screens load.
        for screen in OfflineShell.screens {
            let page = try await station.get(screen).text
            for path in page.matches(of: /(?:src|href)="(\/web\/[^"]+\.(?:js|css))"/).map({ String($0.1) }) {
                #expect(files.contains(path), "\(path)")
            }
            #expect(!page.contains("data-person="))
        }
    }
}
