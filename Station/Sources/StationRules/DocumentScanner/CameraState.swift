/// Whether there is a camera, and if not, why.
public enum CameraState: String, Hashable, Codable, Sendable, CaseIterable {
    case starting
    case ready
    /// The person, or a policy, does not let the page use the camera.
    case denied
    /// There is none.
    case absent
    /// Another program has it.
    case busy
    /// It failed, or was unplugged.
    case lost
    /// The system does not let the station open its camera.
    case refused
    /// The browser gives no camera to this address: only to secure ones.
    case insecure

    /// What the scanner of documents shows in the place of the live view; nothing while there is one, or may soon be.
    public var message: IllustratedMessage? {
        message(otherwise: MessageAction(label: "Import Files", destination: .importFiles))
    }

    /// - Parameter way: What can be done without a camera.
    public func message(otherwise way: MessageAction) -> IllustratedMessage? {
        let again = MessageAction(label: "Try Again", destination: .retryCamera)
        switch self {
        case .starting, .ready: return nil
        case .denied:
            return .error(
                .camera, title: "Camera access is off",
                description: "Allow the camera in your browser’s settings, then try again.",
                actions: [again, way])
        case .absent:
            return .error(
                .camera, title: "No camera found",
                description: "Connect a camera, then try again.",
                actions: [again, way])
        case .busy:
            return .error(
                .camera, title: "The camera is in use",
                description: "Close the program that uses the camera, then try again.", actions: [again, way])
        case .lost:
            return .error(
                .camera, title: "The camera stopped",
                description: "Check that it is connected, then try again.", actions: [again, way])
        case .refused:
            return .error(
                .camera, title: "No access to the camera",
                description: "Recto may not use this camera. Give it access, then restart.",
                actions: [again, way])
        case .insecure:
            return .error(
                .camera, title: "The camera needs a secure connection",
                description: "Open Recto over https, or on the computer that it runs on.", actions: [way])
        }
    }
}

/// The cameras that a scanner can look through.
public struct CameraChoice: Hashable, Sendable {
    /// Names of the station's own cameras.
    public let cameras: [String]
    /// Of those; nothing for the camera of the browser.
    public let chosen: Int?

    /// - Parameter chosen: Nothing, too, where there is no such camera.
    public init(cameras: [String], chosen: Int?) {
        self.cameras = cameras
        self.chosen = chosen.flatMap { cameras.indices.contains($0) ? $0 : nil }
    }

    /// What they are called: of a path its last part, which is enough to tell them apart and tells nothing of the machine.
    public var labels: [String] {
        cameras.map {
            $0 == Self.demonstration ? "Demonstration" : $0.split(separator: "/").last.map(String.init) ?? $0
        }
    }

    /// The name of the camera that is none: to try the station where there is no other.
    public static let demonstration = "demonstration"

    public static let browserLabel = "This device’s camera"
}
