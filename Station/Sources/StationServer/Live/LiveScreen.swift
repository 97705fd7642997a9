package import RectoCapture
package import StationRules

/// What a live channel shows: looks at the pictures of a camera, and tells the browser what is seen in them.
///
/// Pictures come from the browser's camera, or from one of the station's own; all else is the same for both.
package protocol LiveScreen: Actor {
    /// What the person can do, as JSON.
    associatedtype Action: Decodable & Sendable
    /// What the browser is to show, as JSON.
    associatedtype Answer: Encodable & Sendable

    /// What is shown at the moment.
    func answer() async -> Answer
    func answer(_ action: Action) async -> Answer
    /// Looks at a picture of the browser's camera.
    func answer(_ picture: LiveUplink) async -> Answer
    /// Looks at a frame of the station's camera.
    func renderOptions(at frame: CapturedFrame) async -> Answer
    /// There is a camera now, or why there is none.
    func setCamera(_ state: CameraState)
}
