public import StationRules

/// The list of documents.
public struct LibraryView: View {
    public struct Row: Sendable {
        let path: String
        let link: String
        let title: String
        let day: String
        let time: String
        let shortTime: String
        let exactTime: String
        let pages: String
        /// The text for a document in the trash: when it was deleted, and until when it is kept.
        let trashed: String?
        let thumbnail: String?
        let id: Int64
        let isPinned: Bool
        let offersPin: Bool
        let state: String
        /// The number of pages.
        let length: Int
        /// The heading of the group that begins here.
        let group: String?
        let groupCount: Int
        /// The date that it is sorted by.
        let sortedDay: String?
        let facts: String?
        let tags: [Tag]
        let hasTags: Bool
        let excerpt: [ExcerptPart]
        let hasExcerpt: Bool

        public struct Tag: Sendable {
            let text: String
            let color: String

            public init(text: String, color: String) {
                self.text = text
                self.color = color
            }
        }

        public struct ExcerptPart: Sendable {
            let text: String
            let isMarked: Bool

            public init(text: String, isMarked: Bool) {
                self.text = text
                self.isMarked = isMarked
            }
        }

        /// The first row of a group.
        public struct Group: Sendable {
            let title: String
            let count: Int

            public init(title: String, count: Int) {
                self.title = title
                self.count = count
            }
        }

        /// - Parameters:
        ///   - path: The path of the document.
        ///   - link: The link of the row.
        ///   - thumbnail: The URL of the first page's thumbnail; `nil` without pages.
        ///   - trashed: When a document in the trash was deleted, and until when it is kept.
        ///   - isPinned: `nil` in the trash, where documents cannot be pinned.
        ///   - group: The group that begins here; `nil` within a group, and without groups.
        ///   - sortedDay: The date that it is sorted by.
        ///   - facts: Its metadata, for wide windows.
        ///   - excerpt: The part of its text that matches the search.
        public init(
            id: Int64, path: String, link: String, title: String, moment: StationClock.Moment, exactTime: String,
            pages: Int,
            state: ListFilter.ReviewState, thumbnail: String?, trashed: String? = nil, isPinned: Bool?,
            group: Group? = nil, sortedDay: String? = nil, facts: String? = nil,
            tags: [Tag] = [],
            excerpt: [ExcerptPart] = []
        ) {
            self.id = id
            self.group = group?.title
            groupCount = group?.count ?? 0
            self.sortedDay = sortedDay
            self.facts = facts
            self.tags = tags
            hasTags = !tags.isEmpty
            self.excerpt = excerpt
            hasExcerpt = !excerpt.isEmpty
            self.isPinned = isPinned ?? false
            offersPin = isPinned != nil
            self.path = path
            self.link = link
            self.title = title
            day = moment.important
            time = moment.other
            shortTime = moment.shortOther
            self.exactTime = exactTime
            self.pages = LibraryMessages.pages(pages, trashed == nil ? state : .reviewed)
            length = pages
            self.state = state.rawValue
            self.trashed = trashed
            self.thumbnail = thumbnail
        }
    }

    /// The content of a list.
    public enum Part: Hashable, Sendable {
        /// The beginning of a query's result.
        case first(ListQuery)
        /// Documents after the first part of the list.
        case later(ListQuery)
        case pinned

        /// Whether it is a separate list: pinned documents or the trash.
        var isApart: Bool {
            switch self {
            case .first(let query), .later(let query): query.filter.isTrash
            case .pinned: true
            }
        }

        /// The message of an empty list.
        var message: IllustratedMessage {
            switch self {
            case .first(let query):
                !query.isWhole
                    ? ListTexts.nothingFound(query)
                    : query.filter.isTrash ? LibraryMessages.emptyTrash : LibraryMessages.empty
            case .later: LibraryMessages.noOlder
            case .pinned: LibraryMessages.noPins
            }
        }
    }

    /// The area above the list of documents.
    public struct Report: Sendable {
        let title: String
        let html: String
        /// The URL of the form that filters the list.
        let form: String
        /// The number of applied filters; `nil` without any.
        let filters: Int?
        /// The ID of the dialog that confirms emptying the trash; `nil` if the list does not show the whole trash.
        let confirmEmptying: String?

        /// - Parameters:
        ///   - title: The title with the number of documents.
        ///   - trashed: The number of documents in the trash, if the list shows it.
        public init(title: String, bar: ListReportView, selection: SelectionView, trashed: Int? = nil) {
            self.title = title
            html = bar.html + selection.html
            form = bar.form
            filters = bar.count
            confirmEmptying = trashed.flatMap { count in
                count == 0
                    ? nil
                    : ConfirmationView(
                        .emptyTrash(count), id: "empty-trash",
                        action: "\(Place.library.path)/selection/purge?trash=yes&told=\(count)"
                    ).html
            }
        }
    }

    public let title: String
    /// Whether it is a separate list that links back to the list of all documents.
    let isApart: Bool
    /// The message for an empty library offers it instead.
    let offersScan: Bool
    let offersImport: Bool
    let form: String?
    let filters: Int?
    /// The URL of the form for a new document.
    let new: String?
    let at: String
    let cards: String
    let report: String
    let offersSelection: Bool
    let confirmEmptying: String?
    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let more: String?
    let loading = LoadingIndicatorView(.inline, label: FeedbackMessages.older).html
    let failed = FeedbackMessages.olderFailed
    let checkout: String?

    /// - Parameters:
    ///   - at: The URL of the screen, to return to.
    ///   - more: The URL of the next part.
    ///   - cards: The cards above the list.
    ///   - report: `nil` above pinned documents, and above an empty library.
    public init(_ part: Part, at: String, rows: [Row], more: String?, cards: CardsView?, report: Report?) {
        title = report?.title ?? (part == .pinned ? SidebarGroup.Name.pinned.heading ?? "" : Place.library.label)
        self.report = report?.html ?? ""
        isApart = part.isApart
        self.at = at
        self.cards = cards?.html ?? ""
        self.rows = rows
        hasRows = !rows.isEmpty
        confirmEmptying = report?.confirmEmptying
        // A draft has its own link for continuing.
        let hasDraft = rows.isEmpty && part == .first(ListQuery()) && cards?.hasCards == true
        empty = IllustratedMessageView(hasDraft ? LibraryMessages.onlyDrafts : part.message, size: .extraLarge).html
        offersSelection = report != nil && !rows.isEmpty
        // Include it once per screen, because lists loaded later support selections, too.
        checkout = report == nil ? nil : CheckoutView(.export).html
        // The toolbar of a list offers it instead.
        offersImport = part != .pinned && report == nil
        offersScan = !part.isApart && (!rows.isEmpty || hasDraft)
        form = report?.form
        filters = report?.filters
        new = part.isApart || report != nil ? nil : ListQuery().newPath
        self.more = more
    }

    public static let template = """
        <header class="titlebar" id="list-title" data-part>{{#isApart}}<a class="button plain" href="/documents" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Documents</span></a>{{/isApart}}<h1>{{title}}</h1><span class="space"></span>{{#new}}<a class="button" href="{{new}}" aria-label="New Document"><span class="icon icon-plus-lg" aria-hidden="true"></span></a>{{/new}}{{#offersImport}}<button type="button" class="button" data-import aria-label="Import files"><span class="icon icon-upload" aria-hidden="true"></span><span class="word">Import</span></button>{{/offersImport}}{{#offersScan}}<a class="button primary{{#form}} only-regular{{/form}}" href="/scan?new=" aria-label="Scan"><span class="icon icon-camera" aria-hidden="true"></span><span class="word">Scan</span></a>{{/offersScan}}{{{confirmEmptying}}}{{#form}}<button type="button" class="button" id="filter-button" data-form="{{.}}" aria-haspopup="dialog">Filter{{#filters}} ({{.}}){{/filters}}</button>{{/form}}{{#offersSelection}}<button type="button" class="button plain" data-selects>Edit</button>{{/offersSelection}}</header>
        {{{report}}}
        <div id="cards-part" data-part>{{{cards}}}</div>
        <div id="list" data-part>{{#hasRows}}
        <ul class="documents" data-waits>
        {{#rows}}
        {{#group}}<li class="group-title"><h2>{{.}}</h2><span class="number">{{groupCount}}</span></li>{{/group}}
        <li data-state="{{state}}" data-pages="{{length}}"{{#offersPin}} draggable="true"{{/offersPin}}><input type="checkbox" class="select" value="{{id}}" aria-label="Select {{title}}"><a class="cell" href="{{link}}" draggable="false"><img class="leading" alt="" draggable="false" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead"><time datetime="{{exactTime}}">{{day}}<span class="less">, {{time}}</span><span class="least">, {{shortTime}}</span></time> · {{pages}}</span>{{#trashed}}<span class="subhead">{{.}}</span>{{/trashed}}{{#sortedDay}}<span class="subhead">{{.}}</span>{{/sortedDay}}{{#facts}}<span class="subhead facts">{{.}}</span>{{/facts}}{{#hasExcerpt}}<span class="subhead excerpt">{{#excerpt}}{{#isMarked}}<mark>{{text}}</mark>{{/isMarked}}{{^isMarked}}{{text}}{{/isMarked}}{{/excerpt}}</span>{{/hasExcerpt}}{{#hasTags}}<span class="tags">{{#tags}}<span class="tag tag-{{color}}">{{text}}</span>{{/tags}}</span>{{/hasTags}}</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{#offersPin}}<form id="row-{{id}}" data-part data-swaps method="post" action="{{path}}/{{#isPinned}}unpin{{/isPinned}}{{^isPinned}}pin{{/isPinned}}"><input type="hidden" name="at" value="{{at}}"><button class="bar-button" id="pin-{{id}}" aria-pressed="{{#isPinned}}true{{/isPinned}}{{^isPinned}}false{{/isPinned}}" aria-label="Pin {{title}}">{{#isPinned}}<span class="icon icon-pin-angle-fill" aria-hidden="true"></span>{{/isPinned}}{{^isPinned}}<span class="icon icon-pin-angle" aria-hidden="true"></span>{{/isPinned}}</button></form>{{/offersPin}}{{#offersSelection}}<button type="button" class="bar-button row-actions" data-row-menu aria-haspopup="menu" aria-label="Actions for {{title}}"><span class="icon icon-three-dots" aria-hidden="true"></span></button>{{/offersSelection}}</li>
        {{/rows}}
        </ul>
        {{#more}}<div class="more" data-failed="{{failed}}"><a class="button" href="{{more}}">Older Documents</a><template>{{{loading}}}</template></div>{{/more}}
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}</div>{{#checkout}}{{{.}}}{{/checkout}}
        """
}

extension LibraryView.Row: TemplateModel {
    package var values: [String: Any] {
        [
            "path": path, "link": link, "title": title, "day": day, "time": time, "shortTime": shortTime,
            "exactTime": exactTime, "pages": pages, "id": id, "isPinned": isPinned, "offersPin": offersPin,
            "state": state, "length": length, "groupCount": groupCount, "tags": tags.map { TemplateValues($0) },
            "hasTags": hasTags, "excerpt": excerpt.map { TemplateValues($0) }, "hasExcerpt": hasExcerpt,
            "trashed": TemplateValues.orNone(trashed), "thumbnail": TemplateValues.orNone(thumbnail),
            "group": TemplateValues.orNone(group), "sortedDay": TemplateValues.orNone(sortedDay),
            "facts": TemplateValues.orNone(facts),
        ]
    }
}

extension LibraryView.Row.Tag: TemplateModel {
    package var values: [String: Any] { ["text": text, "color": color] }
}

extension LibraryView.Row.ExcerptPart: TemplateModel {
    package var values: [String: Any] { ["text": text, "isMarked": isMarked] }
}
