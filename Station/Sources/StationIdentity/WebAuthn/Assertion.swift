/// The reason why the use of a passkey is refused.
package enum AssertionError: Error, Hashable, Sendable {
    case clientData(ClientDataError)
    /// The browser names another passkey.
    case wrongCredentialID
    /// The response does not say whose passkey it is.
    case noUserHandle
    /// The passkey belongs to another person.
    case wrongUserHandle
    case authenticatorData(AuthenticatorDataError)
    /// The authenticator sent a new passkey instead.
    case newCredential
    /// Whether a passkey can be backed up has changed, which is not allowed.
    case backupEligibilityChanged
    case signature(SignatureError)
    /// Another authenticator with the same passkey has signed since.
    case cloneSuspected(stored: UInt32, received: UInt32)
}

/// A browser's response when a passkey is used.
package struct AssertionResponse: Hashable, Sendable {
    package var id: [UInt8]
    package var clientDataJSON: [UInt8]
    package var authenticatorData: [UInt8]
    package var signature: [UInt8]
    /// Empty if the authenticator sent none.
    package var userHandle: [UInt8]

    package init(
        id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8] = []
    ) {
        (self.id, self.clientDataJSON, self.authenticatorData) = (id, clientDataJSON, authenticatorData)
        (self.signature, self.userHandle) = (signature, userHandle)
    }
}

/// The person expected to use a passkey.
package enum ExpectedUser: Hashable, Sendable {
    /// Any person: the passkey is chosen on the authenticator.
    case anybody
    /// The person of a session or of a typed name.
    case person(UserHandle)
}

extension RelyingParty {
    /// Verifies the use of a passkey.
    ///
    /// Source: W3C, "Web Authentication", Level 3, section 7.2. Departs from it: a page in another site's frame is
    /// always refused, and so is a passkey whose counter reveals a clone.
    /// - Parameters:
    ///   - challenge: The challenge issued for this response, which uses it up.
    ///   - passkey: The stored passkey with the identifier in the response.
    /// - Returns: The updated passkey to store.
    package func verify(
        _ response: AssertionResponse, challenge: Challenge, passkey: Passkey, user: ExpectedUser,
        verification: UserVerification = .required
    ) throws(AssertionError) -> Passkey {
        guard response.id == passkey.id else { throw .wrongCredentialID }
        try Self.check(response.userHandle, of: passkey, user)
        do throws(ClientDataError) {
            try ClientData(response.clientDataJSON).check(.assertion, challenge: challenge, relyingParty: self)
        } catch { throw .clientData(error) }
        let data: AuthenticatorData
        do throws(AuthenticatorDataError) {
            data = try AuthenticatorData(response.authenticatorData)
            try data.check(self, verification)
        } catch { throw .authenticatorData(error) }
        let message = response.authenticatorData + Digest(of: response.clientDataJSON).bytes
        do { try passkey.key.verify(response.signature, of: message) } catch { throw .signature(error) }
        return try Self.updated(passkey, data)
    }

    private static func check(_ handle: [UInt8], of passkey: Passkey, _ user: ExpectedUser) throws(AssertionError) {
        switch user {
        case .anybody:
            guard !handle.isEmpty else { throw .noUserHandle }
        case .person(let person):
            guard passkey.userHandle == person else { throw .wrongUserHandle }
        }
        guard handle.isEmpty || handle.isSame(as: passkey.userHandle.bytes) else { throw .wrongUserHandle }
    }

    /// Returns the passkey updated by this signature.
    private static func updated(_ passkey: Passkey, _ data: AuthenticatorData) throws(AssertionError) -> Passkey {
        guard data.credential == nil else { throw .newCredential }
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .backupEligibilityChanged }
        guard CounterVerdict(stored: passkey.counter, received: data.counter) == .plausible else {
            throw .cloneSuspected(stored: passkey.counter, received: data.counter)
        }
        var passkey = passkey
        passkey.counter = data.counter
        passkey.isBackedUp = data.flags.contains(.backedUp)
        return passkey
    }
}
