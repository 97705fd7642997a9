import FoundationEssentials
import RectoCore
import TestSupport

public import RectoOnboarding

/// Passes codes from ``PayloadSource`` to classifier and feedback and checks for impossible results.
public struct PayloadFuzzer {
    /// An impossible result.
    public struct Complaint: Error, CustomStringConvertible {
        public let rule: String
        public let seed: UInt64
        public let index: Int
        public let bytes: [UInt8]
        public var description: String {
            "\(rule), seed \(seed), code \(index): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        }
    }

    private let seed: UInt64
    private var source: PayloadSource
    private var random: SeededGenerator
    private let classifiers: [OnboardingClassifier]
    private var feedback: OnboardingFeedback
    private var lastCodes: [ScannedCode] = []
    private var time = Duration.zero
    /// Number of generated codes.
    public private(set) var count = 0
    /// Number of damaged policy files that were accepted.
    public private(set) var policies = 0
    /// Number of codes accepted by a policy, by kind.
    public private(set) var accepted: [OnboardingKind: Int] = [:]

    public init(seed: UInt64) throws {
        self.seed = seed
        source = PayloadSource(seed: seed)
        random = SeededGenerator(seed: seed ^ 0x5DEE_CE66)
        var strict = OnboardingPolicy()
        strict.hosts = [try HostPattern("example.com"), try HostPattern("*.example.com")]
        strict.appSchemes = ["com.example.app"]
        var loose = strict
        loose.kinds = Set(OnboardingKind.allCases.filter(\.isOnboarding))
        loose.hosts.append(try HostPattern("*"))
        loose.tolerates = Set(OnboardingRisk.allCases.filter(\.isTolerable))
        classifiers = [
            try OnboardingClassifier(policy: strict), try OnboardingClassifier(policy: loose, verifier: Coin()),
        ]
        feedback = try OnboardingFeedback(classifier: classifiers[0])
    }

    /// Tests one more code.
    public mutating func step() throws {
        let parts = source.next()
        let code = ScannedCode(bytes: parts.bytes, declaredText: parts.declaredText, isPart: parts.isPart)
        count += 1
        let (seed, count) = (seed, count)
        func require(_ isFine: Bool, _ rule: String) throws {
            if !isFine { throw Complaint(rule: rule, seed: seed, index: count, bytes: code.bytes) }
        }
        for (index, classifier) in classifiers.enumerated() {
            let decision = classifier.decide(code, at: 1_800_000_000)
            try require(decision == classifier.decide(code, at: 1_800_000_000), "the same code gives the same decision")
            if decision.isAccepted {
                accepted[decision.kind, default: 0] += 1
                try require(decision.kind.isOnboarding, "only onboarding codes are accepted")
                if index == 0, decision.payload.host.map({ !Self.isOurs($0) }) ?? (decision.kind != .activationLink) {
                    try require(false, "a code that is accepted leads to a host that is named")
                }
            }
            let shown = try Self.shown(decision)
            try require(TextCheck.isClean(shown), "what is shown has no control characters")
            if !Self.mayShow(decision) { try require(!TextCheck.leaks(shown), "secrets are not shown") }
        }
        if count % 8 == 0 { try readPolicy(require) }
        try observe(code, require)
    }

    /// A policy that was read must be accepted by a classifier and survive writing.
    private mutating func readPolicy(_ require: (Bool, String) throws -> Void) throws {
        let bytes = source.nextPolicy()
        switch Result(catching: { () throws(ParameterError) in try OnboardingPolicy(json: bytes) }) {
        case .success(let policy):
            policies += 1
            _ = try OnboardingClassifier(policy: policy)
            let written = Array(try JSONEncoder().encode(policy))
            try require(try OnboardingPolicy(json: written) == policy, "a policy reads as it is written")
        case .failure(let error):
            try require(!error.parameter.isEmpty && TextCheck.isClean(error.description), "an error names the key")
        }
    }

    private static func isOurs(_ host: HostName) -> Bool {
        host.ascii == "example.com" || host.ascii.hasSuffix(".example.com")
    }

    /// Everything visible in descriptions, reflection and the report.
    public static func shown(_ decision: OnboardingDecision) throws -> String {
        let encoder = JSONEncoder()
        var dumped = ""
        dump(decision, to: &dumped)
        dump(OnboardingState(of: decision), to: &dumped)
        let report = String(
            decoding: try encoder.encode(OnboardingReport(OnboardingState(of: decision))), as: UTF8.self)
        return [
            "\(decision)", String(reflecting: decision), "\([decision])", "\(decision.payload)",
            String(reflecting: decision.payload), dumped.replacing("\n", with: " "), report,
        ].joined(separator: " ")
    }

    /// Mutants may have a secret's text in hosts, network names, issuers and package names, which are shown.
    private static func mayShow(_ decision: OnboardingDecision) -> Bool {
        let open: Set = ["host", "hostUnicode", "ssid", "issuer", "package"]
        let risky: Set<OnboardingRisk> = [
            .addressLiteral, .disguisedHost, .encodedHost, .hostNotAllowed, .internationalHost, .localHost,
            .lookAlikeHost,
            .malformedAddress, .mixedScriptHost, .nestedHostNotAllowed, .packageNotAllowed, .proxySet, .redirector,
            .userInfo,
            .controlCharacters, .bidirectionalControls, .invisibleCharacters,
        ]
        return decision.payload.facts.contains { open.contains($0.name) && TextCheck.leaks($0.value) }
            || decision.findings.contains { risky.contains($0.risk) && TextCheck.leaks($0.detail ?? "") }
    }

    private mutating func observe(_ code: ScannedCode, _ require: (Bool, String) throws -> Void) throws {
        if Int.random(in: 0..<3, using: &random) > 0 { lastCodes = [code] }
        if Int.random(in: 0..<10, using: &random) == 0 { lastCodes.append(code) }
        time = step(from: time)
        let located = Int.random(in: 0..<4, using: &random) == 0
        let observation = OnboardingObservation(
            time: time, codes: Int.random(in: 0..<4, using: &random) == 0 ? [] : lastCodes,
            located: located
                ? [.init(modulePixels: [nil, .nan, .infinity, -1, 3].randomElement(using: &random) ?? nil)] : [])
        let answer = feedback.observe(observation, at: Int64.random(in: .min ... .max, using: &random))
        if case .successful(let decision) = answer.state {
            try require(decision.isAccepted, "success is for accepted codes")
            feedback.reset()
        }
        if case .invalid(let decision) = answer.state {
            try require(!decision.isAccepted, "an invalid code is refused")
        }
    }

    private mutating func step(from time: Duration) -> Duration {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: Duration(attoseconds: Int128.random(in: .min ... .max, using: &random))
        case 1: .zero
        case 2: time
        default: min(max(time, .seconds(-1_000_000)), .seconds(1_000_000)) + .milliseconds(33)
        }
    }

    /// A verifier that decides at random.
    private struct Coin: OnboardingSignatureVerifier {
        func verify(_ message: SignedMessage) -> OnboardingSignature.Verdict {
            message.signature.count % 3 == 0 ? .valid : message.signature.count % 3 == 1 ? .invalid : .unknownKey
        }
    }
}

/// Checks for shown text.
public enum TextCheck {
    /// Whether it contains four consecutive letters of the secret.
    public static func leaks(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return text.indices.dropLast(3).contains { parts.contains(word(text[$0..<$0 + 4])) }
    }

    private static let parts: Set<UInt32> = {
        let secret = Array(PayloadSource.secret.utf8)
        return Set(secret.indices.dropLast(3).map { word(secret[$0..<$0 + 4]) })
    }()

    /// Four letters, ignoring case.
    private static func word(_ letters: ArraySlice<UInt8>) -> UInt32 {
        letters.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    }

    public static func isClean(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E }
    }
}
