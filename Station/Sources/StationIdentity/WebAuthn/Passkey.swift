/// A way for a browser to reach an authenticator, as reported by the authenticator. Browsers use it to prompt for the
/// right one.
package enum AuthenticatorTransport: String, Hashable, Sendable, Encodable {
    case usb, nfc, ble, hybrid, `internal`
    case smartCard = "smart-card"
}

/// The identifier by which authenticators know a person: 256 random bits, which reveal nothing about the person.
package struct UserHandle: Hashable, Sendable {
    /// The maximum length of a handle; the station's own have 32 bytes.
    private static let maximumBytes = 64

    package let bytes: [UInt8]

    package init() { bytes = .random(count: 32) }

    /// Creates a handle that was stored or sent by an authenticator; `nil` if it is empty or longer than 64 bytes.
    package init?(_ bytes: [UInt8]) {
        guard 1...Self.maximumBytes ~= bytes.count else { return nil }
        self.bytes = bytes
    }
}

/// A person's passkey in its stored form. It contains no secrets.
package struct Passkey: Hashable, Sendable {
    package let id: [UInt8]
    package let userHandle: UserHandle
    package let key: CredentialKey
    /// The authenticator's model, 16 bytes; zeros if it is not disclosed.
    package let aaguid: [UInt8]
    package let transports: [AuthenticatorTransport]
    /// Whether it may be copied to other devices, which never changes.
    package let isBackupEligible: Bool
    package internal(set) var isBackedUp: Bool
    /// The authenticator's signature counter; zero if it does not count.
    package internal(set) var counter: UInt32

    /// Creates a passkey from stored values.
    package init(
        id: [UInt8], userHandle: UserHandle, key: CredentialKey, aaguid: [UInt8], transports: [AuthenticatorTransport],
        isBackupEligible: Bool, isBackedUp: Bool, counter: UInt32
    ) {
        (self.id, self.userHandle, self.key, self.aaguid) = (id, userHandle, key, aaguid)
        (self.transports, self.counter) = (transports, counter)
        (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    }
}

/// The meaning of a signature counter. Source: W3C, "Web Authentication", Level 3, section 6.1.1.
package enum CounterVerdict: Hashable, Sendable {
    case plausible
    /// Another authenticator with the same passkey has signed since.
    case cloneSuspected

    package init(stored: UInt32, received: UInt32) {
        self = received > stored || (received == 0 && stored == 0) ? .plausible : .cloneSuspected
    }
}
