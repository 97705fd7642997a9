public import StationRules

/// The gallery of a session's scans, with one shown large.
public struct GalleryView: View {
    /// A scan, with the URLs of its pictures.
    public struct Scan: Sendable {
        let number: Int
        let picture: String
        let thumbnail: String
        let isSelected: Bool
        let path: String

        public init(number: Int, picture: String, thumbnail: String, isSelected: Bool, path: String) {
            self.number = number
            self.picture = picture
            self.thumbnail = thumbnail
            self.isSelected = isSelected
            self.path = path
        }
    }

    /// A saved document whose pages are edited.
    public struct Edit: Sendable {
        /// The URL for closing: the document, or the list of documents if it was permanently deleted.
        let close: String
        let title: String
        /// The warning if the document has changed since the draft was created. Its pages can then be saved as a new
        /// document.
        let outdated: String?
        let canBeRestored: Bool
        /// The confirmation before the draft is discarded.
        let loss: Confirmation?

        public init(document: Int64?, title: String, state: EditState) {
            close = Self.path(of: document)
            self.title = title
            outdated = state.message
            canBeRestored = state.canBeRestored
            loss = state == .deleted ? nil : .discardEdit(of: title)
        }

        static func path(of document: Int64?) -> String { document.map { "/documents/\($0)" } ?? "/documents" }
    }

    let session: String
    let edit: Edit?
    let savesAsNew: Bool
    let path: String
    let position: String
    /// The heading, such as "Scan 1 of 3", or "Page 1 of 3" for a document.
    let heading: String
    let picture: String
    let previous: String?
    let next: String?
    let placeBefore: Int?
    let placeAfter: Int?
    let canMove: Bool
    let filters: [Choice]
    let flattening: [Choice]
    /// The note about flattening the page.
    let flatteningNote: String?
    /// The pictures to choose from, for a page merged from several.
    let sources: [Choice]
    let isMade: Bool
    let sharperNote: String?
    let lostNote: String?
    /// Whether the page is one of two in an open book.
    let hasFold: Bool
    let isForAll: Bool
    /// The query that follows the URLs of scans and actions.
    let all: String
    let scans: [Scan]
    let confirmDiscard: String
    let camera: String
    let version: Int
    let save: String
    let importing: String
    let updating = LoadingIndicatorView(.overlay, label: FeedbackMessages.updating).html

    /// - Parameters:
    ///   - version: The version of the draft. The gallery reloads when the draft changes.
    ///   - flatteningOutcome: The result of flattening the selected page; `nil` if it is not to be flattened.
    ///   - sharper: The report on the selected page; `nil` if it was not merged from several pictures.
    ///   - isForAll: Whether filters and rotations apply to all scans.
    ///   - edit: The document that the draft edits; `nil` for a new document.
    public init(
        session: String, version: Int, gallery: ScanGallery, filter: ScanFilter,
        flattening: PageFlattening = .off, flatteningOutcome: FlatteningOutcome? = nil,
        sharper: SharperPage? = nil, hasFold: Bool = false, scans: [Scan], isForAll: Bool = false, edit: Edit? = nil
    ) {
        self.session = session
        self.edit = edit
        self.isForAll = isForAll
        all = isForAll ? "?all=yes" : ""
        savesAsNew = edit?.outdated != nil
        self.version = version
        importing = ImportAnywhereView(session: session).html
        save = ScanCount.saveLabel(gallery.pages.count) ?? ""
        camera = "/scan/\(session)"
        let pages = "/scan/\(session)/pages"
        path = "\(pages)/\(gallery.selected)"
        position = gallery.positionText
        heading = edit == nil ? localized("Scan \(gallery.positionText)") : localized("Page \(gallery.positionText)")
        picture = scans[gallery.index].picture
        previous = gallery.previous.map { "\(pages)/\($0)" }
        next = gallery.next.map { "\(pages)/\($0)" }
        placeBefore = gallery.placeBefore
        placeAfter = gallery.placeAfter
        canMove = gallery.pages.count > 1
        filters = ScanFilter.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == filter) }
        self.flattening = PageFlattening.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == flattening)
        }
        self.hasFold = hasFold
        flatteningNote = flatteningOutcome?.text
        isMade = sharper != nil
        sources = PictureSource.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == sharper?.source)
        }
        (sharperNote, lostNote) = (sharper?.note, sharper?.warning)
        self.scans = scans
        confirmDiscard =
            ConfirmationView(
                edit?.loss ?? .discardAll(gallery.pages.count), id: "discard",
                action: "/scan/\(session)/discard?scans=\(gallery.pages.count)"
            ).html
    }

    public static let template = """
        <st-pager class="gallery" id="gallery" data-part data-session="{{session}}" data-version="{{version}}">
        <header class="bar top">
        {{#edit}}<a class="button plain" href="{{close}}">Close</a>{{/edit}}{{^edit}}<a class="button plain" href="{{camera}}">Done</a>{{/edit}}
        <h1>{{#edit}}<span class="edited">{{title}}</span>{{/edit}}<span class="wide">{{heading}}</span><span class="narrow">{{position}}</span></h1>
        <form method="post" action="{{path}}/retake"><button class="button plain retake" aria-label="Retake"><span class="icon icon-arrow-repeat" aria-hidden="true"></span><span class="word">Retake</span></button></form>
        {{^savesAsNew}}<form method="post" action="/scan/{{session}}/save"><button class="button primary">{{save}}</button></form>{{/savesAsNew}}
        </header>
        {{#edit}}{{#outdated}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p><div class="actions">{{#canBeRestored}}<form method="post" action="/scan/{{session}}/save?restore=yes"><button class="button primary">Restore and Save</button></form>{{/canBeRestored}}<form method="post" action="/scan/{{session}}/save?as=new"><button class="button{{^canBeRestored}} primary{{/canBeRestored}}">Save as New Document</button></form></div></div>{{/outdated}}{{/edit}}
        <div class="stage" data-waits>
        <a class="round turn" rel="prev" aria-label="Previous scan"{{#previous}} href="{{previous}}{{all}}"{{/previous}}{{^previous}} aria-disabled="true" role="link"{{/previous}}><span class="icon icon-chevron-left" aria-hidden="true"></span></a>
        <img class="scan" src="{{picture}}" alt="{{heading}}">
        <a class="round turn" rel="next" aria-label="Next scan"{{#next}} href="{{next}}{{all}}"{{/next}}{{^next}} aria-disabled="true" role="link"{{/next}}><span class="icon icon-chevron-right" aria-hidden="true"></span></a>
        <template data-overlay>{{{updating}}}</template>
        </div>
        <form id="for-all" method="get" action="{{path}}"></form>
        <form method="post" action="{{path}}/filter{{all}}" class="filters" data-swaps><fieldset><legend class="hidden">Filter</legend>
        {{#canMove}}<button id="all-pages" form="for-all"{{^isForAll}} name="all" value="yes"{{/isForAll}} aria-pressed="{{#isForAll}}true{{/isForAll}}{{^isForAll}}false{{/isForAll}}">{{#isForAll}}<span class="icon icon-check-square-fill" aria-hidden="true"></span>{{/isForAll}}{{^isForAll}}<span class="icon icon-square" aria-hidden="true"></span>{{/isForAll}}For All Pages</button>{{/canMove}}
        {{#filters}}<button id="filter-{{name}}" name="filter" value="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/filters}}
        </fieldset></form>
        <form method="post" action="{{path}}/flattening{{all}}" class="filters flatten" data-swaps><fieldset><legend class="hidden">Flatten</legend><span aria-hidden="true">Flatten</span>
        {{#flattening}}<button id="flatten-{{name}}" name="flattening" value="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/flattening}}
        </fieldset>{{#flatteningNote}}<p role="status">{{.}}</p>{{/flatteningNote}}</form>
        {{#isMade}}<form method="post" action="{{path}}/source" class="filters sharper" data-swaps><fieldset><legend class="hidden">Picture</legend>
        {{#sources}}<button id="source-{{name}}" name="source" value="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/sources}}
        </fieldset>{{#sharperNote}}<p role="status">{{.}}</p>{{/sharperNote}}{{#lostNote}}<p class="lost" role="status"><span class="icon icon-exclamation-circle" aria-hidden="true"></span>{{.}}</p>{{/lostNote}}</form>{{/isMade}}
        <ol class="strip" aria-label="Scans of this session" data-waits>
        {{#scans}}
        <li><a href="{{path}}{{all}}" data-path="{{path}}" draggable="{{#canMove}}true{{/canMove}}{{^canMove}}false{{/canMove}}"{{#isSelected}} id="selected" aria-current="true"{{/isSelected}} aria-label="Scan {{number}}"><img alt="" src="{{thumbnail}}" draggable="false"></a></li>
        {{/scans}}
        </ol>
        <form method="post" class="moved" hidden><input type="hidden" name="place"></form>
        <div class="bar bottom tools" role="group" aria-label="Edit the scan">
        <a class="tool" href="{{path}}/adjust"><span class="icon icon-bounding-box-circles" aria-hidden="true"></span>Adjust</a>
        {{#hasFold}}<a class="tool" href="{{path}}/fold"><span class="icon icon-book" aria-hidden="true"></span>Fold</a>{{/hasFold}}
        <form method="post" action="{{path}}/rotate{{all}}" data-swaps><button id="rotate" class="tool"><span class="icon icon-arrow-clockwise" aria-hidden="true"></span>Rotate</button></form>
        {{#canMove}}
        <form method="post" action="{{path}}/move"><button class="tool" id="move-left" name="place"{{#placeBefore}} value="{{.}}"{{/placeBefore}}{{^placeBefore}} disabled{{/placeBefore}}><span class="icon icon-arrow-bar-left" aria-hidden="true"></span>Move Left</button></form>
        <form method="post" action="{{path}}/move"><button class="tool" id="move-right" name="place"{{#placeAfter}} value="{{.}}"{{/placeAfter}}{{^placeAfter}} disabled{{/placeAfter}}><span class="icon icon-arrow-bar-right" aria-hidden="true"></span>Move Right</button></form>
        {{/canMove}}
        {{#edit}}<a class="tool" href="{{camera}}"><span class="icon icon-camera" aria-hidden="true"></span>Scan</a>{{/edit}}
        <button type="button" class="tool" data-import><span class="icon icon-upload" aria-hidden="true"></span>Import</button>
        <form method="post" action="{{path}}/delete"><button class="tool" id="delete-page"><span class="icon icon-trash" aria-hidden="true"></span>Delete</button></form>
        <button type="button" class="tool" data-opens="discard"><span class="icon icon-x-circle" aria-hidden="true"></span>{{#edit}}Discard{{/edit}}{{^edit}}Delete All{{/edit}}</button>
        </div>
        {{{confirmDiscard}}}
        </st-pager>
        {{{importing}}}
        """
}
