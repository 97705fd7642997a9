import Foundation
import HTTPTypes
import StationRules
import StationServer
import Synchronization
import Testing
import TestSupport

/// Attempts to sign in, on a simulated clock.
@Suite struct AttemptTests {
    private let folder: TemporaryFolder
    private let token = "0123456789abcdef0123"

    init() throws { folder = try TemporaryFolder() }

    private final class Clock: Sendable {
        private let time = Mutex(Duration.seconds(1000))
        var now: Duration { time.withLock { $0 } }
        func advance(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
    }

    private func station(_ clock: Clock) async throws -> StationUnderTest {
        let file = folder.path("token")
        try Data("\(token)\n".utf8).write(to: URL(filePath: file))
        return try await StationUnderTest(folder: folder) {
            $0.host = "0.0.0.0"
            $0.tokenFile = file
            $0.now = { clock.now }
        }
    }

    private func signIn(
        _ station: StationUnderTest, _ token: String, from client: String
    ) async throws -> StationUnderTest.Answer {
        try await station.ask(.get, "/sign-in?token=\(token)", from: client)
    }

    @Test("SS-9: after wrong tokens a client waits longer and longer, and the right one is not looked at meanwhile")
    func pause() async throws {
        let clock = Clock()
        let station = try await station(clock)
        let client = "192.168.1.9"
        for number in 0..<5 {
            #expect(try await signIn(station, "wrong\(number)", from: client).status == .unauthorized)
        }
        let refused = try await signIn(station, token, from: client)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
        #expect(refused.text.contains("Try again in 1 second."))
        clock.advance(1)
        #expect(try await signIn(station, "wrong5", from: client).status == .unauthorized)
        #expect(try await signIn(station, token, from: client).headers[.retryAfter] == "2")
        clock.advance(2)
        #expect(try await signIn(station, token, from: client).status == .seeOther)
        #expect(try await signIn(station, "wrong6", from: client).status == .unauthorized)
    }

    @Test("SS-9: programs wait too, and are told when to come again")
    func programs() async throws {
        let station = try await station(Clock())
        func status(_ token: String) async throws -> StationUnderTest.Answer {
            try await station.ask(
                .get, "/api/documents", headers: [.authorization: "Bearer \(token)"], from: "192.168.1.9")
        }
        // A client that keeps sending an outdated token is not guessing.
        for _ in 0..<50 { #expect(try await status("old").status == .unauthorized) }
        for number in 0..<4 { _ = try await status("\(number)") }
        let refused = try await status(token)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        #expect(refused.headers[.contentType] == "application/problem+json")
        // Public routes stay available.
        let welcome = try await station.ask(
            .get, "/welcome", headers: [.authorization: "Bearer wrong"], from: "192.168.1.9")
        #expect(welcome.status == .ok)
    }

    @Test("SS-9: neither the owner at another address nor a browser that has signed in waits for somebody who guesses")
    func others() async throws {
        let station = try await station(Clock())
        let cookie = try #require(try await signIn(station, token, from: "192.168.1.9").headers[.setCookie])
        for number in 0..<200 {
            _ = try await signIn(station, "wrong\(number)", from: "192.168.1.\(number % 8)")
            _ = try await signIn(station, "wrong\(number)", from: "192.168.1.9")
        }
        #expect(try await signIn(station, token, from: "192.168.1.9").status == .tooManyRequests)
        let pair = String(try #require(cookie.split(separator: ";").first))
        let page = try await station.ask(.get, "/documents", headers: [.cookie: pair], from: "192.168.1.9")
        #expect(page.status == .ok)
        for client in ["192.168.1.10", "127.0.0.1", "2001:db8::1"] {
            #expect(try await signIn(station, token, from: client).status == .seeOther)
        }
    }

    @Test("SS-9: guessed activation codes are attempts too")
    func codes() async throws {
        let station = try await station(Clock())
        func activate(_ code: String) async throws -> HTTPResponse.Status {
            try await station.ask(.post, "/welcome/activate", Array("code=\(code)".utf8), from: "192.168.1.9").status
        }
        for number in 0..<5 { #expect(try await activate("\(number)") == .unprocessableContent) }
        #expect(try await activate("5") == .tooManyRequests)
    }

    @Test("SS-9: wrong passcodes of an address do not keep the right token from it")
    func kinds() async throws {
        let people = try await PeopleUnderTest()
        _ = try await people.setUp("Ada")
        let (address, token) = ("192.168.1.9", try people.token)
        let guesser = PeopleUnderTest.Browser(address: address)
        for number in 0..<12 { _ = try await people.signIn("Nobody\(number)", "wrong passcode", guesser) }
        #expect(try await people.signIn("Ada", guesser).status == .tooManyRequests)
        func ask(_ token: String) async throws -> HTTPResponse.Status {
            try await people.station.ask(
                .get, "/api/documents", headers: [.authorization: "Bearer \(token)"], from: address
            ).status
        }
        #expect(try await ask(token) == .ok)
    }

    @Test("SS-9: who knows the token of a station cannot make its cookie")
    func cookies() async throws {
        let station = try await station(Clock())
        let other = try await StationUnderTest {
            $0.host = "0.0.0.0"
            $0.tokenFile = folder.path("token")
        }
        let cookie = try #require(try await signIn(other, token, from: "192.168.1.9").headers[.setCookie])
        let pair = String(try #require(cookie.split(separator: ";").first))
        #expect(try await other.get("/documents", headers: [.cookie: pair]).status == .ok)
        #expect(try await station.get("/documents", headers: [.cookie: pair]).status == .unauthorized)
    }
}
