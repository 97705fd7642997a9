/// Inspects one code: finds its kind, reads it, and collects the risks.
struct PayloadInspection {
    let policy: OnboardingPolicy
    let verifier: (any OnboardingSignatureVerifier)?
    let time: Int64?
    var risks = RiskList()
    var signature = OnboardingSignature.absent
    /// Whether the code has an expiry time.
    var hasExpiry = false
    /// Addresses in the payload that have already been inspected.
    var nestedAddresses: Set<String> = []

    init(policy: OnboardingPolicy, verifier: (any OnboardingSignatureVerifier)?, time: Int64?) {
        self.policy = policy
        self.verifier = verifier
        self.time = time
    }

    mutating func inspect(_ code: ScannedCode) -> OnboardingPayload {
        let payload = read(code)
        guard policy.kinds.contains(payload.kind) else {
            risks.add(.kindNotAccepted, payload.kind.rawValue)
            return payload
        }
        if policy.requiresSignature && signature == .absent { risks.add(.signatureMissing) }
        if policy.requiresExpiry && !hasExpiry { risks.add(.expiryMissing) }
        return payload
    }

    private mutating func read(_ code: ScannedCode) -> OnboardingPayload {
        if code.isPart { risks.add(.partOfSeries) }
        let length = max(code.bytes.count, code.declaredText?.utf8.count ?? 0)
        if length > policy.maximumBytes { risks.add(.tooLong, "\(length) bytes") }
        guard !code.isPart, length <= policy.maximumBytes else { return .unreadable }
        guard let text = code.text else {
            risks.add(.invalidUTF8)
            return .unreadable
        }
        return read(Self.trimmed(text), isSigned: false)
    }

    /// The text without a leading byte order mark and surrounding blanks and line ends, which generators leave.
    private static func trimmed(_ text: String) -> String {
        let isBlank: (Unicode.Scalar) -> Bool = { [" ", "\t", "\r", "\n"].contains($0) }
        var scalars = text.unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        scalars = scalars.drop(while: isBlank)
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// - Parameter isSigned: Whether the text comes from a signed envelope, which may not contain another one.
    mutating func read(_ text: String, isSigned: Bool) -> OnboardingPayload {
        if !isSigned, let envelope = SignedEnvelope(text) { return read(envelope) }
        let start = text.utf8.prefix(8).map { Character(Unicode.Scalar($0)).lowercased() }.joined()
        if start.hasPrefix("{") || start.hasPrefix("[") { return readJSON(text) }
        if start.hasPrefix("wifi:") { return readWiFi(text) }
        if start == "otpauth:" { return readOneTimePassword(text) }
        if let host = readHost(text) { return host }
        return readAddress(text) ?? readPlain(text)
    }

    private mutating func readPlain(_ text: String) -> OnboardingPayload {
        risks.add(TextHazards(in: text, allowsLines: true).risks)
        return .text(Secret(text))
    }

    /// Reports a text that does not have the form that its beginning suggests.
    mutating func malformed(_ text: String, _ risk: OnboardingRisk, _ field: String? = nil) -> OnboardingPayload {
        risks.add(risk, field)
        return .text(Secret(text))
    }

    // MARK: Time

    /// Checks the validity period of a code against the clock, in seconds since 1970 (`exp`, `nbf` of RFC 7519).
    mutating func inspectTimes(expiry: String?, start: String?) {
        if let expiry {
            hasExpiry = true
            inspect(expiry, "exp", .expired) { $0 >= $1 }
        }
        if let start { inspect(start, "nbf", .notYetValid) { $0 < $1 } }
    }

    private mutating func inspect(
        _ text: String, _ field: String, _ risk: OnboardingRisk, isWrong: (_ now: Int64, _ limit: Int64) -> Bool
    ) {
        guard let limit = Int64(text), limit >= 0 else { return risks.add(.malformedField, field) }
        guard let time else { return risks.add(.expiryUnchecked, field) }
        if isWrong(time, limit) { risks.add(risk) }
    }
}
