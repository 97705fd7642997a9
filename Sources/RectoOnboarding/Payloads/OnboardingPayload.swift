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

/// The host of an organisation, which the user would otherwise type: `example.com`, `example.com:8443`,
/// `https://example.com/`.
public struct OrganisationHost: Hashable, Sendable, Redacted {
    /// `nil` if it is no host name, but an address that stands in the place of one.
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

/// The settings with which a managed Android device starts: a JSON object of `android.app.extra.PROVISIONING_…`.
///
/// Whoever writes them owns the device.
public struct DeviceProvisioning: Hashable, Sendable {
    /// The package of the program that will own the device.
    public let package: String?
    /// Its class within the package.
    public let component: String?
    /// From where it is loaded; `nil` if it is in the device already.
    public let download: WebAddress?
    /// SHA-256 of the package's certificate.
    public let signatureChecksum: [UInt8]?
    /// SHA-256 of the package.
    public let packageChecksum: [UInt8]?
    /// The network through which to load it.
    public let network: WiFiNetwork?
    /// All of it, unknown keys and the program's own settings (`PROVISIONING_ADMIN_EXTRAS_BUNDLE`) as well.
    public let settings: JSONValue

    /// What all keys begin with.
    static let prefix = "android.app.extra.PROVISIONING_"

    /// What the program is given: often the enrolment token, at times a password.
    public var extras: JSONValue? { settings[Self.prefix + "ADMIN_EXTRAS_BUNDLE"] }
}

extension DeviceProvisioning: Redacted {
    public var facts: [OnboardingFact] {
        var facts: [OnboardingFact] = []
        if let package { facts.append(OnboardingFact("package", package)) }
        facts += download?.host?.facts ?? []
        facts += network?.facts ?? []
        facts.append(OnboardingFact("checksum", "\(signatureChecksum != nil || packageChecksum != nil)"))
        return facts
    }
}

/// The connection settings of an app, as a discovery service would give them.
///
/// There is no published schema: the names that are in use for the same thing are understood, in upper and lower case,
/// and everything is kept.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// The host to connect to.
    public let host: HostName?
    /// Nothing stands for that of the scheme.
    public let port: Int?
    /// `https` where none is named.
    public let scheme: String
    /// What to show as the name of the connection.
    public let name: String?
    public let applicationID: Secret?
    /// Kinds of sign-in, such as `saml2.web.post`.
    public let authentication: [String]
    /// All of it, unknown keys as well.
    public let settings: JSONValue

    /// Keys with the address of the host, the most telling first.
    static let addressKeys = [
        "host", "serverHost", "InstanceUrl", "serverUrl", "backendURL", "SapCloudPlatformEndpoint", "endpointUrl",
        "fioriURL",
        "discoveryUrl", "server", "url",
    ]
    /// Keys of what else is understood.
    static let otherKeys = [
        "port", "serverPort", "protocol", "scheme", "https", "name", "displayName", "applicationID", "appID", "AppId",
        "auth",
        "exp", "nbf", "iss", "iat", "jti",
    ]

    /// How many members are not understood.
    public var unknownCount: Int {
        let known = Set((Self.addressKeys + Self.otherKeys).map { $0.lowercased() })
        return (settings.members ?? []).count { !known.contains($0.key.lowercased()) }
    }
}

extension DiscoveryConfiguration: Redacted {
    public var facts: [OnboardingFact] {
        var facts = [OnboardingFact("scheme", scheme == "http" ? "http" : "https")] + (host?.facts ?? [])
        if let port { facts.append(OnboardingFact("port", "\(port)")) }
        facts.append(OnboardingFact("unknownKeys", "\(unknownCount)"))
        return facts
    }
}

/// A wireless network, from `WIFI:T:WPA;S:name;P:password;;`.
public struct WiFiNetwork: Hashable, Sendable {
    public enum Security: String, Hashable, Sendable {
        /// No password; where the network can, encrypted all the same.
        case open
        case wep
        /// WPA, WPA2 or both: most codes do not say which.
        case wpa
        /// WPA3 alone (SAE).
        case wpa3
        /// With an account for each user (802.1X).
        case enterprise
    }

    /// The name of the network. Anybody can choose it: where it is shown, it is untrusted text.
    public let ssid: String
    public let security: Security
    public let password: Secret?
    public let isHidden: Bool
    /// The account of an enterprise network.
    public let identity: Secret?
    /// Everything, in the order in which it is written; the names are single letters or of a few characters.
    public let fields: [Field]

    public struct Field: Hashable, Sendable, Redacted {
        public let name: Secret
        public let value: Secret
        public var facts: [OnboardingFact] { [] }
    }
}

extension WiFiNetwork: Redacted {
    public var facts: [OnboardingFact] {
        [OnboardingFact("ssid", ssid), OnboardingFact("security", security.rawValue)]
            + (isHidden ? [OnboardingFact("hidden", "true")] : [])
    }
}

/// The key of a one-time-password generator, from `otpauth://totp/Issuer:account?secret=…`.
public struct OneTimePasswordKey: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable {
        /// By the time, RFC 6238.
        case totp
        /// By a counter, RFC 4226.
        case hotp
    }
    public enum Algorithm: String, Hashable, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// Who asks for the passwords. Nobody vouches for it.
    public let issuer: String?
    public let account: Secret
    /// In Base32, upper case, without padding and blanks.
    public let secret: Secret
    public let mode: Mode
    public let algorithm: Algorithm
    /// 6...8.
    public let digits: Int
    /// Seconds for which a password lasts, `1...3600`; `nil` with a counter.
    public let period: Int?
    /// The first value of the counter; `nil` without one.
    public let counter: UInt64?
}

extension OneTimePasswordKey: Redacted {
    public var facts: [OnboardingFact] {
        (issuer.map { [OnboardingFact("issuer", $0)] } ?? []) + [
            OnboardingFact("mode", mode.rawValue), OnboardingFact("algorithm", algorithm.rawValue),
            OnboardingFact("digits", "\(digits)"),
        ]
    }
}
