import COpenSSL

/// The signature algorithm of a passkey. Source: IANA, "COSE Algorithms".
package enum SignatureAlgorithm: Int, Hashable, Sendable, CaseIterable {
    /// ECDSA over P-256 with SHA-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
}

package enum CredentialKeyError: Error, Hashable, Sendable {
    case cbor(CBORError)
    case notMap
    /// A COSE parameter is missing, or has the wrong type or length.
    case parameter(Int)
    /// A parameter that a key of this type must not have.
    case foreignParameters
    case unsupportedAlgorithm(Int)
    /// The key type does not suit the algorithm.
    case wrongKeyType(Int)
    case wrongCurve(Int)
    case notOnCurve
}

/// The public half of a passkey, as its authenticator encodes it (COSE, RFC 9053).
package struct CredentialKey: Hashable, Sendable {
    private enum Parameter {
        static let keyType = 1
        static let algorithm = 3
        static let curve = -1
        static let x = -2
        static let y = -3
    }

    private static let coordinateCount = 32

    package let algorithm: SignatureAlgorithm
    /// The stored encoding, which `init` reads.
    package let encoded: [UInt8]
    /// The point: x and y of P-256, or the 32 bytes of Ed25519.
    private let point: [UInt8]

    package init(_ encoded: [UInt8]) throws(CredentialKeyError) {
        let value: CBOR
        do { value = try CBORDecoder.decode(encoded) } catch { throw .cbor(error) }
        guard case .map(let map) = value else { throw .notMap }
        let number = try Self.number(Parameter.algorithm, map)
        guard let algorithm = SignatureAlgorithm(rawValue: number) else { throw .unsupportedAlgorithm(number) }
        let (keyType, curve, coordinates) = Self.form(algorithm)
        let found = try (Self.number(Parameter.keyType, map), Self.number(Parameter.curve, map))
        guard found.0 == keyType else { throw .wrongKeyType(found.0) }
        guard found.1 == curve else { throw .wrongCurve(found.1) }
        var point: [UInt8] = []
        for coordinate in coordinates { point += try Self.coordinate(coordinate, map) }
        guard map.count == 3 + coordinates.count else { throw .foreignParameters }
        (self.algorithm, self.encoded, self.point) = (algorithm, encoded, point)
        guard let key = makeKey() else { throw .notOnCurve }
        EVP_PKEY_free(key)
    }

    /// Returns the structure of an algorithm's keys: key type, curve and coordinates.
    private static func form(_ algorithm: SignatureAlgorithm) -> (keyType: Int, curve: Int, coordinates: [Int]) {
        switch algorithm {
        case .es256: (2, 1, [Parameter.x, Parameter.y])
        case .edDSA: (1, 6, [Parameter.x])
        }
    }

    private static func number(_ parameter: Int, _ map: [CBOR: CBOR]) throws(CredentialKeyError) -> Int {
        guard let number = value(parameter, map)?.integer else { throw .parameter(parameter) }
        return number
    }

    private static func coordinate(_ parameter: Int, _ map: [CBOR: CBOR]) throws(CredentialKeyError) -> [UInt8] {
        guard case .bytes(let bytes) = value(parameter, map), bytes.count == coordinateCount else {
            throw .parameter(parameter)
        }
        return bytes
    }

    private static func value(_ parameter: Int, _ map: [CBOR: CBOR]) -> CBOR? {
        map[parameter < 0 ? .negative(UInt64(-1 - parameter)) : .unsigned(UInt64(parameter))]
    }

    // MARK: Signatures

    /// Verifies a signature with libcrypto.
    package func verify(_ signature: [UInt8], of message: [UInt8]) throws(SignatureError) {
        switch algorithm {
        case .es256: try ECDSASignature.check(signature)
        case .edDSA:
            guard signature.count == 64 else { throw .length(found: signature.count, required: 64) }
        }
        guard let key = makeKey() else { preconditionFailure("the key has been read before") }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        let digest = algorithm == .es256 ? EVP_sha256() : nil
        guard EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1,
            EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        else {
            ERR_clear_error()
            throw .wrong
        }
    }

    /// The beginning of a SubjectPublicKeyInfo for P-256 (RFC 5480), up to the coordinates of an uncompressed point.
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE,
        0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// - Returns: A key that the caller must free. `nil` if the point is not on the curve.
    private func makeKey() -> OpaquePointer? {
        guard algorithm == .es256 else {
            return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, point, point.count)
        }
        let key = (Self.p256Prefix + point).withUnsafeBufferPointer { buffer in
            // SAFETY: libcrypto reads no more than the given number of bytes.
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        if key == nil { ERR_clear_error() }
        return key
    }
}
