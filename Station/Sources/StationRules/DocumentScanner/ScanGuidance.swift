/// What the engine says of the page in view; the raw values are the codes of its `CaptureGuidance`.
public enum ScanGuidance: String, Hashable, Codable, Sendable, CaseIterable {
    case noDocument
    case partlyOutside
    case tooFar
    case tooClose
    case tilted
    case tooDark
    case glare
    case moving
    case holdSteady
    case capturing
    case captured
    case samePage

    /// What the person at the camera is told to do.
    func prompt(_ mode: CaptureMode) -> String {
        switch self {
        case .noDocument: "Position the document in view"
        case .partlyOutside: "Show the whole document"
        case .tooFar: "Move closer"
        case .tooClose: "Move farther away"
        case .tilted: "Look at the document from above"
        case .tooDark: "More light is needed"
        case .glare: "Turn the document away from the lamp"
        case .moving: "Hold the camera steady"
        case .holdSteady: mode == .automatic ? "Hold the camera steady" : "Tap the shutter to capture"
        case .capturing: "Capturing"
        case .captured: "Captured"
        case .samePage: mode == .automatic ? "Ready for the next document" : "Tap the shutter to capture"
        }
    }
}
