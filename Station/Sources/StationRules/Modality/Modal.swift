/// The purpose of a modal, which determines its transition.
public enum ModalPurpose: String, Hashable, Sendable, CaseIterable {
    /// To create something new.
    case create
    /// To edit something in place.
    case edit
    /// To show something.
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
    /// Slides up from the bottom of the window, and down again.
    case slide
    /// Fades in place.
    case dissolve
}
