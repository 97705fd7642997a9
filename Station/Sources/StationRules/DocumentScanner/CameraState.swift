/// Whether there is a camera, and if not, the reason.
public enum CameraState: String, Hashable, Codable, Sendable, CaseIterable {
    case starting
    case ready
    /// The browser has not asked yet. Recto first explains the purpose: see ``CameraRequest``.
    case unasked
    /// The person declined Recto's explanation. The browser has not asked.
    case declined
    /// The person did not give access to the camera. The browser asks again.
    case denied
    /// The person or a policy denied access earlier. The browser does not ask again: its settings decide.
    case blocked
    /// There is no camera.
    case absent
    /// Another program uses it.
    case busy
    /// It failed or was unplugged.
    case lost
    /// The system denies the station access to its camera.
    case refused
    /// The browser offers cameras to secure addresses only.
    case insecure
    /// The camera is there, but another window scans into the same session.
    case elsewhere
    /// The station does not answer. Only the browser knows.
    case unreachable

    /// The message of the document scanner instead of the live view; `nil` while the camera is there or starting.
    public var message: IllustratedMessage? {
        message(otherwise: MessageAction(label: localized("Import Files"), destination: .importFiles))
    }

    /// - Parameter way: An alternative action without a camera.
    public func message(otherwise way: MessageAction) -> IllustratedMessage? {
        let again = MessageAction(label: localized("Try Again"), destination: .retryCamera)
        switch self {
        case .starting, .ready, .unasked: return nil
        case .declined:
            return .error(
                .camera, .permission, title: localized("The camera stays off"),
                description: localized("Allow it here whenever it is needed."),
                actions: [way, MessageAction(label: CameraRequest.allow, destination: .askForCamera)])
        case .denied:
            return .error(
                .camera, .permission, title: localized("Camera access is off"),
                description: localized("Try again, and allow the camera when your browser asks."),
                actions: [
                    MessageAction(label: localized("Try Again"), destination: .askForCamera), way,
                ])
        case .blocked:
            let settings = MessageAction(label: localized("Show How"), destination: .cameraSettings)
            return .error(
                .camera, .permission, title: localized("Camera access is blocked"),
                description: localized("Allow the camera for this address in your browser’s settings."),
                actions: [settings, way])
        case .absent:
            return .error(
                .camera, .configuration, title: localized("No camera found"),
                description: localized("Connect a camera, then try again."),
                actions: [again, way])
        case .busy:
            return .error(
                .camera, .configuration, title: localized("The camera is in use"),
                description: localized("Close the program that uses the camera, then try again."),
                actions: [again, way])
        case .lost:
            return .error(
                .camera, .system, title: localized("The camera stopped"),
                description: localized("Check that it is connected, then try again."), actions: [again, way])
        case .refused:
            return .error(
                .camera, .permission, title: localized("No access to the camera"),
                description: localized("Recto has no access to this camera. Give it access, then restart."),
                actions: [again, way])
        case .elsewhere: return DraftRefusal.elsewhere.message
        case .unreachable:
            return .error(
                .camera, .system, title: localized("Recto does not answer"),
                description: localized("Trying again. Captured pages are kept."), actions: [again])
        case .insecure:
            return .error(
                .camera, .configuration, title: localized("The camera needs a secure connection"),
                description: localized("Open Recto over https, or on the computer that it runs on."), actions: [way])
        }
    }
}

/// The explanation shown before the browser asks for its camera for the first time.
public enum CameraRequest {
    public static var title: String { localized("Scan with the camera") }
    public static var reasons: [String] {
        [
            localized("The camera is on while this screen is open. No sound is recorded."),
            localized("Its pictures go to this station alone, which keeps what is captured."),
            localized("The browser asks next. Its settings can take the permission back."),
        ]
    }
    public static var allow: String { localized("Allow Camera") }
    public static var notNow: String { localized("Not Now") }
}

/// Instructions for granting access to a blocked camera.
public enum CameraSettingsHelp {
    public static var title: String { localized("Allow the camera") }
    public static var steps: [String] {
        [
            localized("Select the icon beside the address of this page."),
            localized("Open the permissions and allow the camera."),
            localized("Come back. The camera starts by itself."),
        ]
    }
}

/// The cameras that a scanner can use.
public struct CameraChoice: Hashable, Sendable {
    /// The names of the station's cameras.
    public let cameras: [String]
    /// The index of the chosen one; `nil` for the browser's camera.
    public let chosen: Int?

    /// - Parameter chosen: An unknown index counts as `nil`.
    public init(cameras: [String], chosen: Int?) {
        self.cameras = cameras
        self.chosen = chosen.flatMap { cameras.indices.contains($0) ? $0 : nil }
    }

    /// Display names. Only the last component of a path is shown, which reveals nothing about the machine.
    public var labels: [String] {
        cameras.map {
            $0 == Self.demonstration ? localized("Demonstration") : $0.split(separator: "/").last.map(String.init) ?? $0
        }
    }

    /// The name of the simulated camera.
    public static let demonstration = "demonstration"

    public static var browserLabel: String { localized("This device’s camera") }
}
