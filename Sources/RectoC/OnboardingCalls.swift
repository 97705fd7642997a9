public import CRecto
import FoundationEssentials
import RectoBarcode
import RectoOnboarding

/// The object behind `recto_onboarding`.
final class OnboardingHandle: ChangingHandle {
    static let name: StaticString = "onboarding"
    let use = ObjectUse()
    private let classifier: OnboardingClassifier
    private var feedback: OnboardingFeedback
    /// The last requested report.
    private var report: LastingText?

    init(policy json: String) throws {
        classifier = try OnboardingClassifier(policy: try OnboardingPolicy(json: Array(json.utf8)))
        feedback = try OnboardingFeedback(classifier: classifier)
    }

    func check(_ reader: CodeReaderHandle, at seconds: Int64) throws -> UnsafePointer<CChar>? {
        keep(classifier.state(of: reader.found.map(ScannedCode.init), located: reader.unread.count, at: seconds))
    }

    func observe(_ reader: CodeReaderHandle, at time: Duration, _ seconds: Int64) throws -> UnsafePointer<CChar>? {
        let observation = OnboardingObservation(
            time: time, codes: reader.found.map(ScannedCode.init),
            located: reader.unread.map { .init(modulePixels: $0.modulePixels) })
        return keep(feedback.observe(observation, at: seconds).state)
    }

    func reset() { feedback.reset() }

    private func keep(_ state: OnboardingState) -> UnsafePointer<CChar>? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // An object of texts can always be encoded.
        guard let json = try? encoder.encode(OnboardingReport(state)) else {
            preconditionFailure("a report that is not JSON")
        }
        let text = LastingText(String(decoding: json, as: UTF8.self))
        report = text
        return text.pointer
    }
}

extension ScannedCode {
    /// Uses the code's bytes: they do not depend on the guessed encoding.
    fileprivate init(_ code: Code) { self.init(bytes: code.bytes, isPart: code.structuredAppend != nil) }
}

@c @implementation
public func recto_onboarding_new(
    _ policy: UnsafePointer<CChar>!, _ onboarding: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the policy") {
        let (policy, onboarding) = (try text(policy, "policy"), try required(onboarding, "onboarding"))
        onboarding.pointee = try OnboardingHandle(policy: policy).retained()
    }
}

@c @implementation
public func recto_onboarding_check(
    _ onboarding: OpaquePointer!, _ reader: OpaquePointer!, _ seconds: Int64,
    _ report: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> recto_status {
    call { uses in
        let onboarding = try OnboardingHandle.changing(onboarding, &uses)
        let reader = try CodeReaderHandle.reading(reader, &uses)
        let report = try required(report, "report")
        report.pointee = try onboarding.check(reader, at: seconds)
    }
}

@c @implementation
public func recto_onboarding_observe(
    _ onboarding: OpaquePointer!, _ reader: OpaquePointer!, _ nanoseconds: Int64, _ seconds: Int64,
    _ report: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> recto_status {
    call { uses in
        let onboarding = try OnboardingHandle.changing(onboarding, &uses)
        let reader = try CodeReaderHandle.reading(reader, &uses)
        let report = try required(report, "report")
        report.pointee = try onboarding.observe(reader, at: .nanoseconds(nanoseconds), seconds)
    }
}

@c @implementation
public func recto_onboarding_reset(_ onboarding: OpaquePointer!) -> recto_status {
    call { uses in try OnboardingHandle.changing(onboarding, &uses).reset() }
}

@c @implementation
public func recto_onboarding_free(_ onboarding: OpaquePointer!) { OnboardingHandle.release(onboarding) }
