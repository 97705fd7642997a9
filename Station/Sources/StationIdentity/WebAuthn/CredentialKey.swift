import COpenSSL

/// The signature algorithm of a passkey. Source: IANA, "COSE Algorithms".
package enum SignatureAlgorithm: Int, Hashable, Sendable, CaseIterable {
    /// ECDSA over P-256 with SHA-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256, the only algorithm of some Windows authenticators.
    case rs256 = -257
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
    /// An RSA key with a modulus of an unsupported size.
    case unsupportedModulus(bits: Int)
    case unsupportedExponent
}

/// The public half of a passkey, as its authenticator encodes it (COSE, RFC 9053).
package struct CredentialKey: Hashable, Sendable {
    private enum Parameter {
        static let keyType = 1
        static let algorithm = 3
        static let curve = -1
        static let x = -2
        static let y = -3
        static let modulus = -1
        static let exponent = -2
    }

    private static let coordinateCount = 32
    /// The size of RSA keys: smaller ones can be broken, larger ones make each sign-in slow.
    private static let modulusBits = 2048...4096
    /// The RSA exponent 65537, which all authenticators use.
    private static let exponent: [UInt8] = [1, 0, 1]

    package let algorithm: SignatureAlgorithm
    /// The stored encoding, which `init` reads.
    package let encoded: [UInt8]
    /// The point: x and y of P-256, or the 32 bytes of Ed25519; for RSA, the modulus.
    private let point: [UInt8]

    package init(_ encoded: [UInt8]) throws(CredentialKeyError) {
        let value: CBOR
        do { value = try CBORDecoder.decode(encoded) } catch { throw .cbor(error) }
        guard case .map(let map) = value else { throw .notMap }
        let number = try Self.number(Parameter.algorithm, map)
        guard let algorithm = SignatureAlgorithm(rawValue: number) else { throw .unsupportedAlgorithm(number) }
        let keyType = try Self.number(Parameter.keyType, map)
        guard keyType == Self.keyType(algorithm) else { throw .wrongKeyType(keyType) }
        let point = algorithm == .rs256 ? try Self.modulus(map) : try Self.point(algorithm, map)
        (self.algorithm, self.encoded, self.point) = (algorithm, encoded, point)
        guard let key = makeKey() else { throw .notOnCurve }
        EVP_PKEY_free(key)
    }

    private static func keyType(_ algorithm: SignatureAlgorithm) -> Int {
        switch algorithm {
        case .es256: 2
        case .edDSA: 1
        case .rs256: 3
        }
    }

    private static func point(_ algorithm: SignatureAlgorithm, _ map: [CBOR: CBOR]) throws(CredentialKeyError)
        -> [UInt8]
    {
        let curve = try number(Parameter.curve, map)
        guard curve == (algorithm == .es256 ? 1 : 6) else { throw .wrongCurve(curve) }
        let coordinates = algorithm == .es256 ? [Parameter.x, Parameter.y] : [Parameter.x]
        var point: [UInt8] = []
        for coordinate in coordinates { point += try bytes(coordinate, coordinateCount, map) }
        guard map.count == 3 + coordinates.count else { throw .foreignParameters }
        return point
    }

    private static func modulus(_ map: [CBOR: CBOR]) throws(CredentialKeyError) -> [UInt8] {
        let modulus = try bytes(Parameter.modulus, nil, map)
        // The first byte is not zero: there is one encoding of each number (RFC 8230).
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard modulus.first != 0, modulusBits ~= bits else { throw .unsupportedModulus(bits: bits) }
        guard try bytes(Parameter.exponent, nil, map) == exponent else { throw .unsupportedExponent }
        guard map.count == 4 else { throw .foreignParameters }
        return modulus
    }

    private static func number(_ parameter: Int, _ map: [CBOR: CBOR]) throws(CredentialKeyError) -> Int {
        guard let number = value(parameter, map)?.integer else { throw .parameter(parameter) }
        return number
    }

    /// - Parameter count: `nil` for any.
    private static func bytes(
        _ parameter: Int, _ count: Int?, _ map: [CBOR: CBOR]
    ) throws(CredentialKeyError) -> [UInt8] {
        guard case .bytes(let bytes) = value(parameter, map), bytes.count == count ?? bytes.count else {
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
        case .rs256:
            guard signature.count == point.count else { throw .length(found: signature.count, required: point.count) }
        }
        guard let key = makeKey() else { preconditionFailure("the key has been read before") }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        let digest = algorithm == .edDSA ? nil : EVP_sha256()
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

    /// The SubjectPublicKeyInfo of an RSA key (RFC 8017).
    private static func rsaInfo(_ modulus: [UInt8]) -> [UInt8] {
        // A positive number begins with a bit of zero.
        let number = modulus.first.map { $0 >= 0x80 } == true ? [0] + modulus : modulus
        let key = der(0x30, der(0x02, number) + der(0x02, exponent))
        let algorithm: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        return der(0x30, algorithm + der(0x03, [0] + key))
    }

    /// A value of DER with its tag and length.
    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [tag] + length + content
    }

    /// - Returns: A key that the caller must free. `nil` if the point is not on the curve.
    private func makeKey() -> OpaquePointer? {
        if algorithm == .edDSA { return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, point, point.count) }
        let info = algorithm == .es256 ? Self.p256Prefix + point : Self.rsaInfo(point)
        let key = info.withUnsafeBufferPointer { buffer in
            // SAFETY: libcrypto reads no more than the given number of bytes.
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        if key == nil { ERR_clear_error() }
        return key
    }
}
