import Foundation
import HTTPTypes
import StationRules
import StationServer
import StationStore
import Testing
import TestSupport

/// The route table compared with the real router's routes and responses.
@Suite struct RouteAccessTests {
    private let folder: TemporaryFolder
    private let token = "0123456789abcdef0123"

    init() throws { folder = try TemporaryFolder() }

    /// - Parameter listens: Whether other machines may use it.
    private func station(listens: Bool = true) async throws -> StationUnderTest {
        let film = try Films.empty(in: folder)
        let file = folder.path("token")
        try Data("\(token)\n".utf8).write(to: URL(filePath: file))
        return try await StationUnderTest(folder: folder, cameras: [film, film]) {
            if listens { $0.host = "0.0.0.0" }
            $0.tokenFile = file
        }
    }

    /// Returns the rules of routes: those of channels with a camera share the channel's route.
    private func rules(_ station: StationUnderTest) -> [RouteRule] {
        station.table.rules.filter { !$0.path.hasSuffix(RouteTable.source) }
    }

    /// Without people, nobody signs in with a passcode.
    private static let signIn = RouteRule(openTo: .post, Entrance.signIn, .secretPage)

    /// Returns a URL of a route with arbitrary parameters.
    private func address(_ rule: RouteRule) -> String {
        rule.path.split(separator: "/").map { part in
            switch part {
            case "{session}": "/0123456789abcdef"
            case "**": "/base.css"
            case _ where part.hasPrefix("{"): "/1"
            default: "/\(part)"
            }
        }.joined().replacing("?source", with: "?source=0")
    }

    private func ask(
        _ station: StationUnderTest, _ rule: RouteRule, _ headers: HTTPFields
    ) async throws -> StationUnderTest.Answer {
        let method = try #require(HTTPRequest.Method(rule.method.rawValue))
        let path = address(rule)
        return try await station.ask(method, path.isEmpty ? "/" : path, headers: headers)
    }

    @Test("SS-13: each route has an entry, and each entry a route, whether others may use the station or not")
    func walk() async throws {
        for listens in [true, false] {
            let station = try await station(listens: listens)
            let entries = Set(rules(station).map { "\($0.method.rawValue) \($0.path)" })
            #expect(station.routes.subtracting(entries).isEmpty, "without an entry")
            #expect(entries.subtracting(station.routes).isEmpty, "without a route")
            #expect(station.table.rules.allSatisfy { ($0.permission == nil) == ($0.audience == .anyone) })
        }
        let table = try await station().table
        let channels = Set(table.rules.filter { $0.content == .channel }.map { $0.path.replacing("?source", with: "") })
        #expect(channels == ["/live/code", "/live/scan/{session}", "/live/ar/{scene}", "/live/label"])
        let places = ["/live/code", "/live/scan/0123456789abcdef", "/live/ar/1", "/live/label"].compactMap {
            LivePlace($0)?.route
        }
        #expect(Set(places) == channels)
    }

    @Test("SS-13: without a token only what is open to anyone answers, and nobody learns which addresses there are")
    func withoutToken() async throws {
        let station = try await station()
        for rule in station.table.rules {
            for headers: HTTPFields in [
                [:], [.authorization: "Bearer wrong"], [.cookie: "station=wrong; device=wrong"],
            ] {
                let answer = try await ask(station, rule, headers)
                let isOpen = rule.audience == .anyone && !rule.path.hasSuffix(RouteTable.source)
                #expect((answer.status == .unauthorized) == (!isOpen || rule == Self.signIn), "\(rule.path)")
            }
        }
        for path in [
            "/nothing", "/api/nothing", "/documents/1/nothing", "/eSCL/3/ScannerStatus", "/live/nothing", "//",
        ] {
            #expect(try await station.get(path).status == .unauthorized)
        }
    }

    @Test("SS-13: the description of the routes is not among the styles and scripts that anyone may have")
    func description() async throws {
        let station = try await station()
        let known: HTTPFields = [.authorization: "Bearer \(token)"]
        for path in [
            "/web/openapi.json", "/web//openapi.json", "/web/./openapi.json", "/web/%6fpenapi.json",
            "/web/openapi.json/",
            "/web/openapi.json?v=1", "/web/openapi.json%00.css", "/web/patterns/../openapi.json", "//web/openapi.json",
        ] {
            for method in [HTTPRequest.Method.get, .head] {
                for headers in [[:], known] {
                    let answer = try await station.ask(method, path, headers: headers)
                    #expect(answer.status.code >= 400 && !answer.text.contains("operationId"), "\(path)")
                }
            }
        }
        #expect(try await station.get("/api/openapi.json").status == .unauthorized)
        #expect(try await station.get("/api/openapi.json", headers: known).text.contains("operationId"))
        for path in ["/web/base.css", "/web/icon.svg", "/web/patterns/library/list.js"] {
            #expect(try await station.get(path).status == .ok)
        }
    }

    @Test("SS-13: other spellings of an address and other methods open nothing that is closed")
    func otherSpellings() async throws {
        let station = try await station()
        for rule in rules(station) where rule.audience != .anyone {
            let path = address(rule)
            let plain = path.isEmpty ? "/" : path
            for method in [try #require(HTTPRequest.Method(rule.method.rawValue)), .head, .options] {
                #expect(try await station.ask(method, plain).status == .unauthorized, "\(method) \(plain)")
                for other in ["/\(plain)", "\(path)/", "/%2e%2e\(plain)", "/web/..\(plain)", "/web/%2e%2e\(plain)"] {
                    let status = try await station.ask(method, other).status
                    #expect([.unauthorized, .notFound, .badRequest].contains(status), "\(method) \(other): \(status)")
                }
            }
        }
    }

    @Test(
        "SS-7, SS-10: who gets no camera view is told to close one if they have many, and to come again if others do",
        arguments: [
            (Occupancy.Limits(total: 1, each: 0), 429, "Close one"), (Occupancy.Limits(total: 0, each: 1), 503, "busy"),
        ])
    func noPlace(_ limits: Occupancy.Limits, _ status: Int, _ words: String) async throws {
        let station = try await StationUnderTest { $0.limits.channels = limits }
        let answer = try await station.get(
            "/live/code",
            headers: [.upgrade: "websocket", .secWebSocketVersion: "13", .origin: "http://localhost:8347"])
        #expect(answer.status.code == status && answer.text.contains(words) && answer.headers[.retryAfter] != nil)
        #expect(!answer.text.contains("\"title\":\"\""))
    }

    @Test("SS-6: another site's page gets nothing and does nothing")
    func fromOtherSites() async throws {
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
        let destination = try #require(HTTPField.Name("Sec-Fetch-Dest"))
        for listens in [true, false] {
            let station = try await station(listens: listens)
            let known: HTTPFields = [.authorization: "Bearer \(token)"]
            // Other sites embed widgets with a separate token: see WidgetRouteTests.
            for rule in station.table.rules where rule.content != .widget {
                for foreign: HTTPFields in [
                    [site: "cross-site", mode: "no-cors", destination: "image"],
                    [site: "cross-site", mode: "navigate", destination: "iframe"], [site: "same-site", mode: "cors"],
                    [.origin: "http://evil.example"], [.origin: "null"],
                ] {
                    #expect(try await ask(station, rule, foreign + known).status == .forbidden, "\(rule.path)")
                }
                guard !rule.admits(.link) else { continue }
                let link: HTTPFields = [site: "cross-site", mode: "navigate", destination: "document"]
                #expect(try await ask(station, rule, link + known).status == .forbidden, "\(rule.path)")
            }
            let link: HTTPFields = [site: "cross-site", mode: "navigate", destination: "document"]
            #expect(try await station.get("/documents", headers: link + known).status == .ok)
        }
    }

    @Test("SS-14: each answer has the headers of its route, and messages keep nothing")
    func headers() async throws {
        let station = try await station()
        let permissions = try #require(HTTPField.Name("Permissions-Policy"))
        let referrer = try #require(HTTPField.Name("Referrer-Policy"))
        let resource = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
        // An event stream never ends.
        for rule in station.table.rules where !["/events", "/scan/{session}/changes"].contains(rule.path) {
            let answer = try await ask(station, rule, [.authorization: "Bearer \(token)"])
            let expected = RouteHeaders(rule, isFailure: answer.status.code >= 400, isVersioned: false)
            #expect(answer.headers[.cacheControl] == expected.cacheControl, "\(rule.path)")
            #expect(answer.headers[.contentSecurityPolicy] == expected.contentSecurityPolicy, "\(rule.path)")
            #expect(answer.headers[permissions] == expected.permissionsPolicy, "\(rule.path)")
            #expect(answer.headers[referrer] == expected.referrerPolicy, "\(rule.path)")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff" && answer.headers[resource] == "same-origin")
        }
        let scan = try await station.get("/scan/00000000000000aa", headers: [.authorization: "Bearer \(token)"])
        #expect(scan.status == .ok && scan.headers[permissions]?.contains("camera=(self)") == true)
    }

    @Test("SS-15: messages for strangers name no documents, pins or cameras")
    func messages() async throws {
        let library = try Library(folder: folder.path("station"))
        let id = try library.add(NewDocument(title: "Medical report", captured: .now, pages: []))
        try library.pin(id, maximum: 5)
        let station = try await station()
        let known: HTTPFields = [.authorization: "Bearer \(token)"]
        #expect(try await station.get("/profile", headers: known).text.contains("Medical report"))
        for path in [
            "/profile", "/documents", "/icons/none.svg", "/web/none", "/nothing", "/sign-in?token=x", "/welcome",
        ] {
            #expect(try await !station.get(path).text.contains("Medical"), "\(path)")
        }
        let refused = try await station.post("/welcome/activate", "code=x")
        #expect(refused.status == .unprocessableContent && !refused.text.contains("Medical"))
    }
}

extension HTTPFields {
    fileprivate static func + (a: HTTPFields, b: HTTPFields) -> HTTPFields {
        var sum = a
        sum.append(contentsOf: b)
        return sum
    }
}
