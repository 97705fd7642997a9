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

    /// The name of the network. Anybody can choose it: shown, it is a text of a stranger.
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
