public import StationRules

/// All tags, each with a form for its name and color.
public struct TagsView: View {
    public struct Tag: Sendable {
        let id: Int64
        let name: String
        let color: String
        let documents: String
        let list: String
        let colors: [Choice]

        public init(_ tag: ListNames.Name) {
            id = tag.id
            name = tag.text
            let own = TagColor(rawValue: tag.color ?? "") ?? .gray
            color = own.rawValue
            documents = LibraryMessages.documentCount(tag.documents)
            var query = ListQuery()
            query.filter.tags = [tag.id]
            list = query.address(at: Place.library.path)
            colors = TagColor.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == own) }
        }
    }

    public static let path = "\(Place.library.path)/tags"
    public let title = LibraryMessages.tags
    let path = Self.path
    let tags: [Tag]
    let hasTags: Bool
    let maximumCharacters = FilingEntry.maximumNameCharacters
    let empty: String
    /// Of a new tag.
    let form: String?

    /// - Parameter form: Of a new tag, where it is open.
    public init(_ tags: [ListNames.Name], form: EntryFormView? = nil) {
        self.form = form?.html
        self.tags = tags.map { Tag($0) }
        hasTags = !tags.isEmpty
        empty = IllustratedMessageView(LibraryMessages.noTags, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Documents</a><h1>{{title}}</h1><span class="space"></span><a class="button" href="{{path}}/new" aria-label="New Tag"><span class="icon icon-plus-lg" aria-hidden="true"></span></a></header>
        {{#hasTags}}<ul class="tag-forms">{{#tags}}<li id="tag-{{id}}"><details><summary><span class="tag tag-{{color}}">{{name}}</span><span class="space"></span><span class="subhead">{{documents}}</span><span class="icon icon-chevron-down" aria-hidden="true"></span></summary>
        <p><a href="{{list}}">Show Documents</a></p><form method="post" action="{{path}}/{{id}}" class="edit-form"><div class="field"><label for="tag-{{id}}-name">Name</label><input id="tag-{{id}}-name" name="name" value="{{name}}" maxlength="{{maximumCharacters}}" required autocomplete="off"></div>
        <fieldset class="field"><legend>Color</legend><div class="tag-colors">{{#colors}}<label><input type="radio" name="color" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span class="tag tag-{{name}}">{{label}}</span></label>{{/colors}}</div></fieldset>
        <div class="actions"><button class="button primary">Save</button></div></form></details></li>{{/tags}}</ul>{{/hasTags}}
        {{^hasTags}}{{{empty}}}{{/hasTags}}
        {{{form}}}
        """
}
