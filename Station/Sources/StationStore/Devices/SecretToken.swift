/// A random text that nobody can guess: 256 bits in lower-case hexadecimal. The library keeps its SHA-256 alone.
public struct SecretToken: Hashable, Sendable {
    public let text: String

    public init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }

    /// Nothing if the text is not of the form.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else { return nil }
        self.text = String(text)
    }

    var hash: String { BlobName(of: Array(text.utf8)).text }
}
