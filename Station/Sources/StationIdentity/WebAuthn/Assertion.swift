/// Why the use of a passkey is refused.
package enum AssertionError: Error, Hashable, Sendable {
    case clientData(ClientDataError)
    /// The browser names another passkey.
    case wrongCredentialID
    /// Nothing tells whose passkey it is meant to be.
    case noUserHandle
    /// The passkey is another person's.
    case wrongUserHandle
    case authenticatorData(AuthenticatorDataError)
    /// The authenticator sent a new passkey instead.
    case newCredential
    /// Whether a passkey may be copied never changes.
    case backupEligibilityChanged
    case signature(SignatureError)
    /// Another authenticator with the same passkey has signed meanwhile.
    case cloneSuspected(stored: UInt32, received: UInt32)
}

/// What a browser sends of a passkey that is used.
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

/// Who is expected to use a passkey.
package enum ExpectedUser: Hashable, Sendable {
    /// Whoever the authenticator names: the passkey is chosen there.
    case anybody
    /// The person of a session, or of a name that was typed.
    case person(UserHandle)
}

extension RelyingParty {
    /// Verifies the use of a passkey.
    ///
    /// Source: W3C, "Web Authentication", Level 3, section 7.2. Departs from it: a page in a frame of another site is always refused, and so
    /// is a passkey whose counter tells of a clone.
    /// - Parameters:
    ///   - challenge: What was issued for this, and is used up by it.
    ///   - passkey: The stored one with the identifier of the response.
    /// - Returns: The passkey to store in its place.
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

    /// The passkey after an authenticator has signed this.
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
