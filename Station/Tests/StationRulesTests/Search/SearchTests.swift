import StationRules
import Testing

@Suite struct MarkedTextTests {
    private func marks(_ text: String, _ beginnings: String...) -> [String] {
        let marked = MarkedText(text, beginnings: beginnings)
        #expect(marked.parts.map(\.text).joined() == text)
        return marked.parts.filter(\.isMarked).map(\.text)
    }

    @Test("SE-4: what was entered is marked where words begin with it, whatever its case and accents")
    func beginnings() {
        #expect(marks("Gas bill, Billing", "bill") == ["bill", "Bill"])
        #expect(marks("Übergabe", "uber") == ["Über"])
        // Not inside a word; the longest match counts.
        #expect(marks("Mobile bill", "bil", "bill") == ["bill"])
        #expect(marks("", "a").isEmpty && marks("a b").isEmpty)
        #expect(marks("City of Bern", "of bern") == ["of Bern"])
        #expect(marks("Größe, Grösse", "grosse") == ["Größe", "Grösse"] && marks("Straße", "stras") == ["Straß"])
    }

    @Test("A text has all words only if each of them begins one of its own")
    func all() {
        #expect(MarkedText("Gas bill", beginnings: ["bi", "ga"]).hasAll)
        #expect(!MarkedText("Gas bill", beginnings: ["bi", "ill"]).hasAll)
    }
}

@Suite struct SearchSuggestionTests {
    private func suggestions(_ text: String, _ change: (inout ListQuery) -> Void = { _ in }) -> [SearchSuggestions
        .Suggestion]
    {
        var query = ListQuery()
        query.search(text)
        change(&query)
        let titles = [SearchSuggestions.Title(document: 9, text: "Taxi receipt")]
        return SearchSuggestions(query, names: .some, titles: titles, at: "/search").suggestions
    }

    @Test("SE-4, SE-6: names take the place of the words that they fit, titles lead to their documents")
    func paths() {
        let found = suggestions("ta")
        #expect(found.map(\.kind) == ["Tags", nil])
        #expect(found.map(\.path) == ["/search?tag=3", "/documents/9"])
        #expect(found[0].text.parts.filter(\.isMarked).map(\.text) == ["ta"])
        // The preceding words are kept, and so are chosen names.
        #expect(suggestions("\"gas bill\" inv").first?.path == "/search?q=%22gas%20bill%22&type=4")
        #expect(suggestions("ca") { $0.filter.tags = [3] }.first?.path == "/search?tag=2,3")
        #expect(suggestions("city wo").first?.path == "/search?correspondent=5")
        // Chosen names are not suggested again.
        #expect(suggestions("ta") { $0.filter.tags = [3] }.map(\.kind) == [nil])
        #expect(suggestions("").isEmpty && suggestions("-x").isEmpty)
    }

    @Test("SE-6: each chosen name is a token, and can be taken out by itself")
    func tokens() {
        var query = ListQuery()
        query.search("gas")
        query.filter.tags = [2, 3]
        query.filter.folder = .inside(1)
        query.filter.states = [.inbox]
        let tokens = SearchToken.all(query, .some)
        #expect(tokens.map(\.text) == ["Home", "car", "tax"])
        #expect(tokens[1].query.filter.tags == [3] && tokens[1].query.text == "gas")
        #expect(tokens[0].query.filter.folder == nil && tokens[0].query.filter.states == [.inbox])
        query.filter.folder = ListFilter.Folder.none
        #expect(SearchToken.all(query, .some).map(\.text) == ["car", "tax"])
    }
}
