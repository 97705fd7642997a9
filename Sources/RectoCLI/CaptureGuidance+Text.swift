import RectoVision

extension CaptureGuidance {
    /// What the person at the camera is told.
    var text: String {
        switch self {
        case .noDocument: "no page in view"
        case .partlyOutside: "show the whole page"
        case .tooFar: "move closer"
        case .tooClose: "move farther away"
        case .tilted: "hold the camera parallel to the page"
        case .tooDark: "more light is needed"
        case .glare: "turn the page away from the lamp"
        case .moving: "hold still"
        case .holdSteady(let progress): "hold steady \(Int((progress * 100).rounded())) %"
        case .capturing: "capturing the page"
        case .captured: "captured"
        case .samePage: "captured already: show the next page"
        }
    }
}
