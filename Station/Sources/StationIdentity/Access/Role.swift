/// The role of a person at the station.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Manages the station and its people. At least one exists.
    case owner
    case member
    /// May only scan.
    case guest
}

/// A way to authenticate.
package enum AuthenticationKind: String, Hashable, Sendable, CaseIterable {
    /// A passcode, or a recovery code.
    case basic
    /// A passkey: a fingerprint, a face or the device's PIN.
    case biometric
    /// A signature drawn on a page. It confirms a page, but does not authenticate.
    case signature

    /// Whether it signs in to the station or unlocks it.
    package var opensSession: Bool { self != .signature }
}
