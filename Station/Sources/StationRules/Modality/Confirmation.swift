/// A question asked before data are lost.
public struct Confirmation: Hashable, Sendable {
    public let title: String
    public let text: String
    /// The labels of the two buttons.
    public let confirm: String
    public let cancel: String

    /// Asks for confirmation before a changed form is closed.
    public static var discardChanges: Confirmation {
        Confirmation(
            title: localized("Discard your changes?"), text: localized("What you entered is not saved yet."),
            confirm: localized("Discard"),
            cancel: localized("Keep Editing"))
    }
}
