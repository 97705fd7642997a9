/// What a code is. The raw values are stable names for files, logs and protocols.
public enum OnboardingKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A link that starts the activation: https to an allowed host, or the scheme of an app.
    case activationLink
    /// The connection settings of an app, in JSON.
    case discovery
    /// The host of an organisation, alone.
    case host
    /// The name and password of a wireless network.
    case wifi
    /// The key of a one-time-password generator.
    case oneTimePassword
    /// The settings with which a managed device starts.
    case provisioning
    /// Another address.
    case link
    /// Anything else that can be read.
    case text
    /// What cannot be read: no text, too long, or only a part.
    case unreadable

    /// Whether a policy may accept it.
    public var isOnboarding: Bool {
        switch self {
        case .activationLink, .discovery, .host, .wifi, .oneTimePassword, .provisioning: true
        case .link, .text, .unreadable: false
        }
    }
}
