/// The host of an organisation, which the user would otherwise type: `example.com`, `example.com:8443`,
/// `https://example.com/`.
public struct OrganisationHost: Hashable, Sendable, Redacted {
    /// Nothing if it is no host name, but an address that stands in the place of one.
    public let host: HostName?
    /// Nothing stands for that of the scheme.
    public let port: Int?
    /// `https` where none is written.
    public let scheme: String

    public var facts: [OnboardingFact] {
        [OnboardingFact("scheme", scheme)] + (host?.facts ?? [])
            + (port.map { [OnboardingFact("port", "\($0)")] } ?? [])
    }
}
