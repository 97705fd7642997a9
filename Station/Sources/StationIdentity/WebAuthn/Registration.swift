/// Why a new passkey is refused.
package enum RegistrationError: Error, Hashable, Sendable {
    case clientData(ClientDataError)
    case attestationNotCBOR(CBORError)
    /// A member is missing, foreign, or of the wrong type.
    case attestationMembers
    case authenticatorData(AuthenticatorDataError)
    /// The authenticator sent no passkey.
    case noCredential
    /// The browser names another passkey than the authenticator.
    case wrongCredentialID
    case alreadyRegistered
    /// Not `none` or `packed`.
    case unsupportedAttestation(format: String)
    /// With the format `none`, there is nothing to say.
    case statementNotEmpty
    /// The statement of the format `packed` lacks a member, or has a foreign one.
    case statementMembers
    /// A certificate vouches for the passkey. The station asks for none, and trusts none.
    case certificateAttestation
    /// In the statement, of a passkey with another algorithm.
    case wrongAlgorithm(Int)
    case signature(SignatureError)
}

/// What a browser sends of a new passkey.
package struct RegistrationResponse: Hashable, Sendable {
    package var id: [UInt8]
    package var clientDataJSON: [UInt8]
    package var attestationObject: [UInt8]
    package var transports: [AuthenticatorTransport]

    package init(
        id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [AuthenticatorTransport] = []
    ) {
        (self.id, self.clientDataJSON) = (id, clientDataJSON)
        (self.attestationObject, self.transports) = (attestationObject, transports)
    }
}

/// A passkey as an authenticator sends it, with what vouches for it.
///
/// Source: W3C, "Web Authentication", Level 3, section 6.5.
private struct AttestationObject {
    let format: String
    let statement: [CBOR: CBOR]
    let authenticatorData: [UInt8]

    init(_ bytes: [UInt8]) throws(RegistrationError) {
        let value: CBOR
        do { value = try CBORDecoder.decode(bytes) } catch { throw .attestationNotCBOR(error) }
        guard case .map(let map) = value, map.count == 3, case .text(let format) = map[.text("fmt")],
            case .map(let statement) = map[.text("attStmt")], case .bytes(let data) = map[.text("authData")]
        else { throw .attestationMembers }
        (self.format, self.statement, authenticatorData) = (format, statement, data)
    }

    /// Checks what vouches for a passkey: nothing, or its own key.
    func check(_ key: CredentialKey, clientDataJSON: [UInt8]) throws(RegistrationError) {
        switch format {
        case "none":
            guard statement.isEmpty else { throw .statementNotEmpty }
        case "packed":
            try checkPacked(key, message: authenticatorData + Digest(of: clientDataJSON).bytes)
        default:
            throw .unsupportedAttestation(format: format)
        }
    }

    /// Source: as above, section 8.2.
    private func checkPacked(_ key: CredentialKey, message: [UInt8]) throws(RegistrationError) {
        guard statement[.text("x5c")] == nil else { throw .certificateAttestation }
        guard statement.count == 2, let algorithm = statement[.text("alg")]?.integer,
            case .bytes(let signature) = statement[.text("sig")]
        else { throw .statementMembers }
        guard algorithm == key.algorithm.rawValue else { throw .wrongAlgorithm(algorithm) }
        do { try key.verify(signature, of: message) } catch { throw .signature(error) }
    }
}

extension RelyingParty {
    /// Verifies a new passkey.
    ///
    /// Source: W3C, "Web Authentication", Level 3, section 7.1. Departs from it: a page in a frame of another site is always refused, and so
    /// is a certificate that vouches for the passkey.
    /// - Parameters:
    ///   - challenge: What was issued for this, and is used up by it.
    ///   - userHandle: The person's.
    ///   - isRegistered: Whether there is a passkey with this identifier already, of anybody.
    /// - Returns: The passkey to store.
    package func verify(
        _ response: RegistrationResponse, challenge: Challenge, userHandle: UserHandle,
        verification: UserVerification = .required, isRegistered: (_ id: [UInt8]) -> Bool
    ) throws(RegistrationError) -> Passkey {
        do throws(ClientDataError) {
            try ClientData(response.clientDataJSON).check(.registration, challenge: challenge, relyingParty: self)
        } catch { throw .clientData(error) }
        let attestation = try AttestationObject(response.attestationObject)
        let data: AuthenticatorData
        do throws(AuthenticatorDataError) {
            data = try AuthenticatorData(attestation.authenticatorData)
            try data.check(self, verification)
        } catch { throw .authenticatorData(error) }
        guard let credential = data.credential else { throw .noCredential }
        guard credential.id == response.id else { throw .wrongCredentialID }
        try attestation.check(credential.key, clientDataJSON: response.clientDataJSON)
        guard !isRegistered(credential.id) else { throw .alreadyRegistered }
        return Passkey(
            id: credential.id, userHandle: userHandle, key: credential.key, aaguid: credential.aaguid,
            transports: response.transports, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), counter: data.counter)
    }
}
