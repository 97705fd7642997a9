/// A random text that nobody can guess: 256 bits in lower-case hexadecimal. The library keeps its SHA-256 alone.
public struct SecretToken: Hashable, Sendable {
    private static let byteCount = 32

    public let text: String

    public init() {
        var generator = SystemRandomNumberGenerator()
        text = Hexadecimal.text((0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Nothing if the text is not of the form.
    public init?(_ text: some StringProtocol) {
        guard Hexadecimal.isText(text, bytes: Self.byteCount) else { return nil }
        self.text = String(text)
    }

    var hash: String { BlobName(of: Array(text.utf8)).text }
}
