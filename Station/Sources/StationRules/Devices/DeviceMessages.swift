/// Messages about the devices that may use the station.
public enum DeviceMessages {
    public static var empty: IllustratedMessage {
        .empty(
            .noDevices, title: localized("No other devices yet"),
            description: localized("Show an activation code here, then scan it with the other device."),
            actions: [MessageAction(label: localized("Show Code"), destination: .activation)])
    }

    /// Shown if only this machine can reach the station.
    public static var local: IllustratedMessage {
        .empty(
            .noDevices, title: localized("Only this computer can use Recto"),
            description: localized(
                "To use a phone or another computer, start Recto with this command, then come back here."))
    }

    /// The command that starts the station for other devices.
    public static let networkCommand = "recto-station --listen 0.0.0.0"

    /// Shown after a valid code was scanned.
    public static var scanned: IllustratedMessage {
        .success(
            .done, title: localized("Scan successful"),
            description: localized("Continue to connect this device."),
            actions: [MessageAction(label: localized("Continue"), destination: .activate)])
    }

    /// Shown for a submitted code that did not activate the device.
    public static func notActivated(_ finding: CodeFinding) -> IllustratedMessage {
        .error(
            .failed, .configuration, title: localized("Activation failed"), description: finding.photoText,
            actions: [MessageAction(label: localized("Scan Again"), destination: .codeScan)])
    }

    /// The texts of toasts.
    public static var activated: String { localized("This device is now connected") }
    public static var removed: String { localized("Device removed") }

    /// Returns the name of an activated or signed-in device: its browser and system, if known.
    /// - Parameters:
    ///   - platform: The system, if the browser reports it.
    ///   - userAgent: The browser's `User-Agent` header.
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
