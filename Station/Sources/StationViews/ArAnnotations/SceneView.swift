public import StationRules

/// A scene: its anchor's picture with the annotations on it, and a list of them.
public struct SceneView: View {
    public struct Row: Sendable {
        let path: String
        let number: Int
        let title: String
        let subtitle: String?
        let icon: String
        let x: Double
        let y: Double
        let isSelected: Bool

        /// - Parameter number: The number from 1.
        public init(path: String, number: Int, _ annotation: Annotation, isSelected: Bool = false) {
            self.path = path
            self.number = number
            title = annotation.title
            subtitle = annotation.subtitle.isEmpty ? nil : annotation.subtitle
            icon = annotation.icon.icon
            x = annotation.place.x
            y = annotation.place.y
            self.isSelected = isSelected
        }
    }

    /// The error of a submitted title.
    public struct TitleError: Sendable {
        let entered: String
        let text: String

        public init(entered: String, text: String) {
            self.entered = entered
            self.text = text
        }
    }

    let path: String
    let title: String
    let picture: String
    let facts: String
    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let entered: String
    let error: String?
    let maximumCharacters = SceneDraft.maximumTitleCharacters
    let step = AnnotationPlace.step
    let largeStep = AnnotationPlace.largeStep
    let crosshairText = Self.keysText(AnnotationPlace.middle.text)
    let crosshairPattern = Self.keysText(PlaceText.percent.pattern)
    let renameClasses = ModalPurpose.edit.classes
    let confirmDelete: String
    let confirmDiscard = ConfirmationView(discardingChangesIn: "rename").html
    let related: String
    let form: String

    private static func keysText(_ place: String) -> String {
        localized("\(place). Move it with the arrow keys. Press Enter to add.")
    }

    /// - Parameters:
    ///   - documents: The documents that its annotations link to.
    ///   - form: The form of an annotation.
    public init(
        path: String, title: String, picture: String, width: AnchorWidth?, score: Int, rows: [Row],
        documents: [RelatedView.Item] = [], titleError: TitleError? = nil, form: AnnotationView? = nil
    ) {
        self.path = path
        self.title = title
        self.picture = picture
        let verdict = AnchorVerdict(score: score, reasons: [])
        facts = [
            width.map { localized("\($0.text) wide") }, localized("Quality \(score)"), verdict.level.label,
            ArMessages.annotationCount(rows.count),
        ].compactMap(\.self).joined(separator: " · ")
        self.rows = rows
        hasRows = !rows.isEmpty
        empty =
            IllustratedMessageView(
                ArMessages.noAnnotations, size: .medium, layout: MessageLayout(.leading)
            ).html
        entered = titleError?.entered ?? title
        error = titleError?.text
        confirmDelete = ConfirmationView(.deleteScene(title), id: "delete", action: "\(path)/delete").html
        related = RelatedView(heading: localized("Documents"), items: documents).html
        self.form = form?.html ?? ""
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/ar"><span class="icon icon-chevron-left" aria-hidden="true"></span>AR Scenes</a><span class="space"></span>
        <button type="button" class="button plain" data-opens="rename">Rename</button><button type="button" class="button plain negative" data-opens="delete">Delete</button></header>
        <div class="object"><h1>{{title}}</h1><p class="subhead">{{facts}}</p>
        <p class="actions"><a class="button primary" href="{{path}}"><span class="icon icon-badge-ar" aria-hidden="true"></span>Scan</a><a class="button" href="{{path}}/annotations/new"><span class="icon icon-plus-lg" aria-hidden="true"></span>Add Annotation</a></p></div>
        <div class="scene">
        <st-anchor class="anchor" data-new="{{path}}/annotations/new" data-step="{{step}}" data-large-step="{{largeStep}}">
        <img src="{{picture}}" alt="Anchor of {{title}}">
        <ol class="pins" aria-label="Annotations on the picture">
        {{#rows}}<li><a class="pin{{#isSelected}} selected{{/isSelected}}" href="{{path}}" data-x="{{x}}" data-y="{{y}}" aria-label="{{number}}: {{title}}"><span aria-hidden="true">{{number}}</span></a></li>{{/rows}}
        </ol>
        <button type="button" class="crosshair" aria-label="Add annotation here" aria-description="{{crosshairText}}" data-place="{{crosshairPattern}}"></button>
        </st-anchor>
        <section class="annotation-list" aria-labelledby="annotations-title"><h2 id="annotations-title">Annotations</h2>
        {{#hasRows}}<ol class="documents">
        {{#rows}}<li><a class="cell" href="{{path}}"><span class="badge" aria-hidden="true">{{number}}</span><span class="text"><span class="headline">{{title}}</span>{{#subtitle}}<span class="subhead">{{subtitle}}</span>{{/subtitle}}</span><span class="icon icon-{{icon}} kind" aria-hidden="true"></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/rows}}
        </ol>{{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        {{{related}}}
        </section>
        </div>
        <dialog id="rename" class="{{renameClasses}}" aria-labelledby="rename-title"{{#error}} data-open data-refused="{{path}}/edit" data-leads="{{path}}/edit"{{/error}}>
        <form method="post" action="{{path}}/rename">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="rename-title">Rename Scene</h2><button class="button plain">Save</button></header>
        <div class="key-facts"><img alt="Anchor" src="{{picture}}"><p><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></p></div>
        <label for="scene-title">Title</label><input id="scene-title" name="title" value="{{entered}}" maxlength="{{maximumCharacters}}" required autocomplete="off" autofocus{{#error}} aria-invalid="true" aria-describedby="scene-title-error"{{/error}}>
        {{#error}}<p id="scene-title-error" class="error">{{error}}</p>{{/error}}
        </form>
        </dialog>
        {{{confirmDelete}}}
        {{{confirmDiscard}}}
        {{{form}}}
        """
}
