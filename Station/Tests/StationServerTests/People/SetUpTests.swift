import Foundation
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// How people join a station: its first owner, and invited people.
@Suite struct SetUpTests {
    @Test("while nobody has gone through the steps, the station asks nobody who they are")
    func withoutPeople() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        #expect(try await people.get("/documents", browser).status == .ok)
        #expect(try await people.get("/profile", browser).text.contains("Set Up People"))
        for step in ["terms", "name", "passcode", "place", "texts", "figures"] {
            let path = "/people/setup?page=\(step == "terms" ? 2 : 1)"
            #expect(try await people.get(path, browser).text.contains("/people/setup/\(step)\""))
            let form = [
                ("answer", "allow"), ("agreed", "yes"), ("name", "Ada"), ("passcode", PeopleUnderTest.passcode),
                ("again", PeopleUnderTest.passcode),
            ]
            _ = try await people.post("/people/setup/\(step)", form, browser)
            #expect(try await people.get("/documents", browser).status == .ok)
        }
        #expect(try await people.get("/people", browser).location == "/profile")
        // Not even with the passcode that is already stored.
        #expect(try await people.signIn("Ada", browser).status == .unauthorized)
        #expect(try await people.get("/documents", PeopleUnderTest.Browser()).location == "/welcome")
    }

    @Test("SU-2: a station that crashes between any two steps goes on with the next, and repeats none")
    func crashes() async throws {
        let folder = try TemporaryFolder()
        func again() async throws -> (PeopleUnderTest, PeopleUnderTest.Browser) {
            let people = try await PeopleUnderTest(folder: folder)
            return (people, try await people.knownBrowser())
        }
        let secret = [("passcode", PeopleUnderTest.passcode), ("again", PeopleUnderTest.passcode)]
        let allow = [("answer", "allow")]
        for (step, form) in [
            ("terms", allow + [("agreed", "yes")]), ("name", [("name", "Ada")]), ("passcode", secret),
            ("place", [("answer", "notNow")]), ("texts", allow), ("figures", allow), ("codes", []),
        ] {
            let (people, browser) = try await again()
            let shown = try await people.get("/people/setup?page=\(step == "terms" ? 2 : 1)", browser).text
            #expect(shown.contains("action=\"/people/setup/\(step)\""))
            if step != "codes" { _ = try await people.post("/people/setup/\(step)", form, browser) }
        }
        // Codes shown before the crash are not valid, and the page says so.
        func codes(_ page: String) -> [String] { page.matches(of: /<code>([^<]+)</).map { String($0.1) } }
        let (before, window) = try await again()
        let former = try await before.get("/people/setup", window).text
        let (people, browser) = try await again()
        let tick = [("kept", "yes"), ("codes", PeopleUnderTest.mark(of: former))]
        let refused = try await people.post("/people/setup/codes", tick, browser)
        #expect(refused.status == .unprocessableContent && refused.text.contains("those that were shown before do not"))
        let page = try await people.get("/people/setup", browser).text
        #expect(page.contains("These codes are new"))
        let (lost, kept) = (codes(former), codes(page))
        #expect(lost.count == 8 && Set(lost).isDisjoint(with: kept) && codes(refused.text) == kept)
        let last = try await people.post(
            "/people/setup/codes", [("kept", "yes"), ("codes", PeopleUnderTest.mark(of: page))], browser)
        #expect(last.location == "/profile/passkeys/offer?next=/")
        let (restarted, other) = try await again()
        #expect(try await restarted.get("/people/setup", other).location?.hasPrefix("/sign-in") == true)
        // An offer unanswered before the crash is repeated.
        #expect(try await restarted.signIn("Ada", other).location == "/profile/passkeys/offer?next=/")
        #expect(try await restarted.get("/people/setup", other).location?.hasPrefix("/confirm") == false)
        for (code, isRight) in [(lost[0], false), (kept[0], true)] {
            let answer = try await restarted.post(
                "/sign-in/recovery", [("name", "Ada"), ("code", code.urlEncoded)] + secret, PeopleUnderTest.Browser())
            #expect((answer.status == .seeOther) == isRight)
        }
    }

    @Test("SU-8, SU-11: without the tick nothing goes on, and passcodes follow the policy")
    func refusals() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        func refused(_ step: String, _ form: [(String, String)], _ words: String) async throws {
            let answer = try await people.post("/people/setup/\(step)", form, browser)
            #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(step): \(words)")
            #expect(answer.text.contains("action=\"/people/setup/\(step)\""))
        }
        #expect(try await people.get("/people/setup", browser).text.contains("It sends nothing to anybody else."))
        try await refused("terms", [("answer", "allow")], "Without agreeing you cannot go on.")
        try await refused("terms", [("answer", "deny"), ("agreed", "yes")], "Only people who agree to this")
        #expect(try await people.post("/people/setup/terms", [("answer", "x")], browser).status == .badRequest)
        // A step that is not due cannot be completed.
        #expect(try await people.post("/people/setup/name", [("name", "Eve")], browser).location == "/people/setup")
        #expect(try await people.get("/people/setup?step=codes", browser).text.contains("step=terms&amp;page=2"))
        _ = try await people.post("/people/setup/terms", [("answer", "allow"), ("agreed", "yes")], browser)
        try await refused("name", [("name", " ")], "Enter a name.")
        _ = try await people.post("/people/setup/name", [("name", "Ada")], browser)
        try await refused("passcode", [("passcode", "short"), ("again", "short")], "at least 8 characters")
        try await refused("passcode", [("passcode", "password1"), ("again", "password1")], "one of the first")
        try await refused("passcode", [("passcode", "plum tree 12"), ("again", "plum tree 21")], "differ")
        // Entries can be changed until the last step.
        #expect(try await people.get("/people/setup?step=name", browser).text.contains("value=\"Ada\""))
        let field = try await people.get("/people/setup", browser).text
        #expect(field.contains("type=\"password\"") && !field.contains("pattern=") && !field.contains("maxlength="))
        let nowhere = try await people.post("/people/setup/nothing", [], browser)
        #expect(nowhere.status == .notFound)
    }

    @Test("SU-3, SU-4: each step says why it asks, needs no camera, and has a way out")
    func reasons() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        let permissions = try #require(HTTPField.Name("Permissions-Policy"))
        let reasons = [
            "It keeps your name", "You sign in with it", "It keeps the others from using the station in your name.",
            "Phones write into a picture where it was taken.", "You find them by their words then",
            "when a camera needs attention", "Each of them lets you in once",
        ]
        let steps = Onboarding.Step.allCases
        #expect(reasons.count == steps.count)
        for (place, reason) in reasons.enumerated() {
            let answer = try await people.get("/people/setup", browser)
            #expect(answer.text.contains(reason) && answer.text.contains("Step \(place + 1) of 7"))
            #expect(answer.text.contains("href=\"/profile\">Yes</a>"))
            // All steps have the same way to leave, with a confirmation; the other button declines.
            #expect(answer.text.contains(">Cancel</button>") && answer.text.contains("Stop setting up?"))
            #expect(answer.text.contains(">Not Now<") == (steps[place].consent.map { $0 != .terms } ?? false))
            #expect(answer.text.contains(">Step Before</a>") == (steps[place].consent.map { $0 != .terms } ?? false))
            #expect(answer.headers[permissions]?.contains("camera=()") == true)
            let form = [
                ("answer", "allow"), ("agreed", "yes"), ("name", "Ada"), ("passcode", PeopleUnderTest.passcode),
                ("again", PeopleUnderTest.passcode),
            ]
            if steps[place] != .codes {
                _ = try await people.post("/people/setup/\(steps[place].rawValue)", form, browser)
            }
        }
    }

    @Test("SU-2: all windows of the last step show the same codes, and these are the ones that are ticked")
    func windows() async throws {
        let people = try await PeopleUnderTest()
        let browser = try await people.knownBrowser()
        let secret = [("passcode", PeopleUnderTest.passcode), ("again", PeopleUnderTest.passcode)]
        for step in ["terms", "name", "passcode", "place", "texts", "figures"] {
            let form = secret + [("answer", "allow"), ("agreed", "yes"), ("name", "Ada")]
            _ = try await people.post("/people/setup/\(step)", form, browser)
        }
        let (first, second) = (
            try await people.get("/people/setup", browser).text, try await people.get("/people/setup", browser).text
        )
        let codes = first.matches(of: /<code>([^<]+)</).map { String($0.1) }
        #expect(codes.count == 8 && codes.allSatisfy(second.contains) && !first.contains("These codes are new"))
        let untold = try await people.post("/people/setup/codes", [("kept", "yes")], browser)
        #expect(untold.status == .unprocessableContent)
        _ = try await people.post(
            "/people/setup/codes", [("kept", "yes"), ("codes", PeopleUnderTest.mark(of: first))], browser)
        let recovery = [("name", "Ada"), ("code", codes[3].urlEncoded)] + secret
        #expect(
            try await people.post("/sign-in/recovery", recovery, PeopleUnderTest.Browser()).status == .seeOther)
    }

    @Test("an invitation leads one person in, with its role, by text and as a code to scan")
    func invitations() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let page = try await people.follow("/people/invitations", [("role", "member")], owner).text
        let link = String(try #require(page.firstMatch(of: /https?:\/\/[^ <]+\/invitation#[\w-]+/)).0)
        let scanned = try #require(try CodeFrame.read(CodeFrame.image(svg: page, at: .whole)).first)
        #expect(scanned == link && page.contains("one after the other"))
        let browser = PeopleUnderTest.Browser(address: "192.0.2.9")
        let code = InvitationLink.code(in: link)
        #expect(try await people.get("/invitation", browser).text.contains("You need an invitation."))
        for wrong in ["", "x", SessionIdentifier().text] {
            #expect(try await people.post("/invitation", [("code", wrong)], browser).status == .unprocessableContent)
        }
        #expect(try await people.post("/invitation", [("code", code)], browser).location == "/invitation")
        // Until the last step, the invitation grants no other access.
        #expect(try await people.get("/documents", browser).location == "/sign-in?next=/documents")
        #expect(try await people.onboard("Ben", at: "/invitation", browser).answer.location == "/")
        #expect(try await people.get("/documents", browser).status == .ok)
        #expect(try await people.get("/profile", browser).text.contains("Member"))
        #expect(try await people.get("/profile/consents", browser).text.contains("Allowed, version 1"))
        // A used invitation is invalid for others.
        let late = try await people.post("/invitation", [("code", code)], PeopleUnderTest.Browser())
        #expect(late.status == .unprocessableContent)
        #expect(try await people.get("/people", owner).text.contains(">Ben<"))
    }

    @Test func anInvitationThatWasWithdrawnOrIsTooOldLeadsNobodyIn() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp()
        let withdrawn = InvitationLink.code(in: try await people.invite(.guest, by: owner))
        let page = try await people.get("/people", owner).text
        let path = String(try #require(page.firstMatch(of: /\/people\/invitations\/\d+\/withdraw/)).0)
        #expect(try await people.post(path, [], owner).location == "/people?done=withdrawn")
        let old = InvitationLink.code(in: try await people.invite(.guest, by: owner))
        people.time.pass(Double(InvitationTime.seconds))
        for code in [withdrawn, old] {
            let answer = try await people.post("/invitation", [("code", code)], PeopleUnderTest.Browser())
            #expect(answer.status == .unprocessableContent && answer.headers[.setCookie] == nil)
        }
    }

    @Test func twoPeopleAreNotCalledTheSame() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Zoë")
        let browser = PeopleUnderTest.Browser()
        let code = InvitationLink.code(in: try await people.invite(.member, by: owner))
        _ = try await people.post("/invitation", [("code", code)], browser)
        _ = try await people.post("/invitation/terms", [("answer", "allow"), ("agreed", "yes")], browser)
        let answer = try await people.post("/invitation/name", [("name", "zoe")], browser)
        #expect(answer.status == .unprocessableContent && answer.text.contains("is called zoe already"))
    }

    @Test("people can be set up where only this machine reaches the station, and nobody is invited there")
    func local() async throws {
        let people = try await PeopleUnderTest(host: "127.0.0.1")
        let browser = PeopleUnderTest.Browser(address: "127.0.0.1")
        #expect(try await people.onboard("Ada", at: "/people/setup", browser).answer.location == "/")
        #expect(try await people.get("/documents", browser).status == .ok)
        #expect(try await people.get("/people", browser).text.contains("start it with --listen 0.0.0.0"))
        #expect(
            try await people.post("/people/invitations", [("role", "guest")], browser).status == .conflict)
        let other = PeopleUnderTest.Browser(address: "127.0.0.1")
        #expect(try await people.get("/documents", other).location == "/sign-in?next=/documents")
        #expect(try await people.get("/sign-in", other).text.contains(">Ada</h1>"))
    }
}
