public import StationRules

/// The list of unsaved scans.
public struct DraftsView: View {
    public struct Row: Sendable {
        let path: String
        /// The URL for continuing.
        let continues: String
        let edits: String?
        let thumbnail: String?
        let time: String
        let exactTime: String
        let pages: String
        let isWhole: Bool
        let isScanning: Bool
        let canDiscard: Bool
        let confirmation: String
        let id: String

        /// - Parameters:
        ///   - name: The name of the draft.
        ///   - thumbnail: The URL of the first page's thumbnail.
        ///   - trouble: The reason why there is none.
        ///   - time: The time of the last change.
        ///   - isScanning: Whether a camera view of it is open.
        ///   - editedTitle: The title of the document that it edits; `nil` for a new document.
        ///   - isLast: Whether that document was permanently deleted, so that only the draft has its pages.
        public init(
            name: String, pages: Int, thumbnail: String?, trouble: DraftRefusal?, time: String, exactTime: String,
            isScanning: Bool, editedTitle: String? = nil, isLast: Bool = false
        ) {
            path = "/scan/\(name)"
            continues = editedTitle == nil ? path : "\(path)/pages"
            edits = editedTitle.map { GalleryMessages.changes(to: $0) }
            id = "discard-\(name)"
            self.thumbnail = thumbnail
            self.time = time
            self.exactTime = exactTime
            self.pages =
                switch trouble {
                case nil: ScanCount.text(pages)
                case .ended(.damaged): localized("Damaged")
                default: localized("Cannot be opened now")
                }
            self.isScanning = isScanning
            isWhole = trouble == nil
            // Pages that may be available again in a minute must not be deleted.
            canDiscard = isWhole || trouble == .ended(.damaged)
            confirmation =
                ConfirmationView(
                    editedTitle.flatMap { isLast ? nil : Confirmation.discardEdit(of: $0) }
                        ?? .discardDraft(pages, isScanning: isScanning), id: id,
                    action: "/scan/\(name)/discard?from=drafts&scans=\(pages)"
                ).html
        }
    }

    public static var title: String { localized("Drafts") }
    let title = Self.title
    let rows: [Row]
    let hasRows: Bool
    let empty: String

    public init(rows: [Row]) {
        self.rows = rows
        hasRows = !rows.isEmpty
        empty = IllustratedMessageView(LibraryMessages.noDrafts, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Library</a><h1>{{title}}</h1><span class="space"></span><a class="button primary" href="/scan?new="><span class="icon icon-camera" aria-hidden="true"></span>Scan</a></header>
        {{#hasRows}}
        <ul class="documents drafts">
        {{#rows}}
        <li><{{#isWhole}}a class="cell" href="{{path}}/pages"{{/isWhole}}{{^isWhole}}div class="cell"{{/isWhole}}><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{#edits}}{{.}}{{/edits}}{{^edits}}{{pages}}{{/edits}}</span><span class="subhead">{{#edits}}{{pages}} · {{/edits}}<time datetime="{{exactTime}}">{{time}}</time>{{#isScanning}} · Being scanned{{/isScanning}}</span></span></{{#isWhole}}a{{/isWhole}}{{^isWhole}}div{{/isWhole}}><div class="actions">{{#isWhole}}<a class="button" href="{{continues}}" aria-label="Continue, {{pages}}">Continue</a><form method="post" action="{{path}}/save"><button class="button" aria-label="Save, {{pages}}">Save</button></form>{{/isWhole}}{{#canDiscard}}<button type="button" class="button negative" data-opens="{{id}}" aria-label="Delete, {{pages}}">Delete</button>{{/canDiscard}}</div>{{{confirmation}}}</li>
        {{/rows}}
        </ul>
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        """
}
