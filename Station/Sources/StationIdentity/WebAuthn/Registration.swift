/// The reason why a new passkey is refused.
package enum RegistrationError: Error, Hashable, Sendable {
    case clientData(ClientDataError)
    case attestationNotCBOR(CBORError)
    /// A member is missing, unexpected or of the wrong type.
    case attestationMembers
    case authenticatorData(AuthenticatorDataError)
    /// The authenticator sent no passkey.
    case noCredential
    /// The browser and the authenticator name different passkeys.
    case wrongCredentialID
    case alreadyRegistered
    /// A format other than `none` or `packed`.
    case unsupportedAttestation(format: String)
    /// The format `none` requires an empty statement.
    case statementNotEmpty
    /// The statement of the format `packed` lacks a member or has an unexpected one.
    case statementMembers
    /// The attestation uses a certificate. The station does not ask for certificates, and trusts none.
    case certificateAttestation
    /// The statement's algorithm differs from the passkey's.
    case wrongAlgorithm(Int)
    case signature(SignatureError)
}

/// A browser's response when a passkey is created.
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

/// A new passkey with its attestation, as an authenticator sends it.
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

    /// Checks the attestation of a passkey: none, or a signature by the passkey itself.
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

    /// Source: W3C, "Web Authentication", Level 3, section 8.2.
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
    /// Source: W3C, "Web Authentication", Level 3, section 7.1. Departs from it: a page in another site's frame is
    /// always refused, and so is a certificate as attestation.
    /// - Parameters:
    ///   - challenge: The challenge issued for this response, which uses it up.
    ///   - userHandle: The person's handle.
    ///   - isRegistered: Whether anybody already has a passkey with this identifier.
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
