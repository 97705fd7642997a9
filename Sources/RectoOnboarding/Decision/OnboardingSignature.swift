/// A message and its claimed signature.
public struct SignedMessage: Hashable, Sendable {
    /// The signed bytes. For a compact JWS: the header and the payload with the dot between them (RFC 7515, section
    /// 5.1). For a link: everything before `&sig=` or `?sig=`.
    public let message: [UInt8]
    /// The bytes of the signature. For `ES256`: r and s, 32 bytes each, not DER.
    public let signature: [UInt8]
    /// The algorithm's name in JWS, one of the policy's. For a link that names none (`alg`): the policy's algorithm, if
    /// it has only one.
    public let algorithm: String?
    /// The identifier of the key (`kid`), if given.
    public let keyIdentifier: String?
}

extension SignedMessage: Redacted {
    public var facts: [OnboardingFact] { algorithm.map { [OnboardingFact("algorithm", $0)] } ?? [] }
}

/// Checks signatures. The implementation supplies the cryptography and the keys; the engine has neither.
public protocol OnboardingSignatureVerifier: Sendable {
    /// Called at most once per decision. Must check the algorithm against that of the key, because the message chose
    /// it.
    func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict
}

/// The state of a code's signature. The raw values are stable names for files, logs and protocols.
public enum OnboardingSignature: String, Hashable, Codable, Sendable, CaseIterable {
    /// There is no signature.
    case absent
    /// There is a signature, but no verifier.
    case unchecked
    case valid
    /// The signature does not match the message, is misplaced, or has an algorithm that the policy does not name.
    case invalid
    case unknownKey

    /// The answer of a verifier.
    public enum Verdict: Hashable, Sendable {
        case valid, invalid, unknownKey
    }
}

/// A JSON text in a compact JWS (RFC 7515, section 7.1): header, payload and signature in Base64, separated by dots.
struct SignedEnvelope {
    let message: SignedMessage
    /// The content.
    let payload: String
    /// Whether the header requires nothing beyond the RFC (`crit`, `b64`).
    let isUnderstood: Bool

    /// - Returns: `nil` if the text is not a compact JWS. A text with two dots may be a host.
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
