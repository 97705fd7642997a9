import COpenSSL

/// A stored file's name: the SHA-256 of its bytes, in lower-case hexadecimal.
public struct BlobName: Hashable, Codable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    public init(of bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1
        precondition(isDone, "SHA-256 of bytes in memory cannot fail")
        text = Hexadecimal.text(digest)
    }

    /// Nothing if the text is not 64 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard Hexadecimal.isText(text, bytes: 32) else { return nil }
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = BlobName(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
