/// A JSON text in a compact JWS (RFC 7515, section 7.1): header, payload and signature in Base64, with dots between
/// them.
struct SignedEnvelope {
    let message: SignedMessage
    /// What is in it.
    let payload: String
    /// Whether the header asks for nothing beyond the RFC (`crit`, `b64`).
    let isUnderstood: Bool

    /// - Returns: Nothing if it is none; a text with two dots may be a host.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A header begins with {" in Base64.
        guard parts.count == 3, text.hasPrefix("eyJ"),
            let header = Self.text(parts[0]), let payload = Self.text(parts[1]), payload.hasPrefix("{"),
            let signature = Base64.decoded(Substring(parts[2])),
            let document = try? JSONReader.read(header, deepest: 4, maximum: 64), !document.hasDuplicates,
            let algorithm = document.value["alg"]?.string
        else { return nil }
        self.payload = payload
        isUnderstood = document.value["crit"] == nil && document.value["b64"] == nil
        message = SignedMessage(
            message: Array(text.utf8[..<parts[1].endIndex]), signature: signature, algorithm: algorithm,
            keyIdentifier: document.value["kid"]?.string)
    }

    private static func text(_ part: Substring.UTF8View) -> String? {
        Base64.decoded(Substring(part)).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
