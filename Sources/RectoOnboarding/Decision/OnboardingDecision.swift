/// What was decided on a code. Nothing has been done: whoever acts looks at ``isAccepted`` and asks the user.
///
/// Descriptions, `dump` and the report leave out all that may be secret.
public struct OnboardingDecision: Hashable, Sendable {
    /// A risk with what it was found in.
    public struct Finding: Hashable, Sendable, Encodable {
        public let risk: OnboardingRisk
        /// Whether the code is refused for it.
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
    /// Refusals first, otherwise in the order in which they were found.
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

    /// The same with one more risk.
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

/// Risks in the order in which they were found, each detail once.
struct RiskList: Sendable {
    struct Entry: Hashable, Sendable {
        let risk: OnboardingRisk
        let detail: String?
    }

    /// So many are kept: a payload may hold thousands of hosts. Of each risk the first is kept in any case.
    private static let maximum = 64

    private(set) var entries: [Entry] = []

    mutating func add(_ risk: OnboardingRisk, _ detail: String? = nil) {
        let entry = Entry(risk: risk, detail: detail.map(TextHazards.escaped))
        guard !entries.contains(entry) else { return }
        guard entries.count < Self.maximum || !entries.contains(where: { $0.risk == risk }) else { return }
        entries.append(entry)
    }

    mutating func add(_ risks: some Sequence<OnboardingRisk>, _ detail: String? = nil) {
        // Sets have no order of their own; the same code must give the same answer.
        for risk in risks.sorted(by: { $0.rawValue < $1.rawValue }) { add(risk, detail) }
    }
}
