public import StationRules

/// The details found in a document's text, to be accepted individually or all at once.
public struct SuggestionsView: View {
    struct Suggestion: Sendable {
        let name: String
        let label: String
        let value: String
        let text: String
    }

    let path: String
    let version: Int
    let suggestions: [Suggestion]
    let hasSeveral: Bool

    /// - Parameters:
    ///   - path: The path of the document.
    ///   - version: The version of the document that the person sees.
    ///   - text: Returns the display text of a value.
    public init(_ proposals: Proposals, path: String, version: Int, text: (Proposal) -> String) {
        self.path = path
        self.version = version
        suggestions = proposals.all.map {
            Suggestion(name: $0.field.rawValue, label: $0.field.label, value: $0.value, text: text($0))
        }
        hasSeveral = suggestions.count > 1
    }

    public static let template = """
        <section class="suggestions" aria-labelledby="suggestions-title"><h2 id="suggestions-title"><span class="icon icon-lightbulb" aria-hidden="true"></span>Suggestions from the Text</h2>
        <ul>{{#suggestions}}<li><p><span class="subhead">{{label}}</span><span>{{text}}</span></p><form method="post" action="{{path}}/edit"><input type="hidden" name="version" value="{{version}}"><input type="hidden" name="{{name}}" value="{{value}}"><button class="button" aria-label="Use {{label}}: {{text}}">Use</button></form></li>{{/suggestions}}</ul>
        {{#hasSeveral}}<form method="post" action="{{path}}/edit"><input type="hidden" name="version" value="{{version}}">{{#suggestions}}<input type="hidden" name="{{name}}" value="{{value}}">{{/suggestions}}<button class="button primary">Use All</button></form>{{/hasSeveral}}</section>
        """
}
