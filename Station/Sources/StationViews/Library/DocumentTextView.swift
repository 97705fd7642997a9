import StationRules

/// The text of a document, page by page.
public struct DocumentTextView: View {
    public struct Page: Sendable {
        let label: String
        let path: String
        let text: String?

        /// - Parameters:
        ///   - number: The page number from 1.
        ///   - path: The path of the page's screen.
        ///   - text: `nil` if it has none, or has not been read yet.
        public init(number: Int, path: String, text: String?) {
            label = localized("Page \(number)")
            self.path = path
            self.text = text
        }
    }

    public let path: String
    let document: String
    let identifier: Int64
    let title: String
    let reading: String
    let pages: [Page]
    let copy = TextMessages.copy
    let copied = TextMessages.copied
    let notCopied = TextMessages.notCopied
    /// The text of all pages.
    let text: String?

    /// - Parameter title: The title of the document.
    public init(_ id: Int64, title: String, reading: TextStatusView, pages: [Page]) {
        identifier = id
        document = "/documents/\(id)"
        path = "\(document)/text"
        self.title = title
        self.reading = reading.html
        self.pages = pages
        let texts = pages.compactMap(\.text)
        text = texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    public static let template = """
        <header class="titlebar icons"><a class="button plain" href="{{document}}" aria-label="Document"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">Document</span></a><h1 class="sibling"><span class="subhead">Text</span> <span class="headline">{{title}}</span></h1><span class="space"></span></header>
        <div id="page" class="document-text" data-part data-document="{{identifier}}">
        <div class="actions">{{#text}}<button type="button" class="button" data-copies="page-text" data-copied="{{copied}}" data-not-copied="{{notCopied}}"><span class="icon icon-clipboard" aria-hidden="true"></span>{{copy}}</button><a class="button" href="{{document}}.txt" download><span class="icon icon-download" aria-hidden="true"></span>Save as Text</a>{{/text}}</div>
        {{{reading}}}
        {{#pages}}<section><h2><a href="{{path}}">{{label}}</a></h2>{{#text}}<p class="note">{{.}}</p>{{/text}}{{^text}}<p class="subhead">No text</p>{{/text}}</section>
        {{/pages}}
        {{#text}}<template id="page-text">{{text}}</template>{{/text}}
        </div>
        """
}

/// The link from a document to its text.
struct TextFacetView: View {
    let path: String

    static let template = """
        <section class="related facet"><ul class="documents"><li><a class="cell see-all" href="{{path}}/text"><span class="icon icon-file-earmark-text" aria-hidden="true"></span><span class="text">Text</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li></ul></section>
        """
}
