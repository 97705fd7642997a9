public import StationRules

/// A document with its pages.
public struct DocumentView: View {
    public struct Page: Sendable {
        let identifier: Int64
        let number: Int
        let path: String
        let picture: String

        /// - Parameters:
        ///   - identifier: Of the page, wherever it is.
        ///   - number: From 1.
        ///   - path: Of the page's screen.
        ///   - picture: The address of the picture.
        public init(identifier: Int64, number: Int, path: String, picture: String) {
            self.identifier = identifier
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

    /// What a document is filed under.
    public struct Fact: Sendable {
        public struct Value: Sendable {
            let text: String
            /// Of the list of all documents of it.
            let list: String

            public init(_ text: String, list: String) {
                self.text = text
                self.list = list
            }
        }

        let label: String
        let values: [Value]
        /// What leads to no list.
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

    /// The form that edits a document.
    public struct Form: Sendable {
        struct Field: Sendable {
            let name: String
            let label: String
            let type: String
            let value: String
            let maximum: Int?
            let help: String?
            /// The `id` of the names that are offered.
            let names: String?
            let error: String?
        }

        struct Names: Sendable {
            let id: String
            let options: [String]
        }

        let version: Int
        let fields: [Field]
        let offered: [Names]
        let states: [Choice]
        /// Why it was refused as a whole.
        let refusal: String?
        let isRefused: Bool

        /// - Parameters:
        ///   - version: That the person sees.
        ///   - values: What the fields hold.
        ///   - names: What documents are filed under already.
        ///   - errors: By field.
        ///   - refusal: Why the form was refused as a whole.
        public init(
            version: Int, values: [FilingEntry.Field: String], names: ListNames,
            errors: [FilingEntry.Field: String] = [:], refusal: String? = nil
        ) {
            self.version = version
            self.refusal = refusal
            isRefused = refusal != nil || !errors.isEmpty
            offered = [
                Names(id: "folder-names", options: names.folders.map(\.text)),
                Names(id: "type-names", options: names.types.map(\.text)),
                Names(id: "correspondent-names", options: names.correspondents.map(\.text)),
            ]
            fields = FilingEntry.Field.allCases.filter { $0 != .title && $0 != .state }.map { field in
                Field(
                    name: field.rawValue, label: field.label, type: field.inputType, value: values[field] ?? "",
                    maximum: field.maximumCharacters, help: field.help, names: field.names, error: errors[field])
            }
            states = ListFilter.ReviewState.allCases.map {
                Choice(name: $0.rawValue, label: $0.label, isChosen: values[.state] == $0.rawValue)
            }
            entered = values[.title] ?? ""
            error = errors[.title]
        }

        let entered: String
        let error: String?
        let maximumCharacters = DocumentTitle.maximumCharacters
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
    let accessories: String
    let facts: [Fact]
    let hasFacts: Bool
    let form: Form
    let trashed: String?
    let edits: String
    let canSelectPages: Bool
    let selectedPages = LibraryMessages.selectedPages
    let checkout = CheckoutView(.export).html
    let noAnswer = FeedbackMessages.noAnswer
    let editClasses = ModalPurpose.edit.classes
    let confirmDelete: String
    let confirmDiscard: String

    /// - Parameters:
    ///   - at: The address of the screen, to return to.
    ///   - reading: How far its texts are.
    ///   - isEdited: Whether there is a draft with changes to its pages.
    ///   - scenes: The scenes that link to the document.
    ///   - trashed: What is said of a document in the trash; `nil` outside it.
    public init(
        _ id: Int64, at: String, title: String, time: String, exactTime: String, pages: [Page],
        reading: TextStatusView, exports: [Export], isPinned: Bool, isEdited: Bool = false, facts: [Fact],
        form: Form, scenes: [RelatedView.Item] = [], accessories: AccessoriesView, trashed: String? = nil
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
        related = RelatedView(heading: localized("AR scenes"), items: scenes).html
        self.accessories = accessories.html
        pageText = LibraryMessages.pageCount(pages.count)
        self.facts = facts
        hasFacts = !facts.isEmpty
        self.form = form
        self.trashed = trashed
        edits = LibraryMessages.editPages(isGoingOn: isEdited)
        canSelectPages = trashed == nil && !pages.isEmpty
        confirmDelete =
            ConfirmationView(
                trashed == nil ? .deleteDocument(title) : .deleteForever(title), id: "delete", action: "\(path)/delete"
            ).html
        confirmDiscard = ConfirmationView(discardingChangesIn: "edit").html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">Documents</span></a><span class="space"></span>
        {{^trashed}}<button type="button" class="button plain negative" data-opens="delete">Delete</button><button type="button" class="button plain" data-opens="edit">Edit</button>{{/trashed}}</header>
        {{#trashed}}<div class="message-strip trashed"><span class="icon icon-trash" aria-hidden="true"></span><p>{{.}}</p><div class="actions"><form method="post" action="{{path}}/restore"><button class="button plain">Restore</button></form><button type="button" class="button plain negative" data-opens="delete">Delete Forever</button></div></div>{{/trashed}}
        <div class="object" data-document="{{identifier}}"><h1>{{title}}</h1><p class="subhead"><time datetime="{{exactTime}}">{{time}}</time> · {{pageText}}</p>
        {{{reading}}}
        <div class="actions" data-no-answer="{{noAnswer}}" data-address="/api{{path}}"><button type="button" class="button primary" popovertarget="export"><span class="icon icon-download" aria-hidden="true"></span>Export</button>
        {{^trashed}}<form method="post" action="{{path}}/draft"><button class="button"><span class="icon icon-pencil" aria-hidden="true"></span>{{edits}}</button></form><form id="pin"data-part data-swaps method="post" action="{{path}}/{{#isPinned}}unpin{{/isPinned}}{{^isPinned}}pin{{/isPinned}}"><input type="hidden" name="at" value="{{at}}"><button class="button" id="pin-button" aria-pressed="{{#isPinned}}true{{/isPinned}}{{^isPinned}}false{{/isPinned}}">{{#isPinned}}<span class="icon icon-pin-angle-fill" aria-hidden="true"></span>Pinned{{/isPinned}}{{^isPinned}}<span class="icon icon-pin-angle" aria-hidden="true"></span>Pin{{/isPinned}}</button></form>{{/trashed}}</div>
        <div id="export" class="popover" popover role="dialog" aria-labelledby="export-title">
        <header class="bar"><h2 id="export-title">Export</h2><span class="space"></span><button type="button" class="bar-button" popovertarget="export" popovertargetaction="hide" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        <p class="subhead">{{title}} · {{pageText}}</p>
        <ul class="entries">
        {{#exports}}
        <li><a class="entry" href="{{path}}{{file}}" download data-export="/api{{path}}/exports?format={{format}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{label}}</span><span class="subhead">{{text}}</span></span></a></li>
        {{/exports}}
        </ul>
        </div></div>
        <form method="post" action="{{path}}/move" class="sheets-form">
        <ol class="sheets" aria-label="Pages" data-waits>
        {{#pages}}
        <li><a href="{{path}}"><img loading="lazy" src="{{picture}}" alt="Page {{number}}"></a>{{#canSelectPages}}<label><input type="checkbox" name="page-{{identifier}}" autocomplete="off" aria-label="Select page {{number}}"><span aria-hidden="true">Page {{number}}</span></label>{{/canSelectPages}}{{^canSelectPages}}<span aria-hidden="true">Page {{number}}</span>{{/canSelectPages}}</li>
        {{/pages}}
        </ol>
        {{#canSelectPages}}<div class="page-bar" role="toolbar" aria-label="{{selectedPages}}"><button class="button primary" data-splits>Move to New Document</button><button class="button" formmethod="get" formaction="{{path}}/move">Move to Document…</button></div>{{/canSelectPages}}
        </form>
        {{#hasFacts}}<dl class="facts-list">{{#facts}}<div><dt>{{label}}</dt><dd>{{text}}{{#values}}<a href="{{list}}">{{text}}</a>{{/values}}</dd></div>{{/facts}}</dl>{{/hasFacts}}
        {{{related}}}
        {{{accessories}}}
        {{#form}}<dialog id="edit" class="{{editClasses}}" aria-labelledby="edit-title"{{#isRefused}} data-open data-refused="{{path}}" data-leads="{{path}}"{{/isRefused}}>
        <form method="post" action="{{path}}/edit" class="edit-form">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="edit-title">Edit Document</h2><button class="button plain">Save</button></header>
        {{#refusal}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/refusal}}
        <input type="hidden" name="version" value="{{version}}">
        <div class="key-facts">{{#cover}}<img alt="First page" loading="lazy" src="{{.}}">{{/cover}}<p><span class="headline">{{title}}</span><span class="subhead">{{time}} · {{pageText}}</span></p></div>
        <div class="field"><label for="title">Title</label><input id="title" name="title" value="{{entered}}" maxlength="{{maximumCharacters}}" required autocomplete="off" autofocus{{#error}} aria-invalid="true" aria-describedby="title-error"{{/error}}>
        {{#error}}<p id="title-error" class="error">{{error}}</p>{{/error}}</div>
        <fieldset class="field"><legend>Status</legend><div class="segments">{{#states}}<label><input type="radio" name="state" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label>{{/states}}</div></fieldset>
        {{#fields}}
        <div class="field"><label for="field-{{name}}">{{label}}</label><input type="{{type}}" id="field-{{name}}" name="{{name}}" value="{{value}}"{{#maximum}} maxlength="{{.}}"{{/maximum}}{{#names}} list="{{.}}"{{/names}} autocomplete="off"{{#error}} aria-invalid="true" aria-describedby="error-{{name}}"{{/error}}>{{#help}}<p class="subhead">{{.}}</p>{{/help}}{{#error}}<p id="error-{{name}}" class="error">{{error}}</p>{{/error}}</div>
        {{/fields}}
        {{#offered}}<datalist id="{{id}}">{{#options}}<option value="{{.}}"></option>{{/options}}</datalist>{{/offered}}
        </form>
        </dialog>{{/form}}
        {{{checkout}}}
        {{{confirmDelete}}}
        {{{confirmDiscard}}}
        """
}

extension FilingEntry.Field {
    fileprivate var inputType: String {
        switch self {
        case .date, .due, .retained: "date"
        case .serial: "number"
        case .title, .folder, .type, .correspondent, .tags, .state: "text"
        }
    }

    fileprivate var help: String? {
        switch self {
        case .folder: localized("With a slash for a folder in a folder: Home / Bills")
        case .tags: localized("With commas between them")
        default: nil
        }
    }

    fileprivate var names: String? {
        switch self {
        case .folder: "folder-names"
        case .type: "type-names"
        case .correspondent: "correspondent-names"
        default: nil
        }
    }

    fileprivate var maximumCharacters: Int? {
        self == .type || self == .correspondent ? FilingEntry.maximumNameCharacters : nil
    }
}
