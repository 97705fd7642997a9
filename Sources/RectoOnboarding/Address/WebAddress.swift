/// An address with a scheme, by RFC 3986. Everything after the host may hold codes and keys, and is secret.
public struct WebAddress: Hashable, Sendable {
    /// A parameter of the query.
    public struct Parameter: Hashable, Sendable, Redacted {
        /// Percent-decoded.
        public let name: Secret
        /// Percent-decoded; empty if there is no equals sign.
        public let value: Secret

        public var facts: [OnboardingFact] { [] }
    }

    /// In lower case.
    public let scheme: String
    /// `nil` if it is missing or cannot be read. Always `nil` for an app's scheme, which has an action in place of a
    /// host.
    public let host: HostName?
    /// The port as written; `nil` means the scheme's default port.
    public let port: Int?
    /// The action that an app's scheme has in place of a host, percent-decoded; `nil` for schemes with a host.
    public let action: Secret?
    /// The path as written, percent-encoded, from the first slash after the host.
    public let path: Secret
    /// Parameters in the order of the address.
    public let parameters: [Parameter]
    /// The fragment as written; `nil` if it is missing.
    public let fragment: Secret?
    /// The whole address, as read.
    public let text: Secret

    /// The value of a parameter, by its case-insensitive name.
    public func parameter(_ name: String) -> Secret? {
        parameters.first { $0.name.revealed.lowercased() == name.lowercased() }?.value
    }

    /// Whether a browser would open it.
    var isWeb: Bool { scheme == "https" || scheme == "http" }
    /// The port, or the scheme's default.
    var effectivePort: Int? { port ?? ["https": 443, "http": 80][scheme] }
}

extension WebAddress: Redacted {
    public var facts: [OnboardingFact] {
        var facts = [OnboardingFact("scheme", Self.isKnown(scheme) ? scheme : "other")] + (host?.facts ?? [])
        if let port { facts.append(OnboardingFact("port", "\(port)")) }
        facts.append(OnboardingFact("parameters", "\(parameters.count)"))
        return facts
    }

    /// Whether a scheme may be shown. An unknown one may be the beginning of a private text.
    private static func isKnown(_ scheme: String) -> Bool {
        AddressReader.dangerousSchemes.contains(scheme)
            || ["https", "http", "ws", "wss", "ftp", "ftps", "otpauth", "otpauth-migration", "geo", "mailto", "market"]
                .contains(scheme)
    }
}
