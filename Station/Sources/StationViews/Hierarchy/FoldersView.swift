public import StationRules

/// The list of folders: each links to its documents, and with its accessory to its position in the tree.
public struct FoldersView: View {
    struct Row: Sendable {
        let list: String
        let hierarchy: String
        let name: String
        let around: String?
        let facts: String
    }

    public let title: String
    let path = FolderList.path
    let text: String
    let searchLabel = FolderTexts.searchLabel
    let maximumCharacters = ListQuery.maximumCharacters
    let empty = FolderTexts.empty
    let isEmptyOnly: Bool
    let chip: String
    let new = FolderTexts.new
    let rows: [Row]
    let hasRows: Bool
    let message: String
    let form: String

    /// - Parameter refused: The submitted form of a new folder.
    public init(_ list: FolderList, picker: FolderPicker, refused: FolderFormView.Refused? = nil) {
        title = list.title
        text = list.text
        isEmptyOnly = list.isEmptyOnly
        chip = list.address(isEmptyOnly: !list.isEmptyOnly)
        rows = list.nodes.map { node in
            var query = ListQuery()
            query.filter.folder = .inside(node.folder.id)
            let around = node.path.dropLast(node.folder.name.count + 3)
            return Row(
                list: query.address(at: Place.library.path), hierarchy: "\(FolderList.path)/\(node.folder.id)",
                name: node.folder.name, around: around.isEmpty ? nil : String(around),
                facts: LibraryMessages.documentCount(node.documents))
        }
        hasRows = !rows.isEmpty
        message =
            IllustratedMessageView(
                list.count == 0 ? FolderTexts.none : FolderTexts.nothingFound, size: .extraLarge
            ).html
        form = FolderFormView(.new(in: nil), picker: picker, refused: refused).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Documents</span></a><h1>{{title}}</h1><span class="space"></span><button type="button" class="button primary" data-opens="folder-form" aria-label="{{new}}"><span class="icon icon-folder-plus" aria-hidden="true"></span><span class="word">{{new}}</span></button></header>
        <search class="list-report" id="list-report"><div class="list-tools"><form class="search" method="get" action="{{path}}"><span class="icon icon-search" aria-hidden="true"></span><input type="search" name="q" value="{{text}}" maxlength="{{maximumCharacters}}" autocomplete="off" enterkeyhint="search" aria-label="{{searchLabel}}" placeholder="{{searchLabel}}">{{#isEmptyOnly}}<input type="hidden" name="empty" value="yes">{{/isEmptyOnly}}</form></div><div class="chips" role="toolbar" aria-label="Filters"><a class="chip" role="button" id="chip-empty" href="{{chip}}" aria-pressed="{{#isEmptyOnly}}true{{/isEmptyOnly}}{{^isEmptyOnly}}false{{/isEmptyOnly}}">{{#isEmptyOnly}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isEmptyOnly}}<span class="text">{{empty}}</span></a></div></search>
        {{#hasRows}}<ul class="documents folders">{{#rows}}<li><a class="cell" href="{{list}}"><span class="icon icon-folder" aria-hidden="true"></span><span class="text"><span class="headline">{{name}}</span>{{#around}}<span class="subhead">{{.}}</span>{{/around}}<span class="subhead">{{facts}}</span></span></a><a class="bar-button" href="{{hierarchy}}" aria-label="Show {{name}} in the hierarchy"><span class="icon icon-list-nested" aria-hidden="true"></span></a></li>{{/rows}}</ul>{{/hasRows}}
        {{^hasRows}}{{{message}}}{{/hasRows}}
        {{{form}}}
        """
}

/// A folder in the tree, with its actions.
public struct HierarchyView: View {
    struct Row: Sendable {
        let path: String
        let id: Int64
        let name: String
        let count: Int
        let level: Int
        let position: Int
        let siblings: Int
        let isSelected: Bool
        let hasChildren: Bool
        let isExpanded: Bool
        let isShown: Bool
    }

    public let title: String
    let folders = FolderTexts.folders
    let foldersPath = FolderList.path
    let list: String
    let rows: [Row]
    let newInside: String
    let edit = FolderTexts.edit
    let refusal: String?
    let forms: String

    /// - Parameters:
    ///   - picker: The picker for its parent folder.
    ///   - inside: The picker for a new subfolder.
    ///   - refused: The submitted form of the folder.
    ///   - refusal: The reason why it cannot be deleted.
    public init(
        _ hierarchy: FolderHierarchy, folder: FolderTree.Node, picker: FolderPicker, inside: FolderPicker,
        refused: FolderFormView.Refused? = nil, refusal: String? = nil
    ) {
        self.refusal = refusal
        title = folder.folder.name
        var query = ListQuery()
        query.filter.folder = .inside(folder.folder.id)
        list = query.address(at: Place.library.path)
        rows = hierarchy.rows.map { row in
            Row(
                path: "\(FolderList.path)/\(row.node.folder.id)", id: row.node.folder.id, name: row.node.folder.name,
                count: row.node.documents, level: row.node.level, position: row.node.position,
                siblings: row.node.siblings, isSelected: row.isSelected, hasChildren: row.node.hasChildren,
                isExpanded: row.isExpanded ?? false, isShown: row.isShown)
        }
        newInside = FolderTexts.newInside(folder.folder.name)
        forms =
            FolderFormView(.new(in: folder), picker: inside).html
            + FolderFormView(.edit(folder), picker: picker, refused: refused).html
            + ConfirmationView(
                .deleteFolder(folder.folder), id: "delete-folder",
                action: "\(FolderList.path)/\(folder.folder.id)/delete"
            ).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{foldersPath}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{folders}}</a><h1>{{title}}</h1></header>
        {{#refusal}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/refusal}}
        <p class="actions folder-actions"><a class="button primary" href="{{list}}">Show Documents</a><button type="button" class="button" data-opens="folder-form"><span class="icon icon-folder-plus" aria-hidden="true"></span>New Folder</button><button type="button" class="button" data-opens="folder-edit">{{edit}}…</button><button type="button" class="button negative" data-opens="delete-folder">Delete</button></p>
        <div class="tree" role="tree" aria-label="{{folders}}">{{#rows}}<a class="tree-item" role="treeitem" href="{{path}}" id="folder-{{id}}" aria-level="{{level}}" data-level="{{level}}" aria-posinset="{{position}}" aria-setsize="{{siblings}}" aria-selected="{{#isSelected}}true{{/isSelected}}{{^isSelected}}false{{/isSelected}}"{{#hasChildren}} aria-expanded="{{#isExpanded}}true{{/isExpanded}}{{^isExpanded}}false{{/isExpanded}}"{{/hasChildren}}{{^isShown}} hidden{{/isShown}}><span class="twist" data-twists>{{#hasChildren}}<span class="icon icon-chevron-right" aria-hidden="true"></span>{{/hasChildren}}</span><span class="icon icon-folder" aria-hidden="true"></span><span class="text">{{name}}</span><span class="number">{{count}}</span></a>{{/rows}}</div>
        {{{forms}}}
        """
}

/// The modal for a folder's name and its parent folder.
public struct FolderFormView: View {
    public enum Purpose: Sendable {
        case new(in: FolderTree.Node?)
        case edit(FolderTree.Node)
    }

    let id: String
    let title: String
    let action: String
    let name: String
    let picker: String
    let maximumCharacters = FilingEntry.maximumNameCharacters
    let classes = ModalPurpose.edit.classes
    let confirmDiscard: String
    let fault: String?
    /// The URL of the screen behind it.
    let leads: String

    /// The entries and their error.
    public struct Refused: Sendable {
        let name: String
        let fault: String

        public init(name: String, fault: String) { (self.name, self.fault) = (name, fault) }
    }

    init(_ purpose: Purpose, picker: FolderPicker, refused: Refused? = nil) {
        let name: String
        fault = refused?.fault
        switch purpose {
        case .new(let folder):
            (id, name, action) = ("folder-form", "", FolderList.path)
            title = folder.map { FolderTexts.newInside($0.folder.name) } ?? FolderTexts.new
            self.picker = FolderPickerView(picker, id: "new-place").html
        case .edit(let folder):
            (id, name, action) = ("folder-edit", folder.folder.name, "\(FolderList.path)/\(folder.folder.id)")
            title = FolderTexts.edit
            self.picker = FolderPickerView(picker, id: "edit-place", without: folder.folder.id).html
        }
        leads = action
        self.name = refused?.name ?? name
        confirmDiscard = ConfirmationView(discardingChangesIn: id).html
    }

    public static let template = """
        <dialog id="{{id}}" class="{{classes}}" aria-labelledby="{{id}}-title"{{#fault}} data-open data-refused="{{leads}}" data-leads="{{leads}}"{{/fault}}><form method="post" action="{{action}}" class="edit-form">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="{{id}}-title">{{title}}</h2><button class="button plain">Save</button></header>
        <div class="field"><label for="{{id}}-name">Name</label><input id="{{id}}-name" name="name" value="{{name}}" maxlength="{{maximumCharacters}}" required autocomplete="off"{{#fault}} aria-invalid="true" aria-describedby="{{id}}-error"{{/fault}}>{{#fault}}<p class="error" id="{{id}}-error">{{.}}</p>{{/fault}}</div>
        {{{picker}}}
        </form></dialog>{{{confirmDiscard}}}
        """
}

/// The choice of a folder: the path of the current level, and its folders, each of which opens the next level.
public struct FolderPickerView: View {
    struct Step: Sendable {
        let name: String
        let path: String?
    }

    struct Choice: Sendable {
        let field: String
        let value: String
        let name: String
        let path: String?
    }

    let id: String
    let steps: [Step]
    let field: String
    let own: String
    let ownName: String
    /// Prevents an accidental tap from moving documents out of their folder: the current level must be chosen
    /// explicitly.
    let isOwnChosen: Bool
    let choices: [Choice]

    /// - Parameters:
    ///   - id: The ID of the element, which the next level replaces.
    ///   - without: The folder that is being moved.
    public init(_ picker: FolderPicker, id: String, without: Int64? = nil) {
        self.id = id
        func path(_ level: Int64?) -> String {
            let items =
                [("id", id), ("for", picker.purpose.rawValue)] + (level.map { [("level", "\($0)")] } ?? [])
                + (without.map { [("without", "\($0)")] } ?? [])
            return "\(FolderList.path)/picker?" + items.map { "\($0)=\($1)" }.joined(separator: "&")
        }
        let ways = [(FolderTexts.top, Int64?.none)] + picker.trail.map { ($0.folder.name, Optional($0.folder.id)) }
        steps = ways.enumerated().map { index, way in
            Step(name: way.0, path: index < ways.count - 1 ? path(way.1) : nil)
        }
        field = picker.purpose.name
        own = picker.own
        isOwnChosen = picker.purpose == .folder
        ownName = picker.purpose == .documents && picker.trail.isEmpty ? localized("No Folder") : ways[ways.count - 1].0
        choices = picker.choices.map { choice in
            Choice(
                field: picker.purpose.name, value: choice.value, name: choice.node.folder.name,
                path: choice.node.hasChildren ? path(choice.node.folder.id) : nil)
        }
    }

    public static let template = """
        <fieldset class="field folder-picker" id="{{id}}" data-part><legend>Folder</legend>
        <nav aria-label="Way to the folder"><ol class="breadcrumb">{{#steps}}<li>{{#path}}<a href="{{.}}" data-swaps>{{name}}</a>{{/path}}{{^path}}<span aria-current="location">{{name}}</span>{{/path}}</li>{{/steps}}</ol></nav>
        <ul><li><label><input type="radio" name="{{field}}" value="{{own}}" required{{#isOwnChosen}} checked{{/isOwnChosen}}><span>{{ownName}}</span></label></li>{{#choices}}<li class="inner"><label><input type="radio" name="{{field}}" value="{{value}}"><span>{{name}}</span></label>{{#path}}<a class="bar-button" href="{{.}}" data-swaps aria-label="Open {{name}}"><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{/path}}</li>{{/choices}}</ul></fieldset>
        """
}
