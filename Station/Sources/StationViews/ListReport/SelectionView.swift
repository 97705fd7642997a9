public import StationRules

/// The actions on documents selected in a list: a bar above the list, and the form that edits them.
public struct SelectionView: View {
    struct ExportChoice: Sendable {
        let name: String
        let label: String
        let text: String
        let isChosen: Bool
    }

    let barLabel = ListTexts.selectedDocuments
    let selectHint = ListTexts.selectHint
    let mergeText = ListTexts.mergeText
    let mergeRest = ListTexts.mergeRest
    let isTrash: Bool
    let count: Int
    let allLabel: String
    let path: String
    /// The query of the list with "?", which is appended to the path of an action.
    let query: String
    let classes = ModalPurpose.edit.classes
    let exportClasses = ModalPurpose.edit.classes
    let files: [ExportChoice]
    let papers: [Choice]
    let qualities: [Choice]
    let noAnswer = FeedbackMessages.noAnswer
    let moveTitle = FolderTexts.move
    let share = ListTexts.share
    let rowActions = ListTexts.rowActions
    /// The URL of the metadata fields, which are loaded on demand.
    let form = "\(Place.library.path)/selection/form"
    /// The URL of the folders to choose from, which are also loaded on demand.
    let picker = "\(FolderList.path)/picker?id=group-place&for=\(FolderPicker.Purpose.documents.rawValue)"
    /// The URL that starts an export.
    let exports: String
    let confirmDiscard = ConfirmationView(discardingChangesIn: "group-edit").html
    let confirmDelete: String

    /// - Parameters:
    ///   - path: The path of the list without its query.
    ///   - count: The number of documents in the list, including those that are not loaded.
    public init(_ query: ListQuery, path: String, count: Int) {
        isTrash = query.filter.isTrash
        self.count = count
        allLabel = ListTexts.selectAll(count)
        self.path = "\(path)/selection"
        self.query = query.address(at: "")
        exports = query.address(at: "/api/exports")
        let usual = ManyExport()
        files = ManyExport.Files.allCases.map {
            ExportChoice(name: $0.rawValue, label: $0.label, text: $0.description, isChosen: $0 == usual.files)
        }
        papers = ManyExport.Paper.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == usual.paper)
        }
        qualities = ManyExport.Quality.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == usual.quality)
        }
        confirmDelete =
            (isTrash
            ? ConfirmationView(
                .purge, id: "purge", action: query.address(at: "\(path)/selection/purge"), isForSelection: true)
            : ConfirmationView(
                .deleteSelected, id: "group-delete", action: query.address(at: "\(path)/selection/delete"),
                isForSelection: true)).html
    }

    public static let template = """
        <div id="selection-part" data-part><div class="selection-bar" role="toolbar" aria-label="{{barLabel}}" data-count="{{count}}" data-several="{n} selected">
        <p role="status" data-selected>{{selectHint}}</p><button type="button" class="button plain" data-selects-all>{{allLabel}}</button><span class="space"></span><button type="button" class="button plain" data-ends>Done</button>
        <div class="group-actions">{{^isTrash}}<button type="button" class="button" data-opens="group-edit" disabled>Edit Details…</button><button type="button" class="button" data-opens="group-move" disabled>Move…</button><button type="button" class="button" data-opens="merge" data-least="2" disabled>Merge…</button><button type="button" class="button" data-opens="group-export" disabled>Export…</button><button type="button" class="button" data-prints disabled>Print</button><button type="button" class="button negative" data-opens="group-delete" disabled>Delete</button>{{/isTrash}}{{#isTrash}}<form method="post" action="{{path}}/restore{{query}}" data-group><button class="button" disabled>Restore</button></form><button type="button" class="button negative" data-opens="purge" disabled>Delete Forever</button>{{/isTrash}}</div></div>
        <div id="row-menu" class="popover" popover><header class="bar"><h2 data-row-title></h2></header><div class="menu" role="menu" aria-label="{{rowActions}}">{{^isTrash}}<form method="post" action="{{path}}/edit{{query}}" data-group><button class="entry" role="menuitem" name="state" value="reviewed" data-unless="reviewed"><span class="text">Mark as Reviewed</span></button><button class="entry" role="menuitem" name="state" value="inbox" data-unless="inbox"><span class="text">Move to Inbox</span></button></form><button type="button" class="entry" role="menuitem" data-opens="group-edit"><span class="text">Edit Details…</span></button><button type="button" class="entry" role="menuitem" data-opens="group-move"><span class="text">Move…</span></button><button type="button" class="entry" role="menuitem" data-opens="group-export"><span class="text">Export…</span></button><button type="button" class="entry" role="menuitem" data-prints><span class="text">Print</span></button><form method="post" action="{{path}}/delete{{query}}" data-group><button class="entry negative" role="menuitem"><span class="text">Delete</span></button></form>{{/isTrash}}{{#isTrash}}<form method="post" action="{{path}}/restore{{query}}" data-group><button class="entry" role="menuitem"><span class="text">Restore</span></button></form><button type="button" class="entry negative" role="menuitem" data-opens="purge"><span class="text">Delete Forever</span></button>{{/isTrash}}</div></div>
        <template data-swipe><div class="swipe-actions">{{^isTrash}}<button type="button" class="swipe-more" data-row-menu>More</button><button type="button" class="swipe-move" data-opens="group-move">Move</button><form method="post" action="{{path}}/delete{{query}}" data-group><button class="swipe-delete">Delete</button></form>{{/isTrash}}{{#isTrash}}<form method="post" action="{{path}}/restore{{query}}" data-group><button class="swipe-move">Restore</button></form><button type="button" class="swipe-delete" data-opens="purge">Delete Forever</button>{{/isTrash}}</div></template>
        {{^isTrash}}<dialog id="group-edit" class="{{classes}} object-form" aria-labelledby="group-edit-title">
        <form method="post" action="{{path}}/edit{{query}}" class="entry-form" data-entry data-group novalidate>
        <header class="bar"><button type="button" class="button plain" data-closes><span class="icon icon-x-lg" aria-hidden="true"></span><span class="caption">Cancel</span></button><h2 id="group-edit-title">File Documents</h2><button class="button plain" data-saves>Save</button></header>
        <div class="form-cells"><p class="subhead" data-selected></p>
        <section class="form-section" id="group-fields" data-part><a class="button" href="{{form}}" data-swaps>Choose Folder, Type and Tags</a></section></div>
        </form>
        </dialog>{{/isTrash}}
        {{^isTrash}}<dialog id="group-move" class="{{classes}}" aria-labelledby="group-move-title">
        <form method="post" action="{{path}}/edit{{query}}" class="edit-form" data-group>
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="group-move-title">{{moveTitle}}</h2><button class="button plain">Move</button></header>
        <p class="subhead" data-selected></p>
        <fieldset class="field folder-picker" id="group-place" data-part><a class="button" href="{{picker}}" data-swaps>Choose Folder</a></fieldset>
        </form></dialog>{{/isTrash}}
        {{^isTrash}}<dialog id="group-export" class="{{exportClasses}}" aria-labelledby="group-export-title">
        <form method="post" action="{{exports}}" class="edit-form" data-exports data-no-answer="{{noAnswer}}">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="group-export-title">Export Documents</h2><button class="button plain">Export</button></header>
        <p class="actions" data-shares hidden><button class="button" name="shares" value="yes">{{share}}</button></p>
        <p class="subhead" data-selected></p>
        <fieldset class="field export-files"><legend>Files</legend>{{#files}}<label><input type="radio" name="files" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span class="text"><span class="headline">{{label}}</span><span class="subhead">{{text}}</span></span></label>{{/files}}</fieldset>
        <fieldset class="field"><legend>Page Size</legend><div class="segments">{{#papers}}<label><input type="radio" name="paper" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label>{{/papers}}</div></fieldset>
        <fieldset class="field"><legend>Quality</legend><div class="segments">{{#qualities}}<label><input type="radio" name="quality" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label>{{/qualities}}</div><p class="subhead">Applies to JPG and PDF</p></fieldset>
        </form>
        </dialog>{{/isTrash}}
        {{^isTrash}}<dialog id="merge" class="alert" aria-labelledby="merge-title" aria-describedby="merge-text">
        <h2 id="merge-title">Merge Documents</h2>
        <p id="merge-text">{{mergeText}}</p>
        <ol class="merged" data-merged></ol>
        <p class="subhead" data-unlisted hidden>{{mergeRest}}</p>
        <template data-merged-row><li><span class="headline"></span><button type="button" class="bar-button" data-earlier aria-label="Move up"><span class="icon icon-arrow-up" aria-hidden="true"></span></button></li></template>
        <div class="actions"><form method="dialog"><button class="button">Cancel</button></form><form method="post" action="{{path}}/merge{{query}}" data-group><button class="button primary" data-merges autofocus>Merge</button></form></div>
        </dialog>{{/isTrash}}{{{confirmDiscard}}}{{{confirmDelete}}}</div>
        """
}

/// The fields of the form that edits selected documents. The list loads them when it opens the form.
public struct GroupFieldsView: View {
    let cells: [String]

    public init(_ cells: [FormCell]) {
        self.cells = cells.map { FormCellView($0, none: ListTexts.unchanged).html }
    }

    public static let template = """
        <section class="form-section" id="group-fields" data-part>{{#cells}}{{{.}}}
        {{/cells}}</section>
        """
}
