/// Texts of widgets and of their board.
public enum WidgetMessages {
    public static var title: String { localized("Widgets") }
    public static var screen: String { "\(Place.home.path)/widgets" }

    /// Replaces the content that requires sign-in.
    public static var signedOut: IllustratedMessage {
        .error(
            .disconnected, .permission, title: localized("Sign in to see this"),
            description: localized("This address has no valid token. Sign in, or make another address."),
            actions: [MessageAction(label: localized("Sign In"), destination: .signIn)])
    }

    public static var empty: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No widgets"),
            description: localized("You have removed all of them. Add one below."))
    }
}
