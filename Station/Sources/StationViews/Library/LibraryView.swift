public import StationRules

/// The list of documents.
public struct LibraryView: View {
    public struct Row: Sendable {
        let path: String
        let title: String
        let day: String
        let time: String
        let exactTime: String
        let pages: String
        let thumbnail: String?

        /// - Parameter thumbnail: Of the first page; nothing where there is none.
        public init(
            path: String, title: String, moment: StationClock.Moment, exactTime: String, pages: String,
            thumbnail: String?
        ) {
            self.path = path
            self.title = title
            day = moment.important
            time = moment.other
            self.exactTime = exactTime
            self.pages = pages
            self.thumbnail = thumbnail
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let more: String?
    let loading = LoadingIndicatorView(.inline, label: FeedbackMessages.older).html
    let failed = FeedbackMessages.olderFailed
    let draft: String?
    let draftText: String
    let draftPath: String

    /// - Parameters:
    ///   - more: Where the list goes on.
    ///   - draft: Address and number of scans of a session that was not saved.
    public init(rows: [Row], more: String?, draft: (path: String, pages: Int)?) {
        self.rows = rows
        hasRows = !rows.isEmpty
        empty = IllustratedMessageView(LibraryMessages.empty, size: .extraLarge).html
        self.more = more
        self.draft = draft?.path
        draftPath = draft?.path ?? ""
        draftText = draft.map { "Draft with \(ScanCount.text($0.pages))" } ?? ""
    }

    public static let template = """
        <header class="titlebar"><h1>Library</h1><span class="space"></span><a class="button primary" href="/scan"><span class="icon icon-camera" aria-hidden="true"></span>Scan</a></header>
        {{#draft}}<p class="strip-message"><span>{{draftText}}</span> <a href="{{draftPath}}">Continue</a></p>{{/draft}}
        {{#hasRows}}
        <ul class="documents" data-waits>
        {{#rows}}
        <li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead"><time datetime="{{exactTime}}">{{day}}<span class="less">, {{time}}</span></time> · {{pages}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>
        {{/rows}}
        </ul>
        {{#more}}<div class="more" data-failed="{{failed}}"><a class="button" href="{{more}}">Older Documents</a><template>{{{loading}}}</template></div>{{/more}}
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        """
}
