public import StationRules

/// A document with its pages.
public struct DocumentView: View {
    public struct Page: Sendable {
        let number: Int
        let path: String
        let picture: String

        /// - Parameters:
        ///   - number: From 1.
        ///   - path: Of the page's screen.
        ///   - picture: The address of the picture.
        public init(number: Int, path: String, picture: String) {
            self.number = number
            self.path = path
            self.picture = picture
        }
    }

    /// A kind of file that the document is exported to.
    public struct Export: Sendable {
        let format: String
        let label: String
        let text: String
        let icon: String
        /// Behind the document's path.
        let file: String

        /// - Parameter trouble: Why it cannot be had now.
        public init(_ format: ExportFormat, trouble: TextTrouble? = nil) {
            self.format = format.rawValue
            label = format.label
            text = trouble.map { "\($0)" } ?? format.description
            icon = format.icon
            file = format.file
        }
    }

    /// The error of a submitted title.
    public struct TitleError: Sendable {
        let entered: String
        let text: String

        public init(entered: String, text: String) {
            self.entered = entered
            self.text = text
        }
    }

    public let path: String
    let title: String
    let time: String
    let exactTime: String
    let pageText: String
    let pages: [Page]
    let identifier: Int64
    let reading: String
    let exports: [Export]
    let cover: String?
    let isPinned: Bool
    let at: String
    let related: String
    let entered: String
    let error: String?
    let maximumCharacters: Int
    let checkout = CheckoutView(.export).html
    let noAnswer = FeedbackMessages.noAnswer
    let renameClasses = ModalPurpose.edit.classes
    let confirmDelete: String
    let confirmDiscard: String

    /// - Parameters:
    ///   - at: The address of the screen, to return to.
    ///   - reading: How far its texts are.
    ///   - scenes: The scenes that link to the document.
    public init(
        _ id: Int64, at: String, title: String, time: String, exactTime: String, pages: [Page],
        reading: TextStatusView, exports: [Export], isPinned: Bool, scenes: [RelatedView.Item] = [],
        titleError: TitleError? = nil
    ) {
        path = "/documents/\(id)"
        identifier = id
        self.title = title
        self.time = time
        self.exactTime = exactTime
        self.pages = pages
        self.reading = reading.html
        self.exports = exports
        self.isPinned = isPinned
        self.at = at
        cover = pages.first?.picture
        related = RelatedView(heading: "AR scenes", items: scenes).html
        pageText = LibraryMessages.pageCount(pages.count)
        entered = titleError?.entered ?? title
        error = titleError?.text
        maximumCharacters = DocumentTitle.maximumCharacters
        confirmDelete = ConfirmationView(.deleteDocument(title), id: "delete", action: "\(path)/delete").html
        confirmDiscard = ConfirmationView(discardingChangesIn: "rename").html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Library</a><span class="space"></span>
        <button type="button" class="button plain" data-opens="rename">Rename</button><button type="button" class="button plain negative" data-opens="delete">Delete</button></header>
        <div class="object" data-document="{{identifier}}"><h1>{{title}}</h1><p class="subhead"><time datetime="{{exactTime}}">{{time}}</time> · {{pageText}}</p>
        {{{reading}}}
        <div class="actions" data-no-answer="{{noAnswer}}" data-address="/api{{path}}"><button type="button" class="button primary" popovertarget="export"><span class="icon icon-download" aria-hidden="true"></span>Export</button>
        <form id="pin" data-part data-swaps method="post" action="{{path}}/{{#isPinned}}unpin{{/isPinned}}{{^isPinned}}pin{{/isPinned}}"><input type="hidden" name="at" value="{{at}}"><button class="button" id="pin-button" aria-pressed="{{#isPinned}}true{{/isPinned}}{{^isPinned}}false{{/isPinned}}">{{#isPinned}}<span class="icon icon-pin-angle-fill" aria-hidden="true"></span>Pinned{{/isPinned}}{{^isPinned}}<span class="icon icon-pin-angle" aria-hidden="true"></span>Pin{{/isPinned}}</button></form></div>
        <div id="export" class="popover" popover role="dialog" aria-labelledby="export-title">
        <header class="bar"><h2 id="export-title">Export</h2><span class="space"></span><button type="button" class="bar-button" popovertarget="export" popovertargetaction="hide" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        <p class="subhead">{{title}} · {{pageText}}</p>
        <ul class="entries">
        {{#exports}}
        <li><a class="entry" href="{{path}}{{file}}" download data-export="/api{{path}}/exports?format={{format}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{label}}</span><span class="subhead">{{text}}</span></span></a></li>
        {{/exports}}
        </ul>
        </div></div>
        <ol class="sheets" aria-label="Pages" data-waits>
        {{#pages}}
        <li><a href="{{path}}"><img loading="lazy" src="{{picture}}" alt="Page {{number}}"></a><span aria-hidden="true">Page {{number}}</span></li>
        {{/pages}}
        </ol>
        {{{related}}}
        <dialog id="rename" class="{{renameClasses}}" aria-labelledby="rename-title"{{#error}} data-open data-refused="{{path}}" data-leads="{{path}}"{{/error}}>
        <form method="post" action="{{path}}/rename">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="rename-title">Rename Document</h2><button class="button plain">Save</button></header>
        <div class="key-facts">{{#cover}}<img alt="First page" loading="lazy" src="{{.}}">{{/cover}}<p><span class="headline">{{title}}</span><span class="subhead">{{time}} · {{pageText}}</span></p></div>
        <label for="title">Title</label><input id="title" name="title" value="{{entered}}" maxlength="{{maximumCharacters}}" required autocomplete="off" autofocus{{#error}} aria-invalid="true" aria-describedby="title-error"{{/error}}>
        {{#error}}<p id="title-error" class="error">{{error}}</p>{{/error}}
        </form>
        </dialog>
        {{{checkout}}}
        {{{confirmDelete}}}
        {{{confirmDiscard}}}
        """
}
