public import StationRules

/// The list of scenes as cards, and the form of a new one.
public struct ScenesView: View {
    public struct Card: Sendable {
        let path: String
        let picture: String
        let title: String
        let annotations: String
        let isWhole: Bool
        let message: String

        public init(
            path: String, picture: String, title: String, annotations: Int, content: CardContent = .whole
        ) {
            isWhole = content == .whole
            message = content.message
            self.path = path
            self.picture = picture
            self.title = title
            self.annotations = ArMessages.annotationCount(annotations)
        }
    }

    let cards: [Card]
    let hasCards: Bool
    let empty: String
    let form: String

    /// - Parameter form: The form of a new scene.
    public init(cards: [Card], form: NewAnchorView? = nil) {
        self.cards = cards
        hasCards = !cards.isEmpty
        empty = IllustratedMessageView(ArMessages.empty, size: .extraLarge).html
        self.form = form?.html ?? ""
    }

    public static let template = """
        <header class="titlebar"><h1>AR Scenes</h1><span class="space"></span>{{#hasCards}}<a class="button primary" href="/ar/new"><span class="icon icon-plus-lg" aria-hidden="true"></span>New Anchor</a>{{/hasCards}}</header>
        {{#hasCards}}
        <ul class="scenes" data-waits>
        {{#cards}}
        <li class="card"><a class="card-main" href="{{path}}">{{#isWhole}}<img class="card-media" alt="" loading="lazy" src="{{picture}}">{{/isWhole}}<span class="card-header"><span class="headline">{{title}}</span><span class="subhead">{{annotations}}</span></span></a>{{^isWhole}}{{{message}}}{{/isWhole}}
        <footer class="card-footer"><a class="button" href="{{path}}" aria-label="Scan {{title}}"><span class="icon icon-badge-ar" aria-hidden="true"></span>Scan</a><a class="button plain" href="{{path}}/edit" aria-label="Edit {{title}}"><span class="icon icon-pencil" aria-hidden="true"></span>Edit</a></footer></li>
        {{/cards}}
        </ul>
        {{/hasCards}}
        {{^hasCards}}{{{empty}}}{{/hasCards}}
        {{{form}}}
        """
}
