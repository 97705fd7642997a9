/// A message with what is said to be its signature.
public struct SignedMessage: Hashable, Sendable {
    /// The bytes that were signed: of a compact JWS the header and the payload with the dot between them (RFC 7515,
    /// section 5.1), of a link all before `&sig=` or `?sig=`.
    public let message: [UInt8]
    /// The bytes of the signature: of `ES256` r and s, 32 bytes each, and not DER.
    public let signature: [UInt8]
    /// The algorithm's name in JWS, one of the policy's; of a link that names none (`alg`) the policy's, if it has one
    /// only.
    public let algorithm: String?
    /// Which key it is by (`kid`), where that is said.
    public let keyIdentifier: String?
}

extension SignedMessage: Redacted {
    public var facts: [OnboardingFact] { algorithm.map { [OnboardingFact("algorithm", $0)] } ?? [] }
}

/// Checks signatures. Its author brings the cryptography and the keys; the engine has neither.
public protocol OnboardingSignatureVerifier: Sendable {
    /// Called at most once for a decision. The algorithm must be held against that of the key: the message chose it.
    func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict
}

/// What is known of a code's signature. The raw values are stable names for files, logs and protocols.
public enum OnboardingSignature: String, Hashable, Codable, Sendable, CaseIterable {
    /// There is none.
    case absent
    /// There is one, and nobody to check it.
    case unchecked
    case valid
    /// It is not one of this message, not in its place, or in an algorithm that the policy does not name.
    case invalid
    case unknownKey

    /// The answer of a verifier.
    public enum Verdict: Hashable, Sendable {
        case valid, invalid, unknownKey
    }
}

/// A JSON text in a compact JWS (RFC 7515, section 7.1): header, payload and signature in Base64, with dots between
/// them.
struct SignedEnvelope {
    let message: SignedMessage
    /// What is in it.
    let payload: String
    /// Whether the header asks for nothing beyond the RFC (`crit`, `b64`).
    let isUnderstood: Bool

    /// - Returns: `nil` if it is none; a text with two dots may be a host.
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
