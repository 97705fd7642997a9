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

    public static let browserLabel = "This browser’s camera"
}
