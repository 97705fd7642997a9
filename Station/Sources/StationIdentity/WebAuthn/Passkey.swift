/// How a browser reaches an authenticator, as it says itself. Browsers use it to ask for the right one.
package enum AuthenticatorTransport: String, Hashable, Sendable, Encodable {
    case usb, nfc, ble, hybrid, `internal`
    case smartCard = "smart-card"
}

/// The name by which authenticators know a person: 256 random bits, which tell nothing of them.
package struct UserHandle: Hashable, Sendable {
    /// Of any handle; those of the station have 32.
    private static let maximumBytes = 64

    package let bytes: [UInt8]

    package init() { bytes = .random(count: 32) }

    /// One that was stored, or that an authenticator sent; `nil` if it is empty, or has more than 64 bytes.
    package init?(_ bytes: [UInt8]) {
        guard 1...Self.maximumBytes ~= bytes.count else { return nil }
        self.bytes = bytes
    }
}

/// A person's passkey, as it is stored. Nothing in it is secret.
package struct Passkey: Hashable, Sendable {
    package let id: [UInt8]
    package let userHandle: UserHandle
    package let key: CredentialKey
    /// The model of the authenticator; zeros if it does not tell. 16 bytes.
    package let aaguid: [UInt8]
    package let transports: [AuthenticatorTransport]
    /// Whether it may be copied to other devices. This never changes.
    package let isBackupEligible: Bool
    package internal(set) var isBackedUp: Bool
    /// The number of its signatures; zero if its authenticator does not count.
    package internal(set) var counter: UInt32

    /// A passkey that was stored.
    package init(
        id: [UInt8], userHandle: UserHandle, key: CredentialKey, aaguid: [UInt8], transports: [AuthenticatorTransport],
        isBackupEligible: Bool, isBackedUp: Bool, counter: UInt32
    ) {
        (self.id, self.userHandle, self.key, self.aaguid) = (id, userHandle, key, aaguid)
        (self.transports, self.counter) = (transports, counter)
        (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    }
}

/// What the number of signatures tells. Source: W3C, "Web Authentication", Level 3, section 6.1.1.
package enum CounterVerdict: Hashable, Sendable {
    case plausible
    /// Another authenticator with the same passkey has signed meanwhile.
    case cloneSuspected

    package init(stored: UInt32, received: UInt32) {
        self = received > stored || (received == 0 && stored == 0) ? .plausible : .cloneSuspected
    }
}
