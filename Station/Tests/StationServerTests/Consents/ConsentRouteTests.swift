import FoundationEssentials
import HTTPTypes
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Consents control the station's actions, and apply to stored data.
@Suite struct ConsentRouteTests {
    /// Returns a station with an owner who has consented to everything.
    private func people(_ folder: TemporaryFolder? = nil) async throws -> (PeopleUnderTest, PeopleUnderTest.Browser) {
        let people = try await PeopleUnderTest(folder: folder)
        return (people, try await people.setUp())
    }

    private func opened(_ people: PeopleUnderTest) throws -> Library {
        try Library(folder: people.station.folder.path("station"))
    }

    /// Stores a document of the owner.
    private func add(_ title: String, _ people: PeopleUnderTest, _ library: Library) throws -> Int64 {
        let page = NewDocument.Page(
            picture: try PictureWithPlace.bytes(), size: try PixelSize(width: 1000, height: 1400), quad: nil,
            rotation: .none, filter: .color)
        return try library.add(NewDocument(title: title, captured: people.time.date, pages: [page]))
    }

    private func decide(
        _ kind: ConsentForm.Kind, _ isGiven: Bool, _ people: PeopleUnderTest, _ browser: PeopleUnderTest.Browser
    ) async throws {
        let path = "/profile/consents/\(kind.rawValue)"
        let answer =
            isGiven
            ? try await people.post(path, [("answer", "allow")], browser)
            : try await people.post("\(path)/withdraw", [], browser)
        #expect(answer.location == "/profile/consents?done=decided")
    }

    @Test("CF-1, CF-14: each decision is kept with person, form, version and time, and is taken back in the settings")
    func records() async throws {
        let (people, owner) = try await people()
        let library = try opened(people)
        let asked = try library.consents(of: Library.builtInPerson)
        #expect(asked.map(\.kind) == ["terms", "place", "texts", "figures"])
        #expect(asked.map(\.version) == [StationTerms.version, 1, 1, 1])
        #expect(asked.allSatisfy { $0.isGiven && $0.at == people.time.date })
        people.time.pass(3600)
        try await decide(.texts, false, people, owner)
        let all = try library.consents(of: Library.builtInPerson)
        #expect(Array(all.prefix(4)) == asked)
        #expect(
            all.count == 5 && all[4] == ConsentRecord(kind: "texts", version: 1, isGiven: false, at: people.time.date))
        let page = try await people.get("/profile/consents", owner).text
        for name in ["Terms", "Place of pictures", "Texts of pages", "Figures of scans"] {
            #expect(page.contains(name))
        }
        #expect(page.contains("Not allowed, version 1") && page.contains("action=\"/profile/consents/texts\""))
        #expect(page.contains("action=\"/profile/consents/place/withdraw\""))
        #expect(try await people.get("/profile", owner).text.contains("href=\"/profile/consents\""))
        // The terms cannot be withdrawn here, and unknown consents cannot be decided.
        #expect(try await people.post("/profile/consents/terms/withdraw", [], owner).status == .conflict)
        #expect(try await people.post("/profile/consents/other", [("answer", "allow")], owner).status == .notFound)
        for wrong in ["deny", "perhaps"] {
            let answer = try await people.post("/profile/consents/texts", [("answer", wrong)], owner)
            #expect(answer.status == .badRequest)
        }
        #expect(try library.consents(of: Library.builtInPerson).count == 5)
    }

    @Test("CF-2, CF-10: a form has a bar, a title, its reason, more to learn, and actions; a sequence counts its pages")
    func screens() async throws {
        let (people, owner) = try await people()
        let first = try await people.get("/profile/consents/terms", owner).text
        let next = "<a class=\"button plain\" href=\"/profile/consents/terms?page=2\">Next</a>"
        #expect(first.contains(">Cancel</button><p class=\"headline\">1 of 2</p>\(next)"))
        #expect(first.contains("<h1>Before you begin</h1>") && first.contains("It sends nothing to anybody else."))
        #expect(!first.contains("consent-toolbar"))
        let last = try await people.get("/profile/consents/terms?page=2", owner).text
        #expect(last.contains("</span>Before you begin</a><p class=\"headline\">2 of 2</p>"))
        #expect(last.contains(">Deny</button>") && last.contains("value=\"allow\">Allow</button>"))
        let single = try await people.get("/profile/consents/place", owner).text
        #expect(single.contains("<summary>Learn More</summary>") && !single.contains("<p class=\"headline\">"))
        #expect(single.contains("value=\"notNow\">Not Now</button>"))
    }

    @Test("who takes back the consent to places has none in what they save or saved, and nobody else is touched")
    func places() async throws {
        let (people, owner) = try await people()
        let other = try await people.join("Ben", .member, by: owner)
        let library = try opened(people)
        let file = try PictureWithPlace.bytes()
        func save(_ browser: PeopleUnderTest.Browser) async throws -> Int64 {
            var headers = browser.headers
            headers[.contentType] = "image/jpeg"
            let answer = try await people.station.ask(
                .post, "/api/documents", file, headers: headers, from: browser.address)
            #expect(answer.status == .created)
            return try #require(answer.location.flatMap { Int64($0.split(separator: "/").last ?? "") })
        }
        let (mine, theirs) = (try await save(owner), try await save(other))
        func hasPlace(_ id: Int64) throws -> Bool {
            PicturePlace.isIn(try library.original(library.page(0, of: id).original))
        }
        #expect(try hasPlace(mine) && hasPlace(theirs))
        try await decide(.place, false, people, owner)
        #expect(try !hasPlace(mine) && hasPlace(theirs))
        #expect(try library.peopleWithPlacesLeft() == [])
        // The original file still belongs to Ben; documents saved from now on have no location.
        let later = try await save(owner)
        #expect(try !hasPlace(later))
        try await decide(.place, false, people, other)
        #expect(try !hasPlace(theirs))
        let stored = try FileManager.default.subpathsOfDirectory(atPath: library.folder + "/originals").filter {
            $0.count > 60
        }
        #expect(stored.count == 1)
        try await decide(.place, true, people, owner)
        #expect(try hasPlace(try await save(owner)))
    }

    @Test(
        "CF-1: pictures have lost their place already in a draft, unless whoever adds them allows it",
        arguments: ["/scan/00000000000000ab/import", "/offline/scans/00000000000000ab/pages/first"])
    func drafts(path: String) async throws {
        let (people, owner) = try await people()
        let member = try await people.join("Ben", .member, by: owner)
        try await decide(.place, false, people, member)
        let file = try PictureWithPlace.bytes()
        /// Whether a file of the draft contains the location.
        func hasPlace(in draft: String, of browser: PeopleUnderTest.Browser) async throws -> Bool {
            let answer = try await people.station.ask(
                .post, path.replacing("00000000000000ab", with: draft), file, headers: browser.headers,
                from: browser.address)
            #expect(answer.status.code < 400)
            let folder = people.station.folder.path("station") + "/drafts/\(draft)"
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap {
                FileManager.default.contents(atPath: "\(folder)/\($0)").map { [UInt8]($0) }
            }
            #expect(files.contains { $0.starts(with: [0xff, 0xd8]) })
            return files.contains { PicturePlace.isIn($0) }
        }
        #expect(try await hasPlace(in: "00000000000000ab", of: owner))
        #expect(try await !hasPlace(in: "00000000000000cd", of: member))
    }

    @Test("a station that ended before all places were removed goes on when it starts")
    func resumed() async throws {
        let folder = try TemporaryFolder()
        let id = try await {
            let (people, _) = try await people(folder)
            let library = try opened(people)
            let id = try add("Bill", people, library)
            // The state after a crash right after storing the decision.
            try library.decide(
                ConsentRecord(kind: "place", version: 1, isGiven: false, at: people.time.date),
                of: Library.builtInPerson)
            #expect(try library.peopleWithPlacesLeft() == [Library.builtInPerson])
            #expect(PicturePlace.isIn(try library.original(library.page(0, of: id).original)))
            return id
        }()
        let again = try await PeopleUnderTest(folder: folder)
        let library = try opened(again)
        #expect(try library.peopleWithPlacesLeft() == [])
        #expect(try !PicturePlace.isIn(library.original(library.page(0, of: id).original)))
    }

    @Test("who has not allowed texts has none read; taking it back deletes them, and allowing it reads again")
    func texts() async throws {
        let (people, owner) = try await people()
        let library = try opened(people)
        let id = try add("Bill", people, library)
        let page = try #require(try library.nextUnreadPage())
        #expect(try library.store(StoredText.words("secret"), of: page, languages: "eng", at: people.time.date))
        #expect(try library.readings(of: id).map(\.state) == [.read])
        try await decide(.texts, false, people, owner)
        #expect(try library.readings(of: id).map(\.state) == [.withheld] && library.text(of: 0, in: id) == nil)
        #expect(try library.nextUnreadPage() == nil && library.unreadPageCount() == 0)
        // Late text is not stored, and no other request can restart the reading.
        #expect(try !library.store(StoredText.words("secret"), of: page, languages: "eng", at: people.time.date))
        try library.readAllAgain()
        try library.readAgain(id)
        #expect(try library.readings(of: id).map(\.state) == [.withheld])
        let later = try add("Letter", people, library)
        #expect(try library.readings(of: later).map(\.state) == [.withheld])
        #expect(TextMessages.status(try library.readings(of: id), .idle).contains("who saved this has not allowed it"))
        try await decide(.texts, true, people, owner)
        #expect(try library.unreadPageCount() == 2)
    }

    @Test("who has not allowed figures leaves none, and taking it back deletes them and those of nobody else")
    func figures() async throws {
        let (people, owner) = try await people()
        let library = try opened(people)
        let metric = CaptureMetric(at: people.time.date, source: "Camera", milliseconds: 12, outcome: "captured")
        try library.add(metric, by: Library.builtInPerson)
        try library.add(metric, by: 99)
        try await decide(.figures, false, people, owner)
        #expect(try library.captureMetrics(limit: 9).count == 1)
        try library.add(metric, by: Library.builtInPerson)
        #expect(try library.captureMetrics(limit: 9).count == 1)
        try await decide(.figures, true, people, owner)
        try library.add(metric, by: Library.builtInPerson)
        #expect(try library.captureMetrics(limit: 9).count == 2)
    }
}
