/// What is told of the devices that may use the station.
public enum DeviceMessages {
    public static let empty = IllustratedMessage.empty(
        .noDevices, title: "No other devices yet",
        description: "Show an activation code here, then scan it with the other device.",
        actions: [MessageAction(label: "Show Code", destination: .activation)])

    /// Of a code that was scanned, and counts.
    public static let scanned = IllustratedMessage.success(
        .done, title: "Scan successful",
        description: "Continue to connect this device.",
        actions: [MessageAction(label: "Continue", destination: .activate)])

    /// Of a code that was posted, and did not activate.
    public static func notActivated(_ finding: CodeFinding) -> IllustratedMessage {
        .error(
            .failed, title: "Activation failed", description: finding.photoText,
            actions: [MessageAction(label: "Scan Again", destination: .codeScan)])
    }

    /// What toasts say.
    public static let activated = "Device activated"
    public static let removed = "Device removed"

    /// Of a device that was just activated.
    /// - Parameter platform: As the browser tells it; nothing where it does not.
    public static func name(platform: String?) -> String {
        let known = ["Android", "Chrome OS", "iOS", "Linux", "macOS", "Windows"]
        return platform.flatMap { known.contains($0) ? "\($0) device" : nil } ?? "Browser"
    }
}

/// How long an activation code may be used.
public enum ActivationTime {
    /// Long enough to walk over to another device, and too short for a photo of the code to be of use.
    public static let seconds = 600

    /// Codes that may be open at once; the oldest ends when there is one more.
    public static let maximumCodes = 20
}
