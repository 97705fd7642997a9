import StationRules

/// What stands in the place of a live view while there is none.
enum CameraMessages {
    /// Of the scanner of documents.
    static let templates = templates(\.message)

    /// A template element for each state of the camera that is told of, `camera-STATE`.
    static func templates(_ message: (CameraState) -> IllustratedMessage?) -> String {
        CameraState.allCases.compactMap { state in
            message(state).map {
                "<template id=\"camera-\(state.rawValue)\">\(IllustratedMessageView($0).html)</template>"
            }
        }.joined(separator: "\n")
    }
}

extension CameraChoice {
    /// The browser's camera, with an empty name, and the station's own, by their numbers.
    var choices: [Choice] {
        [Choice(name: "", label: Self.browserLabel, isChosen: chosen == nil)]
            + labels.enumerated().map { Choice(name: "\($0)", label: $1, isChosen: $0 == chosen) }
    }
}
