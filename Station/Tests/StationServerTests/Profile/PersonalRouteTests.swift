import FoundationEssentials
import HTTPTypes
import RectoCodecs
import RectoCore
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct PersonalRouteTests {
    @Test(
        "PS-2: the profile's head has the picture or the initials, the name and the title, and one thing to do at once")
    func header() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada Lovelace")
        let alone = try await people.get("/profile", owner).text
        #expect(
            alone.contains(">AL</span><div><p class=\"headline\">Ada Lovelace</p><p class=\"subhead\">Owner</p></div>"))
        #expect(alone.matches(of: /action="\/session\/lock"/).count == 1)
        _ = try await people.join("Ben", .member, by: owner)
        let form = [("name", "Ada King"), ("title", "Accounting")]
        #expect(try await people.post("/profile/person", form, owner).location == "/profile?done=person")
        let profile = try await people.get("/profile", owner).text
        #expect(profile.contains(">Ada King</p><p class=\"subhead\">Accounting · Owner</p>"))
        #expect(profile.matches(of: /action="\/session\/lock"/).count == 1)
        #expect(try await people.get("/people", owner).text.contains("Ada King"))
        // The new name can sign in, the old one cannot.
        #expect(try await people.signIn("Ada King", PeopleUnderTest.Browser()).location == "/")
        #expect(try await people.signIn("Ada Lovelace", PeopleUnderTest.Browser()).status == .unprocessableContent)
        for (name, title, reason) in [
            (" ", "", "Enter a name."), ("ben", "", "is called ben already"),
            ("Ada", String(repeating: "x", count: 61), "Shorten"),
        ] {
            let answer = try await people.post("/profile/person", [("name", name), ("title", title)], owner)
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason))
        }
    }

    private func send(
        _ bytes: [UInt8], _ people: PeopleUnderTest, _ browser: PeopleUnderTest.Browser
    ) async throws -> StationUnderTest.Answer {
        try await people.station.ask(
            .post, "/profile/picture", bytes, headers: browser.headers, from: browser.address)
    }

    @Test("a picture is made anew: upright and small, with nothing of the file that came")
    func picture() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let file = try PictureWithPlace.bytes(orientation: 6)
        let sent = try PictureReader().read(bytes: file).size
        #expect(try await send(file, people, owner).status == .noContent)
        let profile = try await people.get("/profile", owner).text
        let path = String(try #require(profile.firstMatch(of: /src="(\/people\/1\/picture\?v=\w+)"/)).1)
        let shown = try await people.get(path, owner)
        #expect(shown.status == .ok && shown.headers[.contentType] == "image/jpeg")
        #expect(!shown.body.contains(Array("Exif".utf8)))
        let size = try PictureReader().read(bytes: shown.body).size
        #expect(size.longSide < 2 * PersonPicture.side && size.longSide >= PersonPicture.side)
        #expect((size.width > size.height) == (sent.width > sent.height))
        for wrong in [[], Array("%PDF-1.7".utf8), Array("<svg onload=\"x\"/>".utf8), Array(file.prefix(300))] {
            #expect(try await send(wrong, people, owner).status == .unprocessableContent)
        }
        #expect(try await people.get(path, owner).body == shown.body)
        #expect(try await people.post("/profile/picture/remove", [], owner).location == "/profile?done=pictureRemoved")
        #expect(try await people.get(path, owner).status == .notFound)
        let library = try Library(folder: people.station.folder.path("station"))
        let left = try FileManager.default.subpathsOfDirectory(atPath: library.folder + "/originals")
        #expect(!left.contains { $0.count > 60 })
    }

    @Test("PS-4, PS-6: the profile ends with what is new, about, the terms and feedback, and signs out")
    func information() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let profile = try await people.get("/profile", owner).text
        for label in ["What’s New", "About", "Legal", "Feedback"] {
            #expect(profile.contains("<span class=\"headline\">\(label)</span>"), "\(label)")
        }
        let about = try await people.get("/profile/about", owner).text
        for part in ProgramPart.all { #expect(about.contains(part.name) && about.contains(part.license)) }
        #expect(about.contains("id=\"feedback\""))
        #expect(profile.contains("<form class=\"sign-out\" method=\"post\" action=\"/sign-out\">"))
        #expect(try await people.post("/sign-out", [], owner).location == "/sign-in")
        #expect(try await people.get("/documents", owner).location == "/sign-in?next=/documents")
    }

    @Test("units, camera and notices are each person's own, and hold after a restart")
    func preferences() async throws {
        let folder = try TemporaryFolder()
        let people = try await PeopleUnderTest(folder: folder)
        let owner = try await people.setUp()
        let other = try await people.join("Ben", .member, by: owner)
        #expect(
            try await people.post("/profile/preferences", [("units", "inches")], owner).location
                == "/profile?done=preferences")
        for (units, camera) in [("feet", ""), ("metric", "0"), ("metric", "x")] {
            let answer = try await people.post("/profile/preferences", [("units", units), ("camera", camera)], owner)
            #expect(answer.status == .badRequest)
        }
        for station in [people, try await PeopleUnderTest(folder: folder)] {
            let (mine, theirs) = (
                try await station.get("/profile", owner).text, try await station.get("/profile", other).text
            )
            #expect(mine.contains("value=\"inches\" selected") && theirs.contains("value=\"metric\" selected"))
            #expect(
                !mine.contains("value=\"yes\" checked>Due-date notifications")
                    && theirs.contains("value=\"yes\" checked>Due-date notifications"))
        }
    }

    @Test("the scanner opens with the camera of the profile, unless its address says another one")
    func camera() async throws {
        let folder = try TemporaryFolder()
        let film = try Films.empty(in: folder)
        let people = try await PeopleUnderTest(cameras: [film, film])
        let owner = try await people.setUp()
        #expect(
            try await people.post("/profile/preferences", [("units", "metric"), ("camera", "1")], owner).status
                == .seeOther)
        let plain = try await people.get("/scan/0123456789abcdef", owner).text
        let asked = try await people.get("/scan/0123456789abcdef?source=0", owner).text
        #expect(plain.contains("value=\"1\" selected") && asked.contains("value=\"0\" selected"))
    }

    @Test("a browser keeps the camera that it has chosen, this device's also, on every camera view")
    func chosenCamera() async throws {
        let folder = try TemporaryFolder()
        let film = try Films.empty(in: folder)
        let people = try await PeopleUnderTest(cameras: [film, film])
        let owner = try await people.setUp()
        _ = try await people.post("/profile/preferences", [("units", "metric"), ("camera", "1")], owner)
        for (source, chosen) in [("0", "0"), ("", ""), ("1", "1"), ("none", "")] {
            for address in ["/scan/0123456789abcdef?source=\(source)", "/scan/0123456789abcdef", "/welcome/scan"] {
                let screen = try await people.get(address, owner).text
                #expect(screen.contains("value=\"\(chosen)\" selected"), "\(address)")
            }
        }
    }

    @Test("what the trash would free stands in the storage")
    func storage() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        #expect(try await !station.get("/profile/storage").text.contains("Can be freed"))
        _ = try await station.post("/documents/1/delete")
        let text = try await station.get("/profile/storage").text
        #expect(text.contains("<dt>Can be freed</dt><dd>1 document, ") && text.contains("Show Trash"))
    }

    @Test("what is new comes once, after a sign-in with a later version, and never to who has just joined")
    func news() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let library = try Library(folder: people.station.folder.path("station"))
        #expect(try await !people.get("/documents", owner).text.contains("data-news"))
        try library.set("news", of: Library.builtInPerson, to: "0.0.9")
        for _ in 0..<2 { #expect(try await people.get("/documents", owner).text.contains("data-news")) }
        #expect(try await people.post("/profile/news/seen", [], owner).status == .noContent)
        #expect(try await !people.get("/documents", owner).text.contains("data-news"))
        let profile = try await people.get("/profile", owner).text
        #expect(profile.contains("data-opens=\"whats-new\"") && !profile.contains("data-news-action"))
    }
}
