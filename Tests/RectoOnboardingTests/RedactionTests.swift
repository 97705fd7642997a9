import Foundation
import OnboardingFuzz
import RectoOnboarding
import Synchronization
import Testing

/// The contents of descriptions, dumps and reports.
@Suite struct RedactionTests {
    @Test("No secret of a payload is in anything that is shown", arguments: PayloadSource.templates)
    func noSecretOfAPayloadIsShown(_ template: String) throws {
        let text = template.replacing("§", with: PayloadSource.secret)
        for policy in [Fixtures.policy, OnboardingPolicy()] {
            let decision = try Fixtures.decide(text, by: policy)
            #expect(try !TextCheck.leaks(PayloadFuzzer.shown(decision)))
        }
        let code = ScannedCode(text)
        var dumped = ""
        dump(code, to: &dumped)
        dump(OnboardingObservation(time: .zero, codes: [code]), to: &dumped)
        #expect(!TextCheck.leaks("\(code) \(String(reflecting: code)) \([code]) \(dumped)"))
    }

    @Test("The feedback does not show the codes that it remembers") func theFeedbackHidesItsCodes() throws {
        var feedback = try OnboardingFeedback(classifier: OnboardingClassifier(policy: Fixtures.policy))
        for frame in 0..<3 {
            _ = feedback.observe(
                OnboardingObservation(
                    time: .milliseconds(33 * frame), codes: [ScannedCode("https://example.com/\(PayloadSource.secret)")]
                ))
        }
        let answer = feedback.observe(OnboardingObservation(time: .seconds(1)))
        var dumped = "\(answer) \(String(reflecting: answer))"
        dump(feedback, to: &dumped)
        dump(answer, to: &dumped)
        #expect(!TextCheck.leaks(dumped + "\(feedback)" + String(reflecting: feedback)))
    }

    @Test("The parts of a payload show no secret by themselves", arguments: PayloadSource.templates)
    func partsOfAPayloadHideTheirSecrets(_ template: String) throws {
        let decision = try Fixtures.decide(template.replacing("§", with: PayloadSource.secret))
        var dumped = ""
        func show(_ value: Any) {
            dump(value, to: &dumped)
            dumped += "\(value) \(String(reflecting: value))"
        }
        switch decision.payload {
        case .activationLink(let link):
            show(link)
            show(link.address.parameters)
            show(link.applicationID as Any)
        case .discovery(let configuration):
            show(configuration)
            show(configuration.settings)
            show(configuration.settings.members ?? [])
            show(configuration.settings["auth"] ?? .null)
        case .host(let host): show(host)
        case .wifi(let network):
            show(network)
            show(network.fields)
            show(network.password as Any)
        case .oneTimePassword(let key):
            show(key)
            show([key.account, key.secret])
        case .provisioning(let device):
            show(device)
            show(device.extras ?? .null)
            show(device.download as Any)
            show(device.network as Any)
        case .link(let address):
            show(address)
            show(address.parameters)
        case .text, .unreadable: show(decision.payload)
        }
        #expect(!TextCheck.leaks(dumped))
    }

    @Test("Shapes of JSON are told, values are not") func shapesOfJSONAreToldWithoutValues() throws {
        let text = #"{"host":"example.com","n":null,"b":true,"i":47114711,"s":"47114711","a":[47114711],"o":{"x":1}}"#
        guard case .discovery(let configuration) = try Fixtures.decide(text).payload else {
            return #expect(Bool(false), "no discovery")
        }
        let settings = configuration.settings
        #expect(
            ["n", "b", "i", "s", "a", "o"].map { "\(settings[$0] ?? .null)" } == [
                "null", "truth value", "number", "string", "array of 1", "object of 1",
            ])
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("4711") && !"\(settings.members ?? [])".contains("4711"))
    }

    @Test("A message for a verifier shows its algorithm only") func aMessageForAVerifierShowsItsAlgorithmOnly() throws {
        final class Listener: OnboardingSignatureVerifier {
            let heard = Mutex("")
            func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict {
                heard.withLock { heard in
                    dump(message, to: &heard)
                    heard += "\(message)"
                }
                return .valid
            }
        }
        let listener = Listener()
        _ = try Fixtures.decide(
            "https://example.com/\(PayloadSource.secret)?alg=EdDSA&kid=\(PayloadSource.secret)&sig=AAAA",
            verifier: listener)
        let heard = listener.heard.withLock { $0 }
        #expect(heard.contains("EdDSA") && !TextCheck.leaks(heard))
    }

    @Test("A secret is revealed to the one who asks, and to nobody else") func aSecretIsRevealedOnRequestOnly() {
        let secret = Secret(PayloadSource.secret)
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(secret.revealed == PayloadSource.secret)
        #expect(
            !TextCheck.leaks("\(secret) \(String(reflecting: secret)) \([secret]) \(Optional(secret) as Any) \(dumped)")
        )
        #expect("\(Secret("a"))" == "\(Secret("a long one"))")
    }

    @Test("The check for leaks finds them") func theCheckForLeaksFindsThem() {
        #expect(TextCheck.leaks("x\(PayloadSource.secret.prefix(4).lowercased())y"))
        #expect(!TextCheck.leaks("x\(PayloadSource.secret.prefix(3))y"))
        #expect(!TextCheck.isClean("a\u{1B}b"))
    }

    @Test("What is shown of an untrusted text has no control characters")
    func shownTextHasNoControlCharacters() throws {
        let decision = try Fixtures.decide("WIFI:T:WPA;S:a\u{202E}b\u{1B}[2J;P:12345678;;")
        #expect(decision.description.contains(#"a\u{202e}b\u{1b}[2J"#))
    }

    @Test(
        "A scheme is shown if the policy names it or everybody knows it",
        arguments: [
            ("com.example.app://x", "com.example.app"), ("hunter2://hunter2/x", "other"), ("mailto:a", "mailto"),
            ("https://a.com/x", "https"),
        ])
    func aKnownSchemeIsShown(_ text: String, _ shown: String) throws {
        let facts = try Fixtures.decide(text).payload.facts
        #expect(facts.filter { $0.name == "scheme" }.map(\.value) == [shown])
        #expect(!facts.contains { $0.value.contains("hunter2") })
    }

    @Test("The report has the shape that is documented") func theReportHasItsDocumentedShape() throws {
        func json(_ state: OnboardingState) throws -> NSDictionary {
            try #require(
                try JSONSerialization.jsonObject(with: JSONEncoder().encode(OnboardingReport(state))) as? NSDictionary)
        }
        #expect(try json(.unsuccessful) == ["state": "unsuccessful"])
        #expect(try json(.seen(.comeCloser)) == ["state": "seen", "hint": "comeCloser"])
        let invalid = OnboardingState(of: try Fixtures.decide("https://evil.net/?a"))
        #expect(
            try json(invalid) == [
                "state": "invalid", "kind": "link", "signature": "absent",
                "risks": [
                    ["code": "hostNotAllowed", "refused": true, "detail": "evil.net"],
                    ["code": "kindNotAccepted", "refused": true, "detail": "link"],
                ], "facts": ["scheme": "https", "host": "evil.net", "parameters": "1"],
            ])
        let valid = OnboardingState(of: try Fixtures.decide("bücher.de"))
        #expect(
            try json(valid) == [
                "state": "successful", "kind": "host", "signature": "absent",
                "risks": [["code": "internationalHost", "refused": false, "detail": "xn--bcher-kva.de"]],
                "facts": ["scheme": "https", "host": "xn--bcher-kva.de", "hostUnicode": "bücher.de"],
            ])
    }
}
