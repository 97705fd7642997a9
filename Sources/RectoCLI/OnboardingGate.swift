import FoundationEssentials
import RectoBarcode
import RectoCore
import RectoOnboarding

/// What `recto qr --onboarding` makes of the codes that were read.
struct OnboardingGate {
    private let classifier: OnboardingClassifier
    private var feedback: OnboardingFeedback

    /// - Parameter path: Of the policy.
    /// - Throws: ``UnusableInput`` that names the file and what is wrong with it.
    init(policy path: String) throws(UnusableInput) {
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            classifier = try OnboardingClassifier(policy: try OnboardingPolicy(json: bytes))
            feedback = try OnboardingFeedback(classifier: classifier)
        } catch let error as ParameterError {
            throw UnusableInput(file: path, reason: "is no policy: \(error)")
        } catch {
            throw UnusableInput(file: path, reason: "cannot be read")
        }
    }

    /// Of a picture, where nothing can be read twice.
    func state(of codes: [Code], unread: [UnreadCode]) -> OnboardingState {
        classifier.state(of: codes.map(ScannedCode.init), located: unread.count, at: Self.now)
    }

    /// Of the next frame of a stream.
    mutating func observe(_ codes: [Code], unread: [UnreadCode], at time: Duration) -> OnboardingFeedback.Answer {
        let observation = OnboardingObservation(
            time: time, codes: codes.map(ScannedCode.init), located: unread.map { .init(modulePixels: $0.modulePixels) }
        )
        return feedback.observe(observation, at: Self.now)
    }

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }
}

extension ScannedCode {
    /// The text of a code names no encoding of itself here: the bytes count.
    init(_ code: Code) { self.init(bytes: code.bytes, isPart: code.structuredAppend != nil) }
}
