/// The name of a session's draft: 16 hexadecimal digits, safe in URLs and as a folder name.
package struct DraftName: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// Generates a new name.
    package init() {
        let number = UInt64.random(in: 0...UInt64.max)
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `nil` if the text is not such a name.
    package init?(_ text: some StringProtocol) {
        let isName = text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        guard isName else { return nil }
        self.text = String(text)
    }
}
