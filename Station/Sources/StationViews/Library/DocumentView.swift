public import StationRules

/// A document with its pages.
public struct DocumentView: View {
    public struct Page: Sendable {
        let identifier: Int64
        let number: Int
        let path: String
        public let picture: String

        /// - Parameters:
        ///   - identifier: The identifier of the page, independent of its position.
        ///   - number: The page number from 1.
        ///   - path: The path of the page's screen.
        ///   - picture: The URL of the picture.
        public init(identifier: Int64, number: Int, path: String, picture: String) {
            self.identifier = identifier
            self.number = number
            self.path = path
            self.picture = picture
        }
    }

    /// An export format of the document.
    public struct Export: Sendable {
        let format: String
        let label: String
        let text: String
        let icon: String
        /// The file's path, relative to the document's.
        let file: String

        /// - Parameter trouble: The reason why it is currently unavailable.
        public init(_ format: ExportFormat, trouble: TextTrouble? = nil) {
            self.format = format.rawValue
            label = format.label
            text = trouble.map { "\($0)" } ?? format.description
            icon = format.icon
            file = format.file
        }
    }

    /// A file that pages of the document came from.
    public struct Original: Sendable {
        let text: String
        let path: String

        /// - Parameter path: The path of the download.
        public init(name: String, bytes: Int, path: String) {
            text = "\(name) · \(FileSize(bytes: bytes))"
            self.path = path
        }
    }

    /// The pages whose crops are to be checked.
    public struct Check: Sendable {
        let text: String
        let path: String
        let action = CropMessages.check

        /// - Parameter path: The path of the first page.
        public init(pages count: Int, path: String) {
            text = CropMessages.toCheck(count)
            self.path = path
        }
    }

    /// A value of the document's metadata.
    public struct Fact: Sendable {
        public struct Value: Sendable {
            let text: String
            /// The list of all documents with the value.
            let list: String

            public init(_ text: String, list: String) {
                self.text = text
                self.list = list
            }
        }

        let label: String
        let values: [Value]
        /// The text of a value without a list.
        let text: String?

        public init(_ label: String, _ values: [Value]) {
            self.label = label
            self.values = values
            text = nil
        }

        public init(_ label: String, text: String) {
            self.label = label
            values = []
            self.text = text
        }
    }

    /// The list from which the document was opened, and its neighbors there.
    public struct Origin: Sendable {
        public struct Neighbor: Sendable {
            let path: String
            let title: String

            public init(_ id: Int64, title: String, in list: ListQuery) {
                path = list.address(at: "/documents/\(id)")
                self.title = title
            }
        }

        let list: ListQuery
        let previous: Neighbor?
        let next: Neighbor?

        public init(_ list: ListQuery, previous: Neighbor?, next: Neighbor?) {
            self.list = list
            self.previous = previous
            self.next = next
        }

        var hasNeighbors: Bool { previous != nil || next != nil }
    }

    /// The parts between the header and the dialogs.
    public struct Parts: Sendable {
        let facts: [Fact]
        let suggestions: SuggestionsView?
        let documents: RelatedDocumentsView?
        let scenes: [RelatedView.Item]
        let split: EntryFormView?
        let notes: NotesView
        let attachments: AttachmentsView
        let history: HistoryView

        /// - Parameters:
        ///   - suggestions: The details found in its text.
        ///   - documents: The related documents.
        ///   - scenes: The scenes that link to it.
        ///   - split: The form for splitting it; `nil` for a single page.
        public init(
            facts: [Fact], suggestions: SuggestionsView? = nil, documents: RelatedDocumentsView? = nil,
            scenes: [RelatedView.Item] = [], split: EntryFormView? = nil, notes: NotesView,
            attachments: AttachmentsView,
            history: HistoryView
        ) {
            self.facts = facts
            self.suggestions = suggestions
            self.documents = documents
            self.scenes = scenes
            self.split = split
            self.notes = notes
            self.attachments = attachments
            self.history = history
        }
    }

    public let path: String
    let title: String
    let pageText: String
    let hasPages: Bool
    let identifier: Int64
    let header: String
    let reading: String
    let found: String?
    let exports: [Export]
    public var originals: [Original] = []
    public var check: Check?
    let isPinned: Bool
    let isInInbox: Bool
    /// Whether sharper pictures of its pages may follow, which `web/patterns/library/sharper.js` waits for.
    public var isFresh = false
    let at: String
    /// The URL of the list, and the query that is appended to the document's URLs.
    let list: String
    let query: String
    let hasNeighbors: Bool
    let previous: Origin.Neighbor?
    let next: Origin.Neighbor?
    /// The sections as HTML, in order.
    let sections: [String]
    let form: String
    let trashed: String?
    let edits: String
    let checkout = CheckoutView(.export).html
    let noAnswer = FeedbackMessages.noAnswer
    let confirmDelete: String

    /// - Parameters:
    ///   - at: The URL of the screen, to return to.
    ///   - origin: The list from which it was opened.
    ///   - states: The states in the header.
    ///   - reading: The reading progress.
    ///   - isInInbox: Whether the document has not been reviewed yet.
    ///   - isEdited: Whether a draft has changes to its pages.
    ///   - found: The matches of the search that led to it.
    ///   - trashed: The text for a document in the trash; `nil` otherwise.
    public init(
        _ id: Int64, at: String, from origin: Origin, title: String, time: String, exactTime: String,
        states: [ObjectHeaderView.Status],
        pages: [Page], reading: TextStatusView, exports: [Export], isPinned: Bool, isInInbox: Bool,
        isEdited: Bool = false, found: FoundPagesView? = nil, parts: Parts, form: EntryFormView, trashed: String? = nil
    ) {
        let path = "/documents/\(id)"
        self.path = path
        identifier = id
        self.title = title
        hasPages = !pages.isEmpty
        pageText = LibraryMessages.pageCount(pages.count)
        header = ObjectHeaderView(title, time: time, exactTime: exactTime, facts: pageText, states: states).html
        self.reading = reading.html
        self.found = found?.html
        self.exports = exports
        self.isPinned = isPinned
        self.isInInbox = isInInbox && trashed == nil
        self.at = at
        list = origin.list.address(at: Place.library.path)
        query = origin.list.address(at: "")
        hasNeighbors = origin.hasNeighbors
        previous = origin.previous
        next = origin.next
        let html: [DocumentSection: String] = [
            .pages: DocumentPagesView(
                path: path, pages: pages, canSelectPages: trashed == nil && !pages.isEmpty,
                split: parts.split?.html
            ).html,
            // Filled as soon as the text is read.
            .suggestions: "<div id=\"suggestions\" data-part>\(parts.suggestions?.html ?? "")</div>",
            .facts: parts.facts.isEmpty ? "" : FactsView(parts.facts).html,
            .related: (parts.documents?.html ?? "")
                + RelatedView(heading: localized("AR scenes"), items: parts.scenes).html,
            .notes: parts.notes.html, .attachments: parts.attachments.html,
            .text: pages.isEmpty ? "" : TextFacetView(path: path).html, .history: parts.history.html,
        ]
        sections = html.filter { !$0.value.allSatisfy(\.isWhitespace) }.keys
            .ordered(raising: DocumentSection.raised(isInInbox: isInInbox)).compactMap { html[$0] }
        self.form = form.html
        self.trashed = trashed
        edits = LibraryMessages.editPages(isGoingOn: isEdited)
        confirmDelete =
            ConfirmationView(
                trashed == nil ? .deleteDocument(title) : .deleteForever(title), id: "delete",
                action: "\(path)/delete\(query)"
            ).html
    }

    public static let template = """
        <header class="titlebar icons"><a class="button plain" href="{{list}}" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">Documents</span></a><span class="space"></span>
        {{^trashed}}<form id="pin" data-part data-swaps method="post" action="{{path}}/{{#isPinned}}unpin{{/isPinned}}{{^isPinned}}pin{{/isPinned}}"><input type="hidden" name="at" value="{{at}}"><button class="button plain" id="pin-button" aria-pressed="{{#isPinned}}true{{/isPinned}}{{^isPinned}}false{{/isPinned}}">{{#isPinned}}<span class="icon icon-pin-angle-fill" aria-hidden="true"></span><span class="caption">Pinned</span>{{/isPinned}}{{^isPinned}}<span class="icon icon-pin-angle" aria-hidden="true"></span><span class="caption">Pin</span>{{/isPinned}}</button></form>{{/trashed}}
        <span data-no-answer="{{noAnswer}}" data-address="/api{{path}}"{{^hasPages}} hidden{{/hasPages}}><button type="button" class="button plain" popovertarget="export"><span class="icon icon-download" aria-hidden="true"></span><span class="caption">Export</span></button></span>
        {{^trashed}}<button type="button" class="button plain negative" data-opens="delete"><span class="icon icon-trash" aria-hidden="true"></span><span class="caption">Delete</span></button><button type="button" class="button plain" data-opens="edit">Edit</button>{{/trashed}}</header>
        {{#trashed}}<div class="message-strip trashed"><span class="icon icon-trash" aria-hidden="true"></span><p>{{.}}</p><div class="actions"><form method="post" action="{{path}}/restore"><button class="button plain">Restore</button></form><button type="button" class="button plain negative" data-opens="delete">Delete Forever</button></div></div>{{/trashed}}
        <div class="object" data-document="{{identifier}}"{{#isFresh}} data-fresh{{/isFresh}}>{{{header}}}
        {{{reading}}}
        {{#check}}<div class="message-strip" role="status"><span class="icon icon-bounding-box" aria-hidden="true"></span><p>{{text}}</p><div class="actions"><a class="button" href="{{path}}">{{action}}</a></div></div>{{/check}}
        {{^trashed}}<div class="actions"><form method="post" action="{{path}}/draft"{{^hasPages}} hidden{{/hasPages}}><button class="button"><span class="icon icon-pencil" aria-hidden="true"></span>{{edits}}</button></form>{{#isInInbox}}<form method="post" action="{{path}}/edit{{query}}"><input type="hidden" name="state" value="reviewed"><button class="button"><span class="icon icon-check-lg" aria-hidden="true"></span>Mark as Reviewed</button></form>{{/isInInbox}}</div>{{/trashed}}
        {{#hasNeighbors}}<nav class="neighbors" aria-label="Documents of the List">{{#previous}}<a class="button plain" rel="prev" href="{{path}}" title="{{title}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Previous Document</a>{{/previous}}{{^previous}}<button type="button" class="button plain" disabled><span class="icon icon-chevron-left" aria-hidden="true"></span>Previous Document</button>{{/previous}}{{#next}}<a class="button plain" rel="next" href="{{path}}" title="{{title}}">Next Document<span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{/next}}{{^next}}<button type="button" class="button plain" disabled>Next Document<span class="icon icon-chevron-right" aria-hidden="true"></span></button>{{/next}}</nav>{{/hasNeighbors}}
        <div id="export" class="popover" popover role="dialog" aria-labelledby="export-title">
        <header class="bar"><h2 id="export-title">Export</h2><span class="space"></span><button type="button" class="bar-button" popovertarget="export" popovertargetaction="hide" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        <p class="subhead">{{title}} · {{pageText}}</p>
        <ul class="entries">
        {{#originals}}
        <li><a class="entry" href="{{path}}" download><span class="icon icon-file-earmark-text" aria-hidden="true"></span><span class="text"><span class="headline">Original</span><span class="subhead">{{text}}</span></span></a></li>
        {{/originals}}
        {{#exports}}
        <li><a class="entry" href="{{path}}{{file}}" download data-export="/api{{path}}/exports?format={{format}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{label}}</span><span class="subhead">{{text}}</span></span></a></li>
        {{/exports}}
        </ul>
        </div></div>
        {{#found}}{{{.}}}{{/found}}
        {{#sections}}{{{.}}}
        {{/sections}}
        {{^trashed}}<p><a class="button" href="/map/scan?at={{path}}"><span class="icon icon-qr-code" aria-hidden="true"></span>File by Label…</a></p>{{/trashed}}
        {{{form}}}
        {{{checkout}}}
        {{{confirmDelete}}}
        """
}
