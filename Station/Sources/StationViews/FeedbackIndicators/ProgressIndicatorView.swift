/// How far an action is, with a button that stops it; a module fills in the numbers. Until the whole is known it is a
/// processing indicator: its bar has no value.
public struct ProgressIndicatorView: View {
    let name: String
    let label: String
    let text: String

    /// - Parameters:
    ///   - name: Of its class, by which the module finds it.
    ///   - text: With `{n}` in the place of how far it is, and of the whole.
    public init(name: String, label: String, text: String) {
        self.name = name
        self.label = label
        self.text = text
    }

    public static let template = """
        <div class="{{name}} progress-indicator" role="group" aria-label="{{label}}" hidden>
        <p data-text="{{text}}"></p>
        <progress aria-label="{{label}}"></progress>
        <button type="button" class="button plain" data-stop>Stop</button>
        </div>
        """
}
