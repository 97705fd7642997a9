/// A state as JSON:
///
///     {"state":"invalid","kind":"link","signature":"absent","risks":[{"code":"hostNotAllowed","refused":true,
///      "detail":"evil.net"}],"facts":{"scheme":"https","host":"evil.net","parameters":"1"}}
///
/// `hint` stands beside `seen`; `kind`, `signature`, `risks` and `facts` beside `invalid` and `successful`. No secret
/// is in it.
public struct OnboardingReport: Encodable, Sendable {
    private let state: OnboardingState

    public init(_ state: OnboardingState) { self.state = state }

    private enum CodingKeys: CodingKey {
        case state, hint, kind, signature, risks, facts
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state.code, forKey: .state)
        if case .seen(let hint) = state { try container.encode(hint, forKey: .hint) }
        guard let decision = state.decision else { return }
        try container.encode(decision.kind, forKey: .kind)
        try container.encode(decision.signature, forKey: .signature)
        try container.encode(decision.findings, forKey: .risks)
        let facts = decision.payload.facts.map { ($0.name, $0.value) }
        try container.encode(Dictionary(facts) { first, _ in first }, forKey: .facts)
    }
}
