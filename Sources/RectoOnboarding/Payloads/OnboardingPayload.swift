/// The content of a code, by kind. It has not been acted upon, and reading it does not make it trustworthy.
public enum OnboardingPayload: Hashable, Sendable {
    case activationLink(ActivationLink)
    case discovery(DiscoveryConfiguration)
    case host(OrganisationHost)
    case wifi(WiFiNetwork)
    case oneTimePassword(OneTimePasswordKey)
    case provisioning(DeviceProvisioning)
    /// Another address.
    case link(WebAddress)
    /// Anything else, including malformed texts that begin like another kind.
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

    /// Whether the link opens an app by the app's scheme, and not a host.
    public var isAppLink: Bool { !address.isWeb }
    /// The application to activate, if the link names it (`AppId`, `applicationId`).
    public var applicationID: Secret? { address.parameter("AppId") ?? address.parameter("applicationId") }

    /// The policy names the app's scheme, so it may be shown.
    public var facts: [OnboardingFact] {
        [OnboardingFact("scheme", address.scheme)] + address.facts.filter { $0.name != "scheme" }
    }
}

/// The host of an organization, which the user would otherwise type: `example.com`, `example.com:8443`,
/// `https://example.com/`.
public struct OrganisationHost: Hashable, Sendable, Redacted {
    /// `nil` if the text is not a host name, but an address in its place.
    public let host: HostName?
    /// `nil` means the scheme's default port.
    public let port: Int?
    /// `https` if none is written.
    public let scheme: String

    public var facts: [OnboardingFact] {
        [OnboardingFact("scheme", scheme)] + (host?.facts ?? [])
            + (port.map { [OnboardingFact("port", "\($0)")] } ?? [])
    }
}

/// The initial settings of a managed Android device: a JSON object of `android.app.extra.PROVISIONING_…`.
///
/// Their author controls the device.
public struct DeviceProvisioning: Hashable, Sendable {
    /// The package of the program that will own the device.
    public let package: String?
    /// The class within the package.
    public let component: String?
    /// The download address; `nil` if the program is already on the device.
    public let download: WebAddress?
    /// SHA-256 of the package's certificate.
    public let signatureChecksum: [UInt8]?
    /// SHA-256 of the package.
    public let packageChecksum: [UInt8]?
    /// The network used for the download.
    public let network: WiFiNetwork?
    /// All settings, including unknown keys and the program's own (`PROVISIONING_ADMIN_EXTRAS_BUNDLE`).
    public let settings: JSONValue

    /// The common prefix of all keys.
    static let prefix = "android.app.extra.PROVISIONING_"

    /// The settings passed to the program: often the enrollment token, sometimes a password.
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
/// There is no published schema. The names in common use are understood, in upper and lower case, and everything is
/// kept.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// The host to connect to.
    public let host: HostName?
    /// `nil` means the scheme's default port.
    public let port: Int?
    /// `https` if none is named.
    public let scheme: String
    /// The display name of the connection.
    public let name: String?
    public let applicationID: Secret?
    /// Kinds of sign-in, such as `saml2.web.post`.
    public let authentication: [String]
    /// All settings, including unknown keys.
    public let settings: JSONValue

    /// Keys with the address of the host, the most specific first.
    static let addressKeys = [
        "host", "serverHost", "InstanceUrl", "serverUrl", "backendURL", "SapCloudPlatformEndpoint", "endpointUrl",
        "fioriURL",
        "discoveryUrl", "server", "url",
    ]
    /// Other keys that are understood.
    static let otherKeys = [
        "port", "serverPort", "protocol", "scheme", "https", "name", "displayName", "applicationID", "appID", "AppId",
        "auth",
        "exp", "nbf", "iss", "iat", "jti",
    ]

    /// Number of members that are not understood.
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
        /// No password. Networks that support it are encrypted nevertheless.
        case open
        case wep
        /// WPA, WPA2 or both: most codes do not say which.
        case wpa
        /// WPA3 only (SAE).
        case wpa3
        /// A separate account for each user (802.1X).
        case enterprise
    }

    /// The name of the network. Anybody can choose it, so it is untrusted text when shown.
    public let ssid: String
    public let security: Security
    public let password: Secret?
    public let isHidden: Bool
    /// The account of an enterprise network.
    public let identity: Secret?
    /// All fields in the order of the text. Their names are one or a few characters long.
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
        /// Time-based, RFC 6238.
        case totp
        /// Counter-based, RFC 4226.
        case hotp
    }
    public enum Algorithm: String, Hashable, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// The service that asks for the passwords. It is not verified.
    public let issuer: String?
    public let account: Secret
    /// In Base32, upper case, without padding and blanks.
    public let secret: Secret
    public let mode: Mode
    public let algorithm: Algorithm
    /// Number of digits, 6...8.
    public let digits: Int
    /// Validity of a password in seconds, `1...3600`; `nil` with a counter.
    public let period: Int?
    /// The first value of the counter; `nil` without a counter.
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
