public import StationRules

/// The list of scenes as cards, and the form of a new one.
public struct ScenesView: View {
    public struct Scene: Sendable {
        let path: String
        let picture: String
        let title: String
        let annotations: Int
        let verdict: AnchorVerdict
        let content: CardContent

        public init(
            path: String, picture: String, title: String, annotations: Int, verdict: AnchorVerdict,
            content: CardContent = .whole
        ) {
            self.path = path
            self.picture = picture
            self.title = title
            self.annotations = annotations
            self.verdict = verdict
            self.content = content
        }

        fileprivate var card: CardView {
            CardView(
                .ar,
                CardView.Header(
                    path: path, title: title, subtitle: ArMessages.annotationCount(annotations),
                    status: verdict.status, picture: picture),
                actions: [
                    CardView.Action(localized("Scan"), name: localized("Scan scene \(title)"), icon: .scan, path: path),
                    CardView.Action(
                        localized("Edit"), name: localized("Edit \(title)"), icon: .edit, path: "\(path)/edit"),
                ],
                content: content)
        }
    }

    let cards: [String]
    let hasCards: Bool
    let empty: String
    let form: String

    /// - Parameter form: The form of a new scene.
    public init(scenes: [Scene], form: NewAnchorView? = nil) {
        cards = scenes.map(\.card.html)
        hasCards = !scenes.isEmpty
        empty = IllustratedMessageView(ArMessages.empty, size: .extraLarge).html
        self.form = form?.html ?? ""
    }

    public static let template = """
        <header class="titlebar"><h1>AR Scenes</h1><span class="space"></span>{{#hasCards}}<a class="button primary" href="/ar/new"><span class="icon icon-plus-lg" aria-hidden="true"></span>New Scene</a>{{/hasCards}}</header>
        {{#hasCards}}
        <ul class="cards scenes" data-waits>
        {{#cards}}
        {{{.}}}
        {{/cards}}
        </ul>
        {{/hasCards}}
        {{^hasCards}}{{{empty}}}{{/hasCards}}
        {{{form}}}
        """
}
