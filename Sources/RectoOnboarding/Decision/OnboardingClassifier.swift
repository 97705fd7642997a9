public import RectoCore

/// Says what a decoded code is and whether it is one of the organisation's onboarding codes. It opens, connects and
/// stores nothing.
///
/// What is checked before all else: length, encoding, nesting. Then the kind is found by the form of the text, read by
/// its exact grammar, and held against the ``OnboardingPolicy``. The same code gives the same decision; with a time of
/// expiry, the same code and time.
///
/// Complexity: linear in the length of the code, and bounded, as the length is.
public struct OnboardingClassifier: Sendable {
    public let policy: OnboardingPolicy
    private let verifier: (any OnboardingSignatureVerifier)?

    /// - Parameters:
    ///   - policy: What is taken.
    ///   - verifier: Without one a signature stays unchecked, and a policy that requires one refuses every code.
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
    ///   - code: As the reader read it.
    ///   - time: Seconds since 1970, to hold a time of expiry against; `nil` where no clock is right.
    public func decide(_ code: ScannedCode, at time: Int64? = nil) -> OnboardingDecision {
        var inspection = PayloadInspection(policy: policy, verifier: verifier, time: time)
        let payload = inspection.inspect(code)
        return OnboardingDecision(payload, inspection.risks, inspection.signature, by: policy)
    }

    /// Decides on a single picture, where nothing can be read twice.
    ///
    /// - Parameters:
    ///   - codes: All that were decoded.
    ///   - located: How many were seen and not decoded.
    ///   - time: Seconds since 1970; `nil` where no clock is right.
    public func state(of codes: [ScannedCode], located: Int = 0, at time: Int64? = nil) -> OnboardingState {
        guard !codes.isEmpty else { return located > 0 ? .seen(.comeCloser) : .unsuccessful }
        let decisions = Set(codes).count > 1 ? codes.map { decide($0, at: time) } : [decide(codes[0], at: time)]
        let preferred = decisions.first(where: \.isAccepted) ?? decisions[0]
        return OnboardingState(of: decisions.count > 1 ? preferred.adding(.severalCodes, by: policy) : preferred)
    }
}
