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
