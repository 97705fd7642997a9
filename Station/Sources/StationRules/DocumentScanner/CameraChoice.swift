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

    public static let browserLabel = "This browser’s camera"
}
