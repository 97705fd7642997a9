import StationRules

/// The pages of a document as a strip, for opening them or selecting them to move to other documents.
struct DocumentPagesView: View {
    let path: String
    let pages: [DocumentView.Page]
    let canSelectPages: Bool
    let split: String?
    let selectedPages = LibraryMessages.selectedPages

    static let template = """
        <form method="post" action="{{path}}/move" class="sheets-form">
        <ol class="sheets" aria-label="Pages" data-waits>
        {{#pages}}
        <li><a href="{{path}}"><img loading="lazy" src="{{picture}}" alt="Page {{number}}"></a>{{#canSelectPages}}<label><input type="checkbox" name="page-{{identifier}}" autocomplete="off" aria-label="Select page {{number}}"><span aria-hidden="true">Page {{number}}</span></label>{{/canSelectPages}}{{^canSelectPages}}<span aria-hidden="true">Page {{number}}</span>{{/canSelectPages}}</li>
        {{/pages}}
        </ol>
        {{#canSelectPages}}<div class="page-bar" role="toolbar" aria-label="{{selectedPages}}"><button class="button primary" data-splits>Move to New Document</button><button class="button" formmethod="get" formaction="{{path}}/move">Move to Document…</button></div>{{/canSelectPages}}
        </form>
        {{#split}}<p class="sheets-actions"><button type="button" class="button plain" data-opens="split"><span class="icon icon-scissors" aria-hidden="true"></span>Split…</button></p>{{{.}}}{{/split}}
        """
}
