/// The name of a host, in the form in which it is looked up.
public struct HostName: Hashable, Sendable {
    /// Lower-case ASCII, international labels in Punycode, without a final dot. The form to show and to compare.
    public let ascii: String
    /// The same with international labels in their own letters. May look like another host: to be shown beside the
    /// ASCII form, never in place of it.
    public let unicode: String

    /// Whether a label is in other letters than ASCII.
    public var isInternational: Bool { ascii != unicode }

    /// Whether the name means another host in each network: without a dot, or below a name that is kept for such.
    var isLocal: Bool {
        let labels = ascii.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        return Self.localNames.contains(last) || Self.addressServices.contains(where: isAtOrBelow)
    }

    private static let localNames: Set<Substring> = [
        "local", "localhost", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "invalid",
    ]
    /// Services whose names stand for any address that is written into them, those of the own network as well.
    private static let addressServices = ["home.arpa", "lvh.me", "localtest.me", "nip.io", "sslip.io", "xip.io"]

    /// Whether this is the other host or one below it.
    func isAtOrBelow(_ other: String) -> Bool { ascii == other || ascii.hasSuffix("." + other) }
}

extension HostName: Redacted {
    public var facts: [OnboardingFact] {
        [OnboardingFact("host", ascii)] + (isInternational ? [OnboardingFact("hostUnicode", unicode)] : [])
    }
    public var description: String { ascii }
}
