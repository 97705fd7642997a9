import Foundation
import OnboardingFuzz
import RectoOnboarding
import Testing

/// What descriptions, dumps and reports tell.
@Suite struct RedactionTests {
    @Test("No secret of a payload is in anything that is shown", arguments: PayloadSource.templates)
    func templates(_ template: String) throws {
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

    @Test("The feedback does not show the codes that it remembers") func feedback() throws {
        var feedback = try OnboardingFeedback(classifier: OnboardingClassifier(policy: Fixtures.policy))
        for frame in 0..<3 {
            _ = feedback.observe(
                OnboardingObservation(
                    time: .milliseconds(33 * frame), codes: [ScannedCode("https://example.com/\(PayloadSource.secret)")]
                ))
        }
        var dumped = ""
        dump(feedback, to: &dumped)
        #expect(!TextCheck.leaks(dumped + "\(feedback)" + String(reflecting: feedback)))
    }

    @Test("A secret is revealed to the one who asks, and to nobody else") func secret() {
        let secret = Secret(PayloadSource.secret)
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(secret.revealed == PayloadSource.secret)
        #expect(
            !TextCheck.leaks("\(secret) \(String(reflecting: secret)) \([secret]) \(Optional(secret) as Any) \(dumped)")
        )
        #expect("\(Secret("a"))" == "\(Secret("a long one"))")
    }

    @Test("The check for leaks finds them") func check() {
        #expect(TextCheck.leaks("x\(PayloadSource.secret.prefix(4).lowercased())y"))
        #expect(!TextCheck.leaks("x\(PayloadSource.secret.prefix(3))y"))
        #expect(!TextCheck.isClean("a\u{1B}b"))
    }

    @Test("What is shown of a stranger's text has no control characters") func controls() throws {
        let decision = try Fixtures.decide("WIFI:T:WPA;S:a\u{202E}b\u{1B}[2J;P:12345678;;")
        #expect(decision.description.contains(#"a\u{202e}b\u{1b}[2J"#))
    }

    @Test("The report has the shape that is documented") func report() throws {
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
