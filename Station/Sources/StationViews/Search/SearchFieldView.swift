public import StationRules

/// The search field of a list, with its chosen names and suggestions.
public struct SearchFieldView: View {
    struct Hidden: Sendable {
        let name: String
        let value: String
    }

    struct Token: Sendable {
        let label: String
        let text: String
        let path: String
    }

    let path: String
    let suggestions: String
    let text: String
    let label: String
    let prompt: String
    let maximumCharacters = ListQuery.maximumCharacters
    let recent = ListTexts.recent
    let recentPath = "\(SearchTexts.path)/recent"
    let clearRecent = ListTexts.clearRecent
    /// The part of the query that a search keeps.
    let kept: [Hidden]
    let tokens: [Token]
    /// Whether searching is the main action of the screen.
    let isFirst: Bool
    /// The link to the search of everything, in addition to the search of a list.
    let everything: String?
    let everythingLabel = SearchTexts.label

    /// - Parameters:
    ///   - path: The path of the list.
    ///   - tokens: The tokens shown in the field instead of as chips.
    public init(_ query: ListQuery, path: String, label: String, prompt: String, tokens: [SearchToken]? = nil) {
        self.path = path
        suggestions = "\(SearchTexts.path)/suggestions?at=\(path)"
        text = query.text
        self.label = label
        self.prompt = prompt
        kept = query.items.filter { $0.name != "q" }.map { Hidden(name: $0.name, value: $0.value) }
        self.tokens = (tokens ?? []).map { Token(label: $0.label, text: $0.text, path: $0.query.address(at: path)) }
        isFirst = tokens != nil
        everything = tokens == nil ? SearchTexts.path : nil
    }

    public static let template = """
        <form class="search" method="get" action="{{path}}" data-suggests="{{suggestions}}">{{#kept}}<input type="hidden" name="{{name}}" value="{{value}}">{{/kept}}<span class="icon icon-search" aria-hidden="true"></span><span class="tokens">{{#tokens}}<span class="token"><span class="text">{{text}}</span><a class="remove" href="{{path}}" data-list aria-label="Remove {{label}} {{text}}"><span class="icon icon-x-lg" aria-hidden="true"></span></a></span>{{/tokens}}</span><input type="search" id="search" name="q" value="{{text}}" placeholder="{{prompt}}" maxlength="{{maximumCharacters}}" autocomplete="off" spellcheck="false" enterkeyhint="search" aria-label="{{label}}" role="combobox" aria-expanded="false" aria-controls="searches" aria-autocomplete="list"{{#isFirst}} autofocus{{/isFirst}}><div class="searches" id="searches-box" data-searches="{{recentPath}}" hidden><header data-recent><h2>{{recent}}</h2><button type="button" class="button plain" data-clears>{{clearRecent}}</button></header><ul id="searches" role="listbox" aria-label="{{label}}"></ul>{{#everything}}<a class="button plain" href="{{.}}" data-everything>{{everythingLabel}}</a>{{/everything}}</div></form>
        """
}

/// The row of chips above a list.
public struct ChipsView: View {
    struct Chip: Sendable {
        let name: String
        let text: String
        let isActive: Bool
        let path: String
        /// The URL of a single filter's form, which the chip opens.
        let opens: String?
    }

    let chips: [Chip]
    let hasChips: Bool
    let count: Int?
    let form: String

    /// - Parameters:
    ///   - path: The path of the list without its query.
    ///   - hidesNames: Whether names are left to the search field.
    public init(_ query: ListQuery, bar: FilterBar, path: String, hidesNames: Bool = false) {
        func form(_ first: [ListQuery.Item]) -> String {
            let at = path == Place.library.path ? [] : [ListQuery.Item("at", path)]
            return query.address(at: "\(Place.library.path)/filter", first: at + first)
        }
        let names = Set(ListFilter.Field.named.map(\.rawValue))
        func isToken(_ chip: FilterBar.Chip) -> Bool {
            chip.isActive && names.contains(String(chip.name.prefix { $0 != "-" })) && !chip.name.hasSuffix("-none")
        }
        chips = bar.chips.filter { !hidesNames || !isToken($0) }.map { chip in
            Chip(
                name: chip.name, text: chip.text, isActive: chip.isActive, path: chip.query.address(at: path),
                opens: chip.opens.map { form([ListQuery.Item("only", $0.rawValue)]) })
        }
        hasChips = !chips.isEmpty
        count = bar.count > 0 ? bar.count : nil
        self.form = form([])
    }

    public static let template = """
        <div id="chips" data-part>{{#hasChips}}<div class="chips" role="toolbar" aria-label="Filters" data-scrolls>{{#count}}<button type="button" class="chip" id="chip-count" data-form="{{form}}" aria-label="Filters: {{.}}"><span class="icon icon-funnel" aria-hidden="true"></span>{{.}}</button>{{/count}}{{#chips}}{{#opens}}<button type="button" class="chip" id="chip-{{name}}" data-form="{{.}}" aria-haspopup="dialog"><span class="text">{{text}}</span><span class="icon icon-chevron-down" aria-hidden="true"></span></button>{{/opens}}{{^opens}}<a class="chip" role="button" id="chip-{{name}}" href="{{path}}" data-list aria-pressed="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}">{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}<span class="text">{{text}}</span></a>{{/opens}}{{/chips}}</div>{{/hasChips}}</div>
        """
}
