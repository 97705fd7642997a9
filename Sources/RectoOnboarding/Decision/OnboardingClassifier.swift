public import RectoCore

/// Classifies a decoded code and decides whether it is one of the organization's onboarding codes. It opens, connects
/// to and stores nothing.
///
/// Length, encoding and nesting are checked first. Then the form of the text determines the kind, the text is read by
/// the kind's exact grammar, and the result is checked against the ``OnboardingPolicy``. The same code gives the same
/// decision; with an expiry time, the same code and time do.
///
/// Complexity: linear in the length of the code, and bounded because the length is.
public struct OnboardingClassifier: Sendable {
    public let policy: OnboardingPolicy
    private let verifier: (any OnboardingSignatureVerifier)?

    /// - Parameters:
    ///   - policy: The codes to accept.
    ///   - verifier: The signature verifier. Without one, signatures stay unchecked, and a policy that requires one
    ///     refuses every code.
    /// - Throws: `ParameterError` if a field of the policy is outside its range.
    public init(
        policy: OnboardingPolicy, verifier: (any OnboardingSignatureVerifier)? = nil
    ) throws(ParameterError) {
        try policy.validate()
        self.policy = policy
        self.verifier = verifier
    }

    /// Decides on one code.
    ///
    /// - Parameters:
    ///   - code: The code as read.
    ///   - time: Seconds since 1970, to check expiry; `nil` without a reliable clock.
    public func decide(_ code: ScannedCode, at time: Int64? = nil) -> OnboardingDecision {
        var inspection = PayloadInspection(policy: policy, verifier: verifier, time: time)
        let payload = inspection.inspect(code)
        return OnboardingDecision(payload, inspection.risks, inspection.signature, by: policy)
    }

    /// Decides on a single picture, in which nothing can be read twice.
    ///
    /// - Parameters:
    ///   - codes: All decoded codes.
    ///   - located: The number of codes found but not decoded.
    ///   - time: Seconds since 1970; `nil` without a reliable clock.
    public func state(of codes: [ScannedCode], located: Int = 0, at time: Int64? = nil) -> OnboardingState {
        guard !codes.isEmpty else { return located > 0 ? .seen(.comeCloser) : .unsuccessful }
        let decisions = Set(codes).count > 1 ? codes.map { decide($0, at: time) } : [decide(codes[0], at: time)]
        let preferred = decisions.first(where: \.isAccepted) ?? decisions[0]
        return OnboardingState(of: decisions.count > 1 ? preferred.adding(.severalCodes, by: policy) : preferred)
    }
}
