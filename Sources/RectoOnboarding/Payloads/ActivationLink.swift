/// A link that starts the activation of an app: `https://example.com/activate?code=…` or `com.example.app://?AppId=…`.
public struct ActivationLink: Hashable, Sendable, Redacted {
    public let address: WebAddress

    /// Whether it goes to an app by a scheme of its own, and not to a host.
    public var isAppLink: Bool { !address.isWeb }
    /// The application that is to be activated, where the link says so (`AppId`, `applicationId`).
    public var applicationID: Secret? { address.parameter("AppId") ?? address.parameter("applicationId") }

    /// The scheme of an app is one that the policy names, so that it may be shown.
    public var facts: [OnboardingFact] {
        [OnboardingFact("scheme", address.scheme)] + address.facts.filter { $0.name != "scheme" }
    }
}
