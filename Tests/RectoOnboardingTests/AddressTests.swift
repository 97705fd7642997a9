import RectoOnboarding
import Testing

/// Addresses that programs interpret differently, and nested addresses.
@Suite struct AddressTests {
    @Test(
        "Addresses that are read in different ways are refused",
        arguments: [
            Case("https:example.com/x", .activationLink, [.malformedAddress]),
            Case("https:/example.com/x", .activationLink, [.malformedAddress]),
            Case("https:\\\\example.com\\x", .activationLink, [.malformedAddress]),
            Case("https://example.com\\@evil.net/", .activationLink, [.malformedAddress]),
            Case("https://example.com/a b", .activationLink, [.malformedAddress]),
            Case("https://exa\tmple.com/x", .link, [.malformedAddress, .malformedHost, .controlCharacters]),
            Case("https://example.com/\nx", .activationLink, [.malformedAddress, .controlCharacters]),
            Case("https://example.com/%0d%0aSet-Cookie:x", .activationLink, [.controlCharacters]),
            Case("https://example.com/%00", .activationLink, [.controlCharacters]),
            Case("https://example.com/%zz", .activationLink, [.malformedAddress]),
            Case("https://example.com/%ff", .activationLink, [.malformedAddress]),
            Case("https://example.com/%e2%80%ae", .activationLink, [.bidirectionalControls]),
            Case("https://example.com/a/../b", .activationLink, [.malformedAddress]),
            Case("https://example.com/a/%2e%2e/b", .activationLink, [.malformedAddress]),
            Case("https://example.com:0/x", .activationLink, [.malformedAddress]),
            Case("https://example.com:65536/x", .activationLink, [.malformedAddress]),
            Case("https://example.com:/x", .activationLink, [.malformedAddress]),
            Case("https://example.com:8443/x", .activationLink, [.portNotAllowed]),
            Case("https://%65xample.com/x", .activationLink, [.encodedHost]),
            Case("https:///x", .link, [.malformedHost]), Case("https://", .host, [.malformedHost]),
            Case("https://?x", .link, [.malformedHost]),
            Case("https://user:pw@example.com/x", .activationLink, [.userInfo]),
            Case("https://example.com@evil.net/x", .link, [.userInfo, .hostNotAllowed]),
            Case("https://example.com%40evil.net/x", .link, [.encodedHost, .malformedHost]),
            Case("https://evil.net\u{2044}example.com/x", .link, [.malformedHost]),
            Case("https://evil.net/\u{338}@example.com/x", .link, [.hostNotAllowed]),
            Case("http://example.com/x", .activationLink, [.insecureScheme]),
            Case("http://example.com", .host, [.insecureScheme]),
            Case("https://example.com/x?a=1&A=2", .activationLink, [.duplicateKey]),
            Case("com.example.app://a@b/x", .activationLink, [.userInfo]),
        ])
    func ambiguousAddressesAreRefused(_ given: Case) throws {
        let decision = try Fixtures.decide(given.text)
        #expect(decision.kind == given.kind)
        #expect(decision.risks.subtracting([.kindNotAccepted]) == given.risks)
        #expect(!decision.isAccepted)
    }

    @Test(
        "Links that lead on are refused",
        arguments: [
            "https://example.com/go?url=https://evil.net/", "https://example.com/go?url=https%3A%2F%2Fevil.net",
            "https://example.com/go?url=https%253A%252F%252Fevil.net", "https://example.com/go?next=//evil.net/x",
            "https://example.com/go?next=%5C%5Cevil.net", "https://example.com/go?next=/%5Cevil.net",
            "https://example.com//evil.net",
            "https://example.com/https://evil.net/", "https://example.com/x#https://evil.net",
            "https://example.com/go?u=http:/%5Cevil.net",
            "https://example.com/go?u=aHR0cHM6Ly9ldmlsLm5ldC94", "https://example.com/go?u=HTTPS://EVIL.NET",
            "https://example.com/go?u=x%20https://evil.net", "https://example.com/go?https://evil.net",
        ])
    func linksThatRedirectAreRefused(_ text: String) throws {
        let decision = try Fixtures.decide(text)
        #expect(decision.risks.contains(.redirector))
        #expect(decision.findings.contains { $0.risk == .redirector && $0.detail == "evil.net" && $0.isRefusal })
        var policy = Fixtures.policy
        policy.hosts.append(try HostPattern("*"))
        #expect(try Fixtures.decide(text, by: policy).risks.contains(.redirector))
        policy.hosts.append(try HostPattern("evil.net"))
        #expect(try !Fixtures.decide(text, by: policy).risks.contains(.redirector))
    }

    @Test(
        "Addresses within settings are held against the policy",
        arguments: [
            Case("com.example.app://?ServerUrl=https://evil.net/x", .activationLink, [.nestedHostNotAllowed]),
            Case("com.example.app://?ServerUrl=https%3A%2F%2Fevil.net", .activationLink, [.nestedHostNotAllowed]),
            Case("com.example.app://?u=javascript:alert(1)", .activationLink, [.dangerousScheme]),
            Case("com.example.app://?u=http://api.example.com", .activationLink, [.insecureScheme]),
            Case("com.example.app://?u=https://1.2.3.4/", .activationLink, [.addressLiteral]),
            Case("com.example.app://?u=https://a:b@example.com/", .activationLink, [.userInfo]),
            Case("com.example.app://?u=wss://evil.net/", .activationLink, [.nestedHostNotAllowed]),
            Case(
                #"{"host":"example.com","auth":[{"config":{"idp":"https://evil.net/x"}}]}"#, .discovery,
                [.nestedHostNotAllowed]),
            Case(#"{"host":"example.com","serverUrl":"https://evil.net"}"#, .discovery, [.nestedHostNotAllowed]),
            Case(#"{"host":"example.com","server":"evil.net"}"#, .discovery, [.nestedHostNotAllowed]),
            Case(#"{"host":"example.com","x":"\u0068ttps:\/\/evil.net"}"#, .discovery, [.nestedHostNotAllowed]),
            Case(#"{"host":"evil.net"}"#, .discovery, [.hostNotAllowed]),
            Case(#"{"host":"example.com","more":[{"Host":"evil.net:443"}]}"#, .discovery, [.nestedHostNotAllowed]),
            Case(#"{"host":"example.com","more":{"host":"127.1"}}"#, .discovery, [.addressLiteral]),
            Case(#"{"InstanceUrl":"https://example.com@evil.net"}"#, .discovery, [.userInfo, .hostNotAllowed]),
            Case(
                #"{"InstanceUrl":"javascript://example.com/%0aalert(1)"}"#, .discovery,
                [.schemeNotAllowed, .controlCharacters]),
            Case(#"{"host":"example.com","port":8443}"#, .discovery, [.portNotAllowed]),
            Case(#"{"host":"example.com:8443"}"#, .discovery, [.portNotAllowed]),
        ])
    func addressesWithinSettingsAreChecked(_ given: Case) throws {
        let decision = try Fixtures.decide(given.text)
        #expect(decision.kind == given.kind)
        #expect(given.risks.isSubset(of: decision.risks))
        #expect(!decision.isAccepted)
    }

    @Test(
        "Paths are taken by whole segments",
        arguments: [
            ("/activate", true), ("/activate/now", true), ("/activate?x=1", true), ("/activated", false), ("/", nil),
            ("/other", false),
            ("/ACTIVATE", false), ("/activate%2f..%2fadmin", false),
        ] as [(String, Bool?)])
    func pathsMatchByWholeSegments(_ path: String, _ isTaken: Bool?) throws {
        let decision = try Fixtures.decide(
            "https://example.com\(path)", by: Fixtures.policy { $0.paths = ["/activate"] })
        #expect(decision.isAccepted == (isTaken ?? true))
        #expect(decision.kind == (isTaken == nil ? .host : .activationLink))
    }
}
