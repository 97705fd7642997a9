package import FoundationEssentials
import RectoCore
package import RectoOnboarding
package import StationRules
package import StationStore

/// The station's activation codes: creates the text of their QR codes, and checks scanned codes.
///
/// A code is an ``ActivationLink`` with the payload `code=…&exp=…&kid=…&sig=…`: a random token known to the library,
/// the expiry in seconds since 1970, the identifier of the station's key, and a signature of everything before it
/// (EdDSA, RFC 8032) in URL-safe Base64. The payload does not contain the station's address.
package struct ActivationCodes: Sendable {
    private let library: Library
    private let key: SigningKey
    package let classifier: OnboardingClassifier

    package init(library: Library, key: SigningKey) throws {
        self.library = library
        self.key = key
        var policy = OnboardingPolicy()
        policy.kinds = [.activationLink]
        policy.appSchemes = [ActivationLink.scheme]
        policy.requiresSignature = true
        policy.requiresExpiry = true
        policy.algorithms = ["EdDSA"]
        classifier = try OnboardingClassifier(policy: policy, verifier: Verifier(key: key))
    }

    /// Issues a new code.
    /// - Parameter origin: The station's origin for the device.
    /// - Returns: The text of its QR code, and its expiry.
    package func issue(origin: String, now: Date) throws -> (text: String, expires: Date) {
        let code = Code(origin: origin, key: key, now: now)
        try library.addActivation(code.token, expires: code.expires, now: now, maximum: ActivationTime.maximumCodes)
        return (code.text, code.expires)
    }

    /// Issues a new code beside the running station of a library.
    /// - Returns: The text of its QR code.
    static func issue(besideStationIn folder: String, origin: String, now: Date) throws -> String {
        let code = Code(origin: origin, key: try SigningKey(file: keyFile(in: folder)), now: now)
        try Library.addActivation(
            code.token, expires: code.expires, now: now, maximum: ActivationTime.maximumCodes,
            besideStationIn: folder)
        return code.text
    }

    /// The key that signs the codes of a library.
    static func keyFile(in folder: String) -> String { folder + "/activation.key" }

    private struct Code {
        let token = SecretToken()
        let expires: Date
        let text: String

        init(origin: String, key: SigningKey, now: Date) {
            let seconds = Int64(now.timeIntervalSince1970) + Int64(ActivationTime.seconds)
            expires = Date(timeIntervalSince1970: Double(seconds))
            let payload = "code=\(token.text)&exp=\(seconds)&kid=\(key.identifier)"
            let signature = Data(key.sign(Array((ActivationLink.prefix + payload).utf8))).base64EncodedString()
            let urlSafe = signature.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            text = ActivationLink.text(origin: origin, payload: "\(payload)&sig=\(urlSafe)")
        }
    }

    /// Returns the finding for a classified code.
    package func finding(of decision: OnboardingDecision, now: Date) throws -> CodeFinding {
        guard decision.isAccepted, let token = Self.token(of: decision) else {
            // The code is valid in all other respects.
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
    /// - Returns: The device's token, or the reason for refusing it.
    package func activate(_ text: String, name: String, now: Date) throws -> (token: SecretToken?, finding: CodeFinding)
    {
        guard !ActivationLink.isOutdated(text) else { return (nil, .outdated) }
        let code = ScannedCode(bytes: ActivationLink.message(of: Array(text.utf8)))
        let decision = classifier.decide(code, at: Int64(now.timeIntervalSince1970))
        let finding = try finding(of: decision, now: now)
        guard finding == .valid, let token = Self.token(of: decision) else { return (nil, finding) }
        // Another device may have used it first.
        guard case .activated(let device) = try library.activate(token, name: name, now: now) else {
            return (nil, .used)
        }
        return (device, .valid)
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
