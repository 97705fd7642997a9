import FoundationEssentials
import RectoBarcode
import RectoCore
import RectoOnboarding

/// Checks codes against the policy of `recto qr --onboarding`.
struct OnboardingCheck {
    private let classifier: OnboardingClassifier
    private var feedback: OnboardingFeedback

    /// - Parameter path: The policy's file.
    /// - Throws: ``UnusableInput`` that names the file and what is wrong with it.
    init(policy path: String) throws(UnusableInput) {
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            classifier = try OnboardingClassifier(policy: try OnboardingPolicy(json: bytes))
            feedback = try OnboardingFeedback(classifier: classifier)
        } catch let error as ParameterError {
            throw UnusableInput(file: path, reason: "is not a policy: \(error)")
        } catch {
            throw UnusableInput(file: path, reason: "cannot be read")
        }
    }

    /// The state of a single picture.
    func state(of codes: [Code], unread: [UnreadCode]) -> OnboardingState {
        classifier.state(of: codes.map(ScannedCode.init), located: unread.count, at: Self.now)
    }

    /// The state after the next frame of a stream.
    mutating func observe(_ codes: [Code], unread: [UnreadCode], at time: Duration) -> OnboardingFeedback.Answer {
        let observation = OnboardingObservation(
            time: time, codes: codes.map(ScannedCode.init), located: unread.map { .init(modulePixels: $0.modulePixels) }
        )
        return feedback.observe(observation, at: Self.now)
    }

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }
}

extension ScannedCode {
    /// Uses the code's bytes: they do not depend on the guessed encoding.
    init(_ code: Code) { self.init(bytes: code.bytes, isPart: code.structuredAppend != nil) }
}

extension OnboardingState {
    /// Text for people, without secrets.
    var line: String {
        switch self {
        case .unsuccessful: "no QR code"
        case .seen(.comeCloser): "a QR code, too small to read: move closer"
        case .seen(.holdSteady): "a QR code: hold steady"
        case .invalid(let decision): "not a valid onboarding code: \(Self.line(of: decision))"
        case .successful(let decision): "a valid onboarding code: \(Self.line(of: decision))"
        }
    }

    private static func line(of decision: OnboardingDecision) -> String {
        let facts = decision.payload.facts.map { ", \($0.name) \($0.value)" }.joined()
        let risks = decision.findings.map { finding in
            (finding.isRefusal ? "refused for " : "warning: ") + finding.risk.rawValue
                + (finding.detail.map { " (\($0))" } ?? "")
        }
        return ([decision.kind.rawValue + facts] + risks).joined(separator: "; ")
    }
}
