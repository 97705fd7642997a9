public import StationRules

/// All tags, correspondents or document types, each with a form for its name and, for a tag, its color.
public struct TagsView: View {
    struct Name: Sendable {
        let id: Int64
        let text: String
        let color: String
        let documents: String
        let list: String
        let colors: [Choice]
        let hasColors: Bool
        let confirmDelete: String

        init(_ name: ListNames.Name, on screen: NameScreen) {
            id = name.id
            text = name.text
            let own = TagColor(rawValue: name.color ?? "") ?? .gray
            color = own.rawValue
            documents = LibraryMessages.documentCount(name.documents)
            list = screen.list(of: name.id).address(at: Place.library.path)
            hasColors = screen.hasColors
            colors = TagColor.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == own) }
            confirmDelete =
                ConfirmationView(
                    .deleteName(name), id: "delete-\(name.id)", action: "\(screen.path)/\(name.id)/delete"
                ).html
        }
    }

    struct Tab: Sendable {
        let path: String
        let label: String
        let isCurrent: Bool
    }

    struct Merge: Sendable {
        let question: String
        let action: String
        let into: Int64
    }

    public let title: String
    let path: String
    let tabs: [Tab]
    let names: [Name]
    let hasNames: Bool
    let hasColors: Bool
    let merge: Merge?
    let maximumCharacters = FilingEntry.maximumNameCharacters
    let empty: String
    /// The form of a new tag.
    let form: String?

    /// - Parameters:
    ///   - merge: Two names to be merged.
    ///   - form: The form of a new tag, if it is open.
    public init(
        _ screen: NameScreen, _ names: [ListNames.Name], merge: NameMerge? = nil, form: EntryFormView? = nil
    ) {
        title = screen.title
        path = screen.path
        tabs = NameScreen.allCases.map { Tab(path: $0.path, label: $0.title, isCurrent: $0 == screen) }
        hasColors = screen.hasColors
        self.form = form?.html
        self.names = names.map { Name($0, on: screen) }
        hasNames = !names.isEmpty
        self.merge = merge.map {
            Merge(question: $0.question, action: "\(screen.path)/\($0.from.id)/merge", into: $0.into.id)
        }
        empty = IllustratedMessageView(screen.empty, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Documents</a><h1>{{title}}</h1><span class="space"></span>{{#hasColors}}<a class="button" href="{{path}}/new" aria-label="New Tag"><span class="icon icon-plus-lg" aria-hidden="true"></span></a>{{/hasColors}}</header>
        <nav class="chips name-tabs" aria-label="{{title}}">{{#tabs}}<a class="chip" href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}><span class="text">{{label}}</span></a>{{/tabs}}</nav>
        {{#merge}}<div class="message-strip" role="alert"><p>{{question}}</p><div class="actions"><form method="post" action="{{action}}"><input type="hidden" name="into" value="{{into}}"><button class="button primary">Merge</button></form></div></div>{{/merge}}
        {{#hasNames}}<ul class="tag-forms">{{#names}}<li id="tag-{{id}}"><details><summary><span class="tag tag-{{color}}">{{text}}</span><span class="space"></span><span class="subhead">{{documents}}</span><span class="icon icon-chevron-down" aria-hidden="true"></span></summary>
        <p><a href="{{list}}">Show Documents</a></p><form method="post" action="{{path}}/{{id}}" class="edit-form"><div class="field"><label for="tag-{{id}}-name">Name</label><input id="tag-{{id}}-name" name="name" value="{{text}}" maxlength="{{maximumCharacters}}" required autocomplete="off"></div>
        {{#hasColors}}<fieldset class="field"><legend>Color</legend><div class="tag-colors">{{#colors}}<label><input type="radio" name="color" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span class="tag tag-{{name}}">{{label}}</span></label>{{/colors}}</div></fieldset>{{/hasColors}}
        <div class="actions"><button class="button primary">Save</button><button type="button" class="button negative" data-opens="delete-{{id}}">Delete…</button></div></form></details></li>{{/names}}</ul>{{#names}}{{{confirmDelete}}}{{/names}}{{/hasNames}}
        {{^hasNames}}{{{empty}}}{{/hasNames}}
        {{{form}}}
        """
}
