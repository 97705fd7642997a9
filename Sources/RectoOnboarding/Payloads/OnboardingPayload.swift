/// What a code says, by its kind. It has not been acted upon, and nothing in it is true because it was read.
public enum OnboardingPayload: Hashable, Sendable {
    case activationLink(ActivationLink)
    case discovery(DiscoveryConfiguration)
    case host(OrganisationHost)
    case wifi(WiFiNetwork)
    case oneTimePassword(OneTimePasswordKey)
    case provisioning(DeviceProvisioning)
    /// Another address.
    case link(WebAddress)
    /// Anything else, also what begins like another kind and is not of its form.
    case text(Secret)
    /// No text, too long, or only a part.
    case unreadable

    public var kind: OnboardingKind {
        switch self {
        case .activationLink: .activationLink
        case .discovery: .discovery
        case .host: .host
        case .wifi: .wifi
        case .oneTimePassword: .oneTimePassword
        case .provisioning: .provisioning
        case .link: .link
        case .text: .text
        case .unreadable: .unreadable
        }
    }

    /// The host that a program would connect to.
    public var host: HostName? {
        switch self {
        case .activationLink(let link): link.address.host
        case .discovery(let configuration): configuration.host
        case .host(let host): host.host
        case .provisioning(let provisioning): provisioning.download?.host
        case .link(let address): address.host
        case .wifi, .oneTimePassword, .text, .unreadable: nil
        }
    }
}

extension OnboardingPayload: Redacted {
    public var facts: [OnboardingFact] {
        switch self {
        case .activationLink(let link): link.facts
        case .discovery(let configuration): configuration.facts
        case .host(let host): host.facts
        case .wifi(let network): network.facts
        case .oneTimePassword(let key): key.facts
        case .provisioning(let provisioning): provisioning.facts
        case .link(let address): address.facts
        case .text, .unreadable: []
        }
    }
    public var description: String {
        "\(kind.rawValue)(\(facts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    }
}
