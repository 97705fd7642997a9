public import StationRules

/// A page shown instead of a screen that the station failed to create. It has no navigation.
public struct FailureView: View {
    let message: String

    public init(_ message: IllustratedMessage) {
        self.message = IllustratedMessageView(message, size: .extraLarge).html
    }

    public static let template = """
        <div class="failure" role="alert">
        <h1 class="hidden">Recto</h1>
        {{{message}}}
        </div>
        """
}
