/// The decision on a code. It has no effects: the caller checks ``isAccepted`` and asks the user before it acts.
///
/// Descriptions, `dump` and the report omit everything that may be secret.
public struct OnboardingDecision: Hashable, Sendable {
    /// A risk and where it was found.
    public struct Finding: Hashable, Sendable, Encodable {
        public let risk: OnboardingRisk
        /// Whether the code is refused because of it.
        public let isRefusal: Bool
        /// A host, a scheme, or the name of a known key or field; never a value.
        public let detail: String?

        enum CodingKeys: String, CodingKey {
            case risk = "code"
            case isRefusal = "refused"
            case detail
        }
    }

    public let payload: OnboardingPayload
    /// Refusals first, otherwise in the order of discovery.
    public let findings: [Finding]
    public let signature: OnboardingSignature

    /// Whether it is a valid onboarding code.
    public var isAccepted: Bool { !findings.contains(where: \.isRefusal) }
    public var kind: OnboardingKind { payload.kind }
    public var risks: Set<OnboardingRisk> { Set(findings.map(\.risk)) }

    init(_ payload: OnboardingPayload, _ risks: RiskList, _ signature: OnboardingSignature, by policy: OnboardingPolicy)
    {
        self.payload = payload
        self.signature = signature
        let findings = risks.entries.map {
            Finding(risk: $0.risk, isRefusal: policy.isRefused($0.risk), detail: $0.detail)
        }
        self.findings = findings.filter(\.isRefusal) + findings.filter { !$0.isRefusal }
    }

    /// The same decision with one more risk.
    func adding(_ risk: OnboardingRisk, by policy: OnboardingPolicy) -> OnboardingDecision {
        var risks = RiskList()
        for finding in findings { risks.add(finding.risk, finding.detail) }
        risks.add(risk)
        return OnboardingDecision(payload, risks, signature, by: policy)
    }
}

extension OnboardingDecision: Redacted {
    public var facts: [OnboardingFact] {
        [OnboardingFact("accepted", "\(isAccepted)"), OnboardingFact("payload", payload.description)]
            + findings.map { finding in
                OnboardingFact(
                    finding.isRefusal ? "refusal" : "warning",
                    finding.risk.rawValue + (finding.detail.map { " (\($0))" } ?? ""))
            }
    }
}

/// Risks in the order of discovery, each detail once.
struct RiskList: Sendable {
    struct Entry: Hashable, Sendable {
        let risk: OnboardingRisk
        let detail: String?
    }

    /// Maximum number of risks kept, because a payload may hold thousands of hosts. The first of each kind is always
    /// kept.
    private static let maximum = 64

    private(set) var entries: [Entry] = []

    mutating func add(_ risk: OnboardingRisk, _ detail: String? = nil) {
        let entry = Entry(risk: risk, detail: detail.map(TextHazards.escaped))
        guard !entries.contains(entry) else { return }
        guard entries.count < Self.maximum || !entries.contains(where: { $0.risk == risk }) else { return }
        entries.append(entry)
    }

    mutating func add(_ risks: some Sequence<OnboardingRisk>, _ detail: String? = nil) {
        // Sets are unordered, but the same code must give the same answer.
        for risk in risks.sorted(by: { $0.rawValue < $1.rawValue }) { add(risk, detail) }
    }
}

/// The kind of a code. The raw values are stable names for files, logs and protocols.
public enum OnboardingKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A link that starts the activation: https to an allowed host, or the scheme of an app.
    case activationLink
    /// The connection settings of an app, in JSON.
    case discovery
    /// Only the host of an organization.
    case host
    /// The name and password of a wireless network.
    case wifi
    /// The key of a one-time-password generator.
    case oneTimePassword
    /// The initial settings of a managed device.
    case provisioning
    /// Another address.
    case link
    /// Any other readable text.
    case text
    /// An unreadable code: no text, too long, or only a part.
    case unreadable

    /// Whether a policy may accept this kind.
    public var isOnboarding: Bool {
        switch self {
        case .activationLink, .discovery, .host, .wifi, .oneTimePassword, .provisioning: true
        case .link, .text, .unreadable: false
        }
    }
}

/// A state as JSON:
///
///     {"state":"invalid","kind":"link","signature":"absent","risks":[{"code":"hostNotAllowed","refused":true,
///      "detail":"evil.net"}],"facts":{"scheme":"https","host":"evil.net","parameters":"1"}}
///
/// `hint` is present for `seen`; `kind`, `signature`, `risks` and `facts` for `invalid` and `successful`. The report
/// contains no secrets.
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
