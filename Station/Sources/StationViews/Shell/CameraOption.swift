import StationRules

/// A camera in the list of those that a view can look through.
struct CameraOption: Sendable {
    let label: String
    let value: String
    let isChosen: Bool

    static func all(_ choice: CameraChoice) -> [CameraOption] {
        [CameraOption(label: CameraChoice.browserLabel, value: "", isChosen: choice.chosen == nil)]
            + choice.labels.enumerated().map { index, name in
                CameraOption(label: name, value: "\(index)", isChosen: index == choice.chosen)
            }
    }
}
