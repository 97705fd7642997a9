/// The settings with which a managed Android device starts: a JSON object of `android.app.extra.PROVISIONING_…`.
///
/// Whoever writes them owns the device.
public struct DeviceProvisioning: Hashable, Sendable {
    /// The package of the program that will own the device.
    public let package: String?
    /// Its class within the package.
    public let component: String?
    /// From where it is loaded; nothing if it is in the device already.
    public let download: WebAddress?
    /// SHA-256 of the package's certificate.
    public let signatureChecksum: [UInt8]?
    /// SHA-256 of the package.
    public let packageChecksum: [UInt8]?
    /// The network through which to load it.
    public let network: WiFiNetwork?
    /// All of it, unknown keys and the program's own settings (`PROVISIONING_ADMIN_EXTRAS_BUNDLE`) as well.
    public let settings: JSONValue

    /// What all keys begin with.
    static let prefix = "android.app.extra.PROVISIONING_"

    /// What the program is given: often the enrolment token, at times a password.
    public var extras: JSONValue? { settings[Self.prefix + "ADMIN_EXTRAS_BUNDLE"] }
}

extension DeviceProvisioning: Redacted {
    public var facts: [OnboardingFact] {
        var facts: [OnboardingFact] = []
        if let package { facts.append(OnboardingFact("package", package)) }
        facts += download?.host?.facts ?? []
        facts += network?.facts ?? []
        facts.append(OnboardingFact("checksum", "\(signatureChecksum != nil || packageChecksum != nil)"))
        return facts
    }
}
