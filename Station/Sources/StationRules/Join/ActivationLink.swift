/// The text of an activation code: a link that any camera app opens, with the signed payload in its fragment.
/// Browsers do not send a fragment, so it never reaches a log or a proxy.
package enum ActivationLink {
    /// The page that processes the link.
    package static let path = "/activate"
    /// The prefix that makes the payload a query, as it is signed and verified.
    package static let prefix = "\(scheme)://activate?"
    package static let scheme = "recto-activation"

    package static func text(origin: String, payload: some StringProtocol) -> String { "\(origin)\(path)#\(payload)" }

    /// Returns the signed message of a scanned text. Other texts are unchanged, and will be refused.
    package static func message(of text: [UInt8]) -> [UInt8] {
        guard let hash = text.firstIndex(of: UInt8(ascii: "#")) else { return text }
        let link = text[..<hash]
        guard ["https://", "http://"].contains(where: { link.starts(with: $0.utf8) }),
            link.reversed().starts(with: path.utf8.reversed())
        else { return text }
        return Array(prefix.utf8) + text[(hash + 1)...]
    }

    /// Whether a text is a code of an earlier version, which camera apps do not open.
    package static func isOutdated(_ text: some StringProtocol) -> Bool { text.hasPrefix("recto://activate?") }
}
