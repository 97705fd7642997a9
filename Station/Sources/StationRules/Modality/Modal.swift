/// What a modal is for. It decides how the modal comes and goes.
public enum ModalPurpose: String, Hashable, Sendable, CaseIterable {
    /// Something new is entered.
    case create
    /// Something existing is changed, in its place.
    case edit
    /// Something is shown.
    case show

    public var transition: ModalTransition {
        switch self {
        case .create, .show: .slide
        case .edit: .dissolve
        }
    }
}

/// How a modal appears and disappears.
public enum ModalTransition: String, Hashable, Sendable, CaseIterable {
    /// Up from the bottom of the window, and down again.
    case slide
    /// In its place.
    case dissolve
}
