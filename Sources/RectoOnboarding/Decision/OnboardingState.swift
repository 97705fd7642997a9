/// The feedback to the scanning user.
public enum OnboardingState: Hashable, Sendable {
    /// A hint that helps to read a visible code.
    public enum Hint: String, Hashable, Codable, Sendable, CaseIterable {
        /// Its modules are too small in the frame.
        case comeCloser
        /// It is large enough, but blurred, or was not read often enough yet.
        case holdSteady
    }

    /// No QR code is in view.
    case unsuccessful
    /// There is a QR code that cannot be read yet.
    case seen(Hint)
    /// There is a QR code, but no valid onboarding code.
    case invalid(OnboardingDecision)
    /// There is a valid onboarding code.
    case successful(OnboardingDecision)

    /// The state of a scan after the decision on a code.
    public init(of decision: OnboardingDecision) {
        self = decision.isAccepted ? .successful(decision) : .invalid(decision)
    }

    /// A stable name for files, logs and protocols.
    public var code: String {
        switch self {
        case .unsuccessful: "unsuccessful"
        case .seen: "seen"
        case .invalid: "invalid"
        case .successful: "successful"
        }
    }

    /// The decision; `nil` until a code was read.
    public var decision: OnboardingDecision? {
        switch self {
        case .invalid(let decision), .successful(let decision): decision
        case .unsuccessful, .seen: nil
        }
    }
}

extension OnboardingState: Redacted {
    public var facts: [OnboardingFact] {
        switch self {
        case .unsuccessful: []
        case .seen(let hint): [OnboardingFact("hint", hint.rawValue)]
        case .invalid(let decision), .successful(let decision): decision.facts
        }
    }
    public var description: String {
        "\(code)(\(facts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    }
}
