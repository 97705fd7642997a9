/// What a person is to the station.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Decides about the station and its people. There is at least one.
    case owner
    case member
    /// Scans, and sees nothing else.
    case guest
}

/// How somebody shows who they are.
package enum AuthenticationKind: String, Hashable, Sendable, CaseIterable {
    /// A passcode, or a recovery code.
    case basic
    /// A passkey: a fingerprint, a face or a device's own code.
    case biometric
    /// A signature, drawn on a page. It confirms a page, and opens nothing.
    case signature

    /// Whether it opens the station or unlocks it.
    package var opensSession: Bool { self != .signature }
}
