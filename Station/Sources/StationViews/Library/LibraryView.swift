public import StationRules

/// The list of documents.
public struct LibraryView: View {
    public struct Row: Sendable {
        let path: String
        let title: String
        let day: String
        let time: String
        let shortTime: String
        let exactTime: String
        let pages: String
        let thumbnail: String?
        let id: Int64
        let isPinned: Bool

        /// - Parameter thumbnail: The address of the first page's thumbnail; `nil` without pages.
        public init(
            id: Int64, path: String, title: String, moment: StationClock.Moment, exactTime: String, pages: String,
            thumbnail: String?, isPinned: Bool
        ) {
            self.id = id
            self.isPinned = isPinned
            self.path = path
            self.title = title
            day = moment.important
            time = moment.other
            shortTime = moment.shortOther
            self.exactTime = exactTime
            self.pages = pages
            self.thumbnail = thumbnail
        }
    }

    /// The content of a list.
    public enum Part: Hashable, Sendable {
        case newest
        /// Documents after the first part of the list.
        case older
        case pinned

        var title: String { self == .pinned ? SidebarGroup.Name.pinned.heading ?? "" : Place.library.label }

        /// The message of an empty list.
        var message: IllustratedMessage {
            switch self {
            case .newest: LibraryMessages.empty
            case .older: LibraryMessages.noOlder
            case .pinned: LibraryMessages.noPins
            }
        }
    }

    public let title: String
    let isPinned: Bool
    /// An empty library's message does.
    let offersScan: Bool
    let at: String
    let cards: String
    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let more: String?
    let loading = LoadingIndicatorView(.inline, label: FeedbackMessages.older).html
    let failed = FeedbackMessages.olderFailed

    /// - Parameters:
    ///   - at: The address of the screen, to return to.
    ///   - more: The address of the next part.
    ///   - cards: The cards above the list.
    public init(_ part: Part, at: String, rows: [Row], more: String?, cards: CardsView?) {
        title = part.title
        isPinned = part == .pinned
        self.at = at
        self.cards = cards?.html ?? ""
        self.rows = rows
        hasRows = !rows.isEmpty
        // A draft says how to go on.
        let hasDraft = rows.isEmpty && part == .newest && cards?.hasCards == true
        empty = IllustratedMessageView(hasDraft ? LibraryMessages.onlyDrafts : part.message, size: .extraLarge).html
        offersScan = part != .pinned && (!rows.isEmpty || hasDraft)
        self.more = more
    }

    public static let template = """
        <header class="titlebar">{{#isPinned}}<a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Library</a>{{/isPinned}}<h1>{{title}}</h1><span class="space"></span>{{^isPinned}}<button type="button" class="button" data-import aria-label="Import files"><span class="icon icon-upload" aria-hidden="true"></span><span class="word">Import</span></button>{{/isPinned}}{{#offersScan}}<a class="button primary" href="/scan"><span class="icon icon-camera" aria-hidden="true"></span>Scan</a>{{/offersScan}}</header>
        {{{cards}}}
        <div id="list" data-part>{{#hasRows}}
        <ul class="documents" data-waits>
        {{#rows}}
        <li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead"><time datetime="{{exactTime}}">{{day}}<span class="less">, {{time}}</span><span class="least">, {{shortTime}}</span></time> · {{pages}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a><form id="row-{{id}}" data-part data-swaps method="post" action="{{path}}/{{#isPinned}}unpin{{/isPinned}}{{^isPinned}}pin{{/isPinned}}"><input type="hidden" name="at" value="{{at}}"><button class="bar-button" id="pin-{{id}}" aria-pressed="{{#isPinned}}true{{/isPinned}}{{^isPinned}}false{{/isPinned}}" aria-label="Pin {{title}}">{{#isPinned}}<span class="icon icon-pin-angle-fill" aria-hidden="true"></span>{{/isPinned}}{{^isPinned}}<span class="icon icon-pin-angle" aria-hidden="true"></span>{{/isPinned}}</button></form></li>
        {{/rows}}
        </ul>
        {{#more}}<div class="more" data-failed="{{failed}}"><a class="button" href="{{more}}">Older Documents</a><template>{{{loading}}}</template></div>{{/more}}
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}</div>
        """
}
