import Foundation
import RectoCore
import RectoOnboarding
import Testing

/// The policy and its file.
@Suite struct PolicyTests {
    private func failure(_ json: String) -> ParameterError? {
        do throws(ParameterError) {
            _ = try OnboardingPolicy(json: Array(json.utf8))
            return nil
        } catch { return error }
    }

    @Test("Without a policy no code is accepted", arguments: PolicyTests.examples)
    func withoutAPolicyNoCodeIsAccepted(_ text: String) throws {
        #expect(try !Fixtures.decide(text, by: OnboardingPolicy()).isAccepted)
    }

    private static let examples = [
        "https://example.com/x", "example.com", #"{"host":"example.com"}"#, "com.example.app://?a",
        "WIFI:T:WPA;S:x;P:12345678;;",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
    ]

    @Test("A file is read, and written so that it reads the same") func aFileReadsTheSameAfterWriting() throws {
        let json = """
            {"kinds": ["activationLink", "wifi"], "hosts": ["example.com", "*.Bücher.de", "*"], "appSchemes": ["com.example.app"],
             "paths": ["/a"], "ports": [443, 8443], "packages": ["com.x"], "maximumBytes": 100, "maximumDepth": 3, "maximumValues": 9,
             "requiresSignature": true, "algorithms": ["EdDSA"], "signatureParameter": "s", "requiresExpiry": true,
             "requiredReads": 3, "tolerates": ["openNetwork"], "refuses": ["internationalHost"]}
            """
        let policy = try OnboardingPolicy(json: Array(json.utf8))
        #expect(policy.kinds == [.activationLink, .wifi])
        #expect(policy.hosts.map(\.description) == ["example.com", "*.xn--bcher-kva.de", "*"])
        #expect(policy.ports == [443, 8443])
        #expect(policy.requiredReads == 3)
        #expect(policy.tolerates == [.openNetwork])
        #expect(try OnboardingPolicy(json: Array(try JSONEncoder().encode(policy))) == policy)
        #expect(try OnboardingPolicy(json: Array("{}".utf8)) == OnboardingPolicy())
    }

    @Test(
        "Errors name the key and what is required",
        arguments: [
            (#"{"host": ["x"]}"#, "host", "one of algorithms"), (#"{"hosts": "example.com"}"#, "hosts", "list"),
            (#"{"hosts": ["example.com", "10.0.0.1"]}"#, "hosts[1]", "a host name"),
            (#"{"hosts": [7]}"#, "hosts[0]", "text"), (#"{"hosts": [null]}"#, "hosts[0]", "text"),
            (#"{"ports": [0]}"#, "ports", "1...65535"), (#"{"ports": ["443"]}"#, "ports[0]", "whole number"),
            (#"{"kinds": ["host", "adresse"]}"#, "kinds[1]", "one of activationLink, discovery"),
            (#"{"refuses": ["x"]}"#, "refuses[0]", "one of invalidUTF8"), (#"{"": 1}"#, "\"\"", "one of algorithms"),
            (#"{"maximumBytes": 1e99}"#, "maximumBytes", "a valid value"),
            (#"{"kinds": ["text"]}"#, "kinds", "a kind of onboarding code"),
            (#"{"maximumBytes": 0}"#, "maximumBytes", "1...65536"),
            (#"{"maximumDepth": 65}"#, "maximumDepth", "1...64"),
            (#"{"requiresSignature": "yes"}"#, "requiresSignature", "true or false"),
            (#"{"requiredReads": 31}"#, "requiredReads", "1...30"),
            (#"{"tolerates": ["userInfo"]}"#, "tolerates", "tolerated"),
            (#"{"appSchemes": ["https"]}"#, "appSchemes", "app's scheme"),
            (#"{"appSchemes": ["Com.X"]}"#, "appSchemes", "lower case"),
            (#"{"appSchemes": ["javascript"]}"#, "appSchemes", "app's scheme"),
            (#"{"paths": ["activate"]}"#, "paths", "slash"),
            (#"{"algorithms": ["none"]}"#, "algorithms", "signature algorithm"),
            (#"{"ports": [1], "ports": [2]}"#, "policy", "unique keys"),
            (#"{"ports": [1]"#, "policy", "a JSON object"), ("[]", "policy", "object"),
            ("", "policy", "a JSON object"), (#"{"signatureParameter": ""}"#, "signatureParameter", "name"),
        ])
    func errorsNameTheKey(_ json: String, _ key: String, _ required: String) throws {
        let error = try #require(failure(json))
        #expect(error.parameter == key)
        #expect(error.required.contains(required), "\(error)")
    }

    @Test("A file that is no text is an error") func aFileThatIsNoTextIsAnError() {
        #expect(throws: ParameterError.self) { try OnboardingPolicy(json: [0xFF]) }
    }

    @Test("A classifier does not take a policy outside its ranges") func aPolicyOutsideItsRangesIsRefused() {
        #expect(throws: ParameterError.self) {
            try OnboardingClassifier(policy: Fixtures.policy { $0.maximumDepth = 1000 })
        }
    }

    @Test("Tolerated risks are told and not refused, others that are listed are refused")
    func toleratedRisksAreToldAndNotRefused() throws {
        let open = "WIFI:T:nopass;S:x;;"
        #expect(try !Fixtures.decide(open).isAccepted)
        let tolerant = try Fixtures.decide(open, by: Fixtures.policy { $0.tolerates = [.openNetwork] })
        #expect(tolerant.isAccepted)
        #expect(tolerant.risks == [.openNetwork])
        #expect(try Fixtures.decide("bücher.de").isAccepted)
        #expect(try !Fixtures.decide("bücher.de", by: Fixtures.policy { $0.refuses = [.internationalHost] }).isAccepted)
    }

    @Test("Every risk that may not be tolerated refuses a code") func everyFatalRiskRefusesACode() {
        for risk in OnboardingRisk.allCases where !risk.isTolerable {
            #expect(failure(#"{"tolerates": ["\#(risk.rawValue)"]}"#)?.parameter == "tolerates")
        }
    }
}
