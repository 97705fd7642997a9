import FoundationEssentials
import HTTPTypes
import StationIdentity
import StationRules
import StationServer
import StationStore
import Synchronization
import TestSupport
import Testing

/// A station in the network with its people and a simulated clock.
struct PeopleUnderTest {
    /// A browser with the station's cookies.
    final class Browser {
        private var cookies: [String: String] = [:]
        let address: String

        init(address: String = "192.0.2.1") { self.address = address }

        subscript(cookie: String) -> String? {
            get { cookies[cookie] }
            set { cookies[cookie] = newValue }
        }

        var headers: HTTPFields {
            var fields: HTTPFields = [.accept: "text/html"]
            if !cookies.isEmpty { fields[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
            return fields
        }

        func take(_ answer: StationUnderTest.Answer) {
            for line in answer.headers[values: .setCookie] {
                let pair = line.prefix { $0 != ";" }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let isRemoved = line.contains("Max-Age=0")
                cookies[String(pair[0])] = isRemoved ? nil : String(pair[1])
            }
        }
    }

    static let passcode = "seven green apples"
    static let cost = PasscodeHash.Cost(logN: 4, r: 8, p: 1)

    let station: StationUnderTest
    let time: TestTime

    init(
        folder: TemporaryFolder? = nil, time: TestTime = TestTime(), host: String = "0.0.0.0", cameras: [String] = [],
        configure: (inout StationConfiguration) -> Void = { _ in }
    ) async throws {
        self.time = time
        let cost = try #require(Self.cost)
        station = try await StationUnderTest(folder: folder, cameras: cameras) {
            $0.host = host
            $0.passcodeCost = cost
            $0.date = { time.date }
            $0.now = { time.uptime }
            configure(&$0)
        }
    }

    var token: String {
        get throws {
            try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8).filter {
                !$0.isWhitespace
            }
        }
    }

    func get(_ path: String, _ browser: Browser) async throws -> StationUnderTest.Answer {
        let answer = try await station.ask(.get, path, headers: browser.headers, from: browser.address)
        browser.take(answer)
        return answer
    }

    /// - Parameter form: Values that need no escaping except for spaces.
    func post(
        _ path: String, _ form: [(String, String)] = [], _ browser: Browser
    ) async throws -> StationUnderTest.Answer {
        let body = form.map { "\($0)=\($1.replacing(" ", with: "+"))" }.joined(separator: "&")
        let answer = try await station.ask(
            .post, path, Array(body.utf8), headers: browser.headers, from: browser.address)
        browser.take(answer)
        return answer
    }

    /// Returns a browser that has the station's token.
    func knownBrowser(address: String = "192.0.2.1") async throws -> Browser {
        let browser = Browser(address: address)
        _ = try await get("/sign-in?token=\(try token)", browser)
        return browser
    }

    /// Completes the onboarding steps at a path.
    /// - Returns: The response to the last one, and the codes that were shown.
    @discardableResult func onboard(
        _ name: String, at base: String, _ browser: Browser
    ) async throws -> (answer: StationUnderTest.Answer, codes: [String]) {
        let (passcode, again) = (("passcode", Self.passcode), ("again", Self.passcode))
        let allow = [("answer", "allow")]
        for (step, form) in [
            ("terms", allow + [("agreed", "yes")]), ("name", [("name", name)]), ("passcode", [passcode, again]),
            ("place", allow), ("texts", allow), ("figures", allow),
        ] {
            #expect(try await post("\(base)/\(step)", form, browser).location == base)
        }
        let shown = try await get(base, browser).text
        let codes = shown.matches(of: /<code>([^<]+)<\/code>/).map { String($0.1) }
        let last = try await post("\(base)/codes", [("kept", "yes"), ("codes", Self.mark(of: shown))], browser)
        guard last.location?.hasPrefix("/profile/passkeys/offer") == true else { return (last, codes) }
        let answer = [("answer", "notNow"), ("next", "/")]
        return (try await post("/profile/passkeys/offer", answer, browser), codes)
    }

    /// Sets up people, of whom the first one is the owner.
    /// - Returns: The owner's browser.
    func setUp(_ name: String = "Ada") async throws -> Browser {
        let browser = try await knownBrowser()
        #expect(try await onboard(name, at: "/people/setup", browser).answer.location == "/")
        return browser
    }

    /// Returns the mark of the codes on the page of the last step.
    static func mark(of page: String) -> String {
        page.firstMatch(of: /name="codes" value="(\d+)"/).map { String($0.1) } ?? ""
    }

    /// Submits a form, and returns the page that it redirects to.
    func follow(
        _ path: String, _ form: [(String, String)] = [], _ browser: Browser
    ) async throws -> StationUnderTest.Answer {
        let answer = try await post(path, form, browser)
        #expect(answer.status == .seeOther)
        return try await get(try #require(answer.location), browser)
    }

    /// Returns the link of a new invitation.
    func invite(_ role: Role, by owner: Browser) async throws -> String {
        let text = try await follow("/people/invitations", [("role", role.rawValue)], owner).text
        return String(try #require(text.firstMatch(of: /https?:\/\/[^ <]+\/invitation#[\w-]+/)).0)
    }

    /// Lets a person join by an invitation in a new browser.
    func join(_ name: String, _ role: Role, by owner: Browser) async throws -> Browser {
        let browser = Browser(address: "192.0.2.\(40 + name.count)")
        let code = InvitationLink.code(in: try await invite(role, by: owner))
        #expect(try await post("/invitation", [("code", code)], browser).location == "/invitation")
        let location = try await onboard(name, at: "/invitation", browser).answer.location
        #expect(location == "/")
        return browser
    }

    func signIn(
        _ name: String, _ passcode: String, _ browser: Browser
    ) async throws -> StationUnderTest.Answer {
        try await post("/sign-in", [("name", name), ("passcode", passcode)], browser)
    }

    /// Returns a new browser in which a person is signed in.
    func signedIn(_ name: String) async throws -> Browser {
        let browser = Browser(address: "192.0.2.99")
        _ = try await signIn(name, browser)
        return browser
    }

    /// Signs in with the passcode that all test people start with.
    func signIn(_ name: String, _ browser: Browser) async throws -> StationUnderTest.Answer {
        try await signIn(name, Self.passcode, browser)
    }

    /// Authenticates a person again.
    func confirm(_ browser: Browser) async throws {
        let answer = try await post("/confirm", [("passcode", Self.passcode), ("next", "/people")], browser)
        #expect(answer.location == "/people")
    }
}

/// The clock of a station under test.
final class TestTime: Sendable {
    private let seconds = Mutex(0.0)
    private static let beginning = Date(timeIntervalSince1970: 1_800_000_000)

    var date: Date { Self.beginning.addingTimeInterval(seconds.withLock { $0 }) }
    var uptime: Duration { .seconds(seconds.withLock { $0 }) }

    func pass(_ time: Double) { seconds.withLock { $0 += time } }
}
