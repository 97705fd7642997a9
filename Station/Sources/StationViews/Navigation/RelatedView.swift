public import StationRules

/// Objects related to the object of the screen. Each opens its screen, or a modal with its key facts.
public struct RelatedView: View {
    public struct Item: Sendable {
        let id: String
        let path: String?
        let title: String
        let facts: String
        let thumbnail: String
        let picture: String

        /// - Parameters:
        ///   - path: The path of its screen.
        ///   - facts: Its key facts.
        public init(
            _ object: RelatedTrail.Object, _ opening: RelatedTrail.Opening, path: String, title: String, facts: String,
            thumbnail: String, picture: String
        ) {
            id = "related-\(object.text)"
            self.path = if case .screen(let trail) = opening { "\(path)?via=\(trail.text)" } else { nil }
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
            self.picture = picture
        }
    }

    let heading: String
    let classes = ModalPurpose.show.classes
    let items: [Item]
    let hasItems: Bool

    /// - Parameter heading: The heading of the list. An empty list is omitted.
    public init(heading: String, items: [Item]) {
        self.heading = heading
        self.items = items
        hasItems = !items.isEmpty
    }

    public static let template = """
        {{#hasItems}}
        <section class="related" aria-labelledby="related-title"><h2 id="related-title">{{heading}}</h2>
        <ul class="documents">
        {{#items}}<li>{{#path}}<a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy" src="{{thumbnail}}"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{/path}}{{^path}}<button type="button" class="cell" data-opens="{{id}}" aria-haspopup="dialog"><img class="leading" alt="" loading="lazy" src="{{thumbnail}}"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-info-circle" aria-hidden="true"></span></button>{{/path}}</li>
        {{/items}}
        </ul></section>
        {{#items}}{{^path}}<dialog id="{{id}}" class="{{classes}}" aria-labelledby="{{id}}-title"><form method="dialog">
        <header class="bar"><button class="button plain" autofocus>Close</button><h2 id="{{id}}-title">{{title}}</h2><span class="bar-end"></span></header>
        <p class="subhead">{{facts}}</p>
        <img class="related-picture" loading="lazy" src="{{picture}}" alt="{{title}}">
        </form></dialog>{{/path}}{{/items}}
        {{/hasItems}}
        """
}
