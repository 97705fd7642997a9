import RectoCore

/// The onboarding codes that an organization accepts. The default accepts none: it names no host and no scheme.
///
/// In JSON, an object with these names, all optional. Unknown names are errors, so that a typo never passes for a rule:
///
///     {"kinds": ["activationLink", "host"], "hosts": ["example.com", "*.example.com"],
///      "appSchemes": ["com.example.app"]}
public struct OnboardingPolicy: Hashable, Codable, Sendable {
    /// Accepted kinds. By default those that lead to a host of the organization: activation links, discovery
    /// configurations and hosts. The others have nothing to check against a list of hosts.
    public var kinds: Set<OnboardingKind> = [.activationLink, .discovery, .host]
    /// The hosts that a code may lead to.
    public var hosts: [HostPattern] = []
    /// App schemes allowed in activation links, in lower case.
    public var appSchemes: Set<String> = []
    /// Allowed prefixes of the path of an https activation link, in whole segments: `/activate` allows `/activate` and
    /// `/activate/now`. Empty allows any path.
    public var paths: [String] = []
    /// Ports, `1...65535`. Default 443.
    public var ports: Set<Int> = [443]
    /// Packages allowed to own a provisioned device. Empty allows any.
    public var packages: Set<String> = []

    /// Maximum message length, `1...65536` bytes. Default 2953: the capacity of one code.
    public var maximumBytes = 2953
    /// Maximum nesting depth of JSON, `1...64`. Default 16.
    public var maximumDepth = 16
    /// Maximum number of values in a JSON text, `1...65536`. Default 1024.
    public var maximumValues = 1024

    /// Whether a code without a valid signature is refused.
    public var requiresSignature = false
    /// Allowed signature algorithms, by their names in JWS (RFC 7518, RFC 8037).
    public var algorithms: Set<String> = ["EdDSA", "ES256"]
    /// Name of the last parameter of a signed link, whose value is the signature in URL-safe Base64.
    public var signatureParameter = "sig"
    /// Whether a code without an expiry time (`exp`) is refused.
    public var requiresExpiry = false

    /// Equal reads in different frames before a code counts, `1...30`. Default 2.
    public var requiredReads = 2
    /// Risks that are reported but not refused. They must satisfy ``OnboardingRisk/isTolerable``.
    public var tolerates: Set<OnboardingRisk> = []
    /// Risks that are refused although by default they are only reported.
    public var refuses: Set<OnboardingRisk> = []

    public init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
        case kinds, hosts, appSchemes, paths, ports, packages
        case maximumBytes, maximumDepth, maximumValues
        case requiresSignature, algorithms, signatureParameter, requiresExpiry
        case requiredReads, tolerates, refuses
    }

    /// Whether a code with this risk is refused.
    func isRefused(_ risk: OnboardingRisk) -> Bool {
        if refuses.contains(risk) { return true }
        if risk == .signatureUnchecked && requiresSignature || risk == .expiryUnchecked && requiresExpiry {
            return true
        }
        switch risk.weight {
        case .fatal: return true
        case .refusal: return !tolerates.contains(risk)
        case .warning: return false
        }
    }

    /// Whether a pattern matches the host, including `*`.
    func allows(_ host: HostName) -> Bool { hosts.contains { $0.matches(host) } }

    /// Whether a pattern other than `*` matches the host.
    func names(_ host: HostName) -> Bool { hosts.contains { !$0.isAny && $0.matches(host) } }

    /// - Throws: `ParameterError` with the key.
    func validate() throws(ParameterError) {
        try checkParameter("maximumBytes", maximumBytes, 1...65536)
        try checkParameter("maximumDepth", maximumDepth, 1...64)
        try checkParameter("maximumValues", maximumValues, 1...65536)
        try checkParameter("requiredReads", requiredReads, 1...30)
        for port in ports.sorted() { try checkParameter("ports", port, 1...65535) }
        func require(_ isFine: Bool, _ key: String, _ value: String, _ required: String) throws(ParameterError) {
            guard isFine else {
                throw ParameterError(key, found: "\"\(TextHazards.escaped(value))\"", required: required)
            }
        }
        for kind in kinds {
            try require(kind.isOnboarding, "kinds", kind.rawValue, "a kind of onboarding code")
        }
        for scheme in appSchemes {
            let isTaken =
                AddressReader.dangerousSchemes.contains(scheme) || AddressReader.connectingSchemes.contains(scheme)
                || ["otpauth", "wifi"].contains(scheme)
            let isScheme = AddressReader.isScheme(scheme.utf8) && scheme == scheme.lowercased()
            try require(
                isScheme && !isTaken, "appSchemes", scheme, "an app's scheme in lower case, without a colon")
        }
        for path in paths {
            let isPath = path.hasPrefix("/") && !path.contains { "?#%\\ ".contains($0) }
            try require(isPath, "paths", path, "a path that begins with a slash, without escapes")
        }
        for algorithm in algorithms {
            try require(algorithm.lowercased() != "none", "algorithms", algorithm, "a signature algorithm")
        }
        try require(!signatureParameter.isEmpty, "signatureParameter", signatureParameter, "a name")
        for risk in tolerates {
            try require(risk.isTolerable, "tolerates", risk.rawValue, "a risk that may be tolerated")
        }
    }
}
