import StationRules
import StationStore
import StationViews

extension SearchView.Page {
    /// Creates a matching line of a search, linked to its position on the page.
    init(_ passage: TextPassage, of document: Int64, text: String) {
        self.init(
            path: PageView.path(of: document, passage.position, text: text, hit: passage.hit),
            position: passage.position, words: passage.words.map { ($0.text, $0.isFound) })
    }
}
