import StationRules
import Testing

@Suite struct CertificateRuleTests {
    private static let day: Int64 = 86_400

    @Test("SS-18: a certificate holds host names and addresses, and nothing else that a machine calls itself")
    func names() {
        #expect(CertificateName("Scan.Example.org") == .host("scan.example.org"))
        #expect(CertificateName("192.168.1.5") == .address("192.168.1.5"))
        #expect(CertificateName("[fd00::1]") == .address("fd00::1"))
        #expect(CertificateName("::1") == .address("::1"))
        for text in [
            "", "[fe80::1%eth0]", "a b", "a..b", "-a", "a-", "a_b", "a,DNS:b", "a\nb", "ä",
            String(repeating: "a", count: 64),
        ] {
            #expect(CertificateName(text) == nil, "\(text)")
        }
    }

    @Test(
        "SS-18: an authority vouches for the names that its machine had, those below them, and names of local networks")
    func scope() {
        let scope = NameScope(of: [
            .host("localhost"), .host("box"), .host("box.local"), .host("scan.example.org"), .address("10.0.0.1"),
        ])
        #expect(scope.hosts == ["localhost", "local", "box", "scan.example.org"])
        for name in ["box", "other.local", "scan.example.org", "a.scan.example.org"] {
            #expect(scope.covers(.host(name)), "\(name)")
        }
        for name in ["example.org", "bank.example", "notlocal", "xbox"] {
            #expect(!scope.covers(.host(name)), "\(name)")
        }
        #expect(scope.covers(.address("192.0.2.1")))
    }

    @Test("SS-18: certificates of the server last less than 397 days and are replaced a month before they end")
    func terms() {
        let now: Int64 = 1_800_000_000
        let server = CertificateTerm.ofServer(at: now)
        #expect(server.until - server.from <= 397 * Self.day && server.from < now)
        #expect(!server.isDue(at: now) && !server.isDue(at: server.until - 31 * Self.day))
        #expect(server.isDue(at: server.until - 29 * Self.day) && server.isDue(at: server.until + 1))
        // The clock was ahead when it was issued.
        #expect(server.isDue(at: now - 2 * Self.day))
    }

    @Test("SS-18: an authority is used as long as a certificate of the server ends before it")
    func authority() {
        let now: Int64 = 1_800_000_000
        let term = CertificateTerm.ofAuthority(at: now)
        #expect(term.until - now > 3000 * Self.day)
        #expect(term.coversServer(at: now) && term.coversServer(at: now + 3000 * Self.day))
        #expect(!term.coversServer(at: term.until - Self.day) && !term.coversServer(at: now - 400 * Self.day))
    }
}
