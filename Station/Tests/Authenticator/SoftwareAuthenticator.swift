import COpenSSL
package import StationIdentity

/// An authenticator's key, implemented with libcrypto.
package final class SoftwareKey: Sendable {
    package let algorithm: SignatureAlgorithm
    /// SAFETY: created in `init`, never changed afterwards, and freed in `deinit`.
    private nonisolated(unsafe) let key: OpaquePointer

    deinit { EVP_PKEY_free(key) }

    package init(_ algorithm: SignatureAlgorithm) {
        self.algorithm = algorithm
        let kind =
            switch algorithm {
            case .es256: EVP_PKEY_EC
            case .edDSA: EVP_PKEY_ED25519
            case .rs256: EVP_PKEY_RSA
            }
        let context = EVP_PKEY_CTX_new_id(kind, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        let isMade =
            EVP_PKEY_keygen_init(context) == 1
            && (algorithm != .es256
                || EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1)
            && EVP_PKEY_keygen(context, &key) == 1
        guard isMade, let key else { preconditionFailure("libcrypto makes keys") }
        self.key = key
    }

    /// x and y of P-256, or the 32 bytes of Ed25519: the last bytes of the encoded key. For RSA, the modulus, which
    /// precedes the exponent.
    private var point: [UInt8] {
        var encoded = [UInt8](repeating: 0, count: Int(i2d_PUBKEY(key, nil)))
        // SAFETY: libcrypto has just returned the number of bytes that it will write.
        encoded.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            _ = i2d_PUBKEY(key, &end)
        }
        return switch algorithm {
        case .es256: encoded.suffix(64)
        case .edDSA: encoded.suffix(32)
        case .rs256: Array(encoded.dropLast(Self.exponentCount).suffix(256))
        }
    }

    /// The exponent in DER: a tag, a length, and 65537.
    private static let exponentCount = 5

    /// The members of its COSE encoding.
    package var parameters: [CBOR: CBOR] {
        let point = point
        if algorithm == .rs256 {
            return [
                .unsigned(1): .unsigned(3), .unsigned(3): .negative(256), .negative(0): .bytes(point),
                .negative(1): .bytes([1, 0, 1]),
            ]
        }
        let x: [CBOR: CBOR] = [
            .unsigned(3): .negative(UInt64(-1 - algorithm.rawValue)), .negative(1): .bytes(Array(point.prefix(32))),
        ]
        return switch algorithm {
        case .rs256: preconditionFailure("a key of RSA has no point")
        case .es256:
            x.merging([.unsigned(1): .unsigned(2), .negative(0): .unsigned(1), .negative(2): .bytes(point.suffix(32))])
            { $1 }
        case .edDSA: x.merging([.unsigned(1): .unsigned(1), .negative(0): .unsigned(6)]) { $1 }
        }
    }

    package func sign(_ message: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 512)
        var count = signature.count
        let isSigned =
            EVP_DigestSignInit(context, nil, algorithm == .edDSA ? nil : EVP_sha256(), nil, key) == 1
            && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        precondition(isSigned, "signing with a key in memory cannot fail")
        return Array(signature.prefix(count))
    }
}

/// The client data of a browser, with parts that a forger may choose.
package struct ClientDataDraft: Sendable {
    package var type: String
    package var challenge: String
    package var origin = "https://station.local"
    package var crossOrigin = "false"
    package var more = ""
    /// Replaces all other members.
    package var json: [UInt8]?

    package init(_ type: String, _ challenge: Challenge) {
        self.type = type
        self.challenge = Base64URL.text(challenge.bytes)
    }

    package var bytes: [UInt8] {
        json
            ?? Array(
                #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":\#(crossOrigin)\#(more)}"#
                    .utf8)
    }
}

/// The data of an authenticator, with parts that a forger may choose.
package struct AuthenticatorDataDraft: Sendable {
    package var relyingParty: String
    package var flags: UInt8
    package var counter: UInt32
    /// The data of a new passkey.
    package var credential: [UInt8]
    /// Additional bytes at the end.
    package var more: [UInt8]
    /// Replaces all other members.
    package var raw: [UInt8]?

    package init(
        relyingParty: String = "station.local", flags: UInt8, counter: UInt32, credential: [UInt8] = [],
        more: [UInt8] = []
    ) {
        (self.relyingParty, self.flags, self.counter) = (relyingParty, flags, counter)
        (self.credential, self.more) = (credential, more)
    }

    package var bytes: [UInt8] {
        raw
            ?? Digest(of: Array(relyingParty.utf8)).bytes + [flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) } + credential + more
    }
}

/// A new passkey before it is signed and sent.
package struct RegistrationDraft: Sendable {
    package static let id: [UInt8] = Array(1...20)

    package let key: SoftwareKey
    package var clientData: ClientDataDraft
    package var id = Self.id
    package var sentID = Self.id
    /// The length in its two bytes; `nil` for the correct one.
    package var idCount: Int?
    package var parameters: [CBOR: CBOR]
    /// Replaces the parameters.
    package var cose: [UInt8]?
    package var data = AuthenticatorDataDraft(flags: 0x45, counter: 7)
    package var format = "packed"
    /// `nil` for the correct one.
    package var statement: [CBOR: CBOR]?
    package var signature: [UInt8]?
    /// Alters the final message.
    package var attestation: @Sendable ([([UInt8], [UInt8])]) -> [UInt8] = CBOREncoding.map

    package init(_ key: SoftwareKey, _ challenge: Challenge) {
        self.key = key
        parameters = key.parameters
        clientData = ClientDataDraft("webauthn.create", challenge)
    }

    package var response: RegistrationResponse {
        var data = data
        let count = idCount ?? id.count
        if data.flags & 0x40 != 0 {
            data.credential =
                [UInt8](repeating: 0xAA, count: 16) + [UInt8(count >> 8), UInt8(count & 255)] + id
                + (cose ?? CBOREncoding.of(.map(parameters)))
        }
        let signature = signature ?? key.sign(data.bytes + Digest(of: clientData.bytes).bytes)
        let packed: [CBOR: CBOR] = [
            .text("alg"): .negative(UInt64(-1 - key.algorithm.rawValue)), .text("sig"): .bytes(signature),
        ]
        let object = attestation([
            (CBOREncoding.text("fmt"), CBOREncoding.text(format)),
            (CBOREncoding.text("attStmt"), CBOREncoding.of(.map(statement ?? (format == "packed" ? packed : [:])))),
            (CBOREncoding.text("authData"), CBOREncoding.bytes(data.bytes)),
        ])
        return RegistrationResponse(
            id: sentID, clientDataJSON: clientData.bytes, attestationObject: object, transports: [.internal])
    }
}

/// An assertion before it is signed and sent.
package struct AssertionDraft: Sendable {
    package var key: SoftwareKey
    package var clientData: ClientDataDraft
    package var id = RegistrationDraft.id
    package var data = AuthenticatorDataDraft(flags: 0x05, counter: 8)
    package var userHandle: [UInt8]
    /// Alters the correct signature.
    package var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Alters the signed message.
    package var sent: @Sendable (inout AssertionResponse) -> Void = { _ in }

    package init(_ key: SoftwareKey, _ challenge: Challenge, _ user: UserHandle) {
        self.key = key
        clientData = ClientDataDraft("webauthn.get", challenge)
        userHandle = user.bytes
    }

    package var response: AssertionResponse {
        let made = key.sign(data.bytes + Digest(of: clientData.bytes).bytes)
        var response = AssertionResponse(
            id: id, clientDataJSON: clientData.bytes, authenticatorData: data.bytes, signature: signature(made),
            userHandle: userHandle)
        sent(&response)
        return response
    }
}
