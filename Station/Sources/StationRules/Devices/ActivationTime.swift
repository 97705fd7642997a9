/// How long an activation code may be used.
public enum ActivationTime {
    /// Long enough to walk over to another device, and too short for a photo of the code to be of use.
    public static let seconds = 600

    /// Codes that may be open at once; the oldest ends when there is one more.
    public static let maximumCodes = 20
}
