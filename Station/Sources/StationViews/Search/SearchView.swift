public import StationRules

/// The search of the whole library: documents with matching pages, names that documents are filed under, and scenes.
public struct SearchView: View {
    /// The results of a search.
    public struct Results: Sendable {
        let count: Int
        let rows: [Row]
        let names: [Name]
        let scenes: [Scene]

        /// - Parameter count: The number of all matching documents.
        public init(count: Int, rows: [Row], names: [Name], scenes: [Scene]) {
            self.count = count
            self.rows = rows
            self.names = names
            self.scenes = scenes
        }

        var isEmpty: Bool { rows.isEmpty && names.isEmpty && scenes.isEmpty }
    }

    public struct Word: Sendable {
        let text: String
        let isMarked: Bool
    }

    public struct Row: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String?
        let excerpt: [Word]
        let hasExcerpt: Bool
        let pages: [Page]
        let hasPages: Bool

        /// - Parameters:
        ///   - excerpt: Parts of the text, with the matches marked.
        ///   - pages: The pages with matches.
        public init(
            path: String, title: String, facts: String, thumbnail: String?, excerpt: [(String, Bool)], pages: [Page]
        ) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
            self.excerpt = excerpt.map { Word(text: $0.0, isMarked: $0.1) }
            hasExcerpt = !excerpt.isEmpty
            self.pages = pages
            hasPages = !pages.isEmpty
        }
    }

    /// A matching line of a page.
    public struct Page: Sendable {
        let path: String
        let number: String
        let words: [Word]

        public init(path: String, position: Int, words: [(String, Bool)]) {
            self.path = path
            number = SearchTexts.page(position)
            self.words = words.map { Word(text: $0.0, isMarked: $0.1) }
        }
    }

    public struct Scene: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String

        public init(path: String, title: String, facts: String, thumbnail: String) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
        }
    }

    /// A matching folder, type, correspondent or tag.
    public struct Name: Sendable {
        let path: String
        let kind: String
        let parts: [Word]
        let facts: String

        /// - Parameter documents: The number of documents filed under it.
        public init(_ name: FittingName, documents: Int) {
            path = name.query.address(at: Place.library.path)
            kind = name.field.label
            parts = name.text.parts.map { Word(text: $0.text, isMarked: $0.isMarked) }
            facts = LibraryMessages.documentCount(documents)
        }
    }

    /// Names of one kind as a starting point.
    struct Group: Sendable {
        struct Entry: Sendable {
            let path: String
            let text: String
        }

        let title: String
        let entries: [Entry]
    }

    private static let entriesOfGroup = 8

    let title = SearchTexts.title
    let field: String
    let chips: String
    let message: String?
    let groups: [Group]
    let status: String?
    let documentsTitle: String?
    let all: String
    let rows: [Row]
    let namesTitle = SearchTexts.names
    let names: [Name]
    let hasNames: Bool
    let scenesTitle = Place.scenes.label
    let scenes: [Scene]
    let hasScenes: Bool

    /// - Parameter results: `nil` before a search.
    public init(_ query: ListQuery, names: ListNames, clock: StationClock, results: Results?) {
        let path = SearchTexts.path
        field =
            SearchFieldView(
                query, path: path, label: SearchTexts.label, prompt: SearchTexts.prompt,
                tokens: SearchToken.all(query, names)
            ).html
        chips =
            results == nil
            ? "<div id=\"chips\" data-part></div>"
            : ChipsView(query, bar: FilterBar(query, names: names, clock: clock), path: path, hidesNames: true).html
        let found = results ?? Results(count: 0, rows: [], names: [], scenes: [])
        message =
            found.isEmpty
            ? IllustratedMessageView(
                results == nil ? SearchTexts.start : SearchTexts.nothingFound(query.text), size: .large
            ).html : nil
        groups = results == nil ? Self.groups(names) : []
        status = results.map { SearchTexts.results($0.count) }
        documentsTitle = found.rows.isEmpty ? nil : SearchTexts.documents(found.count)
        all = query.address(at: Place.library.path)
        rows = found.rows
        self.names = found.names
        hasNames = !found.names.isEmpty
        scenes = found.scenes
        hasScenes = !scenes.isEmpty
    }

    /// Returns the most frequent names of each kind.
    private static func groups(_ names: ListNames) -> [Group] {
        ListFilter.Field.named.compactMap { field in
            let used = (names.names(of: field) ?? []).filter { $0.documents > 0 }.sorted { $0.documents > $1.documents }
            guard !used.isEmpty else { return nil }
            return Group(
                title: field.label,
                entries: used.prefix(entriesOfGroup).map { name in
                    var query = ListQuery()
                    query.filter.set(field, to: "\(name.id)")
                    return Group.Entry(path: query.address(at: SearchTexts.path), text: name.text)
                })
        }
    }

    public static let template = """
        <header class="titlebar"><h1>{{title}}</h1></header>
        <search class="list-report" id="list-report"><div class="list-tools">{{{field}}}</div>{{{chips}}}<p class="hidden" role="status" id="list-status"></p></search><div id="filter-part" data-part></div>
        <div id="search-results" data-part data-results{{#status}} data-status="{{.}}"{{/status}}>
        {{#message}}{{{.}}}{{/message}}
        {{#groups}}<section class="chip-group"><h2>{{title}}</h2><div class="chips wrapped">{{#entries}}<a class="chip" href="{{path}}" data-list><span class="text">{{text}}</span></a>{{/entries}}</div></section>{{/groups}}
        {{#documentsTitle}}<section class="results"><header class="bar"><h2>{{.}}</h2><span class="space"></span><a class="button plain" href="{{all}}">Show All</a></header><ul class="documents" data-waits>{{#rows}}<li class="result"><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{thumbnail}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span>{{#hasExcerpt}}<span class="subhead excerpt">{{#excerpt}}{{#isMarked}}<mark>{{text}}</mark>{{/isMarked}}{{^isMarked}}{{text}}{{/isMarked}}{{/excerpt}}</span>{{/hasExcerpt}}</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{#hasPages}}<ul class="result-pages">{{#pages}}<li><a href="{{path}}"><span class="subhead">{{number}}</span><span class="excerpt">{{#words}}{{#isMarked}}<mark>{{text}}</mark>{{/isMarked}}{{^isMarked}}{{text}}{{/isMarked}} {{/words}}</span></a></li>{{/pages}}</ul>{{/hasPages}}</li>{{/rows}}</ul></section>{{/documentsTitle}}
        {{#hasNames}}<section class="results"><h2>{{namesTitle}}</h2><ul class="documents">{{#names}}<li><a class="cell" href="{{path}}"><span class="text"><span class="headline">{{#parts}}{{#isMarked}}<mark>{{text}}</mark>{{/isMarked}}{{^isMarked}}{{text}}{{/isMarked}}{{/parts}}</span><span class="subhead">{{kind}} · {{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/names}}</ul></section>{{/hasNames}}
        {{#hasScenes}}<section class="results"><h2>{{scenesTitle}}</h2><ul class="documents" data-waits>{{#scenes}}<li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy" src="{{thumbnail}}"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/scenes}}</ul></section>{{/hasScenes}}
        </div>
        """
}
