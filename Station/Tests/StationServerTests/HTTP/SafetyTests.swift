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

    @Test func formsHaveALimit() async throws {
        let answer = try await StationUnderTest().post(
            "/scan/0123456789abcdef/pages/1/filter", String(repeating: "a", count: 1 << 20))
        #expect(answer.status == .contentTooLarge)
    }
}
