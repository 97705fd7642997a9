import RectoOnboarding

extension OnboardingState {
    /// For a person to read; without secrets.
    var line: String {
        switch self {
        case .unsuccessful: "no QR code"
        case .seen(.comeCloser): "a QR code, too small to be read: come closer"
        case .seen(.holdSteady): "a QR code: hold steady"
        case .invalid(let decision): "not a valid onboarding code: \(Self.line(of: decision))"
        case .successful(let decision): "a valid onboarding code: \(Self.line(of: decision))"
        }
    }

    private static func line(of decision: OnboardingDecision) -> String {
        let facts = decision.payload.facts.map { ", \($0.name) \($0.value)" }.joined()
        let risks = decision.findings.map { finding in
            (finding.isRefusal ? "refused for " : "warning: ") + finding.risk.rawValue
                + (finding.detail.map { " (\($0))" } ?? "")
        }
        return ([decision.kind.rawValue + facts] + risks).joined(separator: "; ")
    }
}
