import StationRules

/// What a camera view shows in the place of a camera that is not there: a template for each reason, for the browser to take.
enum CameraMessages {
    static func html(_ message: (CameraState) -> IllustratedMessage?) -> String {
        CameraState.allCases.compactMap { state in
            message(state).map {
                "<template id=\"camera-\(state.rawValue)\">\(IllustratedMessageView($0).html)</template>"
            }
        }.joined(separator: "\n")
    }
}
