import RectoOnboarding
import Testing

/// Hosts in every spelling.
@Suite struct HostTests {
    private func risks(_ text: String, _ change: (inout OnboardingPolicy) throws -> Void = { _ in }) throws -> Set<
        OnboardingRisk
    > {
        try Fixtures.decide(text, by: Fixtures.policy(change)).risks.subtracting([.kindNotAccepted])
    }

    @Test(
        "International hosts have the ASCII form of RFC 3492",
        arguments: [
            ("bücher.de", "xn--bcher-kva.de"), ("münchen.de", "xn--mnchen-3ya.de"), ("faß.de", "xn--fa-hia.de"),
            ("ليهمابتكلموشعربي؟", ""), ("他们为什么不说中文.cn", "xn--ihqwcrb4cv8a8dqg056pqjye.cn"),
            ("почемужеонинеговорятпорусски.ru", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.ru"),
            ("hello-world-über.example", "xn--hello-world-ber-bwb.example"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("한국.kr", "xn--3e0b707e.kr"), ("ไทย.th", "xn--o3cw4h.th"), ("भारत.in", "xn--h2brj9c.in"),
            ("MÜNCHEN.DE", "xn--mnchen-3ya.de"),
        ])
    func internationalHostsHaveTheirASCIIForm(_ host: String, _ ascii: String) throws {
        let decision = try Fixtures.decide("https://\(host)/x", by: Fixtures.policy { _ in })
        #expect(decision.payload.host?.ascii ?? "" == ascii)
        guard !ascii.isEmpty else { return #expect(decision.risks.contains(.malformedHost)) }
        let back = try Fixtures.decide("https://\(ascii)/x")
        #expect(back.payload.host == decision.payload.host)
        #expect(back.payload.host?.unicode == host.lowercased())
    }

    @Test(
        "A Punycode label that no encoder writes is no host",
        arguments: [
            "xn--", "xn--a", "xn--abc-", "xn--zzzzzzzzzzzzzzzz99999999", "xn--bcher-kvA9", "xn--\u{FC}", "xn--ls8h",
            "xn---", "ab--cd",
            "-a", "a-", "a_b", "a b", "a..b", ".a", "a\u{301}", "\u{301}a", "💩", "a\u{200D}b",
            String(repeating: "a", count: 64),
            "\(String(repeating: "abcdefghi.", count: 26))com",
        ])
    func impossiblePunycodeLabelsAreRefused(_ label: String) throws {
        let decision = try Fixtures.decide(
            "https://\(label).com/x", by: Fixtures.policy { $0.hosts = [try HostPattern("*")] })
        #expect(!decision.isAccepted)
        #expect(!decision.risks.isDisjoint(with: [.malformedHost, .malformedAddress, .disguisedHost]))
    }

    @Test(
        "IP addresses are refused in every spelling",
        arguments: [
            "127.0.0.1", "127.1", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.1.",
            "1.2.3.4.5",
            "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "①②⑦.0.0.1", "１２７.0.0.1", "127。0。0。1", "127.0.0.0x",
            "%31%32%37.0.0.1", "𝟏𝟐𝟕.0.0.1",
            "0x７f.1", "192.168.0.1:443", "256.256.256.256", "08.1",
        ])
    func numericAddressesAreRefused(_ host: String) throws {
        for text in ["https://\(host)/x", "https://example.com@\(host)/", #"{"host":"\#(host)"}"#] {
            let found = try risks(text) { $0.hosts.append(try HostPattern("*")) }
            #expect(found.contains(.addressLiteral), "\(text)")
        }
        #expect(throws: (any Error).self) { try HostPattern(host) }
    }

    @Test("Bare addresses are refused too", arguments: ["192.168.0.1", "10.0.0.1:8443", "0x7f.0.0.1", "１.２.３.４"])
    func bareAddresses(_ text: String) throws {
        #expect(try risks(text).contains(.addressLiteral))
    }

    @Test(
        "Characters in disguise are told with the host that they mean",
        arguments: [
            "ｅｘａｍｐｌｅ.com", "example。com", "ⓔxample.com", "𝐞𝐱𝐚𝐦𝐩𝐥𝐞.com", "exa\u{AD}mple.com", "example.com\u{200B}",
            "\u{212A}example.com",
        ])
    func disguisedCharactersAreToldWithTheirHost(_ host: String) throws {
        let decision = try Fixtures.decide("https://\(host)/x")
        #expect(decision.risks.contains(.disguisedHost))
        #expect(!decision.isAccepted)
        #expect(decision.payload.host?.ascii == (host.hasPrefix("\u{212A}") ? "kexample.com" : "example.com"))
    }

    @Test(
        "Hosts that look like ours are told",
        arguments: [
            "examp1e.com", "exarnple.com", "exаmple.com", "еxample.com", "examplé.com", "ехаmрlе.com", "exampel.com",
            "exmple.com", "examplee.com",
            "example.co", "example.com.evil.net", "login.example.com.evil.net", "example-com.evil.net",
            "www.examp1e.com",
            "xn--exmple-4nf.com", "example.com-login.net", "аррӏе.com", "ехамрӏе.com", "хосо.net", "ονοια.net",
        ])
    func lookAlikes(_ host: String) throws {
        #expect(try risks("https://\(host)/x").contains(.lookAlikeHost))
        #expect(try risks("https://\(host)/x") { $0.hosts.append(try HostPattern("*")) }.contains(.lookAlikeHost))
    }

    @Test(
        "Hosts that only have something in common with ours are not called look-alikes",
        arguments: [
            "example.org", "sample.net", "other.net", "notexample.com", "яндекс.рф", "москва.ru", "привет.com",
            "ρόδος.com", "ελλάδα.gr", "例え.jp", "müller.de",
        ])
    func unlikeHostsAreNoLookAlikes(_ host: String) throws {
        #expect(try !risks("https://\(host)/x").contains(.lookAlikeHost))
    }

    @Test(
        "Scripts that no language mixes are refused",
        arguments: [
            ("exаmple.net", true), ("аbc.net", true), ("αb.net", true), ("中文abc.cn", false), ("東京タワーです.jp", false),
            ("서울seoul.kr", false),
            ("アб.net", true), ("中한ア.net", true), ("abc-123.net", false), ("पत्र1.in", false),
        ])
    func mixedScriptsAreRefused(_ host: String, _ isMixed: Bool) throws {
        #expect(try risks("https://\(host)/x").contains(.mixedScriptHost) == isMixed)
    }

    @Test(
        "Hosts of the own network are refused unless they are named",
        arguments: [
            "localhost", "printer", "router.local", "a.localhost", "x.internal", "x.home.arpa", "intranet",
            "10.0.0.1.nip.io",
        ])
    func localHostsAreRefusedUnlessNamed(_ host: String) throws {
        #expect(try risks("https://\(host)/x") { $0.hosts = [try HostPattern("*")] } == [.localHost])
        #expect(try risks("https://\(host)/x") { $0.hosts = [try HostPattern(host)] }.isEmpty)
    }

    @Test("Redirectors are refused unless they are named", arguments: ["bit.ly", "t.co", "x.page.link", "qrco.de"])
    func redirectorsAreRefusedUnlessNamed(_ host: String) throws {
        #expect(try risks("https://\(host)/x") { $0.hosts = [try HostPattern("*")] } == [.redirector])
        #expect(try risks("https://\(host)/x") { $0.hosts = [try HostPattern(host)] }.isEmpty)
    }

    @Test(
        "Patterns take what they name and nothing else",
        arguments: [
            ("example.com", "example.com", true), ("example.com", "a.example.com", false),
            ("*.example.com", "example.com", false),
            ("*.example.com", "a.b.example.com", true), ("*.example.com", "notexample.com", false),
            ("*", "any.org", true),
            ("EXAMPLE.com.", "example.com", true), ("bücher.de", "xn--bcher-kva.de", true),
            ("*.bücher.de", "a.BÜCHER.de", true),
        ])
    func patternsMatchWhatTheyName(_ pattern: String, _ host: String, _ isAllowed: Bool) throws {
        let found = try risks("https://\(host)/x") { $0.hosts = [try HostPattern(pattern)] }
        #expect(found.contains(.hostNotAllowed) != isAllowed)
    }

    @Test(
        "What is no pattern is refused with its name",
        arguments: [
            "", "*.com", "*.", "**", "a.*.com", "https://example.com", "example.com:443", "example.com/x",
            "ｅxample.com", "exаmple.com", "a b.com",
        ])
    func noPatterns(_ pattern: String) {
        #expect(throws: (any Error).self) { try HostPattern(pattern) }
    }
}
