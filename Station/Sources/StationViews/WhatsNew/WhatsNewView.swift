package import StationRules

/// What is new in a version, in a stacked modal. `web/patterns/whats-new/whats-new.js` switches between its pages.
package struct WhatsNewView: View {
    struct Item: Sendable {
        let picture: String?
        let title: String
        let text: String
        let place: String
    }

    let isOpen: Bool
    let variant: String
    let isPaged: Bool
    let items: [Item]
    let hasIndicator: Bool
    let hasAction: Bool
    let nextLabel = localized("Next")
    let startLabel = localized("Start")
    let firstLabel: String

    package init(_ news: WhatsNew, _ occasion: WhatsNew.Occasion) {
        isOpen = occasion == .afterSignIn
        variant = news.variant.rawValue
        isPaged = news.variant == .pages
        let shown = news.shown
        items = shown.enumerated().map { index, item in
            Item(
                picture: item.picture, title: item.title, text: item.text,
                place: localized("\(index + 1) of \(shown.count)"))
        }
        hasIndicator = news.hasIndicator
        let action = news.action(onPage: 0, occasion)
        hasAction = action != nil
        firstLabel = action == .next ? nextLabel : startLabel
    }

    package static let template = """
        <dialog id="whats-new" class="sheet whats-new {{variant}}" aria-labelledby="whats-new-title"{{#isOpen}} data-open data-news{{/isOpen}}>
        <div class="bar"><h2 id="whats-new-title">What’s New</h2><button type="button" class="button plain" data-closes>Close</button></div>
        <ul class="news"{{#isPaged}} tabindex="0" aria-label="What’s New"{{/isPaged}}>{{#items}}<li{{#isPaged}} aria-label="{{place}}"{{/isPaged}}>{{#picture}}<span class="icon icon-{{picture}}" aria-hidden="true"></span>{{/picture}}<div><h3>{{title}}</h3><p>{{text}}</p></div></li>{{/items}}</ul>
        {{#hasIndicator}}<p class="dots" aria-hidden="true">{{#items}}<span></span>{{/items}}</p>{{/hasIndicator}}
        {{#hasAction}}<div class="actions"><button type="button" class="button primary" data-news-action data-next-label="{{nextLabel}}" data-start-label="{{startLabel}}">{{firstLabel}}</button></div>{{/hasAction}}
        </dialog>
        """
}
