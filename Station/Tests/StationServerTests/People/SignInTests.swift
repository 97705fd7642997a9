import Foundation
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Signing in, and the properties of sessions.
@Suite struct SignInTests {
    @Test("BA-8: a wrong passcode and a name that nobody has get the same answer")
    func sameAnswer() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp("Ada")
        func answer(_ name: String) async throws -> StationUnderTest.Answer {
            try await people.signIn(name, "not the passcode", PeopleUnderTest.Browser(address: "192.0.2.77"))
        }
        let (known, unknown) = (try await answer("Ada"), try await answer("Eve"))
        #expect(known.status == .unprocessableContent && unknown.status == known.status)
        #expect(known.text.replacing("\"Ada\"", with: "\"Eve\"") == unknown.text)
        #expect(known.headers[.setCookie] == nil && unknown.headers == known.headers)
        #expect(known.text.contains("Sign In Failed"))
        // The same applies to recovery.
        func recovery(_ name: String) async throws -> String {
            let form = [
                ("name", name), ("code", RecoveryCode().printed.urlEncoded), ("passcode", "six yellow pears"),
                ("again", "six yellow pears"),
            ]
            return try await people.post("/sign-in/recovery", form, PeopleUnderTest.Browser(address: "192.0.2.78")).text
        }
        #expect(try await recovery("Ada").replacing("\"Ada\"", with: "\"Eve\"") == recovery("Eve"))
        #expect(try await recovery("Ada").contains("do not belong together"))
    }

    @Test("BA-8: the cookie of a session is for the station's own pages alone, and over TLS for nothing else")
    func cookie() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp()
        let browser = PeopleUnderTest.Browser()
        let answer = try await people.signIn("Ada", browser)
        #expect(answer.location == "/")
        let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("session=") })
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/"))
        #expect(!cookie.contains("Secure"))
        let scheme = try #require(HTTPField.Name("X-Forwarded-Proto"))
        let encrypted = try await people.station.ask(
            .post, "/sign-in", Array("name=Ada&passcode=seven+green+apples".utf8), headers: [scheme: "https"],
            from: "127.0.0.1")
        #expect(encrypted.headers[values: .setCookie].allSatisfy { $0.hasSuffix("; Secure") })
        // The identifier is not stored anywhere.
        let identifier = try #require(browser["session"])
        for file in try FileManager.default.subpathsOfDirectory(atPath: people.station.folder.path("station")) {
            let bytes = FileManager.default.contents(atPath: people.station.folder.path("station/\(file)")) ?? Data()
            #expect(bytes.range(of: Data(identifier.utf8)) == nil, "\(file)")
        }
    }

    @Test("who is not signed in is led to the sign-in, and back to what they asked for")
    func theWayBack() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp()
        let browser = try await people.knownBrowser()
        let arrival = try #require(try await people.get("/documents?sort=title&q=a", browser).location)
        #expect(arrival == "/sign-in?next=/documents?sort=title%26q=a")
        #expect(try await people.get(arrival, browser).text.contains("value=\"/documents?sort=title&amp;q=a\""))
        let answer = try await people.post(
            "/sign-in",
            [("name", "Ada"), ("passcode", PeopleUnderTest.passcode), ("next", "/documents?sort%3Dtitle%26q%3Da")],
            browser)
        #expect(answer.location == "/documents?sort=title&q=a")
        for foreign in ["https://evil.example", "//evil.example", "/sign-in?token=x"] {
            let other = PeopleUnderTest.Browser()
            let form = [("name", "Ada"), ("passcode", PeopleUnderTest.passcode), ("next", foreign)]
            #expect(["/", "/documents"].contains(try await people.post("/sign-in", form, other).location))
        }
        // Scripts get an error as a sentence.
        let script = try await people.station.get("/api/documents", headers: [.accept: "application/json"])
        #expect(script.status == .unauthorized && script.text.contains("Sign in, then try again."))
    }

    @Test("a token and an activated device show that a browser belongs here, and not who is at it")
    func knownBrowsers() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp("Ada")
        let known = try await people.knownBrowser()
        #expect(try await people.get("/documents", known).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.get("/sign-in", known).text.contains(">Ada</h1>"))
        // Visitors who have not signed in must not learn the names of people.
        let stranger = PeopleUnderTest.Browser()
        #expect(try await !people.get("/sign-in", stranger).text.contains("Ada"))
        #expect(try await !people.get("/sign-in?person=1", stranger).text.contains("Ada"))
        #expect(try await people.get("/sign-in/people", stranger).location == "/sign-in")
        // Programs with the token keep their permissions.
        let program: HTTPFields = [.authorization: "Bearer \(try people.token)"]
        #expect(try await people.station.get("/api/documents", headers: program).status == .ok)
    }

    @Test("MU-9, MU-12, MU-15, MU-16: the last person is proposed, and others are found, chosen and given up")
    func picker() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        let browser = try await people.knownBrowser()
        #expect(try await people.get("/sign-in", browser).text.contains("<h1>Sign in</h1>"))
        let list = try await people.get("/sign-in/people", browser).text
        #expect(list.contains(">Ada<") && list.contains(">Ben<") && list.contains("href=\"/invitation\""))
        #expect(!list.contains("aria-current=\"true\""))
        let found = try await people.get("/sign-in/people?words=be", browser).text
        #expect(!found.contains(">Ada<") && found.contains(">Ben<"))
        #expect(try await people.get("/sign-in/people?words=eve", browser).text.contains("Nobody here has this name."))
        #expect(try await people.get("/sign-in?person=2", browser).text.contains(">Ben</h1>"))
        let chosen = try await people.get("/sign-in/people?person=2", browser).text
        #expect(chosen.contains("href=\"/sign-in/people\" aria-current=\"true\""))
        #expect(chosen.contains("href=\"/sign-in?person=2\"><span class=\"icon icon-chevron-left\""))
        _ = try await people.signIn("Ben", browser)
        _ = try await people.post("/sign-out", [], browser)
        #expect(try await people.get("/sign-in", browser).text.contains(">Ben</h1>"))
    }

    @Test("MU-20: attempts are limited for each person from all addresses, and for each address, with growing pauses")
    func attempts() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp("Ada")
        for number in 1...5 {
            let browser = PeopleUnderTest.Browser(address: "198.51.100.\(number)")
            #expect(try await people.signIn("Ada", "guess number \(number)", browser).status == .unprocessableContent)
        }
        // From another address, even with the right passcode: not now.
        let browser = PeopleUnderTest.Browser(address: "198.51.100.99")
        let refused = try await people.signIn("Ada", browser)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
        #expect(refused.headers[.setCookie] == nil && refused.text.contains("Too many attempts."))
        people.time.pass(1)
        #expect(try await people.signIn("Ada", "one more guess", browser).status == .unprocessableContent)
        #expect(try await people.signIn("Ada", browser).headers[.retryAfter] == "2")
        // Unknown names are limited in the same way.
        for number in 1...5 {
            let browser = PeopleUnderTest.Browser(address: "203.0.113.\(number)")
            _ = try await people.signIn("Eve", "guess number \(number)", browser)
        }
        #expect(
            try await people.signIn("Eve", "x", PeopleUnderTest.Browser(address: "203.0.113.9")).status
                == .tooManyRequests)
        people.time.pass(2)
        #expect(try await people.signIn("Ada", browser).location == "/")
        // A successful sign-in resets the limit.
        #expect(try await people.signIn("Ada", "a typing error", browser).status == .unprocessableContent)
    }

    @Test("the limit for tokens and codes stands in front: who has guessed those waits here too")
    func sharedLimit() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp("Ada")
        let browser = PeopleUnderTest.Browser(address: "198.51.100.1")
        for number in 1...5 { _ = try await people.get("/sign-in?token=guess\(number)", browser) }
        #expect(try await people.signIn("Ada", browser).status == .tooManyRequests)
    }

    @Test("AO-1, AO-5, MU-8: a session that nobody uses locks, and opens by the passcode with another identifier")
    func locks() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        #expect(try await people.signIn("Ada", owner).location == "/")
        #expect(owner["lock"] == "300")
        for _ in 0..<3 {
            people.time.pass(299)
            #expect(try await people.get("/documents", owner).status == .ok)
        }
        // Automatic requests of the browser do not count as activity.
        people.time.pass(299)
        let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
        let fetched = try await people.station.ask(
            .get, "/documents/count", headers: owner.headers.with([mode: "cors"]), from: owner.address)
        #expect(fetched.status == .ok)
        people.time.pass(2)
        let former = try #require(owner["session"])
        #expect(try await people.get("/documents", owner).location == "/sign-in?next=/documents")
        #expect(try await people.get("/sign-in", owner).text.contains("Locked. Show that it is you."))
        #expect(try await people.post("/session/seen", [], owner).status == .unauthorized)
        #expect(try await people.signIn("Ada", "a wrong guess", owner).status == .unprocessableContent)
        #expect(try await people.get("/documents", owner).status == .seeOther)
        #expect(try await people.signIn("Ada", owner).location == "/")
        #expect(owner["session"] != former && owner["session"] != nil)
        #expect(try await people.get("/documents", owner).status == .ok)
        let stolen = PeopleUnderTest.Browser()
        stolen["session"] = former
        #expect(try await people.get("/documents", stolen).location?.hasPrefix("/sign-in") == true)
    }

    @Test("a locked session stays locked after a restart, and an open one open")
    func restart() async throws {
        let (folder, time) = (try TemporaryFolder(), TestTime())
        let people = try await PeopleUnderTest(folder: folder, time: time)
        let owner = try await people.setUp("Ada")
        let other = PeopleUnderTest.Browser()
        _ = try await people.signIn("Ada", other)
        #expect(try await people.post("/session/lock", [], owner).location == "/sign-in")
        let again = try await PeopleUnderTest(folder: folder, time: time)
        #expect(try await again.get("/documents", owner).location?.hasPrefix("/sign-in") == true)
        #expect(try await again.get("/documents", other).status == .ok)
        // A device with a single person does not lock. After thirty days the session still ends.
        time.pass(86_400)
        #expect(try await again.get("/documents", other).status == .ok)
        time.pass(30 * 86_400)
        #expect(try await again.get("/documents", other).location?.hasPrefix("/sign-in") == true)
    }

    @Test("somebody else who signs in in a browser takes its place, and the former session ends")
    func switching() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        _ = try await people.signIn("Ada", owner)
        let former = PeopleUnderTest.Browser()
        former["session"] = owner["session"]
        #expect(try await people.signIn("Ben", owner).location == "/")
        #expect(try await people.get("/profile", owner).text.contains("<p class=\"headline\">Ben</p>"))
        #expect(try await people.get("/documents", former).location?.hasPrefix("/sign-in") == true)
    }

    @Test("nobody goes on with the scans or the screens of whoever used the browser before")
    func drafts() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Gus", .guest, by: owner)
        let draft = try await people.get("/scan", owner).location
        _ = try await people.get("/documents?sort=title", owner)
        _ = try await people.post("/session/lock", [], owner)
        _ = try await people.signIn("Ada", owner)
        #expect(try await people.get("/scan", owner).location == draft && owner["place"] == "library")
        _ = try await people.post("/sign-out", [], owner)
        #expect(try await people.signIn("Gus", owner).location == "/")
        #expect(owner["draft"] == nil && owner["place"] == nil && owner["place-library"] == nil)
        #expect(try await people.get("/scan", owner).location != draft)
    }

    @Test("sessions are listed, each ended alone, and only one's own")
    func sessions() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let phone = PeopleUnderTest.Browser(address: "192.0.2.3")
        _ = try await people.signIn("Ada", phone)
        let ben = try await people.join("Ben", .member, by: owner)
        func paths(_ browser: PeopleUnderTest.Browser) async throws -> [String] {
            try await people.get("/profile/sign-in", browser).text.matches(of: /\/profile\/sessions\/\d+\/end/)
                .map { String($0.0) }
        }
        let own = try await paths(owner)
        let others = try await paths(ben)
        #expect(own.count == 2 && others.count == 1 && Set(own).isDisjoint(with: others))
        // The number of another person's session has no effect.
        for path in own { _ = try await people.post(path, [], ben) }
        #expect(try await people.get("/documents", owner).status == .ok)
        #expect(try await people.get("/documents", phone).status == .ok)
        let page = try await people.get("/profile/sign-in", phone).text
        let row = try #require(
            page.firstMatch(of: /\(this one\).*?(\/profile\/sessions\/\d+\/end)/.dotMatchesNewlines()))
        #expect(try await people.post(String(row.1), [], owner).location == "/profile/sign-in?done=ended")
        #expect(try await people.get("/documents", phone).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.get("/documents", owner).status == .ok)
        let session = try #require(owner["session"])
        #expect(try await people.post("/sign-out", [], owner).location == "/sign-in")
        #expect(owner["session"] == nil)
        owner["session"] = session
        #expect(try await people.get("/documents", owner).location?.hasPrefix("/sign-in") == true)
    }

    @Test("a new passcode is asked for again first, and signs out everywhere else")
    func newPasscode() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let phone = PeopleUnderTest.Browser()
        _ = try await people.signIn("Ada", phone)
        people.time.pass(301)
        let new = [("passcode", "six yellow pears"), ("again", "six yellow pears")]
        let asked = try await people.post("/profile/passcode", new, owner)
        #expect(asked.location?.hasPrefix("/confirm?next=") == true)
        #expect(try await people.get("/confirm?next=/profile/sign-in", owner).text.contains("Is it you, Ada?"))
        let wrong = try await people.post("/confirm", [("passcode", "wrong"), ("next", "/profile")], owner)
        #expect(wrong.status == .unprocessableContent)
        #expect(try await people.post("/profile/passcode", new, owner).location?.hasPrefix("/confirm") == true)
        try await people.confirm(owner)
        #expect(try await people.post("/profile/passcode", new, owner).location == "/profile/sign-in?done=passcode")
        #expect(try await people.get("/documents", owner).status == .ok)
        #expect(try await people.get("/documents", phone).location?.hasPrefix("/sign-in") == true)
        #expect(try await people.signIn("Ada", phone).status == .unprocessableContent)
        #expect(try await people.signIn("Ada", "six yellow pears", phone).location == "/")
    }

    @Test("MU-7: a recovery code opens the account once, with a new passcode")
    func recovery() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.knownBrowser()
        let codes = try await people.onboard("Ada", at: "/people/setup", owner).codes
        let browser = PeopleUnderTest.Browser()
        func recover(_ code: String) async throws -> StationUnderTest.Answer {
            let form = [("passcode", "six yellow pears"), ("again", "six yellow pears")]
            return try await people.post(
                "/sign-in/recovery", [("name", "ada"), ("code", code.urlEncoded)] + form, browser)
        }
        #expect(try await people.get("/sign-in", browser).text.contains("href=\"/sign-in/recovery\""))
        let mistyped = (codes[0].first == "0" ? "1" : "0") + codes[0].dropFirst()
        #expect(try await recover(mistyped).text.contains("A character was mistyped."))
        #expect(try await recover(codes[0].lowercased().replacing("-", with: " ")).location == "/")
        #expect(try await people.get("/documents", browser).status == .ok)
        #expect(try await people.get("/documents", owner).location?.hasPrefix("/sign-in") == true)
        #expect(try await recover(codes[0]).status == .unprocessableContent)
        #expect(try await people.get("/profile/sign-in", browser).text.contains("7 recovery codes are left."))
    }

    @Test("an owner gives somebody a new way in, by a code that is shown once")
    func recoveryByTheOwner() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let ben = try await people.join("Ben", .member, by: owner)
        #expect(try await people.post("/people/2/recovery", [], ben).status == .forbidden)
        let address = try #require(try await people.post("/people/2/recovery", [], owner).location)
        // Others cannot see it, and reloading creates no new code.
        #expect(try await people.get(address, ben).status == .forbidden)
        let page = try await people.get(address, owner).text
        #expect(page.contains("href=\"/people\"><span class=\"icon icon-chevron-left\""))
        let again = try await people.get(address, owner).text
        #expect(!again.contains("<code>") && again.contains("This was shown only once."))
        // Before creating it, the page explains what happens to the printed codes.
        #expect(again.contains("The codes that this person has printed stop working."))
        let code = try #require(page.firstMatch(of: /<code>([^<]+)</)).1
        let form = [
            ("name", "Ben"), ("code", String(code).urlEncoded), ("passcode", "six yellow pears"),
            ("again", "six yellow pears"),
        ]
        #expect(try await people.post("/sign-in/recovery", form, PeopleUnderTest.Browser()).location == "/")
        #expect(try await people.signIn("Ben", "six yellow pears", ben).location == "/")
    }
}

/// Secrets that are shown once, and sessions that end with a device.
@Suite struct WaysOutTests {
    @Test("New recovery codes of one's own are asked about first, shown once, and not made by a reload")
    func ownCodes() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let before = try await people.get("/profile/sign-in", owner).text
        #expect(before.contains("data-opens=\"new-codes\"") && before.contains("Make new recovery codes?"))
        let address = try #require(try await people.post("/profile/recovery-codes", [], owner).location)
        let codes = try await people.get(address, owner).text.matches(of: /<code>([^<]+)</).map { String($0.1) }
        #expect(codes.count == 8)
        #expect(try await !people.get(address, owner).text.contains("<code>"))
        let form = [
            ("name", "Ada"), ("code", codes[7].urlEncoded), ("passcode", "six yellow pears"),
            ("again", "six yellow pears"),
        ]
        #expect(try await people.post("/sign-in/recovery", form, PeopleUnderTest.Browser()).location == "/")
    }

    @Test("A reload of an invitation's page makes no second one")
    func invitation() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let address = try #require(
            try await people.post("/people/invitations", [("role", "member")], owner).location)
        #expect(try await people.get(address, owner).text.contains("/invitation#"))
        let again = try await people.get(address, owner).text
        #expect(!again.contains("/invitation#") && again.matches(of: /\/withdraw"/).count == 1)
        // Two invitations for the same role are distinguished by their numbers.
        let second = try await people.follow("/people/invitations", [("role", "member")], owner).text
        #expect(second.contains("Number 2") && !second.contains("Number 1<"))
        let list = try await people.get("/people", owner).text
        #expect(list.contains("Number 1<") && list.contains("Number 2<"))
    }

    @Test("Removing a device ends the sessions that people opened on it, before or after it was connected")
    func device() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        _ = try await people.join("Ben", .member, by: owner)
        for signsInFirst in [false, true] {
            let phone = PeopleUnderTest.Browser(address: "192.0.2.60")
            if signsInFirst { _ = try await people.signIn("Ben", phone) }
            try await people.confirm(owner)
            let page = try await people.get("/devices/activation", owner).text
            let code = try #require(try CodeFrame.read(CodeFrame.image(svg: page, at: .whole)).first)
            #expect(try await people.get("/activate", phone).text.contains("People of this station can then sign in"))
            let connected = try await people.post("/welcome/activate", [("code", code.urlEncoded)], phone)
            #expect(connected.location == (signsInFirst ? "/documents" : "/sign-in") + "?done=activated")
            if !signsInFirst {
                let page = try await people.get("/sign-in?done=activated", phone).text
                #expect(page.contains("This device is now connected"))
            }
            if !signsInFirst { _ = try await people.signIn("Ben", phone) }
            #expect(try await people.get("/documents", phone).status == .ok)
            let elsewhere = PeopleUnderTest.Browser(address: "192.0.2.61")
            _ = try await people.signIn("Ben", elsewhere)
            let list = try await people.get("/devices", owner).text
            let path = String(try #require(list.firstMatch(of: /\/devices\/\d+\/remove/)).0)
            #expect(try await people.post(path, [], owner).location == "/devices?done=removed")
            #expect(try await people.get("/documents", phone).location?.hasPrefix("/sign-in") == true)
            // Sessions on other devices continue.
            #expect(try await people.get("/documents", elsewhere).status == .ok)
            #expect(try await people.get("/documents", owner).status == .ok)
        }
    }
}

extension String {
    /// Escapes the check symbols of recovery codes that have a meaning in forms.
    var urlEncoded: String {
        [("%", "%25"), ("=", "%3D"), ("&", "%26"), ("+", "%2B")].reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
