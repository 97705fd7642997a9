import StationRules

/// The matching lines on a document's screen, each with a link to its position.
public struct FoundPagesView: View {
    let heading: String
    let pages: [SearchView.Page]

    /// - Parameter text: The search text.
    public init(_ pages: [SearchView.Page], text: String) {
        heading = SearchTexts.foundInText(text)
        self.pages = pages
    }

    public static let template = """
        <section class="found-pages"><h2>{{heading}}</h2><ul class="result-pages">{{#pages}}<li><a href="{{path}}"><span class="subhead">{{number}}</span><span class="excerpt">{{#words}}{{#isMarked}}<mark>{{text}}</mark>{{/isMarked}}{{^isMarked}}{{text}}{{/isMarked}} {{/words}}</span></a></li>{{/pages}}</ul></section>
        """
}
