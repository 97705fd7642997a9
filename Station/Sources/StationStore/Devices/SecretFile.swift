import COpenSSL
import FoundationEssentials
import Glibc

/// A file that only its owner can read: a key or a token.
public enum SecretFile {
    /// Returns the bytes of the file. It is created if missing, and made private if others can read it.
    /// - Parameter new: The bytes of a new file.
    public static func bytes(of file: String, orNew new: () -> [UInt8]) throws(StoreError) -> [UInt8] {
        if !FileManager.default.fileExists(atPath: file) { try write(new(), to: file) }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw .unreadable(file, reason: "it cannot be read")
        }
        try close(file)
        return [UInt8](bytes)
    }

    /// Removes all permissions except the owner's.
    private static func close(_ file: String) throws(StoreError) {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        guard chmod(file, 0o600) == 0 else {
            throw .unreadable(
                file, reason: "others can read it, which cannot be changed: \(String(cString: strerror(errno)))")
        }
    }

    /// Writes the file atomically, through a temporary file next to it.
    public static func write(_ bytes: [UInt8], to file: String) throws(StoreError) {
        let new = file + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(new, reason: String(cString: strerror(errno))) }
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        Glibc.close(descriptor)
        guard isWritten, rename(new, file) == 0 else {
            throw .unwritable(file, reason: String(cString: strerror(errno)))
        }
    }
}

/// A random secret: 256 bits in lower-case hexadecimal. The library stores only its SHA-256.
public struct SecretToken: Hashable, Sendable {
    private static let byteCount = 32

    public let text: String

    public init() {
        var generator = SystemRandomNumberGenerator()
        text = Hexadecimal.text((0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// `nil` if the text is malformed.
    public init?(_ text: some StringProtocol) {
        guard Hexadecimal.isText(text, bytes: Self.byteCount) else { return nil }
        self.text = String(text)
    }

    var hash: String { BlobName(of: Array(text.utf8)).text }
}

/// The station's key for signing activation codes: Ed25519 (RFC 8032), implemented with libcrypto.
public final class SigningKey: Sendable {
    private static let seedCount = 32
    public static let signatureCount = 64

    /// SAFETY: an EVP_PKEY that is created here, never changed afterwards, and freed in deinit; libcrypto allows
    /// concurrent use of such a key.
    private nonisolated(unsafe) let key: OpaquePointer
    /// Identifies the key in signed texts: the start of the SHA-256 of its public key.
    public let identifier: String

    deinit { EVP_PKEY_free(key) }

    /// Reads the key from a file. If the file is missing, it is created with a new key, readable only by its owner.
    public convenience init(file: String) throws(StoreError) {
        let seed = try SecretFile.bytes(of: file) {
            var generator = SystemRandomNumberGenerator()
            return (0..<Self.seedCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        guard seed.count == Self.seedCount else { throw .unreadable(file, reason: "it is not a key") }
        try self.init(seed: seed, file: file)
    }

    private init(seed: [UInt8], file: String) throws(StoreError) {
        var half = [UInt8](repeating: 0, count: 32)
        var count = half.count
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
            throw .unreadable(file, reason: "it is not a key")
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
