public import StationRules

/// A person's saved views, each with a form for its name.
public struct KeptViewsView: View {
    public struct Kept: Sendable {
        let id: Int64
        let name: String
        let list: String
        /// The content of the view, in the words of its chips.
        let facts: String
        let isUsual: Bool

        /// - Parameter clock: The clock that formats dates.
        public init(_ view: KeptView, names: ListNames, clock: StationClock) {
            (id, name, list, isUsual) = (view.id, view.name, view.path, view.isUsual)
            let chips = FilterBar(view.query, names: names, clock: clock).chips.filter(\.isActive).map(\.text)
            facts = ((view.query.text.isEmpty ? [] : ["“\(view.query.text)”"]) + chips).joined(separator: " · ")
        }
    }

    public let title = ViewTexts.views
    let path = ViewMenu.path
    let kept: [Kept]
    let hasKept: Bool
    let usual = ViewTexts.usual
    let isUsual = ViewTexts.isUsual
    let maximumCharacters = KeptView.maximumNameCharacters
    let empty: String

    public init(_ kept: [Kept]) {
        self.kept = kept
        hasKept = !kept.isEmpty
        empty = IllustratedMessageView(ViewTexts.none, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Documents</a><h1>{{title}}</h1></header>
        {{#hasKept}}<ul class="tag-forms">{{#kept}}<li id="view-{{id}}"><details><summary><span class="text"><span class="headline">{{name}}</span><span class="subhead">{{facts}}</span></span><span class="space"></span>{{#isUsual}}<span class="subhead">{{isUsual}}</span>{{/isUsual}}<span class="icon icon-chevron-down" aria-hidden="true"></span></summary>
        <p><a href="{{list}}">Show Documents</a></p><form method="post" action="{{path}}/{{id}}" class="edit-form"><div class="field"><label for="view-{{id}}-name">Name</label><input id="view-{{id}}-name" name="name" value="{{name}}" maxlength="{{maximumCharacters}}" required autocomplete="off"></div>
        <label class="toggle-line"><span>{{usual}}</span><input type="checkbox" role="switch" name="usual" value="yes"{{#isUsual}} checked{{/isUsual}}></label>
        <div class="actions"><button class="button primary">Save</button><button class="button negative" formaction="{{path}}/{{id}}/delete" formnovalidate>Delete</button></div></form></details></li>{{/kept}}</ul>{{/hasKept}}
        {{^hasKept}}{{{empty}}}{{/hasKept}}
        """
}
