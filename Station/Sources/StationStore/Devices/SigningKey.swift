import COpenSSL

/// The station's own key, by which it knows its activation codes: Ed25519 (RFC 8032), by libcrypto.
public final class SigningKey: Sendable {
    private static let seedCount = 32
    public static let signatureCount = 64

    /// SAFETY: an EVP_PKEY that is made here, never changed afterwards, and freed in deinit; libcrypto allows any number of
    /// threads to use such a key at once.
    private nonisolated(unsafe) let key: OpaquePointer
    /// Names the key in what it has signed: the start of the SHA-256 of its public half.
    public let identifier: String

    deinit { EVP_PKEY_free(key) }

    /// The key of a file, which is made with a new one if it is missing; its owner alone can read it.
    public convenience init(file: String) throws(StoreError) {
        let seed = try SecretFile.bytes(of: file) {
            var generator = SystemRandomNumberGenerator()
            return (0..<Self.seedCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        guard seed.count == Self.seedCount else { throw .unreadable(file, reason: "it is no key") }
        try self.init(seed: seed, file: file)
    }

    private init(seed: [UInt8], file: String) throws(StoreError) {
        var half = [UInt8](repeating: 0, count: 32)
        var count = half.count
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
            throw .unreadable(file, reason: "it is no key")
        }
        self.key = key
        let isRead = EVP_PKEY_get_raw_public_key(key, &half, &count) == 1
        precondition(isRead && count == half.count, "an Ed25519 key has a public half of 32 bytes")
        identifier = String(BlobName(of: half).text.prefix(8))
    }

    public func sign(_ message: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureCount)
        var count = signature.count
        let isSigned =
            EVP_DigestSignInit(context, nil, nil, nil, key) == 1
            && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        precondition(isSigned && count == signature.count, "signing with a key in memory cannot fail")
        return signature
    }

    public func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
