/// The text of an activation code: a link that any camera app opens, with the signed payload in its fragment. Browsers keep a fragment
/// to themselves, so it reaches no log and no proxy.
package enum ActivationLink {
    /// The page that uses it.
    package static let path = "/activate"
    /// What the payload is the query of, as it is signed and verified.
    package static let prefix = "\(scheme)://activate?"
    package static let scheme = "recto-activation"

    package static func text(origin: String, payload: some StringProtocol) -> String { "\(origin)\(path)#\(payload)" }

    /// What is signed, of a scanned text. Other texts stay as they are, and are refused.
    package static func message(of text: [UInt8]) -> [UInt8] {
        guard let hash = text.firstIndex(of: UInt8(ascii: "#")) else { return text }
        let link = text[..<hash]
        guard ["https://", "http://"].contains(where: { link.starts(with: $0.utf8) }),
            link.reversed().starts(with: path.utf8.reversed())
        else { return text }
        return Array(prefix.utf8) + text[(hash + 1)...]
    }

    /// Whether a text is a code of an earlier version, which no camera app opens.
    package static func isOutdated(_ text: some StringProtocol) -> Bool { text.hasPrefix("recto://activate?") }
}
