/// The key of a one-time-password generator, from `otpauth://totp/Issuer:account?secret=…`.
public struct OneTimePasswordKey: Hashable, Sendable {
    public enum Mode: String, Hashable, Sendable {
        /// By the time, RFC 6238.
        case totp
        /// By a counter, RFC 4226.
        case hotp
    }
    public enum Algorithm: String, Hashable, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// Who asks for the passwords. Nobody vouches for it.
    public let issuer: String?
    public let account: Secret
    /// In Base32, upper case, without padding and blanks.
    public let secret: Secret
    public let mode: Mode
    public let algorithm: Algorithm
    /// 6...8.
    public let digits: Int
    /// Seconds for which a password lasts, `1...3600`; nothing with a counter.
    public let period: Int?
    /// The first value of the counter; nothing without one.
    public let counter: UInt64?
}

extension OneTimePasswordKey: Redacted {
    public var facts: [OnboardingFact] {
        (issuer.map { [OnboardingFact("issuer", $0)] } ?? []) + [
            OnboardingFact("mode", mode.rawValue), OnboardingFact("algorithm", algorithm.rawValue),
            OnboardingFact("digits", "\(digits)"),
        ]
    }
}
