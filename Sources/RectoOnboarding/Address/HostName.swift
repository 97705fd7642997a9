public import RectoCore

/// A host name in the form used for lookup.
public struct HostName: Hashable, Sendable {
    /// Lower-case ASCII, international labels in Punycode, without a final dot. The form to show and to compare.
    public let ascii: String
    /// The same with international labels in their own letters. May look like another host, so it must be shown
    /// together with the ASCII form, never instead of it.
    public let unicode: String

    /// Whether a label has letters other than ASCII.
    public var isInternational: Bool { ascii != unicode }

    /// Whether the name means a different host in each network: it has no dot, or lies below a name reserved for this.
    var isLocal: Bool {
        let labels = ascii.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        return Self.localNames.contains(last) || Self.addressServices.contains(where: isAtOrBelow)
    }

    private static let localNames: Set<Substring> = [
        "local", "localhost", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "invalid",
    ]
    /// Services whose names resolve to any address written into them, including addresses of the local network.
    private static let addressServices = ["home.arpa", "lvh.me", "localtest.me", "nip.io", "sslip.io", "xip.io"]

    /// Whether this is the other host or a subdomain of it.
    func isAtOrBelow(_ other: String) -> Bool { ascii == other || ascii.hasSuffix("." + other) }
}

extension HostName: Redacted {
    public var facts: [OnboardingFact] {
        [OnboardingFact("host", ascii)] + (isInternational ? [OnboardingFact("hostUnicode", unicode)] : [])
    }
    public var description: String { ascii }
}

/// The hosts that a policy names: only `example.com`, `*.example.com` for all subdomains, or `*` for every host.
public struct HostPattern: Hashable, Sendable {
    /// In ASCII; empty for every host.
    let base: String
    /// The same, prepared for comparison with imitations.
    let known: LookAlike.Known
    private let isBelow: Bool

    /// - Throws: `ParameterError` if the text is neither a host with a dot, nor such a host after `*.`, nor `*`.
    public init(_ text: String) throws(ParameterError) {
        guard text != "*" else {
            (base, known, isBelow) = ("", LookAlike.Known(""), true)
            return
        }
        isBelow = text.hasPrefix("*.")
        let reader = HostReader(isBelow ? text.dropFirst(2) : text[...])
        guard let host = reader.host, reader.risks.isSubset(of: [.internationalHost]),
            !isBelow || host.ascii.contains(".")
        else {
            throw ParameterError(
                "hosts", found: "\"\(TextHazards.escaped(text))\"",
                required: "a host name, such as example.com, or *.example.com, or *; no scheme, port or address")
        }
        (base, known) = (host.ascii, LookAlike.Known(host.unicode))
    }

    /// Whether the pattern matches every host.
    var isAny: Bool { base.isEmpty }

    func matches(_ host: HostName) -> Bool {
        if isAny { return true }
        return isBelow ? host.ascii.hasSuffix("." + base) : host.ascii == base
    }
}

extension HostPattern: Codable, CustomStringConvertible {
    public var description: String { isAny ? "*" : isBelow ? "*." + base : base }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do { try self.init(text) } catch { throw error.at(decoder.codingPath) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
