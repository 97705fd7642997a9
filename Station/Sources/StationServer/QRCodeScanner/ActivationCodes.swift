package import FoundationEssentials
import RectoCore
package import RectoOnboarding
package import StationRules
package import StationStore

/// The station's activation codes: makes the text of their QR codes, and checks scanned codes.
///
/// A code is a link, `recto://activate?code=…&exp=…&kid=…&sig=…`: a random token that the library knows, the seconds since
/// 1970 until which it may be used, the name of the station's key, and the signature of all before it (EdDSA, RFC 8032) in
/// URL-safe Base64.
package struct ActivationCodes: Sendable {
    private static let scheme = "recto"

    private let library: Library
    private let key: SigningKey
    package let classifier: OnboardingClassifier

    package init(library: Library, key: SigningKey) throws {
        self.library = library
        self.key = key
        var policy = OnboardingPolicy()
        policy.kinds = [.activationLink]
        policy.appSchemes = [Self.scheme]
        policy.requiresSignature = true
        policy.requiresExpiry = true
        policy.algorithms = ["EdDSA"]
        classifier = try OnboardingClassifier(policy: policy, verifier: Verifier(key: key))
    }

    /// Opens a new code.
    /// - Returns: The text of its QR code, and when it expires.
    package func issue(now: Date) throws -> (text: String, expires: Date) {
        let token = SecretToken()
        let seconds = Int64(now.timeIntervalSince1970) + Int64(ActivationTime.seconds)
        let expires = Date(timeIntervalSince1970: Double(seconds))
        try library.addActivation(token, expires: expires, now: now, maximum: ActivationTime.maximumCodes)
        let message = "\(Self.scheme)://activate?code=\(token.text)&exp=\(seconds)&kid=\(key.identifier)"
        let signature = Data(key.sign(Array(message.utf8))).base64EncodedString()
        let urlSafe = signature.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return ("\(message)&sig=\(urlSafe)", expires)
    }

    /// The finding for a classified code.
    package func finding(of decision: OnboardingDecision, now: Date) throws -> CodeFinding {
        guard decision.isAccepted, let token = Self.token(of: decision) else {
            // Everything else about it is valid.
            let refusals = decision.findings.filter(\.isRefusal).map(\.risk)
            return refusals == [.expired] && decision.signature == .valid ? .expired : .foreign
        }
        return switch try library.refusal(of: token, now: now) {
        case nil: .valid
        case .used: .used
        case .expired: .expired
        case .unknown, .activated: .foreign
        }
    }

    /// Uses a code.
    /// - Parameters:
    ///   - text: The text of its QR code.
    ///   - name: The device's name.
    /// - Returns: The device's token, or why it has none.
    package func activate(_ text: String, name: String, now: Date) throws -> (token: SecretToken?, finding: CodeFinding)
    {
        let decision = classifier.decide(ScannedCode(text), at: Int64(now.timeIntervalSince1970))
        let finding = try finding(of: decision, now: now)
        guard finding == .valid, let code = Self.token(of: decision) else { return (nil, finding) }
        // Another device may have used it first.
        guard case .activated(let token) = try library.activate(code, name: name, now: now) else { return (nil, .used) }
        return (token, .valid)
    }

    private static func token(of decision: OnboardingDecision) -> SecretToken? {
        guard case .activationLink(let link) = decision.payload else { return nil }
        return link.address.parameter("code").flatMap { SecretToken($0.revealed) }
    }

    private struct Verifier: OnboardingSignatureVerifier {
        let key: SigningKey

        func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict {
            guard message.keyIdentifier == key.identifier else { return .unknownKey }
            return key.verify(message.signature, of: message.message) ? .valid : .invalid
        }
    }
}
