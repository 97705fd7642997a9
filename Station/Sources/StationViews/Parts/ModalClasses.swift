import StationRules

extension ModalPurpose {
    /// The classes of its dialog.
    var classes: String {
        switch transition {
        case .slide: "sheet"
        case .dissolve: "sheet dissolves"
        }
    }
}
