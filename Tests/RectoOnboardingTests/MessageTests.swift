import RectoOnboarding
import Testing

/// Bombs, encodings and invalid JSON.
@Suite struct MessageTests {
    private func decide(_ code: ScannedCode) throws -> OnboardingDecision {
        try OnboardingClassifier(policy: Fixtures.policy).decide(code)
    }

    @Test(
        "Bombs are refused by their kind",
        arguments: [
            (String(repeating: "[", count: 2900), OnboardingRisk.tooDeep),
            (String(repeating: "{\"a\":", count: 500), .tooDeep),
            ("[" + String(repeating: "0,", count: 1200) + "0]", .tooManyValues),
            (String(repeating: "x", count: 2954), .tooLong),
            ("{\"host\":\"example.com\",\"x\":\"" + String(repeating: "y", count: 3000) + "\"}", .tooLong),
        ])
    func bombsAreRefusedByTheirKind(_ text: String, _ risk: OnboardingRisk) throws {
        let decision = try Fixtures.decide(text)
        #expect(decision.risks.contains(risk))
        #expect(!decision.isAccepted)
    }

    @Test("Hundreds of addresses in one code are refused as such") func hundredsOfAddressesAreRefused() throws {
        let parameters = (0..<100).map { "p\($0)=https://a\($0).example.com" }.joined(separator: "&")
        #expect(try Fixtures.decide("https://example.com/x?\(parameters)").risks == [.tooManyValues])
        let few = (0..<20).map { "p\($0)=https://a\($0).example.com" }.joined(separator: "&")
        #expect(try Fixtures.decide("https://example.com/x?\(few)").isAccepted)
    }

    @Test("Limits are those of the policy, to the byte and the level") func limitsAreThoseOfThePolicy() throws {
        let policy = Fixtures.policy {
            $0.maximumBytes = 60
            $0.maximumDepth = 2
            $0.maximumValues = 4
        }
        #expect(try Fixtures.decide(#"{"host":"example.com","a":[1]}"#, by: policy).isAccepted)
        #expect(try Fixtures.decide(#"{"host":"example.com","a":[[]]}"#, by: policy).risks.contains(.tooDeep))
        #expect(try Fixtures.decide(#"{"host":"example.com","a":[1,2]}"#, by: policy).risks.contains(.tooManyValues))
        let link = "https://example.com/x?" + String(repeating: "y", count: 38)
        #expect(try Fixtures.decide(link, by: policy).isAccepted)
        #expect(try Fixtures.decide(link + "z", by: policy).risks.contains(.tooLong))
    }

    @Test(
        "Bytes that are no UTF-8 are not guessed at",
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            Array("https://example.com/\u{E9}".unicodeScalars.map { UInt8($0.value) }),
        ] as [[UInt8]])
    func bytesThatAreNoTextAreNotGuessedAt(_ bytes: [UInt8]) throws {
        let decision = try decide(ScannedCode(bytes: bytes))
        #expect(decision.kind == .unreadable)
        #expect(decision.risks == [.invalidUTF8, .kindNotAccepted])
        let declared = try decide(ScannedCode(bytes: bytes, declaredText: "https://example.com/é"))
        #expect(declared.isAccepted)
    }

    @Test("A part of a series is refused") func aPartOfASeriesIsRefused() throws {
        let decision = try decide(ScannedCode(bytes: Array("https://example.com/x".utf8), isPart: true))
        #expect(decision.kind == .unreadable)
        #expect(decision.risks.contains(.partOfSeries))
    }

    @Test(
        "What is no JSON by RFC 8259 is refused",
        arguments: [
            "{", "{}}", "{'host':'example.com'}", "{\"host\":\"example.com\",}", "{host:\"example.com\"}",
            "{\"host\":\"example.com\"} x",
            "{\"host\":\"exam\nple.com\"}", "{\"host\":\"\\x41\"}", "{\"host\":\"\\ud800\"}",
            "{\"host\":\"\\udc00\\ud800\"}", "{\"host\":\"\\u12g4\"}",
            "{\"host\":\"a\",\"n\":01}", "{\"host\":\"a\",\"n\":1.}", "{\"host\":\"a\",\"n\":.5}",
            "{\"host\":\"a\",\"n\":+1}", "{\"host\":\"a\",\"n\":1e}",
            "{\"host\":\"a\",\"n\":NaN}", "{\"host\":\"a\",\"n\":tru}", "{\"host\":\"example.com\" /* */}",
            "{\"host\" \"a\"}", "[1 2]", "{\"\\u", "{\"a\":\"\\",
            "{\"host\":\"a\",\"n\":-}",
        ])
    func invalidJSONIsRefused(_ text: String) throws {
        #expect(try Fixtures.decide(text).risks.contains(.malformedJSON))
    }

    @Test(
        "What is JSON by RFC 8259 is read",
        arguments: [
            "{\"host\":\"example.com\",\"n\":[0,-0,1e5,1E+5,-1.5e-3,12345678901234567890]}",
            " { \"host\" : \"example.com\" } ",
            "{\"host\":\"ex\\u0061mple.com\",\"s\":\"\\ud83d\\ude00\\/\\\\\\\"\\n\"}",
            "{\"host\":\"example.com\",\"\":{},\"a\":[]}",
            "{\"host\":\"example.com\",\"a\":{\"url\":\"/path\",\"server\":\"main\",\"host\":\"api.example.com\"}}",
        ])
    func validJSONIsRead(_ text: String) throws {
        let decision = try Fixtures.decide(text)
        #expect(decision.payload.host?.ascii == "example.com")
        #expect(decision.isAccepted)
    }

    @Test(
        "Keys that occur twice are told, in upper and lower case alike",
        arguments: [
            #"{"host":"example.com","host":"evil.net"}"#, #"{"host":"example.com","HOST":"evil.net"}"#,
            #"{"host":"example.com","a":{"b":1,"\u0062":2}}"#,
        ])
    func duplicateKeysAreTold(_ text: String) throws {
        let decision = try Fixtures.decide(text)
        #expect(decision.risks.contains(.duplicateKey))
        #expect(!decision.isAccepted)
    }

    @Test(
        "Characters that are not seen are told",
        arguments: [
            ("{\"host\":\"example.com\",\"n\":\"a\\u0000b\"}", OnboardingRisk.controlCharacters),
            ("{\"host\":\"example.com\",\"n\":\"a\\u202eb\"}", .bidirectionalControls),
            ("{\"host\":\"example.com\",\"a\\u2066\":1}", .bidirectionalControls),
            ("{\"host\":\"example.com\",\"n\":\"a\u{200B}b\"}", .invisibleCharacters),
            ("https://example.com/a\u{E0041}", .invisibleCharacters),
            ("https://example.com/\u{202E}moc", .bidirectionalControls), ("text\u{7}", .controlCharacters),
            ("a\u{85}b", .controlCharacters),
        ])
    func invisibleCharactersAreTold(_ text: String, _ risk: OnboardingRisk) throws {
        let decision = try Fixtures.decide(text)
        #expect(decision.risks.contains(risk))
        #expect(decision.isAccepted == (risk == .invisibleCharacters))
    }
}
