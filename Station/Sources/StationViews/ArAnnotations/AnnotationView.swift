public import StationRules

/// The form of an annotation, for new and existing ones.
public struct AnnotationView: View {
    /// A document that can be linked to an annotation.
    public struct Document: Sendable {
        let id: Int64
        let title: String

        public init(id: Int64, title: String) {
            self.id = id
            self.title = title
        }
    }

    struct Option: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }

    struct Icon: Sendable {
        let name: String
        let label: String
        let icon: String
        let isChosen: Bool
    }

    let scene: String
    let sceneTitle: String
    let picture: String
    let messages: String
    let action: String
    let heading: String
    let complete: String
    let title: String
    let titleError: String?
    let maximumTitleCharacters = AnnotationDraft.maximumTitleCharacters
    let subtitle: String
    let subtitleError: String?
    let maximumSubtitleCharacters = AnnotationDraft.maximumSubtitleCharacters
    let icons: [Icon]
    let documents: [Option]
    let across: Int
    let down: Int
    let isStored: Bool
    let classes: String
    let refused: String?
    let confirmDelete: String
    let confirmDiscard = ConfirmationView(discardingChangesIn: "annotation").html

    /// - Parameters:
    ///   - scene: The path of the scene, which Cancel leads to.
    ///   - sceneTitle: The scene's title.
    ///   - picture: The picture of the scene's anchor.
    ///   - stored: The path of an existing annotation; `nil` for a new one.
    ///   - documents: The documents to choose from.
    public init(
        scene: String, sceneTitle: String, picture: String, stored: String?, draft: AnnotationDraft,
        documents: [Document],
        problems: AnnotationDraft.Problems = AnnotationDraft.Problems()
    ) {
        self.scene = scene
        self.sceneTitle = sceneTitle
        self.picture = picture
        messages = ScreenMessages(problems.messages).map { MessagesView($0).html } ?? ""
        action = stored ?? "\(scene)/annotations"
        isStored = stored != nil
        classes = (isStored ? ModalPurpose.edit : .create).classes
        refused =
            problems.messages.isEmpty
            ? nil : stored ?? "\(scene)/annotations/new?x=\(draft.place.x)&y=\(draft.place.y)"
        heading = isStored ? localized("Edit Annotation") : localized("New Annotation")
        complete = isStored ? localized("Save") : localized("Add")
        title = draft.title
        titleError = problems.title
        subtitle = draft.subtitle
        subtitleError = problems.subtitle
        icons = AnnotationIcon.allCases.map {
            Icon(name: $0.rawValue, label: $0.label, icon: $0.icon, isChosen: $0 == draft.icon)
        }
        self.documents =
            [Option(value: "", label: localized("None"), isChosen: draft.document == nil)]
            + documents.map { Option(value: "\($0.id)", label: $0.title, isChosen: $0.id == draft.document) }
        across = Int((draft.place.x * 100).rounded())
        down = Int((draft.place.y * 100).rounded())
        confirmDelete =
            stored.map {
                ConfirmationView(.deleteAnnotation(draft.title), id: "delete-annotation", action: "\($0)/delete").html
            } ?? ""
    }

    public static let template = """
        <dialog id="annotation" class="{{classes}}" aria-labelledby="annotation-title" data-open data-leads="{{scene}}/edit"{{#refused}} data-refused="{{refused}}"{{/refused}}>
        <form method="post" action="{{action}}">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="annotation-title">{{heading}}</h2><button class="button plain">{{complete}}</button></header>
        {{{messages}}}
        <p class="subhead">Scene: {{sceneTitle}}</p>
        <div class="field"><label for="title">Title</label><input id="title" name="title" value="{{title}}" maxlength="{{maximumTitleCharacters}}" required autocomplete="off" autofocus{{#titleError}} aria-invalid="true" aria-describedby="title-error"{{/titleError}}>
        {{#titleError}}<p id="title-error" class="error">{{titleError}}</p>{{/titleError}}</div>
        <div class="field"><label for="subtitle">Subtitle</label><input id="subtitle" name="subtitle" value="{{subtitle}}" maxlength="{{maximumSubtitleCharacters}}" autocomplete="off"{{#subtitleError}} aria-invalid="true" aria-describedby="subtitle-error"{{/subtitleError}}>
        {{#subtitleError}}<p id="subtitle-error" class="error">{{subtitleError}}</p>{{/subtitleError}}</div>
        <div class="field"><label for="document">Document</label><select id="document" name="document">{{#documents}}<option value="{{value}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/documents}}</select></div>
        <fieldset class="field chips"><legend>Icon</legend>
        {{#icons}}<label class="chip"><input type="radio" name="icon" value="{{name}}"{{#isChosen}} checked{{/isChosen}}><span class="icon icon-{{icon}}" aria-hidden="true"></span>{{label}}</label>{{/icons}}
        </fieldset>
        <st-place class="field place-picture"><div><img src="{{picture}}" alt="Anchor of {{sceneTitle}}"><span class="place-mark" aria-hidden="true"></span></div></st-place>
        <fieldset class="field place"><legend>Place on the picture</legend>
        <label for="across">Across, in percent</label><input id="across" name="across" type="number" min="0" max="100" step="any" value="{{across}}">
        <label for="down">Down, in percent</label><input id="down" name="down" type="number" min="0" max="100" step="any" value="{{down}}">
        </fieldset>
        {{#isStored}}<p class="actions"><button type="button" class="button plain negative" data-opens="delete-annotation"><span class="icon icon-trash" aria-hidden="true"></span>Delete Annotation</button></p>{{/isStored}}
        </form>
        </dialog>
        {{{confirmDelete}}}
        {{{confirmDiscard}}}
        """
}
