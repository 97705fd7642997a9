/// An address with a scheme, by RFC 3986. All behind the host may hold codes and keys, and is secret.
public struct WebAddress: Hashable, Sendable {
    /// A parameter of the query.
    public struct Parameter: Hashable, Sendable, Redacted {
        /// Percent-decoded.
        public let name: Secret
        /// Percent-decoded; empty where there is no equals sign.
        public let value: Secret

        public var facts: [OnboardingFact] { [] }
    }

    /// In lower case.
    public let scheme: String
    /// `nil` where there is none, or none that can be read; of an app's scheme always `nil`, for there the place of
    /// the host names an action.
    public let host: HostName?
    /// As it is written; `nil` stands for the port of the scheme.
    public let port: Int?
    /// What an app's scheme has in the place of a host, percent-decoded; `nil` for schemes with a host.
    public let action: Secret?
    /// As it is written, percent-encoded, from the first slash behind the host.
    public let path: Secret
    /// In the order in which they are written.
    public let parameters: [Parameter]
    /// As it is written; `nil` where there is none.
    public let fragment: Secret?
    /// The whole address, as it was read.
    public let text: Secret

    /// The value of a parameter, by its name in upper or lower case.
    public func parameter(_ name: String) -> Secret? {
        parameters.first { $0.name.revealed.lowercased() == name.lowercased() }?.value
    }

    /// Whether a browser would open it.
    var isWeb: Bool { scheme == "https" || scheme == "http" }
    /// The port that is meant.
    var effectivePort: Int? { port ?? ["https": 443, "http": 80][scheme] }
}

extension WebAddress: Redacted {
    public var facts: [OnboardingFact] {
        var facts = [OnboardingFact("scheme", Self.isKnown(scheme) ? scheme : "other")] + (host?.facts ?? [])
        if let port { facts.append(OnboardingFact("port", "\(port)")) }
        facts.append(OnboardingFact("parameters", "\(parameters.count)"))
        return facts
    }

    /// Whether a scheme may be shown: another one may be the beginning of a text that somebody wrote.
    private static func isKnown(_ scheme: String) -> Bool {
        AddressReader.dangerousSchemes.contains(scheme)
            || ["https", "http", "ws", "wss", "ftp", "ftps", "otpauth", "otpauth-migration", "geo", "mailto", "market"]
                .contains(scheme)
    }
}
