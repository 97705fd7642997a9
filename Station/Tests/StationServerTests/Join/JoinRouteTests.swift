import Foundation
import HTTPTypes
import StationRules
import StationServer
import TestSupport
import Testing

/// The page about trusting the station's authority, and the output of `--print-join`.
@Suite struct JoinRouteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func station() async throws -> StationUnderTest {
        try await StationUnderTest(folder: folder) {
            $0.host = "0.0.0.0"
            $0.encryption = .own
            $0.names = ["scan.example.org"]
        }
    }

    private func ask(
        _ station: StationUnderTest, _ path: String, _ method: HTTPRequest.Method = .get,
        authority: String = "scan.example.org:8348",
        headers: HTTPFields = [:]
    ) async throws -> StationUnderTest.Answer {
        try await station.askToJoin(method, path, authority: authority, headers: headers)
    }

    @Test("SS-13, SS-20: the port of the page has routes of its own, each with an entry")
    func table() async throws {
        let station = try await station()
        let table = try #require(station.joinTable)
        #expect(station.joinRoutes == Set(table.rules.map { "\($0.method.rawValue) \($0.path)" }))
        #expect(table.rules.allSatisfy { $0.audience == .anyone && $0.method == .get && !$0.hasEffect })
        #expect(try await StationUnderTest().joinRoutes.isEmpty)
    }

    @Test("SS-20: the page has three steps with drawings for each device, the fingerprint, and the way to the station")
    func page() async throws {
        let page = try await ask(station(), "/", headers: [.userAgent: "Mozilla/5.0 (iPhone)"]).text
        #expect(page.components(separatedBy: "<li><div class=\"illustration\"").count == 10)
        #expect(page.contains("<details name=\"device\" open>\n<summary><h2>iPhone"))
        #expect(page.contains("href=\"https://scan.example.org:8347/\""))
        #expect(page.contains(/<p class="fingerprint">([0-9A-F]{2}:<wbr>){31}/))
    }

    @Test("SS-20: devices get the authority's certificate in the form that they take, and never its key")
    func files() async throws {
        let station = try await station()
        let certificate = try await ask(station, "/recto.crt")
        #expect(certificate.headers[.contentType] == "application/x-x509-ca-cert" && certificate.body.first == 0x30)
        let profile = try await ask(station, "/recto.mobileconfig")
        #expect(profile.headers[.contentType] == "application/x-apple-aspen-config")
        #expect(profile.text.contains(Data(certificate.body).base64EncodedString()))
        let list = try #require(
            try PropertyListSerialization.propertyList(from: Data(profile.body), format: nil) as? [String: Any])
        #expect(
            list["PayloadType"] as? String == "Configuration"
                && UUID(uuidString: list["PayloadUUID"] as? String ?? "") != nil)
        for answer in [certificate, profile] {
            #expect(
                !answer.text.contains("PRIVATE") && answer.headers[.contentDisposition]?.contains("attachment") == true)
        }
    }

    @Test("SS-20: everything else leads to the same address over https, without what was sent along")
    func others() async throws {
        let station = try await station()
        for path in ["/documents", "/sign-in?token=secret", "/api/documents", "/live/code", "/a/b?c=d"] {
            let answer = try await ask(station, path)
            #expect(answer.status == .temporaryRedirect)
            #expect(answer.location == "https://scan.example.org:8347" + path.prefix { $0 != "?" })
            #expect(answer.headers[.setCookie] == nil)
        }
        #expect(try await ask(station, "/web/base.css").status == .ok)
        #expect(try await ask(station, "/documents", authority: "evil.example").status == .misdirectedRequest)
        #expect(try await ask(station, "/welcome/activate", .post).status == .unauthorized)
    }

    @Test(
        "SS-22: no answer asks browsers for https for ever: they could not open the page, nor a station that is made anew"
    )
    func noStrictTransportSecurity() async throws {
        let station = try await station()
        #expect(try await station.get("/welcome").headers[.strictTransportSecurity] == nil)
        #expect(try await ask(station, "/").headers[.strictTransportSecurity] == nil)
    }

    @Test("SS-22: under TLS each cookie is for TLS alone, also behind a proxy on this machine that says so")
    func cookies() async throws {
        let token = "0123456789abcdef0123"
        let file = folder.path("secret")
        try Data(token.utf8).write(to: URL(filePath: file))
        func cookie(_ encryption: StationEncryption, _ headers: HTTPFields = [:], from client: String = "192.0.2.1")
            async throws -> String?
        {
            try await StationUnderTest(folder: TemporaryFolder()) {
                $0.host = "0.0.0.0"
                $0.tokenFile = file
                $0.encryption = encryption
            }.ask(.get, "/sign-in?token=\(token)", headers: headers, from: client).headers[.setCookie]
        }
        let scheme = try #require(HTTPField.Name("X-Forwarded-Proto"))
        #expect(try await cookie(.own)?.contains("; Secure") == true)
        #expect(try await cookie(.none)?.contains("Secure") == false)
        #expect(try await cookie(.none, [scheme: "https"], from: "127.0.0.1")?.contains("; Secure") == true)
        #expect(try await cookie(.none, [scheme: "https"])?.contains("Secure") == false)
    }

    @Test("SS-21: a station's note tells how to join it, with codes that a camera reads; each activates one device")
    func card() async throws {
        let library = folder.path("station")
        #expect(throws: JoinCard.Failure.notRunning(folder: library)) { try JoinCard(folder: library) }
        let station = try await StationUnderTest(folder: folder) { $0.host = "0.0.0.0" }
        try StationNote(origins: [], isOpenToOthers: false).write(to: library)
        #expect(throws: JoinCard.Failure.onlyThisMachine) { try JoinCard(folder: library) }
        try StationNote(
            origins: ["https://10.0.0.1:8347", "https://box.local:8347"], joinPages: ["http://10.0.0.1:8348"],
            fingerprint: "AB:CD", isOpenToOthers: true
        ).write(to: library)
        let text = try JoinCard(folder: library).text
        for part in ["https://box.local:8347\n", "Open http://10.0.0.1:8348\n", "AB:CD"] {
            #expect(text.contains(part), "\(part)")
        }
        // The token, which never ends, is not given to devices.
        let token = try String(contentsOfFile: "\(library)/token", encoding: .utf8).filter { !$0.isWhitespace }
        #expect(!token.isEmpty && !text.contains(token) && !text.contains("token="))
        let codes = try CodeFrame.codes(terminal: text)
        #expect(codes.first == "http://10.0.0.1:8348" && codes.count == 2)
        let link = try #require(codes.last)
        #expect(link.hasPrefix("https://10.0.0.1:8347/activate#code=") && text.contains("\(link)\n"))
        func activate(_ link: String) async throws -> StationUnderTest.Answer {
            let code = link.replacing("&", with: "%26").replacing("=", with: "%3D").replacing("#", with: "%23")
            return try await station.post("/welcome/activate", "code=\(code)")
        }
        let device = try await activate(link)
        #expect(device.location == "/documents?done=activated")
        #expect(device.headers[.setCookie]?.hasPrefix("device=") == true)
        #expect(try await activate(link).status == .unprocessableContent)
        let other = try #require(try CodeFrame.codes(terminal: JoinCard(folder: library).text).last)
        #expect(try await activate(other).location == "/documents?done=activated")
        // A killed station leaves its note behind.
        try StationNote(process: 0x7FFF_FFFF, origins: ["https://10.0.0.1:8347"], isOpenToOthers: true)
            .write(to: library)
        #expect(throws: JoinCard.Failure.notRunning(folder: library)) { try JoinCard(folder: library) }
    }
}
