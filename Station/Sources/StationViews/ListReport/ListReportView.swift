public import StationRules

/// What stands above a list and says what it shows: the search field, the menu that sorts it, and the chips.
public struct ListReportView: View {
    struct Hidden: Sendable {
        let name: String
        let value: String
    }

    struct Chip: Sendable {
        let name: String
        let text: String
        let isActive: Bool
        let path: String
    }

    struct Entry: Sendable {
        let label: String
        let isActive: Bool
        let path: String
    }

    let text: String
    let maximumCharacters = ListQuery.maximumCharacters
    let searchLabel = ListTexts.searchLabel
    let searchPrompt = ListTexts.searchPrompt
    let recent = ListTexts.recent
    let clearRecent = ListTexts.clearRecent
    /// What a search keeps of the query.
    let kept: [Hidden]
    let sortTitle = QuickSort.title
    let sorted: [Entry]
    let chips: [Chip]
    let hasChips: Bool
    let count: Int?
    /// The address of the form, which comes when it is asked for: it may have hundreds of names.
    let form: String
    /// The address of the trash; `nil` in it.
    let trash: String?
    let trashLabel = ListTexts.trash

    /// - Parameter path: Of the list, without its query.
    public init(_ query: ListQuery, bar: FilterBar, path: String) {
        text = query.text
        kept = query.items.filter { $0.name != "q" }.map { Hidden(name: $0.name, value: $0.value) }
        sorted = QuickSort(query).entries.map { entry in
            Entry(
                label: entry.label, isActive: entry.isActive,
                path: entry.query.address(at: path, first: [ListQuery.Item("done", "sorted")]))
        }
        chips = bar.chips.map {
            Chip(name: $0.name, text: $0.text, isActive: $0.isActive, path: $0.query.address(at: path))
        }
        hasChips = !chips.isEmpty
        count = bar.count > 0 ? bar.count : nil
        form = query.address(at: "\(path)/filter")
        var trash = ListQuery()
        trash.filter.isTrash = true
        self.trash = query.filter.isTrash ? nil : trash.address(at: path)
    }

    public static let template = """
        <search class="list-report" id="list-report">
        <div class="list-tools">
        <form class="search" method="get" action="/documents">{{#kept}}<input type="hidden" name="{{name}}" value="{{value}}">{{/kept}}<span class="icon icon-search" aria-hidden="true"></span><input type="search" id="search" name="q" value="{{text}}" placeholder="{{searchPrompt}}" maxlength="{{maximumCharacters}}" autocomplete="off" spellcheck="false" enterkeyhint="search" aria-label="{{searchLabel}}" role="combobox" aria-expanded="false" aria-controls="searches" aria-autocomplete="list"><div class="searches" id="searches-box" hidden><header><h2>{{recent}}</h2><button type="button" class="button plain" data-clears>{{clearRecent}}</button></header><ul id="searches" role="listbox" aria-label="{{recent}}"></ul></div></form>
        <div class="list-buttons" id="list-buttons" data-part><button type="button" class="bar-button" id="sort-button" popovertarget="sort" aria-haspopup="menu" aria-label="{{sortTitle}}"><span class="icon icon-arrow-down-up" aria-hidden="true"></span></button><button type="button" class="button" id="filter-button" data-form="{{form}}" aria-haspopup="dialog">Filter{{#count}} ({{.}}){{/count}}</button>{{#trash}}<a class="bar-button" id="trash-link" href="{{.}}" aria-label="{{trashLabel}}"><span class="icon icon-trash" aria-hidden="true"></span></a>{{/trash}}
        <div id="sort" class="popover" popover><header class="bar"><h2 id="sort-title">{{sortTitle}}</h2></header><div class="menu" role="menu" aria-labelledby="sort-title">{{#sorted}}<a class="entry" role="menuitemradio" aria-checked="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}" href="{{path}}" data-list><span class="text">{{label}}</span>{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}</a>{{/sorted}}</div></div></div>
        </div>
        <div id="chips" data-part>{{#hasChips}}<div class="chips" role="toolbar" aria-label="Filters" data-scrolls>{{#count}}<button type="button" class="chip" id="chip-count" data-form="{{form}}" aria-label="Filters: {{.}}"><span class="icon icon-funnel" aria-hidden="true"></span>{{.}}</button>{{/count}}{{#chips}}<a class="chip" role="button" id="chip-{{name}}" href="{{path}}" data-list aria-pressed="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}">{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}<span class="text">{{text}}</span></a>{{/chips}}</div>{{/hasChips}}</div>
        <p class="hidden" role="status" id="list-status"></p>
        </search><div id="filter-part" data-part></div>
        """
}
