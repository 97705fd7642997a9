/// Bytes as text, two digits in lower case each.
enum Hexadecimal {
    static func text(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }

    /// Whether a text is that of so many bytes.
    static func isText(_ text: some StringProtocol, bytes: Int) -> Bool {
        text.utf8.count == 2 * bytes && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
