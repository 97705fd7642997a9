import StationIdentity
import Testing

@Suite struct RelyingPartyTests {
    private func make(_ host: String, _ origins: Set<String>) throws(RelyingPartyError) -> RelyingParty {
        try RelyingParty(host: host, name: "Station", origins: origins)
    }

    @Test(
        "A name is needed, with TLS unless it is this machine",
        arguments: [
            ("station.local", "https://station.local"), ("station.local", "https://station.local:8347"),
            ("Station.Local", "https://station.local"), ("box", "https://box:8347"),
            ("example.org", "https://scan.example.org"), ("localhost", "http://localhost:8347"),
            ("localhost", "https://localhost"), ("1password.example", "https://1password.example"),
            ("xn--bro-hoa.example", "https://xn--bro-hoa.example"),
        ])
    func accepted(_ host: String, _ origin: String) throws {
        #expect(try make(host, [origin]).id == host.lowercased())
    }

    @Test(
        "Passkeys cannot be used at numbers, however they are written",
        arguments: [
            "192.168.1.5", "127.0.0.1", "[::1]", "::1", "[fe80::1%25eth0]", "2130706433", "127.1", "0x7f000001",
            "0x7f.1",
            "192.168.1.5.", "[2001:db8::1]", "0x",
        ])
    func numbers(_ host: String) {
        #expect(throws: RelyingPartyError.isNumber(host: host)) { try make(host, ["https://\(host)"]) }
    }

    @Test(arguments: [
        "", ".", "a..b", "-box", "box-", "büro.example", "a b", "a_b", "box.", String(repeating: "a", count: 64),
    ])
    func otherTextsAreNoNames(_ host: String) {
        #expect(throws: RelyingPartyError.isNoName(host: host)) { try make(host, ["https://\(host)"]) }
    }

    @Test(
        "An address of the station is one at which browsers use its passkeys",
        arguments: [
            "http://station.local", "https://other.local", "https://evilstation.local", "https://station.local/",
            "https://station.local:0443", "https://station.local:", "https://station.local:99999", "station.local", "",
            "https:station.local", "https://station.local:443:443", "ftp://station.local", "https://local",
            "https://station.local.evil.example", "https://user@station.local",
        ])
    func unsuitable(_ origin: String) {
        #expect(throws: RelyingPartyError.unsuitableOrigin(origin)) { try make("station.local", [origin]) }
    }

    @Test func oneAddressIsNeeded() { #expect(throws: RelyingPartyError.noOrigin) { try make("station.local", []) } }

    // MARK: JSON

    private let challenge = Challenge(issued: [UInt8](0..<32))!
    private let challengeText = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

    @Test func theOptionsOfARegistrationAreTheseOnly() throws {
        let options = CeremonyOptions(try make("station.local", ["https://station.local"]), challenge: challenge)
        let user = CeremonyOptions.User(
            handle: try #require(UserHandle([0xFF, 0xFE])), name: "ada", displayName: "Ada \"L\"")
        let passkey = try Scene().passkey()
        #expect(
            options.creation(for: user, existing: [passkey]) == #"{"attestation":"none","authenticatorSelection":"#
                + #"{"requireResidentKey":true,"residentKey":"required","userVerification":"required"},"#
                + #""challenge":"\#(challengeText)","#
                + #""excludeCredentials":[{"id":"AQIDBAUGBwgJCgsMDQ4PEBESExQ","transports":["internal"],"type":"public-key"}],"#
                + #""pubKeyCredParams":[{"alg":-7,"type":"public-key"},{"alg":-8,"type":"public-key"},"#
                + #"{"alg":-257,"type":"public-key"}],"#
                + #""rp":{"id":"station.local","name":"Station"},"timeout":300000,"#
                + #""user":{"displayName":"Ada \"L\"","id":"__4","name":"ada"}}"#)
    }

    @Test func theOptionsOfAnAssertionAreTheseOnly() throws {
        let party = try make("station.local", ["https://station.local"])
        #expect(
            CeremonyOptions(party, challenge: challenge).request(allowed: [])
                == #"{"allowCredentials":[],"challenge":"\#(challengeText)","rpId":"station.local","timeout":300000,"#
                + #""userVerification":"required"}"#)
        let short = CeremonyOptions(party, challenge: challenge, verification: .preferred, timeout: .seconds(60))
        #expect(
            short.request(allowed: [try Scene().passkey()])
                == #"{"allowCredentials":[{"id":"AQIDBAUGBwgJCgsMDQ4PEBESExQ","transports":["internal"],"type":"public-key"}],"#
                + #""challenge":"\#(challengeText)","rpId":"station.local","timeout":60000,"#
                + #""userVerification":"preferred"}"#)
    }

    private func json(
        _ response: String, id: String = "AQI", raw: String = "AQI", type: String = "public-key"
    ) -> [UInt8] {
        let members = #""id":"\#(id)","rawId":"\#(raw)","type":"\#(type)","clientExtensionResults":{}"#
        return Array(#"{\#(members),"response":{\#(response)}}"#.utf8)
    }

    @Test func whatABrowserSendsOfARegistrationIsRead() throws {
        let response = try RegistrationResponse(
            json: json(
                #""clientDataJSON":"e30","attestationObject":"oA","transports":["internal","telepathy","smart-card"]"#))
        #expect(
            response
                == RegistrationResponse(
                    id: [1, 2], clientDataJSON: Array("{}".utf8), attestationObject: [0xA0],
                    transports: [.internal, .smartCard]))
    }

    @Test func whatABrowserSendsOfAnAssertionIsRead() throws {
        let members = #""clientDataJSON":"e30","authenticatorData":"AA","signature":"AQ","userHandle":"#
        let response = AssertionResponse(
            id: [1, 2], clientDataJSON: Array("{}".utf8), authenticatorData: [0], signature: [1], userHandle: [2])
        #expect(try AssertionResponse(json: json(members + #""Ag""#)) == response)
        var without = response
        without.userHandle = []
        #expect(try AssertionResponse(json: json(members + "null")) == without)
    }

    @Test func otherJSONIsRefused() {
        let members = #""clientDataJSON":"e30","attestationObject":"oA""#
        func refused(_ json: [UInt8], _ error: ResponseJSONError) {
            #expect(throws: error) { try RegistrationResponse(json: json) }
        }
        refused(Array("{}".utf8), .notJSON)
        refused(json(#""clientDataJSON":"e30""#), .notJSON)
        refused(json(members, type: "password"), .wrongType("password"))
        refused(json(members, raw: "AQM"), .differentIDs)
        refused(json(members, id: "A=", raw: "A="), .notBase64URL(member: "id", .foreignCharacter(at: 1)))
        refused(
            json(#""clientDataJSON":"e31","attestationObject":"oA""#),
            .notBase64URL(member: "clientDataJSON", .unusedBits))
        refused([UInt8](repeating: 0x20, count: 70_000), .tooLong(maximum: 65_536))
    }
}
