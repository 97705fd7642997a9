import StationRules

/// A button that copies the text of an element: see `web/copy.js`.
struct CopyButtonView: View {
    let source: String
    let label: String
    let copy = TextMessages.copyShort
    let copied = TextMessages.copiedShort
    let notCopied = TextMessages.notCopied

    /// - Parameters:
    ///   - source: The id of the element.
    ///   - label: What is copied, for screen readers.
    init(_ source: String, label: String) {
        self.source = source
        self.label = label
    }

    static let template = """
        <button type="button" class="button plain" data-copies="{{source}}" data-copied="{{copied}}" data-not-copied="{{notCopied}}" aria-label="{{copy}}: {{label}}"><span class="icon icon-clipboard" aria-hidden="true"></span>{{copy}}</button>
        """
}
