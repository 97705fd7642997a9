/// Something that turns while content is loaded, with what is loaded.
public struct LoadingIndicatorView: View {
    /// Where it is.
    public enum Place: String, Sendable {
        /// In the middle of a screen that has nothing else yet.
        case fullScreen = "full-screen"
        /// Below a list of which more comes.
        case inline
        /// On an overlay over content that is being replaced.
        case overlay
    }

    let place: String
    let label: String

    public init(_ place: Place, label: String) {
        self.place = place.rawValue
        self.label = label
    }

    public static let template = """
        <div class="loading loading-{{place}}" role="status"><span class="spinner" aria-hidden="true"></span><span class="loading-label">{{label}}</span></div>
        """
}
