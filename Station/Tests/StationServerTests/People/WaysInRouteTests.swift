import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// How people enter the station, and switch between people.
@Suite struct WaysInRouteTests {
    @Test("MU-1: the choice of people comes on top of the first owner's sign-in, and is offered nowhere before that")
    func sharedMode() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        #expect(try await people.get("/sign-in/people", browser).location == "/sign-in")
        #expect(try await people.get("/people", browser).location == "/profile")
        #expect(try await people.post("/people/invitations", [("role", "member")], browser).status == .badRequest)
        let owner = try await people.setUp()
        #expect(try await people.get("/sign-in/people", owner).text.contains("Switch User"))
        #expect(try await people.get("/people", owner).status == .ok)
    }

    @Test("MU-13, MU-14, MU-3: the choice of people leads back with who was chosen, and on to new people's steps")
    func choice() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        _ = try await people.join("Ben", .member, by: owner)
        _ = try await people.post("/profile/person", [("name", "Ada"), ("title", "Accounting")], owner)
        let list = try await people.get("/sign-in/people?next=/ar", owner).text
        let ben = String(try #require(list.firstMatch(of: /href="(\/sign-in\?person=\d+&amp;next=\/ar)"/)?.1))
        let path = ben.replacing("&amp;", with: "&")
        #expect(list.contains("href=\"/invitation\"") && list.contains("Add New User"))
        let id = String(try #require(path.firstMatch(of: /person=(\d+)/)).1)
        // Going back keeps the choice.
        let chosen = try await people.get("/sign-in/people?person=\(id)&next=/ar", owner).text
        #expect(chosen.contains("href=\"\(ben)\"><span class=\"icon icon-chevron-left\""))
        #expect(chosen.contains("aria-current=\"true\""))
        let own = try await people.get("/sign-in?person=1", owner).text
        #expect(own.contains("<h1>Ada</h1><p class=\"subhead\">Accounting</p>"))
        let start = try await people.get("/invitation", PeopleUnderTest.Browser()).text
        #expect(start.contains("You need an invitation."))
    }

    @Test("MU-6: a sign-in that is right shows what the station has now, and begins where nobody else was")
    func signedIn() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        _ = try await people.join("Ben", .member, by: owner)
        _ = try await people.get("/ar", owner)
        #expect(owner["place"] == "scenes")
        _ = try await people.station.post("/sign-out", headers: owner.headers)
        #expect(try await people.signIn("Ben", owner).location == "/")
        // Neither the place nor the draft of the previous person.
        #expect(owner["place"] == nil && owner["draft"] == nil)
        let home = try await people.get("/home", owner)
        #expect(home.status == .ok && home.headers[.cacheControl] == "no-store")
        #expect(try await people.signIn("Ben", "wrong passcode", owner).status == .unprocessableContent)
    }

    @Test("BA-6: Cancel leaves the sign-in: strangers to the welcome, others to the choice of people")
    func cancel() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        _ = try await people.join("Ben", .member, by: owner)
        let stranger = try await people.get("/sign-in", PeopleUnderTest.Browser()).text
        #expect(stranger.contains("<a class=\"button plain\" href=\"/welcome\">Cancel</a>"))
        let known = try await people.get("/sign-in", try await people.knownBrowser()).text
        #expect(known.contains("<a class=\"button plain\" href=\"/sign-in/people\">Cancel</a>"))
    }

    @Test(
        "BI-1, BI-3, BI-4, BI-6: the offer has a title, what a passkey is good for, where it is changed, and more to learn"
    )
    func offer() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let settings = try await people.get("/profile/passkeys/offer", owner).text
        #expect(settings.contains("href=\"/profile/sign-in\">Cancel</a><p class=\"headline\">Passkey</p>"))
        let first = try await people.get("/profile/passkeys/offer?next=/ar", owner).text
        #expect(!first.contains(">Cancel</a>") && first.contains("name=\"next\" value=\"/ar\""))
        for page in [settings, first] {
            #expect(page.contains("icon-fingerprint") && page.contains("instead of the passcode."))
            #expect(
                page.contains("under Profile, Sign-in and Sessions.") && page.contains("<summary>Learn More</summary>"))
            #expect(page.contains("class=\"button primary\"><span class=\"icon icon-fingerprint\""))
        }
        #expect(try await people.post("/profile/passkeys/offer", [("answer", "x")], owner).status == .badRequest)
        // Redirects never lead to another site.
        let answer = try await people.post(
            "/profile/passkeys/offer", [("answer", "notNow"), ("next", "//evil.example")], owner)
        #expect(answer.location == "/documents")
    }

    @Test(
        "SU-10: terms and consents are forms to agree to, then a passkey is offered until it is answered, and the passcode stays"
    )
    func flow() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        let secret = [("passcode", PeopleUnderTest.passcode), ("again", PeopleUnderTest.passcode)]
        for step in Onboarding.Step.allCases {
            let page = try await people.get("/people/setup", browser).text
            #expect(page.contains("class=\"consent\"") == (step.consent != nil), "\(step)")
            let form =
                secret + [("answer", "allow"), ("agreed", "yes"), ("name", "Ada"), ("kept", "yes")]
                + [("codes", PeopleUnderTest.mark(of: page))]
            let answer = try await people.post("/people/setup/\(step.rawValue)", form, browser)
            #expect(step != .codes || answer.location == "/profile/passkeys/offer?next=/")
        }
        // An unanswered offer is repeated.
        #expect(try await people.signIn("Ada", browser).location == "/profile/passkeys/offer?next=/")
        let answer = try await people.post("/profile/passkeys/offer", [("answer", "notNow"), ("next", "/")], browser)
        #expect(answer.location == "/")
        #expect(try await people.signIn("Ada", browser).location == "/")
        // An IP address does not support passkeys.
        let numbered = try await people.station.ask(
            .post, "/sign-in", Array("name=Ada&passcode=\(PeopleUnderTest.passcode.replacing(" ", with: "+"))".utf8),
            authority: "127.0.0.1:8347", headers: browser.headers, from: browser.address)
        #expect(numbered.location == "/")
    }

    /// A passkey with the key of a published example (Web Authentication, Level 3, section 16.11).
    private var passkey: Passkey {
        get throws {
            let text = "a401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832"
            let digits = Array(text)
            let bytes = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
            }
            return Passkey(
                id: [1], userHandle: UserHandle(), key: try CredentialKey(bytes),
                aaguid: Array(repeating: 0, count: 16), transports: [.internal], isBackupEligible: false,
                isBackedUp: false, counter: 0)
        }
    }

    @Test("BI-10: a locked session is asked for its passkey each time, by whom has one")
    func locked() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        _ = try await people.join("Eve", .member, by: owner)
        _ = try await people.post("/session/lock", [], owner)
        for path in ["/documents", "/home", "/profile"] {
            #expect(try await people.get(path, owner).location?.hasPrefix("/sign-in") == true)
        }
        // Without a passkey the browser does not ask automatically.
        #expect(try await !people.get("/sign-in", owner).text.contains("data-asks"))
        let library = try Library(folder: people.station.folder.path("station"))
        try library.add(try passkey, of: Library.builtInPerson, name: "Phone", at: people.time.date)
        for _ in 0..<2 { #expect(try await people.get("/sign-in", owner).text.contains("data-asks")) }
        // A person invited in a browser without other people is not signed out either.
        let ben = try await people.join("Ben", .member, by: try await people.signedIn("Ada"))
        _ = try await people.post("/session/lock", [], ben)
        let page = try await people.get("/sign-in?next=/ar", ben).text
        #expect(page.contains("<h1>Ben</h1>") && page.contains("Locked. Show that it is you."))
        #expect(!page.contains("Switch or Add User") && page.contains("href=\"/sign-in?person=0&amp;next=/ar\""))
        #expect(try await people.get("/sign-in?person=0", ben).text.contains("autocomplete=\"username\" required"))
        #expect(try await people.signIn("Ben", "wrong passcode", ben).text.contains("<h1>Ben</h1>"))
        // A failed passcode is not followed by another question.
        let failed = try await people.signIn("Ada", "wrong passcode", owner)
        #expect(failed.status == .unprocessableContent && !failed.text.contains("data-asks"))
    }

    @Test("MU-4, SU-11: where passcodes are digits, they are chosen on a keypad, and asked for on any keyboard")
    func digits() async throws {
        let station = try await StationUnderTest {
            $0.hasDigitPasscodes = true
            $0.passcodeCost = PeopleUnderTest.cost ?? .standard
        }
        for (step, form) in [("terms", "answer=allow&agreed=yes"), ("name", "name=Ada")] {
            _ = try await station.post("/people/setup/\(step)", form)
        }
        let page = try await station.get("/people/setup").text
        #expect(page.matches(of: /inputmode="numeric"/).count == 2 && page.contains("At least 6 digits."))
        let refused = try await station.post("/people/setup/passcode", "passcode=seven+apples&again=seven+apples")
        #expect(refused.status == .unprocessableContent && refused.text.contains("Use digits only."))
        #expect(try await station.post("/people/setup/passcode", "passcode=482915&again=482915").status == .seeOther)
        let recovery = try await station.get("/sign-in/recovery").text
        #expect(recovery.contains("At least 6 digits.") && !recovery.contains("At least 6 characters."))
    }

    @Test("SU-6, PS-6: the demonstration has documents, changes nothing, and ends by signing out")
    func demonstration() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let stranger = PeopleUnderTest.Browser(address: "192.0.2.77")
        #expect(try await people.get("/welcome", stranger).text.contains("action=\"/demonstration\""))
        // An empty library offers it as well.
        #expect(try await people.get("/documents", owner).text.contains("href=\"/demonstration\""))
        #expect(try await people.get("/demonstration", stranger).text.contains("action=\"/demonstration\""))
        #expect(try await people.post("/demonstration", [], stranger).location == "/documents")
        let list = try await people.get("/documents", stranger).text
        for title in ["Delivery note", "Invoice", "Contract"] { #expect(list.contains(title)) }
        #expect(try await people.get("/documents/1", stranger).status == .ok)
        for path in ["/documents/1/delete", "/documents/1/pin", "/people/setup/terms", "/profile/clock"] {
            let answer = try await people.post(path, [], stranger)
            #expect(answer.status == .forbidden && answer.text.contains("Nothing changes here"), "\(path)")
            #expect(answer.text.contains("demonstration-bar"))
        }
        // Each screen marks the demonstration and offers to leave it. The camera is not used.
        for path in ["/home", "/documents", "/documents/1", "/search", "/map", "/profile", "/nowhere"] {
            #expect(try await people.get(path, stranger).text.contains("demonstration-bar"), "\(path)")
        }
        for path in ["/scan", "/scan/00000000000000ab", "/map/scan"] {
            let answer = try await people.get(path, stranger)
            #expect(answer.status == .forbidden && answer.text.contains("No scans in the demonstration"), "\(path)")
        }
        for path in ["/welcome", "/sign-in/people"] {
            #expect(try await !people.get(path, stranger).text.contains("demonstration-bar"))
        }
        #expect(try await people.get("/people/setup", stranger).status == .forbidden)
        let profile = try await people.get("/profile", stranger).text
        #expect(profile.contains(">End Demonstration</button>") && profile.contains("Sample documents"))
        #expect(!profile.contains("/people/setup") && !profile.contains("Only this computer"))
        // The station's own library contains none of it, and stays hidden from visitors of the demonstration.
        #expect(try await !people.get("/documents", owner).text.contains("Delivery note"))
        #expect(try await people.post("/sign-out", [], stranger).location == "/welcome")
        #expect(try await people.get("/documents", stranger).location?.hasPrefix("/sign-in") == true)
    }

    @Test("SU-6: the samples are filed, with dates and tags, and are read")
    func samples() async throws {
        let people = try await PeopleUnderTest {
            $0.pageReader = ScriptedReader { _ in try StoredText.words("Sample words") }
            $0.textLoad = .infinity
        }
        _ = try await people.setUp()
        let stranger = PeopleUnderTest.Browser(address: "192.0.2.77")
        _ = try await people.post("/demonstration", [], stranger)
        let documents = try await people.get("/api/documents", stranger).text
        #expect(documents.matches(of: /"state":"inbox"/).count == 2)
        #expect(documents.matches(of: /"date":"\d{4}-\d\d-\d\d"/).count == 6)
        #expect(documents.matches(of: /"due":"\d{4}-\d\d-\d\d"/).count == 1)
        let list = try await people.get("/documents", stranger).text
        for name in ["House", "Insurance", "Correspondence", "Important"] {
            #expect(list.contains(name), "\(name)")
        }
        let limit = ContinuousClock.now + .seconds(600)
        while try await people.get("/api/reading", stranger).text.firstMatch(of: /"waiting":0\b/) == nil {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await people.get("/documents?q=sample", stranger).text.contains("Delivery note"))
    }

    @Test("SU-6: who signs in leaves the demonstration, and who had access goes on with it when it ends")
    func leavingDemonstration() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let stranger = PeopleUnderTest.Browser(address: "192.0.2.77")
        _ = try await people.post("/demonstration", [], stranger)
        #expect(try await people.get("/documents", stranger).text.contains("Invoice"))
        #expect(try await people.signIn("Ada", stranger).location == "/")
        let own = try await people.get("/documents", stranger).text
        #expect(!own.contains("Invoice") && !own.contains("demonstration-bar"))
        _ = try await people.post("/demonstration", [], owner)
        #expect(try await people.get("/documents", owner).text.contains("Invoice"))
        #expect(try await people.post("/sign-out", [], owner).location == "/documents")
        let after = try await people.get("/documents", owner)
        #expect(after.status == .ok && !after.text.contains("Invoice"))
    }

    @Test("SU-7: the welcome is that which is set up; discovery leads to a machine of the network")
    func welcome() async throws {
        for variant in WelcomeVariant.allCases {
            let station = try await StationUnderTest {
                $0.host = "0.0.0.0"
                $0.welcome = variant
            }
            let page = try await station.get("/welcome").text
            let ways = variant.ways.isEmpty ? WelcomeVariant.standard.ways : variant.ways
            for (way, mark) in [
                (WelcomeVariant.Way.code, "/welcome/scan"), (.link, "href=\"/invitation\""),
                (.name, "/welcome/discover"), (.signIn, "href=\"/sign-in\""), (.demonstration, "/demonstration"),
            ] {
                // Without people, nobody signs in.
                #expect(page.contains(mark) == (ways.contains(way) && way != .signIn), "\(variant): \(way)")
            }
            #expect(try await station.get("/sign-in").location == "/welcome")
            let found = try await station.post("/welcome/discover", "name=Scanner")
            // A link, because the page's policy prevents forms from being sent to another site.
            #expect(found.status == .ok && found.text.contains("href=\"http://scanner.local:8347/\""))
            let wrong = try await station.post("/welcome/discover", "name=evil.example")
            #expect(wrong.status == .unprocessableContent)
        }
        let people = try await PeopleUnderTest { $0.welcome = .preconfigured }
        // The link printed by the station can be entered.
        let link = "http://localhost:8347/sign-in?token=\(try people.token)".urlEncoded
        let browser = PeopleUnderTest.Browser()
        #expect(try await people.post("/invitation", [("code", link)], browser).location == "/documents")
        #expect(try await people.get("/documents", browser).status == .ok)
        let wrong = try await people.post("/invitation", [("code", "token%3Dnothing")], PeopleUnderTest.Browser())
        #expect(wrong.status == .unprocessableContent && wrong.headers[.setCookie] == nil)
        _ = try await people.setUp()
        #expect(try await people.get("/welcome", PeopleUnderTest.Browser()).location == "/sign-in")
    }

    @Test("sidebars and pinned documents are each person's own")
    func sidebars() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let other = try await people.join("Ben", .member, by: owner)
        let library = try Library(folder: people.station.folder.path("station"))
        let id = try library.add(NewDocument(title: "Rent", captured: people.time.date, pages: []))
        _ = try await people.post("/documents/\(id)/pin", [("at", "/documents")], owner)
        _ = try await people.post(
            "/sidebar/items", [("group", "places"), ("item", "scenes"), ("hidden", "true"), ("at", "/")], owner)
        #expect(try library.pins(of: Library.builtInPerson) == [id])
        let benjamin = try #require(try library.people().first { $0.name == "Ben" }).id
        #expect(try library.pins(of: benjamin).isEmpty && library.sidebar(of: benjamin).places.isEmpty)
        #expect(try library.sidebar(of: Library.builtInPerson).places.contains { $0.name == "scenes" && $0.hidden })
        #expect(try await !people.get("/home", other).text.contains("/documents/\(id)/unpin"))
    }
}
