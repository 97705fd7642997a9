import Foundation
import StationIdentity
import StationRules
import StationServer
import TestSupport
import Testing

/// The route table of a station with two cameras. `RouteAccessTests` compares it with the router and the responses.
@Suite struct RouteTableTests {
    private let table: RouteTable

    init() async throws { table = try await Self.station(cameras: 2).table }

    private static func station(cameras: Int) async throws -> StationUnderTest {
        let folder = try TemporaryFolder()
        let film = try Films.empty(in: folder)
        return try await StationUnderTest(folder: folder, cameras: Array(repeating: film, count: cameras)) {
            // The page on the join port is about the station's own authority.
            $0.host = "0.0.0.0"
            $0.encryption = .own
            $0.names = ["scan.example.org"]
        }
    }

    @Test("SS-13: of a route that is not in the table nothing is known")
    func unknown() {
        #expect(table.rule("GET", nil) == nil)
        #expect(table.rule("GET", "/secrets") == nil)
        #expect(table.rule("PUT", "/documents") == nil)
        #expect(table.rule("GET", "/eSCL/3/ScannerStatus") == nil)
        #expect(table.rule("HEAD", "/documents") == table.rule("GET", "/documents"))
    }

    @Test(
        "SS-5: without a token, one may see the welcome and the station's own files, and scan a code with one's own camera"
    )
    func open() {
        let open = table.rules.filter { $0.audience == .anyone }.map { "\($0.method.rawValue) \($0.path)" }
        #expect(
            Set(open) == [
                "GET /sign-in", "POST /sign-in", "POST /sign-in/passkey", "POST /sign-in/passkey/options",
                "GET /sign-in/people", "GET /sign-in/recovery",
                "POST /sign-in/recovery", "POST /sign-out", "GET /invitation", "POST /invitation",
                "POST /invitation/{step}",
                "GET /welcome", "GET /welcome/scan", "POST /welcome/activate", "GET /activate",
                "POST /welcome/discover", "GET /demonstration", "POST /demonstration",
                "GET /live/code",
                "GET /web/**", "GET /web/patterns/charts/charts.css", "GET /icons.css", "GET /icons/{name}",
                "GET /fonts/{name}", "GET /engine/**",
                "GET /manifest.webmanifest", "GET /sw.js", "GET /offline", "GET /offline/scan", "GET /offline/state",
                // With separate tokens.
                "GET /calendar.ics", "GET /widgets/{widget}",
            ])
        #expect(table.rule("GET", "/live/code", usesCamera: true)?.audience == .signedIn)
    }

    @Test("SS-13: scanning programs are strangers unless the station was told to let them in")
    func scanningPrograms() {
        let scanning = table.rules.filter { $0.audience == .scanningPrograms }
        #expect(scanning.count == 12 && scanning.allSatisfy { $0.path.hasPrefix("/eSCL/") })
        #expect(!Audience.scanningPrograms.admits(.stranger, opensScanner: false))
        #expect(Audience.scanningPrograms.admits(.stranger, opensScanner: true))
        #expect(!Audience.signedIn.admits(.stranger, opensScanner: true))
        #expect(Audience.allCases.allSatisfy { $0.admits(.signedIn, opensScanner: false) })
    }

    @Test("SS-6: other sites may link to what is read, show widgets, and do nothing else")
    func otherSites() {
        for rule in table.rules {
            #expect(rule.admits(.own) && rule.admits(.foreign) == (rule.path == "/widgets/{widget}"))
            if rule.method != .get || rule.content == .channel { #expect(!rule.admits(.link), "\(rule.path)") }
        }
        #expect(table.rule("GET", "/documents/{document}")?.admits(.link) == true)
        #expect(table.rule("GET", "/devices/activation")?.admits(.link) == false)
    }

    @Test("each route but those open to anyone names what people need to be allowed, and the one policy decides")
    func permissions() {
        for rule in table.rules {
            #expect((rule.permission == nil) == (rule.audience == .anyone), "\(rule.path)")
            for role in Role.allCases {
                for isFresh in [false, true] {
                    let visitor = Visitor.person(PersonVisit(person: 2, name: "Ada", role: role, isFresh: isFresh))
                    let verdict = rule.verdict(on: visitor, opensScanner: false)
                    guard let permission = rule.permission else {
                        #expect(verdict == .allowed)
                        continue
                    }
                    let policy = PermissionRule.verdict(on: permission, of: role, isFresh: isFresh)
                    #expect("\(verdict)" == "\(policy)", "\(rule.path)")
                }
            }
            let isOpen = rule.audience == .anyone
            #expect(rule.verdict(on: .known, opensScanner: false) == (isOpen ? .allowed : .signIn))
            #expect(rule.verdict(on: .stranger, opensScanner: false) == (isOpen ? .allowed : .signIn))
            #expect(rule.verdict(on: .signedIn, opensScanner: false) == .allowed)
        }
    }

    @Test("guests scan, and every route that a guest may use is for that, or for their own sign-in")
    func guests() {
        let guest = Visitor.person(PersonVisit(person: 2, name: "Gus", role: .guest, isFresh: true))
        let paths = table.rules.filter {
            $0.permission != nil && $0.verdict(on: guest, opensScanner: false) == .allowed
        }
        .map(\.path)
        let roots = [
            "/scan", "/live/scan", "/live/code", "/eSCL", "/profile", "/session", "/confirm", "/api/sources",
            "/offline/scans",
        ]
        let single: Set = [
            "/", "/health", "/api/openapi.json", "/api/documents", "/api/sessions/{session}/document",
        ]
        for path in paths { #expect(roots.contains { path.hasPrefix($0) } || single.contains(path), "\(path)") }
        #expect(table.rule("GET", "/api/documents")?.verdict(on: guest, opensScanner: false) == .refused)
        for path in ["/drafts", "/documents", "/profile/activity", "/ar", "/devices", "/people", "/events", "/metrics"]
        {
            #expect(table.rule("GET", path)?.verdict(on: guest, opensScanner: false) == .refused, "\(path)")
        }
    }

    private func headers(_ method: String, _ path: String, isFailure: Bool = false, isVersioned: Bool = false)
        -> RouteHeaders
    {
        RouteHeaders(table.rule(method, path), isFailure: isFailure, isVersioned: isVersioned)
    }

    @Test("SS-14: browsers keep what never changes under its address, and nothing else that people have scanned")
    func caches() {
        let picture = "/documents/{document}/pages/{page}/full"
        #expect(headers("GET", "/documents").cacheControl == "no-store")
        #expect(headers("GET", picture).cacheControl == "no-store")
        #expect(headers("GET", picture, isVersioned: true).cacheControl == "private, max-age=31536000, immutable")
        #expect(headers("GET", picture, isFailure: true, isVersioned: true).cacheControl == "no-store")
        #expect(headers("GET", "/ar/new/pictures/{picture}").cacheControl.contains("immutable"))
        #expect(headers("GET", "/web/**").cacheControl == "no-cache")
        #expect(headers("GET", "/engine/**").cacheControl == "no-cache")
        #expect(RouteHeaders(nil, isFailure: true, isVersioned: true).cacheControl == "no-store")
        for rule in table.rules where rule.audience != .anyone {
            let kept = RouteHeaders(rule, isFailure: false, isVersioned: false).cacheControl
            #expect(kept == "no-store" || rule.content == .picture(isNamedByPath: true), "\(rule.path)")
        }
    }

    @Test("SS-14: the camera is for the screens that show its picture")
    func cameras() {
        let screens = table.rules.filter {
            RouteHeaders($0, isFailure: false, isVersioned: false).permissionsPolicy.contains("camera=(self)")
        }
        #expect(
            Set(screens.map(\.path)) == [
                "/welcome/scan", "/offline/scan", "/scan/{session}", "/ar/{scene}", "/map/scan",
            ])
        #expect(headers("GET", "/ar/{scene}", isFailure: true).permissionsPolicy.contains("camera=()"))
    }

    @Test("SS-14: only the map may ask where the browser is")
    func places() {
        let screens = table.rules.filter {
            RouteHeaders($0, isFailure: false, isVersioned: false).permissionsPolicy.contains("geolocation=(self)")
        }
        #expect(Set(screens.map(\.path)) == ["/map", "/map/objects", "/map/objects/{object}"])
    }

    @Test("SS-14: what is no page may load nothing, but the engine itself; the address of a sign-in is told nobody")
    func policies() {
        for rule in table.rules {
            let headers = RouteHeaders(rule, isFailure: false, isVersioned: false)
            let policy = headers.contentSecurityPolicy
            // A picture widget includes its style; it runs no other scripts than a page.
            let rest =
                rule.content == .widget ? policy.replacing("style-src 'self' 'unsafe-inline'", with: "") : policy
            #expect(rule.content == .engine ? policy == Self.enginePolicy : !rest.contains("unsafe"))
            #expect(policy.contains("frame-ancestors 'none'"))
            let isPage = [.page, .secretPage, .cameraPage, .placePage, .widget].contains(rule.content)
            #expect(policy.hasPrefix("default-src 'self'") == isPage, "\(rule.path)")
            #expect((headers.referrerPolicy == "strict-origin") == (rule.path == "/sign-in"), "\(rule.path)")
        }
    }

    private static let enginePolicy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

    @Test("SS-13: Station/routes.md has the tables of the routers")
    func documents() async throws {
        let station = try await Self.station(cameras: 1)
        try document(station.table, "routes")
        try document(try #require(station.joinTable), "join routes")
    }

    private func document(_ table: RouteTable, _ name: String) throws {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(5)
        let file = URL(filePath: parts.joined(separator: "/") + "/Station/routes.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let (begin, end) = ("<!-- \(name) -->\n", "\n<!-- end \(name) -->")
        let from = try #require(text.range(of: begin)?.upperBound)
        let to = try #require(text.range(of: end)?.lowerBound)
        let written = table.markdown
        let isCurrent = text[from..<to] == written
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil, !isCurrent {
            try Data((text[..<from] + written + text[to...]).utf8).write(to: file)
        }
        #expect(isCurrent, "REGENERATE=1 writes it")
    }
}
