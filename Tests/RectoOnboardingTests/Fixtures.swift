import RectoOnboarding
import Testing

/// The policy of an organization at example.com, and decisions by it.
enum Fixtures {
    static let policy: OnboardingPolicy = {
        var policy = OnboardingPolicy()
        policy.hosts = ["example.com", "*.example.com", "bücher.de"].compactMap { try? HostPattern($0) }
        policy.appSchemes = ["com.example.app"]
        policy.kinds = Set(OnboardingKind.allCases.filter(\.isOnboarding))
        return policy
    }()

    static func policy(_ change: (inout OnboardingPolicy) throws -> Void) rethrows -> OnboardingPolicy {
        var policy = policy
        try change(&policy)
        return policy
    }

    static func decide(
        _ text: String, by policy: OnboardingPolicy = policy, verifier: (any OnboardingSignatureVerifier)? = nil,
        at time: Int64? = nil
    ) throws -> OnboardingDecision {
        try OnboardingClassifier(policy: policy, verifier: verifier).decide(ScannedCode(text), at: time)
    }
}

/// A payload, its kind, and its defect.
struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: OnboardingKind
    let risks: Set<OnboardingRisk>

    init(_ text: String, _ kind: OnboardingKind, _ risks: Set<OnboardingRisk> = []) {
        (self.text, self.kind, self.risks) = (text, kind, risks)
    }

    var testDescription: String { String(text.debugDescription.prefix(80)) }
}
