import COpenSSL

/// An SHA-256 digest (FIPS 180-4), computed by libcrypto.
package struct Digest: Hashable, Sendable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    package init(of message: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        let isDone = EVP_Digest(message, message.count, &digest, nil, EVP_sha256(), nil) == 1
        precondition(isDone, "SHA-256 of bytes in memory cannot fail")
        bytes = digest
    }

    /// A stored digest; `nil` if it does not have 32 bytes.
    package init?(stored bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

extension [UInt8] {
    /// Whether both are equal. The time depends only on their lengths.
    func isSame(as other: [UInt8]) -> Bool { count == other.count && CRYPTO_memcmp(self, other, count) == 0 }

    /// Returns cryptographically secure random bytes.
    static func random(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
