import StationRules

/// The screen that asks which document to move the selected pages to.
public struct MoveView: View {
    public struct Row: Sendable {
        let id: Int64
        let title: String
        let time: String
        let exactTime: String
        let pages: String
        let thumbnail: String?

        public init(
            id: Int64, title: String, time: String, exactTime: String, pages: Int, thumbnail: String?
        ) {
            self.id = id
            self.title = title
            self.time = time
            self.exactTime = exactTime
            self.pages = LibraryMessages.pageCount(pages)
            self.thumbnail = thumbnail
        }
    }

    public let title: String
    let path: String
    let document: String
    let search: String
    let note: String?
    let pages: [Int64]
    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let maximumCharacters = ListQuery.maximumCharacters

    /// - Parameters:
    ///   - document: The document that contains the pages.
    ///   - pages: Their identifiers.
    ///   - search: The search text.
    ///   - note: What happens to the document if it has no pages left.
    ///   - rows: The matching documents.
    public init(from document: Int64, pages: [Int64], search: String, note: String? = nil, rows: [Row]) {
        self.document = "/documents/\(document)"
        path = "\(self.document)/move"
        title = LibraryMessages.move(pages: pages.count)
        self.pages = pages
        self.search = search
        self.note = note
        self.rows = rows
        hasRows = !rows.isEmpty
        empty = IllustratedMessageView(LibraryMessages.nowhereToMove, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{document}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Document</a><h1>{{title}}</h1></header>
        {{#note}}<p class="subhead">{{.}}</p>{{/note}}
        <search class="list-report"><form class="search" method="get" action="{{path}}">{{#pages}}<input type="hidden" name="page-{{.}}" value="on">{{/pages}}<span class="icon icon-search" aria-hidden="true"></span><input type="search" name="q" value="{{search}}" placeholder="Title, text or tag" maxlength="{{maximumCharacters}}" autocomplete="off" enterkeyhint="search" aria-label="Search documents"></form></search>
        {{#hasRows}}<form method="post" action="{{path}}">{{#pages}}<input type="hidden" name="page-{{.}}" value="on">{{/pages}}
        <ul class="documents targets" data-waits>
        {{#rows}}
        <li><button class="cell" name="to" value="{{id}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead"><time datetime="{{exactTime}}">{{time}}</time> · {{pages}}</span></span></button></li>
        {{/rows}}
        </ul></form>{{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        """
}
