/// What became of an activation code.
public enum ActivationOutcome: Hashable, Sendable {
    /// The device's own token, by which it is known from now on.
    case activated(SecretToken)
    /// Nobody issued it, or its time is over and it was forgotten.
    case unknown
    case expired
    case used
}
