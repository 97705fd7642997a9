import Authenticator
import Foundation
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import TestSupport
import Testing

/// Passkey routes. The tests of `StationIdentity` cover the authenticator's responses.
@Suite struct PasskeyRouteTests {
    private let key = SoftwareKey(.es256)
    /// The authority of the station under test, which a local browser may treat as secure.
    private static let authority = "localhost:8347"

    private func json(_ answer: StationUnderTest.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func challenge(_ options: [String: Any]) throws -> Challenge {
        let text = try #require(options["challenge"] as? String)
        return try #require(Challenge(issued: try Base64URL.bytes(text)))
    }

    private func ask(
        _ people: PeopleUnderTest, _ path: String, _ body: [UInt8] = [], _ browser: PeopleUnderTest.Browser,
        authority: String = authority
    ) async throws -> StationUnderTest.Answer {
        var headers = browser.headers
        headers[.accept] = "application/problem+json"
        let answer = try await people.station.ask(
            .post, path, body, authority: authority, headers: headers, from: browser.address)
        browser.take(answer)
        return answer
    }

    private func body(_ id: [UInt8], _ response: [String: Any]) throws -> [UInt8] {
        let id = Base64URL.text(id)
        let json: [String: Any] = ["id": id, "rawId": id, "type": "public-key", "response": response]
        return [UInt8](try JSONSerialization.data(withJSONObject: json))
    }

    /// Adds a passkey for the person signed in in a browser.
    @discardableResult private func register(
        _ people: PeopleUnderTest, _ browser: PeopleUnderTest.Browser,
        _ change: (inout RegistrationDraft) -> Void = { _ in }
    ) async throws -> (answer: StationUnderTest.Answer, handle: UserHandle) {
        let options = try json(try await ask(people, "/profile/passkeys/options", [], browser))
        let user = try #require(options["user"] as? [String: Any])
        let id = try #require(user["id"] as? String)
        let handle = try #require(UserHandle(try Base64URL.bytes(id)))
        var draft = RegistrationDraft(key, try challenge(options))
        draft.clientData.origin = "http://\(Self.authority)"
        draft.data.relyingParty = "localhost"
        change(&draft)
        let response = draft.response
        let body = try body(
            response.id,
            [
                "clientDataJSON": Base64URL.text(response.clientDataJSON),
                "attestationObject": Base64URL.text(response.attestationObject), "transports": ["internal"],
            ])
        return (try await ask(people, "/profile/passkeys", body, browser), handle)
    }

    /// Returns a browser's response for signing in.
    private func assertion(
        _ people: PeopleUnderTest, _ handle: UserHandle, _ browser: PeopleUnderTest.Browser, counter: UInt32 = 8,
        _ change: (inout AssertionDraft) -> Void = { _ in }
    ) async throws -> [UInt8] {
        let options = try json(try await ask(people, "/sign-in/passkey/options", [], browser))
        #expect(options["rpId"] as? String == "localhost" && options["userVerification"] as? String == "required")
        var draft = AssertionDraft(key, try challenge(options), handle)
        draft.clientData.origin = "http://\(Self.authority)"
        draft.data.relyingParty = "localhost"
        draft.data.counter = counter
        change(&draft)
        let response = draft.response
        return try body(
            response.id,
            [
                "clientDataJSON": Base64URL.text(response.clientDataJSON),
                "authenticatorData": Base64URL.text(response.authenticatorData),
                "signature": Base64URL.text(response.signature), "userHandle": Base64URL.text(response.userHandle),
            ])
    }

    @Test("BI-7: a passkey is added, signs in, opens a locked session and confirms; each answer is worth one sign-in")
    func use() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let (added, handle) = try await register(people, owner)
        #expect(added.status == .noContent)
        let page = try await people.get("/profile/sign-in", owner).text
        #expect(
            page.contains("icon-fingerprint")
                && page.contains("/profile/passkeys/\(Base64URL.text(RegistrationDraft.id))/remove"))
        let browser = PeopleUnderTest.Browser()
        let sent = try await assertion(people, handle, browser)
        let answer = try await ask(people, "/sign-in/passkey?next=/ar", sent, browser)
        #expect(answer.status == .ok)
        #expect(try json(answer)["next"] as? String == "/ar")
        #expect(try await people.get("/documents", browser).status == .ok)
        // A replayed message, and one whose counter does not increase.
        let other = PeopleUnderTest.Browser()
        #expect(try await ask(people, "/sign-in/passkey", sent, other).status == .unprocessableContent)
        let cloned = try await assertion(people, handle, other, counter: 8)
        #expect(try await ask(people, "/sign-in/passkey", cloned, other).status == .unprocessableContent)
        #expect(try await people.get("/documents", other).location?.hasPrefix("/sign-in") == true)
        // Locked, and asked again.
        let session = try #require(browser["session"])
        _ = try await people.post("/session/lock", [], browser)
        #expect(try await people.get("/documents", browser).location?.hasPrefix("/sign-in") == true)
        let unlocking = try await assertion(people, handle, browser, counter: 9)
        #expect(try await ask(people, "/sign-in/passkey", unlocking, browser).status == .ok)
        #expect(browser["session"] != session)
        people.time.pass(301)
        #expect(try await people.get("/people", browser).location == "/confirm?next=/people")
        let confirming = try await assertion(people, handle, browser, counter: 10)
        #expect(try await ask(people, "/sign-in/passkey?next=/people", confirming, browser).status == .ok)
        #expect(try await people.get("/people", browser).status == .ok)
    }

    @Test("a forged, foreign or late answer signs nobody in, and is told no reason")
    func refused() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let handle = try await register(people, owner).handle
        let browser = PeopleUnderTest.Browser()
        let forger = SoftwareKey(.es256)
        let forgeries: [(inout AssertionDraft) -> Void] = [
            { $0.key = forger }, { $0.clientData.origin = "https://evil.example" }, { $0.data.relyingParty = "evil" },
            { $0.data.flags = 0x01 }, { $0.data.flags = 0x04 }, { $0.userHandle = [] }, { $0.id = [1, 2, 3] },
            { $0.userHandle = UserHandle().bytes }, { $0.clientData.type = "webauthn.create" },
            { $0.clientData.challenge = Base64URL.text(Challenge().bytes) }, { $0.clientData.crossOrigin = "true" },
        ]
        var bodies: [[UInt8]] = [[], Array("{}".utf8)]
        for forgery in forgeries { bodies.append(try await assertion(people, handle, browser, forgery)) }
        let late = try await assertion(people, handle, browser)
        var texts: Set<String> = []
        for body in bodies {
            let answer = try await ask(people, "/sign-in/passkey", body, browser)
            #expect(answer.status == .unprocessableContent && answer.headers[.setCookie] == nil)
            texts.insert(answer.text)
        }
        people.time.pass(300)
        texts.insert(try await ask(people, "/sign-in/passkey", late, browser).text)
        #expect(texts.count == 1 && browser["session"] == nil)
    }

    @Test(
        "a passkey is added by its person alone, who has shown who they are; once, and for the challenge of the station"
    )
    func registration() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        #expect(
            try await register(people, owner) { $0.clientData.challenge = "AAAA" }.answer.status
                == .unprocessableContent)
        // For another person's challenge.
        let options = try json(try await ask(people, "/profile/passkeys/options", [], member))
        let foreign = Base64URL.text(try challenge(options).bytes)
        #expect(
            try await register(people, owner) { $0.clientData.challenge = foreign }.answer.status
                == .unprocessableContent)
        let handle = try await register(people, owner).handle
        #expect(try await register(people, owner).answer.status == .unprocessableContent)
        #expect(try await register(people, member).answer.status == .unprocessableContent)
        // Another person's passkey confirms nothing and ends no session.
        people.time.pass(301)
        _ = try await people.signIn("Ben", member)
        let answer = try await ask(people, "/sign-in/passkey", try await assertion(people, handle, member), member)
        #expect(answer.status == .unprocessableContent)
        #expect(try await people.get("/profile", member).text.contains("<p class=\"headline\">Ben</p>"))
        _ = try await people.signIn("Ada", owner)
        people.time.pass(200)
        _ = try await people.post("/session/seen", [], owner)
        people.time.pass(200)
        #expect(try await ask(people, "/profile/passkeys/options", [], owner).status == .forbidden)
    }

    @Test("BI-9: a passkey is removed by its person alone, and opens nothing afterwards")
    func removal() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let member = try await people.join("Ben", .member, by: owner)
        let handle = try await register(people, owner).handle
        let path = "/profile/passkeys/\(Base64URL.text(RegistrationDraft.id))/remove"
        _ = try await people.post(path, [], member)
        let browser = PeopleUnderTest.Browser()
        let before = try await ask(
            people, "/sign-in/passkey", try await assertion(people, handle, browser), browser)
        #expect(before.status == .ok)
        #expect(try await people.post(path, [], owner).location == "/profile/sign-in?done=passkeyRemoved")
        let other = PeopleUnderTest.Browser()
        let after = try await ask(
            people, "/sign-in/passkey", try await assertion(people, handle, other, counter: 9), other)
        #expect(after.status == .unprocessableContent)
    }

    @Test("at an address that is a number there are no passkeys, and the station says so")
    func numbers() async throws {
        let people = try await PeopleUnderTest()
        let owner = try await people.setUp("Ada")
        let answer = try await ask(people, "/profile/passkeys/options", [], owner, authority: "127.0.0.1:8347")
        #expect(answer.status == .conflict && answer.text.contains("not by a number"))
        let page = try await people.station.ask(
            .get, "/profile/sign-in", authority: "127.0.0.1:8347", headers: owner.headers, from: owner.address)
        #expect(page.text.contains("not by a number") && !page.text.contains("data-passkeys"))
        #expect(try await people.get("/profile/sign-in", owner).text.contains("data-passkeys=\"add\""))
    }
}
