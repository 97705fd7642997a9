public import StationRules

/// The cards above a list: the last unsaved draft as an object card, and pinned documents as a list card.
public struct CardsView: View {
    public struct Draft: Sendable {
        let path: String
        /// The URL for continuing.
        let continues: String
        let picture: String
        let scans: Int
        let content: CardContent
        let subtitle: String

        /// - Parameters:
        ///   - picture: The picture of the first scan.
        ///   - scans: The number of scans; 0 if the draft is damaged.
        ///   - editedTitle: The title of the document that it edits; `nil` for a new document.
        public init(
            path: String, picture: String, scans: Int, content: CardContent = .whole, editedTitle: String? = nil
        ) {
            subtitle = editedTitle.map { GalleryMessages.changes(to: $0) } ?? localized("Continue or save it")
            continues = editedTitle == nil ? path : "\(path)/pages"
            self.path = path
            self.picture = picture
            self.scans = scans
            self.content = content
        }
    }

    let cards: [String]
    /// The link to the list of drafts; `nil` if there are no others.
    let otherDrafts: String?
    let hasCards: Bool

    /// - Parameters:
    ///   - otherDrafts: The number of other drafts.
    ///   - pinned: All pinned documents. The card shows the first.
    public init(draft: Draft?, otherDrafts: Int, pinned: [CardView.Row]) {
        self.otherDrafts =
            otherDrafts == 0
            ? nil : otherDrafts == 1 ? localized("1 more draft") : localized("\(otherDrafts) more drafts")
        cards = ((draft.map { [Self.card($0)] } ?? []) + (pinned.isEmpty ? [] : [Self.card(pinned)])).map(\.html)
        hasCards = !cards.isEmpty
    }

    private static func card(_ draft: Draft) -> CardView {
        CardView(
            .object,
            CardView.Header(
                path: draft.continues, title: localized("Draft"), subtitle: draft.subtitle,
                status: .unsaved,
                picture: draft.picture),
            body: .figure(draft.scans, unit: draft.scans == 1 ? localized("scan") : localized("scans")),
            actions: [
                CardView.Action(localized("Continue"), name: localized("Continue the draft"), path: draft.continues),
                CardView.Action(
                    localized("Save"), name: localized("Save the draft"), path: "\(draft.path)/save", isForm: true),
            ],
            content: draft.content)
    }

    private static func card(_ pinned: [CardView.Row]) -> CardView {
        CardView(
            .list,
            CardView.Header(
                path: "/documents/pinned", title: localized("Pinned"),
                subtitle: LibraryMessages.documentCount(pinned.count)),
            body: .rows(pinned))
    }

    public static let template = """
        <div id="cards" data-part>{{#hasCards}}<ul class="cards" aria-label="Highlights">
        {{#cards}}
        {{{.}}}
        {{/cards}}
        </ul>{{#otherDrafts}}<p class="more-drafts"><a href="/drafts">{{otherDrafts}}</a></p>{{/otherDrafts}}{{/hasCards}}</div>
        """
}
