public import StationRules

/// The area above a list that controls its content: the search field, the sort menu and the chips.
public struct ListReportView: View {
    struct Entry: Sendable {
        let label: String
        let isActive: Bool
        let path: String
    }

    let field: String
    let sortTitle = QuickSort.title
    let currentOrder: String
    let sorted: [Entry]
    let chips: String
    let count: Int?
    /// The URL of the form, which is loaded on demand because it may have hundreds of names.
    let form: String
    /// The URL of the trash; `nil` in the trash.
    let trash: String?
    let trashLabel = ListTexts.trash
    let folders = FolderTexts.folders
    let exportList = ListTexts.exportList
    let viewsTitle = ViewTexts.views
    let viewsPath = ViewMenu.path
    let keepLabel = ViewTexts.keep
    let editViews = ViewTexts.edit
    let currentView: String?
    let views: [Entry]
    let keepView: String?
    /// Whether views can be saved, which does not apply to the trash.
    let hasViews: Bool
    /// The URL of the form for a new document; `nil` in the trash.
    let new: String?
    /// Whether the whole list can be permanently deleted.
    let offersEmptying: Bool

    /// - Parameters:
    ///   - views: The person's saved views.
    ///   - path: The path of the list without its query.
    ///   - offersEmptying: Whether the trash can be emptied.
    public init(
        _ query: ListQuery, bar: FilterBar, views: [KeptView] = [], path: String, offersEmptying: Bool = false
    ) {
        let kept = ViewMenu(views, query)
        currentView = kept.current
        self.views = kept.entries.map { Entry(label: $0.label, isActive: $0.isActive, path: $0.path) }
        keepView = kept.keep
        hasViews = !query.filter.isTrash
        self.offersEmptying = offersEmptying
        field =
            SearchFieldView(
                query, path: path, label: ListTexts.searchLabel, prompt: ListTexts.searchPrompt
            ).html
        let menu = QuickSort(query)
        currentOrder = menu.current
        sorted = menu.entries.map { entry in
            Entry(
                label: entry.label, isActive: entry.isActive,
                path: entry.query.address(at: path, first: [ListQuery.Item("done", "sorted")]))
        }
        chips = ChipsView(query, bar: bar, path: path).html
        count = bar.count > 0 ? bar.count : nil
        form = query.address(at: "\(path)/filter")
        var trash = ListQuery()
        trash.filter.isTrash = true
        new = query.filter.isTrash ? nil : query.newPath
        self.trash = query.filter.isTrash ? nil : trash.address(at: path)
    }

    public static let template = """
        <search class="list-report" id="list-report">
        <div class="list-tools">
        {{{field}}}
        <div class="list-buttons" id="list-buttons" data-part role="toolbar" aria-label="List actions">{{#trash}}<button type="button" class="bar-button only-regular" data-import aria-label="Import files"><span class="icon icon-upload" aria-hidden="true"></span></button>{{/trash}}{{#new}}<a class="bar-button" href="{{.}}" aria-label="New Document"><span class="icon icon-plus-lg" aria-hidden="true"></span></a>{{/new}}{{#offersEmptying}}<button type="button" class="button plain negative" data-opens="empty-trash">Empty Trash</button>{{/offersEmptying}}<button type="button" class="bar-button only-wide" id="sort-button" popovertarget="sort" aria-haspopup="menu" aria-label="{{sortTitle}}"><span class="icon icon-arrow-down-up" aria-hidden="true"></span></button><button type="button" class="bar-button" id="more-button" popovertarget="list-menu" aria-haspopup="menu" aria-label="More"><span class="icon icon-three-dots" aria-hidden="true"></span></button>{{#trash}}<a class="button primary only-compact" href="/scan?new=" aria-label="Scan"><span class="icon icon-camera" aria-hidden="true"></span></a>{{/trash}}
        <div id="sort" class="popover" popover><header class="bar"><h2 id="sort-title">{{sortTitle}}</h2></header><div class="menu" role="menu" aria-labelledby="sort-title">{{#sorted}}<a class="entry" role="menuitemradio" aria-checked="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}" href="{{path}}" data-list><span class="text">{{label}}</span>{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}</a>{{/sorted}}</div></div>
        <div id="list-menu" class="popover" popover><div class="menu" role="menu" aria-label="More"><button type="button" class="entry opens-submenu" role="menuitem" id="sort-entry" popovertarget="sort-submenu" aria-haspopup="menu"><span class="icon icon-chevron-right only-compact" aria-hidden="true"></span><span class="text">{{sortTitle}}<span class="subhead">{{currentOrder}}</span></span><span class="icon icon-chevron-right only-regular" aria-hidden="true"></span></button>{{#hasViews}}<button type="button" class="entry opens-submenu" role="menuitem" id="views-entry" popovertarget="views-submenu" aria-haspopup="menu"><span class="icon icon-chevron-right only-compact" aria-hidden="true"></span><span class="text">{{viewsTitle}}{{#currentView}}<span class="subhead">{{.}}</span>{{/currentView}}</span><span class="icon icon-chevron-right only-regular" aria-hidden="true"></span></button>{{/hasViews}}{{#trash}}<button type="button" class="entry only-compact" role="menuitem" data-import><span class="text">Import Files</span></button><button type="button" class="entry" role="menuitem" data-opens="group-export" data-of-list><span class="text">{{exportList}}</span></button><a class="entry" role="menuitem" href="/documents/folders"><span class="text">{{folders}}</span></a><a class="entry" role="menuitem" href="/map"><span class="text">Map</span></a><a class="entry" role="menuitem" href="/documents/tags"><span class="text">Manage Tags</span></a><a class="entry" role="menuitem" href="/documents/rules"><span class="text">Rules</span></a><a class="entry" role="menuitem" id="trash-link" href="{{.}}"><span class="text">{{trashLabel}}</span></a>{{/trash}}</div>
        <div id="sort-submenu" class="popover submenu" popover><button type="button" class="entry only-compact" popovertarget="sort-submenu" popovertargetaction="hide"><span class="icon icon-chevron-down" aria-hidden="true"></span><span class="text">{{sortTitle}}<span class="subhead">{{currentOrder}}</span></span></button><div class="menu" role="menu" aria-label="{{sortTitle}}">{{#sorted}}<a class="entry" role="menuitemradio" aria-checked="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}" href="{{path}}" data-list><span class="text">{{label}}</span>{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}</a>{{/sorted}}</div></div>{{#hasViews}}
        <div id="views-submenu" class="popover submenu" popover><button type="button" class="entry only-compact" popovertarget="views-submenu" popovertargetaction="hide"><span class="icon icon-chevron-down" aria-hidden="true"></span><span class="text">{{viewsTitle}}{{#currentView}}<span class="subhead">{{.}}</span>{{/currentView}}</span></button><div class="menu" role="menu" aria-label="{{viewsTitle}}">{{#views}}<a class="entry" role="menuitemradio" aria-checked="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}" href="{{path}}" data-list><span class="text">{{label}}</span>{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}</a>{{/views}}{{#keepView}}<a class="entry" role="menuitem" id="keep-view" href="{{.}}"><span class="text">{{keepLabel}}</span></a>{{/keepView}}<a class="entry" role="menuitem" href="{{viewsPath}}"><span class="text">{{editViews}}</span></a></div></div>{{/hasViews}}</div></div>
        </div>
        {{{chips}}}
        <p class="hidden" role="status" id="list-status"></p>
        </search><div id="filter-part" data-part></div>
        """
}

extension ListQuery {
    /// The URL of the form for a new document, with the list's filters as initial values.
    var newPath: String {
        var filed = ListQuery()
        for field in ListFilter.Field.named {
            if let value = filter.text(of: field) { filed.filter.set(field, to: value) }
        }
        return filed.address(at: "\(Place.library.path)/new")
    }
}
