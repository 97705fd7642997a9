/// Texts about the devices that may use the station.
public enum DeviceMessages {
    public static var empty: IllustratedMessage {
        .empty(
            .noDevices, title: localized("No other devices yet"),
            description: localized("Show an activation code here, then scan it with the other device."),
            actions: [MessageAction(label: localized("Show Code"), destination: .activation)])
    }

    /// Where only this machine can reach the station.
    public static var local: IllustratedMessage {
        .empty(
            .noDevices, title: localized("Only this computer can use Recto"),
            description: localized(
                "To use a phone or another computer, start Recto with --listen 0.0.0.0, then come back here."))
    }

    /// For a valid code that was scanned.
    public static var scanned: IllustratedMessage {
        .success(
            .done, title: localized("Scan successful"),
            description: localized("Continue to connect this device."),
            actions: [MessageAction(label: localized("Continue"), destination: .activate)])
    }

    /// For a posted code that did not activate.
    public static func notActivated(_ finding: CodeFinding) -> IllustratedMessage {
        .error(
            .failed, .configuration, title: localized("Activation failed"), description: finding.photoText,
            actions: [MessageAction(label: localized("Scan Again"), destination: .codeScan)])
    }

    /// The texts of toasts.
    public static var activated: String { localized("This device is now connected") }
    public static var removed: String { localized("Device removed") }

    /// The name of a device that was activated, or that somebody signed in on: its browser and its system, as far as it tells.
    /// - Parameters:
    ///   - platform: Its system, which some browsers state; `nil` for others.
    ///   - userAgent: As the browser states it.
    public static func name(platform: String?, userAgent: String? = nil) -> String {
        let names = BrowserName(platform: platform, userAgent: userAgent)
        let device = names.system.map { localized("\($0) device") }
        let parts = [names.browser, device].compactMap { $0 }
        return parts.isEmpty ? localized("Browser") : parts.joined(separator: ", ")
    }
}

/// The lifetime of activation codes.
public enum ActivationTime {
    /// Long enough to walk to another device, and too short for a photo of the code to be useful.
    public static let seconds = 600

    /// The maximum number of unused codes. One more removes the oldest.
    public static let maximumCodes = 20
}
