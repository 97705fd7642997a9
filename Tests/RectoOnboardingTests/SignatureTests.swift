import Foundation
import RectoOnboarding
import Synchronization
import Testing

/// Signatures and times of expiry.
@Suite struct SignatureTests {
    /// Accepts the sum of the message's bytes as its signature, and counts its calls.
    private final class Sum: OnboardingSignatureVerifier {
        let asked = Mutex(0)
        func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict {
            asked.withLock { $0 += 1 }
            if message.keyIdentifier == "lost" { return .unknownKey }
            return message.signature == Self.sign(message.message) ? .valid : .invalid
        }
        static func sign(_ message: [UInt8]) -> [UInt8] { [message.reduce(0, &+), UInt8(message.count & 0xFF)] }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func signed(_ link: String) -> String {
        link + (link.contains("?") ? "&" : "?") + "sig=" + base64(Sum.sign(Array(link.utf8)))
    }

    private static func envelope(_ header: String, _ payload: String) -> String {
        let message = base64(Array(header.utf8)) + "." + base64(Array(payload.utf8))
        return message + "." + base64(Sum.sign(Array(message.utf8)))
    }

    @Test("A signed link is checked over all before its signature") func aSignedLinkIsChecked() throws {
        for link in ["https://example.com/x?code=1&alg=EdDSA", "https://example.com/x", "com.example.app://?AppId=y"] {
            let text = Self.signed(link)
            let decision = try Fixtures.decide(
                text, by: Fixtures.policy { $0.requiresSignature = true }, verifier: Sum())
            #expect(decision.signature == .valid)
            #expect(decision.isAccepted)
            let changed = text.replacing("example", with: "exbmple")
            #expect(
                try !Fixtures.decide(
                    changed, by: Fixtures.policy { $0.hosts.append(try HostPattern("*")) }, verifier: Sum()
                ).isAccepted)
        }
    }

    @Test(
        "Signatures that do not hold are refused",
        arguments: [
            ("https://example.com/x?sig=AAAA", OnboardingRisk.signatureInvalid),
            ("https://example.com/x?sig=AAAA&code=1", .signatureInvalid),
            ("https://example.com/x?sig=AAAA#y", .signatureInvalid), ("https://example.com/x?sig=", .signatureInvalid),
            ("https://example.com/x?sig=A%41AA", .signatureInvalid),
            ("https://example.com/x?sig=***", .signatureInvalid),
            ("https://example.com/x?alg=none&sig=AAAA", .signatureInvalid),
            ("https://example.com/x?alg=HS256&sig=AAAA", .signatureInvalid),
            ("https://example.com/x?kid=lost&sig=AAAA", .signatureUnknownKey),
            ("https://example.com/x?sig=AAAA&SIG=BBBB", .duplicateKey),
        ])
    func invalidSignaturesAreRefused(_ text: String, _ risk: OnboardingRisk) throws {
        let decision = try Fixtures.decide(text, verifier: Sum())
        #expect(decision.risks.contains(risk))
        #expect(!decision.isAccepted)
    }

    @Test("A configuration comes in a compact JWS") func aConfigurationComesInACompactJWS() throws {
        let payload = #"{"host":"example.com","exp":2000}"#
        let verifier = Sum()
        let decision = try Fixtures.decide(
            Self.envelope(#"{"alg":"ES256","kid":"1"}"#, payload), by: Fixtures.policy { $0.requiresSignature = true },
            verifier: verifier, at: 1000)
        #expect(decision.kind == .discovery)
        #expect(decision.signature == .valid)
        #expect(decision.isAccepted)
        #expect(verifier.asked.withLock { $0 } == 1)
        for header in [
            #"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{"alg":"ES256","crit":["exp"]}"#,
            #"{"alg":"ES256","b64":false}"#,
        ] {
            let refused = try Fixtures.decide(Self.envelope(header, payload), verifier: Sum())
            #expect(refused.risks.contains(.signatureInvalid), "\(header)")
            #expect(!refused.isAccepted)
        }
    }

    @Test("An envelope within an envelope is not opened") func aNestedEnvelopeIsNotOpened() throws {
        let inner = Self.envelope(#"{"alg":"ES256"}"#, #"{"host":"example.com"}"#)
        let text = Self.base64(Array(#"{"alg":"ES256"}"#.utf8)) + "." + Self.base64(Array(inner.utf8)) + ".AAAA"
        #expect(try !Fixtures.decide(text, verifier: Sum()).isAccepted)
    }

    @Test("A signature that is required and missing, or that nobody can check, is refused")
    func aMissingRequiredSignatureIsRefused() throws {
        let policy = Fixtures.policy { $0.requiresSignature = true }
        #expect(try Fixtures.decide("https://example.com/x", by: policy, verifier: Sum()).risks == [.signatureMissing])
        let unchecked = try Fixtures.decide(Self.signed("https://example.com/x"), by: policy)
        #expect(unchecked.signature == .unchecked)
        #expect(!unchecked.isAccepted)
        let optional = try Fixtures.decide(Self.signed("https://example.com/x"))
        #expect(optional.risks == [.signatureUnchecked])
        #expect(optional.isAccepted)
    }

    @Test(
        "Times of expiry are held against the clock that is given",
        arguments: [
            ("https://example.com/x?exp=2000", 1999, true, Set<OnboardingRisk>()),
            ("https://example.com/x?exp=2000", 2000, false, [.expired]),
            ("https://example.com/x?exp=2000&nbf=1000", 999, false, [.notYetValid]),
            ("https://example.com/x?exp=2000&nbf=1000", 1000, true, []),
            ("https://example.com/x?exp=soon", 0, false, [.malformedField]),
            ("https://example.com/x?exp=-1", 0, false, [.malformedField]),
            ("https://example.com/x?exp=99999999999999999999", 0, false, [.malformedField]),
            (#"{"host":"example.com","exp":2000}"#, 2001, false, [.expired]),
            (#"{"host":"example.com","exp":1e3}"#, 0, false, [.malformedField]),
            ("https://example.com/x", 0, true, []),
        ] as [(String, Int64, Bool, Set<OnboardingRisk>)])
    func expiryIsComparedWithTheClock(_ text: String, _ time: Int64, _ isAccepted: Bool, _ risks: Set<OnboardingRisk>)
        throws
    {
        let decision = try Fixtures.decide(text, at: time)
        #expect(decision.isAccepted == isAccepted)
        #expect(decision.risks == risks)
    }

    @Test("Without a clock a time of expiry is told, and refused if one is required")
    func withoutAClockExpiryIsTold() throws {
        #expect(try Fixtures.decide("https://example.com/x?exp=2000").risks == [.expiryUnchecked])
        #expect(try Fixtures.decide("https://example.com/x?exp=2000").isAccepted)
        let policy = Fixtures.policy { $0.requiresExpiry = true }
        #expect(try !Fixtures.decide("https://example.com/x?exp=2000", by: policy).isAccepted)
        #expect(try Fixtures.decide("https://example.com/x", by: policy, at: 0).risks == [.expiryMissing])
        #expect(try Fixtures.decide("https://example.com/x?exp=2000", by: policy, at: 0).isAccepted)
    }
}
