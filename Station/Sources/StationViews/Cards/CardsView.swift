public import StationRules

/// The cards above a list: unsaved drafts as object cards, and pinned documents as a list card.
public struct CardsView: View {
    public struct Draft: Sendable {
        let path: String
        let picture: String
        let scans: Int
        let unit: String
        let isWhole: Bool
        let message: String

        /// - Parameters:
        ///   - picture: The picture of the latest scan.
        ///   - scans: The number of scans; 0 if the draft cannot be read.
        public init(path: String, picture: String, scans: Int, content: CardContent = .whole) {
            self.path = path
            self.picture = picture
            self.scans = scans
            unit = scans == 1 ? "scan" : "scans"
            isWhole = content == .whole
            message = content.message
        }
    }

    public struct Row: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String

        public init(path: String, title: String, facts: String, thumbnail: String) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
        }
    }

    struct Pinned: Sendable {
        let rows: [Row]
        let count: String
    }

    let drafts: [Draft]
    let pinned: Pinned?
    let hasCards: Bool

    /// - Parameter pinned: All pinned documents. The card shows the first.
    public init(drafts: [Draft], pinned: [Row]) {
        self.drafts = drafts
        self.pinned =
            pinned.isEmpty
            ? nil
            : Pinned(rows: Array(CardKind.list.shown(pinned)), count: LibraryMessages.documentCount(pinned.count))
        hasCards = !drafts.isEmpty || !pinned.isEmpty
    }

    public static let template = """
        <div id="cards" data-part>{{#hasCards}}<ul class="cards" aria-label="Highlights">
        {{#drafts}}
        <li class="card object-card">{{#isWhole}}<a class="card-main" href="{{path}}"><img class="card-media" alt="" src="{{picture}}"><span class="card-header"><span class="headline">Draft</span><span class="subhead">Not saved yet</span></span><span class="card-body"><span class="kpi"><span class="kpi-number">{{scans}}</span> {{unit}}</span></span></a>
        <footer class="card-footer"><a class="button" href="{{path}}" aria-label="Continue the draft">Continue</a><form method="post" action="{{path}}/save"><button class="button plain" aria-label="Save the draft">Save</button></form></footer>{{/isWhole}}{{^isWhole}}{{{message}}}{{/isWhole}}</li>
        {{/drafts}}
        {{#pinned}}
        <li class="card list-card"><a class="card-main" href="/documents/pinned"><span class="card-header"><span class="headline">Pinned</span><span class="subhead">{{count}}</span></span></a>
        <ul class="card-rows">{{#rows}}<li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy" src="{{thumbnail}}"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/rows}}</ul></li>
        {{/pinned}}
        </ul>{{/hasCards}}</div>
        """
}

extension CardContent {
    /// The message for missing content, as HTML; `nil` if the content is complete.
    var message: String {
        switch self {
        case .whole: ""
        case .bodyMissing(let message): IllustratedMessageView(message, size: .small).html
        case .missing(let message): IllustratedMessageView(message, size: .medium).html
        }
    }
}
