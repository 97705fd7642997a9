import FoundationEssentials
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for searching the whole library, and for suggestions while a person types.
struct SearchRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages

    /// The number of documents shown at first; the list has all.
    private static let rows = 10
    /// The number of documents whose matching pages are shown.
    private static let rowsWithPages = 5
    private static let pagesOfRow = 3

    func add(to router: Routes) {
        router.get("search", to: .readDocuments, .page, use: search)
        router.get("search/suggestions", to: .readDocuments, .data, use: suggest)
        router.get("search/recent", to: .readDocuments, .data) { _, _ in try recent() }
        router.post("search/recent", to: .readDocuments, .data, use: remember)
        router.post("search/recent/delete", to: .readDocuments, .data, use: forget)
    }

    private func search(_ request: Request, _ context: StationContext) async throws -> Response {
        var query = try request.listQuery
        query.filter.isTrash = false
        query.grouping = nil
        // Before a search, the most frequent names are suggested.
        let names = try library.listNames(isCounted: query == ListQuery(), places: query.filter.places)
        let view = SearchView(
            query, names: names, clock: clocks.current, results: query == ListQuery() ? nil : try results(query, names))
        return await pages.html(
            PageShell(
                title: SearchTexts.title, place: nil, parts: ["library", "list-report", "search"],
                scripts: ["list-report/list-report.js"], body: view.html),
            at: SearchTexts.path, for: request)
    }

    private func results(_ query: ListQuery, _ names: ListNames) throws -> SearchView.Results {
        let calendar = clocks.current.calendar
        let found = try library.documents(query, limit: Self.rows, calendar: calendar)
        let thumbnails = try library.firstPages(of: found.documents.map(\.id))
        let words = SearchWords(query.text)
        let rows = try found.rows.enumerated().map { index, row in
            let document = row.document
            let passages =
                index < Self.rowsWithPages && row.excerpt != nil
                ? try library.passages(of: words, in: document.id, limit: Self.pagesOfRow) : []
            return SearchView.Row(
                path: "/documents/\(document.id)", title: document.title,
                facts: clocks.current.day(document.captured) + " · "
                    + LibraryMessages.pages(document.pages, document.state),
                thumbnail: thumbnails[document.id].map {
                    LibraryRoutes.address(.thumbnail, of: $0, at: 0, document.id)
                },
                excerpt: passages.isEmpty
                    ? row.excerpt.map { $0.parts.map { ($0.text, $0.isMarked) } } ?? [] : [],
                pages: passages.map { passage in
                    SearchView.Page(passage, of: document.id, text: query.text)
                })
        }
        return SearchView.Results(
            count: try library.count(query, calendar: calendar), rows: rows,
            names: try FittingName.all(query, names).prefix(SearchSuggestions.maximumOfKind).map { name in
                SearchView.Name(name, documents: try library.count(name.alone, calendar: calendar))
            }, scenes: try scenes(words))
    }

    private func scenes(_ words: SearchWords) throws -> [SearchView.Scene] {
        try library.scenes(titled: words).map { scene in
            SearchView.Scene(
                path: "\(scene.path)/edit", title: scene.title, facts: ArMessages.annotationCount(scene.annotations),
                thumbnail: scene.address(of: .thumbnail))
        }
    }

    // MARK: Recent searches

    /// Returns the person's recent searches from anywhere in the station.
    private func recent() throws -> Response {
        struct Recent: Encodable { let searches: [String] }
        return JSONAnswer.make(Recent(searches: try library.recentSearches()))
    }

    private func remember(_ request: Request, _ context: StationContext) async throws -> Response {
        var query = ListQuery()
        query.search(try await FormBody(request, context).text("text"))
        if !query.text.isEmpty { try library.rememberSearch(query.text, at: .now) }
        return try recent()
    }

    /// Removes one of them, or all if none is named.
    private func forget(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.forgetSearch(try await FormBody(request, context).optionalText("text"))
        return try recent()
    }

    // MARK: Suggestions

    private struct Answer: Encodable {
        struct Suggestion: Encodable {
            let kind: String?
            let parts: [MarkedText.Part]
            let path: String
        }

        let suggestions: [Suggestion]
    }

    private func suggest(_ request: Request, _ context: StationContext) async throws -> Response {
        let path = request.uri.queryParameters["at"].map(String.init) ?? SearchTexts.path
        guard SearchTexts.lists.contains(path) else {
            throw HTTPError(ListQuery.Failure(name: "at", value: path))
        }
        let query = try request.listQuery
        let titles = try library.titles(
            of: query, limit: SearchSuggestions.maximumOfKind, calendar: clocks.current.calendar)
        let found = SearchSuggestions(query, names: try library.listNames(isCounted: false), titles: titles, at: path)
        return JSONAnswer.make(
            Answer(
                suggestions: found.suggestions.map {
                    Answer.Suggestion(kind: $0.kind, parts: $0.text.parts, path: $0.path)
                }))
    }
}

extension Library {
    /// Returns the scenes whose titles match a search.
    func scenes(titled words: SearchWords) throws(StoreError) -> [SceneRecord] {
        let terms = words.terms.filter { !$0.isExcluded }.map(\.text)
        guard !terms.isEmpty else { return [] }
        return try scenes().filter { MarkedText($0.title, beginnings: terms).hasAll }
    }
}
