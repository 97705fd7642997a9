import StationRules

extension ModalPurpose {
    /// The CSS classes of its dialog.
    var classes: String {
        switch transition {
        case .slide: "sheet"
        case .dissolve: "sheet dissolves"
        }
    }
}
