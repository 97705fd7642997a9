public import StationRules

/// The form of a new scene: first the picture, then its quality with the title and width.
public struct NewAnchorView: View {
    /// A page of the library that can become an anchor.
    public struct Page: Sendable {
        let document: Int64
        let page: Int
        let picture: String
        let label: String

        public init(document: Int64, page: Int, picture: String, label: String) {
            self.document = document
            self.page = page
            self.picture = picture
            self.label = label
        }
    }

    /// A picture that was chosen.
    public struct Chosen: Sendable {
        let name: String
        let path: String
        let verdict: AnchorVerdict

        public init(name: String, path: String, verdict: AnchorVerdict) {
            self.name = name
            self.path = path
            self.verdict = verdict
        }
    }

    let pages: [Page]
    let hasPages: Bool
    let refusal: String?
    let pictureHint = ArMessages.pictureHint
    let isChosen: Bool
    let canCreate: Bool
    let name: String
    let picture: String
    let score: Int
    let scoreText: String
    let level: String
    let levelLabel: String
    let summary: String
    let reasons: [String]
    let hasReasons: Bool
    let minimumFair = AnchorVerdict.minimumFair
    let minimumGood = AnchorVerdict.minimumGood
    let title: String
    let titleError: String?
    let messages: String
    let maximumCharacters = SceneDraft.maximumTitleCharacters
    let width: String
    let widthError: String?
    let confirmDiscard = ConfirmationView(discardingChangesIn: "new").html
    let widthHint = ArMessages.widthHint
    let checkout = CheckoutView(.analyze).html
    let classes = ModalPurpose.create.classes
    let refused: String?
    let noAnswer = FeedbackMessages.noAnswer
    let notUploaded = IllustratedMessageView(ArMessages.notUploaded, size: .medium, layout: .dialog).html

    /// The first step: choose a picture.
    public init(pages: [Page], refusal: ArMessages.Refusal?) {
        self.init(pages: pages, refusal: refusal, chosen: nil, draft: SceneDraft(), problems: SceneDraft.Problems())
    }

    /// The second step: check its quality, and name it.
    public init(chosen: Chosen, draft: SceneDraft, problems: SceneDraft.Problems = SceneDraft.Problems()) {
        self.init(pages: [], refusal: nil, chosen: chosen, draft: draft, problems: problems)
    }

    private init(
        pages: [Page], refusal: ArMessages.Refusal?, chosen: Chosen?, draft: SceneDraft, problems: SceneDraft.Problems
    ) {
        self.pages = pages
        hasPages = !pages.isEmpty
        self.refusal = refusal?.text
        let verdict = chosen?.verdict
        isChosen = chosen != nil
        canCreate = verdict?.isAccepted ?? false
        name = chosen?.name ?? ""
        picture = chosen?.path ?? ""
        score = verdict?.score ?? 0
        scoreText = verdict?.scoreText ?? ""
        level = verdict?.level.rawValue ?? ""
        levelLabel = verdict?.level.label ?? ""
        summary = verdict?.summary ?? ""
        reasons = verdict?.reasons ?? []
        hasReasons = !reasons.isEmpty
        title = draft.title
        titleError = problems.title
        // A weakness of the picture is not an error, so it follows the errors.
        let warnings = problems.messages.isEmpty ? [] : reasons.map { ScreenMessage(.warning, $0) }
        messages = ScreenMessages(problems.messages + warnings).map { MessagesView($0).html } ?? ""
        width = draft.width
        widthError = problems.width
        refused = problems.isEmpty ? nil : chosen.map { "/ar/new?picture=\($0.name)" }
    }

    public static let template = """
        <dialog id="new" class="{{classes}} full" aria-labelledby="new-title" data-open data-leads="/ar"{{#refused}} data-refused="{{refused}}"{{/refused}}>
        <header class="bar sheet-bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="new-title">New Scene</h2><button class="button plain" form="create"{{^canCreate}} disabled{{/canCreate}}>Create</button></header>
        <div class="sheet-body">
        {{^isChosen}}
        <st-anchor-picture data-target="/ar/new/picture" data-no-answer="{{noAnswer}}">
        <p class="hint">{{pictureHint}}</p>
        <div class="dropzone"><span class="icon icon-upload" aria-hidden="true"></span>
        <label class="button primary" for="file">Choose Picture</label><input class="hidden" id="file" type="file" accept="image/png,image/jpeg" autofocus aria-label="Choose picture"{{#refusal}} aria-invalid="true" aria-describedby="refusal"{{/refusal}}>
        <span class="subhead">JPEG or PNG, or drop it here</span></div>
        {{#refusal}}<p id="refusal" class="error" role="alert">{{refusal}}</p>{{/refusal}}
        {{#hasPages}}
        <h3>From the Library</h3>
        <form method="post" action="/ar/new/page"><ul class="page-choices">
        {{#pages}}<li><button name="page" value="{{document}}/{{page}}" aria-label="{{label}}"><img alt="" loading="lazy" src="{{picture}}"></button></li>{{/pages}}
        </ul></form>
        {{/hasPages}}
        <template data-failed>{{{notUploaded}}}</template>
        </st-anchor-picture>
        {{/isChosen}}
        {{#isChosen}}
        <form id="create" method="post" action="/ar"><input type="hidden" name="picture" value="{{name}}">
        {{{messages}}}
        <div class="verdict verdict-{{level}}"><img src="{{picture}}" alt="The chosen picture">
        <div class="verdict-text"{{^canCreate}} role="alert"{{/canCreate}}><p class="score"><span class="score-number">{{score}}</span> <span class="tag">{{levelLabel}}</span></p>
        <meter min="0" max="100" low="{{minimumFair}}" high="{{minimumGood}}" optimum="100" value="{{score}}" aria-label="Quality">{{scoreText}}</meter>
        <p>{{summary}}</p>
        {{#hasReasons}}<ul class="reasons">{{#reasons}}<li>{{.}}</li>{{/reasons}}</ul>{{/hasReasons}}
        <p class="actions"><a class="button{{^canCreate}} primary{{/canCreate}}" href="/ar/new">Choose Another Picture</a></p></div></div>
        {{#canCreate}}
        <div class="field"><label for="title">Title</label><input id="title" name="title" value="{{title}}" maxlength="{{maximumCharacters}}" required autocomplete="off" autofocus{{#titleError}} aria-invalid="true" aria-describedby="title-error"{{/titleError}}>
        {{#titleError}}<p id="title-error" class="error">{{titleError}}</p>{{/titleError}}</div>
        <div class="field"><label for="width">Width in millimeters</label><input id="width" name="width" value="{{width}}" inputmode="decimal" autocomplete="off" aria-describedby="width-hint{{#widthError}} width-error{{/widthError}}"{{#widthError}} aria-invalid="true"{{/widthError}}>
        <p id="width-hint" class="hint">{{widthHint}}</p>{{#widthError}}<p id="width-error" class="error">{{widthError}}</p>{{/widthError}}</div>
        {{/canCreate}}
        </form>
        {{/isChosen}}
        </div>
        </dialog>
        {{{checkout}}}
        {{{confirmDiscard}}}
        """
}
