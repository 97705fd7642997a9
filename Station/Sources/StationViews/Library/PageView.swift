public import RectoCore
public import StationRules

/// A page of a document: its picture with an invisible text layer for selecting and copying.
public struct PageView: View {
    /// A line of words along a baseline.
    struct Line: Sendable {
        /// The font size in pixels of the picture that was read.
        let size: Int
        let isLeftward: Bool
        let words: [Word]
    }

    struct Word: Sendable {
        /// The start of the line, which is on the right for text from right to left.
        let x: Int
        let y: Int
        let width: Int
        let text: String
        /// The characters between it and the previous word.
        let space: String
    }

    public let path: String
    /// The position, such as "2 of 7".
    public let number: String
    let title: String
    let document: String
    /// The URL of the document as it was opened.
    let back: String
    let identifier: Int64
    let alternative: String
    let picture: String
    let png: String
    let previous: String?
    let next: String?
    /// The CSS classes of the actions, which set their appearance in compact windows.
    let actions: String
    let width: Int
    let height: Int
    let lines: [Line]
    let text: String?
    let reading: String
    /// The number of merged pictures, and parts that glare hides in all of them.
    let sharperNote: String?
    let lostNote: String?
    /// The question about an unsure crop, and the outline over the picture.
    let check: String?
    let outline: String?
    /// The search bar and the highlights.
    let hits: String?
    let marks: String?
    let copy = TextMessages.copy
    let copied = TextMessages.copied
    let notCopied = TextMessages.notCopied

    /// - Parameters:
    ///   - title: The title of the document.
    ///   - position: The index of the page.
    ///   - count: The number of pages in the document.
    ///   - picture: The URL of the picture.
    ///   - text: The text of the page; `nil` until it has been read.
    ///   - sharper: `nil` if it was not merged from several pictures.
    ///   - list: The list from which its document was opened, kept in links to its neighbors and back.
    ///   - hits: The matches of the search.
    public init(
        title: String, document: Int64, position: Int, count: Int, picture: String, text: PageText?,
        reading: TextStatusView, sharper: SharperPage? = nil, list: ListQuery = ListQuery(),
        check: CropCheckView? = nil, hits: PageHitsView? = nil
    ) {
        (self.check, outline) = (check?.html, check?.svg)
        (sharperNote, lostNote) = (sharper?.note, sharper?.warning)
        self.hits = hits?.html
        marks = hits?.svg
        self.document = "/documents/\(document)"
        back = list.address(at: self.document)
        identifier = document
        path = "\(self.document)/pages/\(position)"
        lines = text?.lines.map(Line.init) ?? []
        // Zooming in and out, saving, and copying if the page has text.
        let siblings = SiblingNavigation(
            position: position, count: count, otherActions: lines.isEmpty ? 3 : 4, hasIcons: true)
        number = siblings.text
        actions = (["page-actions"] + (siblings.variant(in: .compact) == .icon ? ["icons"] : [])).joined(separator: " ")
        alternative = localized("Page \(number)")
        self.title = title
        self.picture = picture
        png = "\(path)/png"
        previous = siblings.previous.map { Self.path(of: document, $0, in: list) }
        next = siblings.next.map { Self.path(of: document, $0, in: list) }
        width = text?.size.width ?? 1
        height = text?.size.height ?? 1
        self.text = lines.isEmpty ? nil : text?.text
        self.reading = reading.html
    }

    /// Returns the URL of a page.
    /// - Parameters:
    ///   - position: The index of the page.
    ///   - text: The search text to highlight.
    ///   - hit: The current match.
    public static func path(of document: Int64, _ position: Int, text: String = "", hit: Int? = nil) -> String {
        var query = ListQuery()
        query.search(text)
        return path(of: document, position, in: query, hit: hit)
    }

    /// - Parameter list: The list from which the document was opened.
    public static func path(of document: Int64, _ position: Int, in list: ListQuery, hit: Int? = nil) -> String {
        list.address(
            at: "/documents/\(document)/pages/\(position)", last: hit.map { [ListQuery.Item("hit", "\($0)")] } ?? [])
            + (hit.map { "#hit-\($0)" } ?? "")
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="caption">Document</span></a><h1 class="sibling"><span class="subhead">{{number}}</span> <span class="headline">{{title}}</span></h1><span class="space"></span>
        <div class="{{actions}}">{{#text}}<button type="button" class="button plain" data-copies="page-text" data-copied="{{copied}}" data-not-copied="{{notCopied}}"><span class="icon icon-clipboard" aria-hidden="true"></span><span class="caption">{{copy}}</span></button>{{/text}}
        <button type="button" class="button plain" data-zooms="out" disabled><span class="icon icon-zoom-out" aria-hidden="true"></span><span class="caption">Zoom Out</span></button><button type="button" class="button plain" data-zooms="in"><span class="icon icon-zoom-in" aria-hidden="true"></span><span class="caption">Zoom In</span></button>
        <a class="button plain" href="{{png}}" download><span class="icon icon-download" aria-hidden="true"></span><span class="caption">Save as PNG</span></a>
        <nav aria-label="Pages">{{#previous}}<a class="button" id="previous" rel="prev" href="{{.}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="caption">Previous</span></a>{{/previous}}{{^previous}}<button class="button" id="previous" disabled><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="caption">Previous</span></button>{{/previous}}{{#next}}<a class="button" id="next" rel="next" href="{{.}}"><span class="caption">Next</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{/next}}{{^next}}<button class="button" id="next" disabled><span class="caption">Next</span><span class="icon icon-chevron-right" aria-hidden="true"></span></button>{{/next}}</nav></div></header>
        <div id="page" class="page-view" data-part data-document="{{identifier}}">
        <div class="actions"><a class="button" href="{{path}}/sign"><span class="icon icon-pencil" aria-hidden="true"></span>Sign</a></div>
        {{{reading}}}
        {{#check}}{{{.}}}{{/check}}
        {{#lostNote}}<div class="message-strip" role="status"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/lostNote}}
        {{#sharperNote}}<p class="sharper">{{.}}</p>{{/sharperNote}}
        {{#hits}}{{{.}}}{{/hits}}
        <div class="page-frame" data-scrolls tabindex="0" role="region" aria-label="{{alternative}}"><figure data-waits><img src="{{picture}}" alt="{{alternative}}">{{#outline}}{{{.}}}{{/outline}}{{#marks}}{{{.}}}{{/marks}}{{#text}}<svg class="words" viewBox="0 0 {{width}} {{height}}" preserveAspectRatio="none" aria-label="Text of the page">{{#lines}}
        <text font-size="{{size}}"{{#isLeftward}} direction="rtl"{{/isLeftward}}>{{#words}}{{space}}<tspan x="{{x}}" y="{{y}}" textLength="{{width}}" lengthAdjust="spacingAndGlyphs">{{text}}</tspan>{{/words}}</text>{{/lines}}
        </svg>{{/text}}</figure></div>
        {{#text}}<template id="page-text">{{text}}</template>{{/text}}
        </div>
        """
}

extension PageView.Line {
    fileprivate init(_ line: PageText.Line) {
        isLeftward = line.direction == .rightToLeft
        // The font size at which letters extend from the line's top to its bottom.
        size = max(1, Int(line.box.height.rounded()))
        var rest = line.text[...]
        words = line.words.map { word in
            let space = rest.first == " " ? " " : ""
            rest = rest.dropFirst(space.count + word.text.count)
            return PageView.Word(word, of: line, after: space)
        }
    }
}

extension PageView.Word {
    fileprivate init(_ word: PageText.Word, of line: PageText.Line, after space: String) {
        let (from, to) = (line.baseline.start, line.baseline.end)
        let middle = (word.box.left + word.box.right) / 2
        let slope = to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0
        x = Int((line.direction == .rightToLeft ? word.box.right : word.box.left).rounded())
        y = Int((from.y + slope * (middle - from.x)).rounded())
        width = max(1, Int(word.box.width.rounded()))
        text = word.text
        self.space = space
    }
}
