public import StationRules

/// The camera view of a scene: coaching, scan, match, and the annotations. Updates arrive over the channel: see
/// ``ArScannerDisplay``.
public struct ArScannerView: View {
    /// The document that an annotation links to.
    public struct Document: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String
        let picture: String

        public init(path: String, title: String, facts: String, thumbnail: String, picture: String) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
            self.picture = picture
        }
    }

    /// An annotation: its marker, its card and its detail panel.
    public struct Item: Sendable {
        let index: Int
        let number: Int
        let title: String
        let subtitle: String?
        let icon: String
        let label: String
        let document: Document?

        public init(index: Int, of count: Int, _ annotation: Annotation, document: Document?) {
            self.index = index
            number = index + 1
            title = annotation.title
            subtitle = annotation.subtitle.isEmpty ? nil : annotation.subtitle
            icon = annotation.icon.icon
            label = localized("\(number) of \(count): \(annotation.title)")
            self.document = document
        }
    }

    let scene: String
    let path: String
    let title: String
    let picture: String
    let thumbnail: String
    let steps: [String]
    let button: String
    let prompt: String
    let items: [Item]
    let hasItems: Bool
    let source: String?
    let cameras: [Choice]
    let hasCameras: Bool
    let messages: String
    let starting = LoadingIndicatorView(.fullScreen, label: FeedbackMessages.camera).html
    let guideWidth: Int
    let guideHeight: Int
    let guideCorners: String
    let guideCross: String

    /// - Parameters:
    ///   - machine: The machine's first state.
    ///   - aspect: The anchor's width divided by its height.
    public init(
        scene: Int64, title: String, picture: String, thumbnail: String, width: AnchorWidth?, aspect: Double,
        machine: ArScannerMachine, items: [Item], cameras: CameraChoice
    ) {
        self.scene = "\(scene)"
        path = "/ar/\(scene)"
        self.title = title
        self.picture = picture
        self.thumbnail = thumbnail
        steps = ArMessages.instructions(width)
        button = machine.buttonLabel
        prompt = machine.prompt
        self.items = items
        hasItems = !items.isEmpty
        source = cameras.chosen.map { "\($0)" }
        self.cameras = cameras.choices
        hasCameras = !cameras.cameras.isEmpty
        messages = CameraMessages.templates { state in
            state.message(otherwise: MessageAction(label: localized("Open AR Scenes"), destination: .scenes))
        }
        // The anchor's shape, fitted into a square of 100.
        let (w, h) = (Int(100 * min(1, aspect)), Int(100 * min(1, 1 / aspect)))
        (guideWidth, guideHeight) = (w, h)
        let arm = min(w, h) / 6
        guideCorners =
            "M0 \(arm)V0H\(arm)M\(w - arm) 0H\(w)V\(arm)M\(w) \(h - arm)V\(h)H\(w - arm)M\(arm) \(h)H0V\(h - arm)"
        guideCross = "M\(w / 2 - 5) \(h / 2)h10M\(w / 2) \(h / 2 - 5)v10"
    }

    public static let template = """
        <h1 class="hidden">{{title}}</h1>
        <st-ar class="live ar" data-scene="{{scene}}" data-phase="coaching"{{#source}} data-source="{{source}}"{{/source}}>
        <div class="view">
        {{#source}}<canvas class="picture" role="img" aria-label="Live camera view"></canvas>{{/source}}{{^source}}<video class="picture" playsinline muted aria-label="Live camera view"></video>{{/source}}
        <svg class="overlay" aria-hidden="true" preserveAspectRatio="xMidYMid slice"><polygon class="match-outline" points=""/></svg>
        <div class="starting">{{{starting}}}</div>
        <div class="unavailable illustrated" hidden></div>
        <div class="guide" aria-hidden="true"><svg viewBox="0 0 {{guideWidth}} {{guideHeight}}"><path class="guide-corners" d="{{guideCorners}}"/><path class="guide-cross" d="{{guideCross}}"/></svg></div>
        <svg class="connector" aria-hidden="true"><line/></svg>
        <div class="indicator" aria-hidden="true"><span class="icon icon-check-lg"></span></div>
        <ol class="markers" aria-label="Markers">
        {{#items}}<li class="marker-place" data-index="{{index}}" hidden><button type="button" class="marker" data-marker="{{index}}" aria-pressed="false" aria-label="{{label}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span></button></li>{{/items}}
        </ol>
        </div>
        <div class="bar top">
        <a class="round" href="/ar" data-leave aria-label="Exit"><span class="icon icon-x-lg" aria-hidden="true"></span></a>
        <button type="button" class="round" data-torch hidden aria-label="Flash" aria-pressed="false"><span class="icon icon-lightning" aria-hidden="true"></span></button>
        {{#hasCameras}}<select class="cameras" data-cameras aria-label="Camera">{{#cameras}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/cameras}}</select>{{/hasCameras}}
        <span class="space"></span>
        <button type="button" class="anchor-preview" data-coach aria-label="Show instructions" aria-expanded="false"><img src="{{thumbnail}}" alt=""></button>
        </div>
        <p class="prompt" role="status" aria-live="polite" data-live="prompt">{{prompt}}</p>
        <p class="hidden" role="status" aria-live="polite" data-live="announcement"></p>
        <section class="coaching" aria-labelledby="coaching-title">
        <div class="coaching-panel">
        <h2 id="coaching-title">{{title}}</h2>
        <div class="coaching-anchor"><img src="{{picture}}" alt="The picture to find"></div>
        <ol class="steps">{{#steps}}<li>{{.}}</li>{{/steps}}</ol>
        <button type="button" class="button primary" data-scan data-live="button">{{button}}</button>
        </div>
        </section>
        {{#hasItems}}
        <ol class="ar-cards" aria-label="Annotations">
        {{#items}}<li><button type="button" class="ar-card" data-card="{{index}}" aria-pressed="false" aria-haspopup="dialog">
        <span class="ar-card-media">{{#document}}<img src="{{thumbnail}}" alt="">{{/document}}{{^document}}<span class="icon icon-{{icon}}" aria-hidden="true"></span>{{/document}}</span>
        <span class="ar-card-header"><span class="headline">{{title}}</span>{{#subtitle}}<span class="subhead">{{subtitle}}</span>{{/subtitle}}</span>
        <span class="ar-card-footer">Details<span class="icon icon-chevron-up" aria-hidden="true"></span></span></button></li>{{/items}}
        </ol>
        {{#items}}
        <section class="detail" data-detail="{{index}}" role="dialog" aria-labelledby="detail-{{index}}" hidden>
        <header class="bar"><h2 id="detail-{{index}}" tabindex="-1">{{title}}</h2><span class="space"></span><button type="button" class="round" data-back aria-label="Close details"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        {{#subtitle}}<p class="subhead">{{subtitle}}</p>{{/subtitle}}
        {{#document}}<div class="detail-document"><img loading="lazy" src="{{picture}}" alt=""><div><p class="headline">{{title}}</p><p class="subhead">{{facts}}</p><p class="actions"><a class="button primary" href="{{path}}">Open Document</a></p></div></div>{{/document}}
        {{^document}}<p class="subhead detail-none"><span class="icon icon-{{icon}}" aria-hidden="true"></span>No document is linked to this annotation.</p>{{/document}}
        </section>
        {{/items}}
        {{/hasItems}}
        {{^hasItems}}<p class="no-annotations"><span>This scene has no annotations yet.</span> <a class="button" href="{{path}}/edit">Add Annotations</a></p>{{/hasItems}}
        {{{messages}}}
        </st-ar>
        """
}
