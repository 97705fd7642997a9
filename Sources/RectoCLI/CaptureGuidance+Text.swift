import RectoVision

extension CaptureGuidance {
    /// What the person at the camera is told.
    var text: String {
        switch self {
        case .noDocument: "no page in view"
        case .partlyOutside: "show the whole page"
        case .tooFar: "come nearer"
        case .tooClose: "go farther away"
        case .tilted: "options at the page from above"
        case .tooDark: "more light is needed"
        case .glare: "turn the page away from the lamp"
        case .moving: "hold still"
        case .holdSteady(let progress): "hold steady \(Int((progress * 100).rounded())) %"
        case .capturing: "taking the page"
        case .captured: "taken"
        case .samePage: "taken already: next page"
        }
    }
}
