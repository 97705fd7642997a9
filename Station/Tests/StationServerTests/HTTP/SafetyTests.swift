import HTTPTypes
import StationServer
import Testing

@Suite struct SafetyTests {
    @Test("DS-38: pages may load and send nothing elsewhere")
    func pagesLoadNothingFromElsewhere() async throws {
        let answer = try await StationUnderTest().get("/documents")
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'self'"))
        #expect(policy.contains("form-action 'self'"))
        #expect(!policy.contains("unsafe"))
        #expect(!answer.text.contains("style=") && !answer.text.contains("onclick") && !answer.text.contains("http"))
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    }

    @Test("A station that a proxy on its machine serves to others needs the token, although it listens on this machine")
    func forwarded() async throws {
        for isForwarded in [false, true] {
            let people = try await PeopleUnderTest(host: "127.0.0.1") { $0.isForwarded = isForwarded }
            let answer = try await people.station.ask(.get, "/api/documents", from: "127.0.0.1")
            #expect(answer.status == (isForwarded ? .unauthorized : .ok))
        }
    }

    @Test func foreignNamesAreRefused() async throws {
        let station = try await StationUnderTest()
        for authority in ["evil.example", "evil.example:8347", "localhost.evil.example", "", "127.0.0.1.evil.example"] {
            let answer = try await station.ask(.get, "/documents", authority: authority)
            #expect(answer.status == .misdirectedRequest)
        }
        for authority in ["localhost", "localhost:1", "127.0.0.1:8347", "[::1]:8347", "LOCALHOST:8347"] {
            #expect(try await station.ask(.get, "/documents", authority: authority).status == .ok)
        }
    }

    @Test func otherSitesCannotChangeAnything() async throws {
        let station = try await StationUnderTest()
        let path = "/scan/0123456789abcdef/discard"
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        for headers: HTTPFields in [
            [.origin: "http://evil.example"], [.origin: "null"], [.origin: "http://localhost:1"], [site: "cross-site"],
            [site: "same-site"],
        ] {
            #expect(try await station.post(path, headers: headers).status == .forbidden)
        }
        for headers: HTTPFields in [[:], [.origin: "http://localhost:8347"], [site: "same-origin"]] {
            #expect(try await station.post(path, headers: headers).status == .seeOther)
        }
    }

    @Test("a page without TLS is another site for a station with TLS, also behind a proxy")
    func origins() throws {
        let hosts = AllowedHosts(
            StationNames(listening: "0.0.0.0", given: ["station.local"], isLocal: false, read: { [] }))
        for (origin, isEncrypted, isOwn) in [
            ("https://station.local", true, true), ("http://station.local", true, false),
            ("http://station.local", false, true), ("https://station.local", false, true),
            ("ftp://station.local", false, false), ("HTTPS://Station.Local", true, true),
        ] {
            #expect(
                hosts.isOwn([.origin: origin], authority: "station.local", isEncrypted: isEncrypted) == isOwn,
                "\(origin) \(isEncrypted)")
        }
    }

    @Test("behind a proxy with TLS, pages without it change nothing")
    func proxies() async throws {
        let station = try await StationUnderTest()
        let scheme = try #require(HTTPField.Name("X-Forwarded-Proto"))
        for (origin, status) in [
            ("http://localhost:8347", HTTPResponse.Status.forbidden), ("https://localhost:8347", .seeOther),
        ] {
            let answer = try await station.ask(
                .post, "/scan/0123456789abcdef/discard", headers: [scheme: "https", .origin: origin], from: "127.0.0.1")
            #expect(answer.status == status)
        }
    }

    @Test("SS-14: who is refused is told so as for other errors, with the headers of messages")
    func refusals() async throws {
        let station = try await StationUnderTest()
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        let resource = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
        let refusals: [(String, HTTPFields, HTTPResponse.Status, String)] = [
            ("evil.example", [:], .misdirectedRequest, "not known by this name"),
            ("localhost:8347", [site: "cross-site"], .forbidden, "another website"),
        ]
        for (authority, headers, status, words) in refusals {
            for (path, type) in [
                ("/documents", "text/html; charset=utf-8"), ("/nothing", "text/html; charset=utf-8"),
                ("/api/documents", "application/problem+json"),
            ] {
                let answer = try await station.ask(.post, path, authority: authority, headers: headers)
                #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
                #expect(answer.headers[.contentType] == type)
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
                #expect(answer.headers[.xContentTypeOptions] == "nosniff" && answer.headers[resource] == "same-origin")
                #expect(!answer.text.contains("<nav"))
            }
        }
    }

    @Test func formsHaveALimit() async throws {
        let answer = try await StationUnderTest().post(
            "/scan/0123456789abcdef/pages/1/filter", String(repeating: "a", count: 1 << 20))
        #expect(answer.status == .contentTooLarge)
    }
}
