public import StationRules

/// The camera view of the scanner. Updates arrive over the channel: see ``ScannerDisplay``.
public struct ScannerView: View {
    let session: String
    let source: String?
    let engine: String?
    let cameras: [Choice]
    let hasCameras: Bool
    let isRetake: Bool
    let replaced: Int
    let modes: [Choice]
    let subjects: [Choice]
    let orders: [Choice]
    let isBook: Bool
    let filters: [Choice]
    let filterLabel: String
    let prompt: String
    let pages: Int
    let hasPages: Bool
    let saveLabel: String
    let previewLabel: String
    let thumbnail: String
    let confirmLeaving: String
    let messages: String
    let importing = ImportView().html
    let files: String
    let starting = LoadingIndicatorView(.fullScreen, label: FeedbackMessages.camera).html
    let checkout = CheckoutView(.save).html
    let noAnswer = FeedbackMessages.noAnswer
    let notSent = FeedbackMessages.notSent
    let retaking: String
    let cancel: String
    let drafts: String?

    /// - Parameters:
    ///   - session: The name of the draft.
    ///   - machine: The machine's initial state.
    ///   - thumbnail: The thumbnail of the latest page.
    ///   - engine: The URL of the engine that analyzes the browser's camera pictures; `nil` if the station analyzes
    ///     them.
    ///   - otherDrafts: The number of other unsaved drafts.
    public init(
        session: String, machine: ScannerMachine, cameras: CameraChoice, thumbnail: String?, otherDrafts: Int,
        engine: String?
    ) {
        self.session = session
        files = FilePickerView(session: session).html
        source = cameras.chosen.map { "\($0)" }
        self.engine = engine
        self.cameras = cameras.choices
        hasCameras = !cameras.cameras.isEmpty
        isRetake = machine.replaced != nil
        replaced = machine.replaced ?? 0
        modes = CaptureMode.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == machine.mode)
        }
        subjects = ScanSubject.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == machine.subject)
        }
        orders = BookOrder.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == machine.order)
        }
        isBook = machine.subject == .book
        filters = ScanFilter.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == machine.filter)
        }
        filterLabel = machine.filter.label
        prompt = machine.prompt
        pages = machine.pages.count
        hasPages = !machine.pages.isEmpty
        retaking = ScannerDisplay(machine).retaking ?? ""
        // A retake that was started in this view also ends in it.
        cancel =
            machine.replaced.map { "/scan/\(session)/pages/\($0)" }
            ?? "/scan/\(session)\(source.map { "?source=\($0)" } ?? "")"
        drafts = hasPages || otherDrafts == 0 ? nil : LibraryMessages.draftCount(otherDrafts)
        saveLabel = machine.saveLabel ?? ""
        previewLabel = machine.previewLabel ?? ""
        self.thumbnail = thumbnail ?? ""
        confirmLeaving =
            ConfirmationView(
                .leave(max(machine.pages.count, 1)), id: "leave", action: "/scan/leave", isDestructive: false
            ).html
        messages = CameraMessages.templates
    }

    public static let template = """
        <h1 class="hidden">Scan documents</h1>
        <st-scanner class="live scanner" data-session="{{session}}" data-pages="{{pages}}" data-not-sent="{{notSent}}"{{#isRetake}} data-replaces="{{replaced}}"{{/isRetake}}{{#source}} data-source="{{source}}"{{/source}}{{#engine}} data-engine="{{engine}}"{{/engine}}>
        <div class="view">
        {{#source}}<canvas class="picture" role="img" aria-label="Live camera view"></canvas>{{/source}}{{^source}}<video class="picture" playsinline muted aria-label="Live camera view"></video>{{/source}}
        <svg class="overlay" aria-hidden="true"><polygon class="outline" points=""/></svg>
        <div class="starting">{{{starting}}}</div>
        <div class="unavailable illustrated" hidden></div>
        </div>
        <div class="retaking"{{^isRetake}} hidden{{/isRetake}}><span data-live="retaking">{{retaking}}</span><a class="button plain" href="{{cancel}}">Cancel</a></div>
        <p class="prompt" role="status" aria-live="polite" data-live="prompt">{{prompt}}</p>
        <div class="bar top">
        <button type="button" class="round" data-leave aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button>
        {{#hasCameras}}<select class="cameras" data-cameras aria-label="Camera">{{#cameras}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/cameras}}</select>{{/hasCameras}}
        <span class="space"></span>
        <fieldset class="modes"><legend class="hidden">Capture mode</legend>
        {{#modes}}<button type="button" data-mode="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/modes}}
        </fieldset>
        <a class="round profile-entry" href="/profile" aria-label="Profile"><span class="icon icon-person-circle" aria-hidden="true"></span></a>
        </div>
        <div class="sides">
        <div class="side">
        <button type="button" class="round labelled" data-import aria-label="Import files"><span class="icon icon-upload" aria-hidden="true"></span><span aria-hidden="true">Import</span></button>
        <button type="button" class="round labelled touch" data-photo aria-label="Take a photo with this device’s camera app"><span class="icon icon-camera" aria-hidden="true"></span><span aria-hidden="true">Photo</span></button>
        </div>
        <div class="side">
        <button type="button" class="round" data-torch hidden aria-label="Flash" aria-pressed="false"><span class="icon icon-lightning" aria-hidden="true"></span></button>
        <button type="button" class="round" data-turn hidden aria-label="Other camera"><span class="icon icon-arrow-repeat" aria-hidden="true"></span></button>
        <button type="button" class="round" data-zoom hidden aria-label="Zoom"><span>1×</span></button>
        <button type="button" class="round" data-sound aria-label="Sound" aria-pressed="true"><span class="icon icon-volume-up" aria-hidden="true"></span><span class="icon icon-volume-mute" aria-hidden="true"></span></button>
        </div>
        </div>
        <div class="choices">
        <select class="subjects" data-subject aria-label="What to scan">{{#subjects}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/subjects}}</select>
        <select class="subjects" data-order aria-label="Order of the pages"{{^isBook}} hidden{{/isBook}}>{{#orders}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/orders}}</select>
        <fieldset class="filters"><legend class="hidden">Filter</legend>
        {{#filters}}<button type="button" data-filter="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/filters}}
        </fieldset>
        </div>
        <div class="bar bottom">
        <div class="thumbnails">{{#drafts}}<a class="button plain drafts" href="/drafts">{{drafts}}</a>{{/drafts}}
        <a class="thumbnail" href="/scan/{{session}}/pages" aria-label="{{previewLabel}}"{{^hasPages}} hidden{{/hasPages}}><img alt="" src="{{thumbnail}}"><img class="facing" alt="" src="" hidden></a></div>
        <button type="button" class="shutter" data-shutter aria-label="Take picture" aria-keyshortcuts="Space"><span></span></button>
        <form method="post" action="/scan/{{session}}/save" class="save" data-no-answer="{{noAnswer}}"{{^hasPages}} hidden{{/hasPages}}><button class="button primary" data-live="save">{{saveLabel}}</button></form>
        </div>
        <div class="confirming checking" role="group" aria-label="Check the scan" hidden>
        <div class="both"><img alt="The new scan" src=""><img class="facing" alt="Right page" src="" hidden></div>
        <p class="made" role="status" data-live="sharper" hidden></p>
        <div class="actions">
        <button type="button" class="button" data-retake>Retake</button>
        <a class="button" data-adjust href="">Adjust</a>
        <button type="button" class="button primary" data-keep>Keep Scan</button>
        </div>
        </div>
        <div class="confirming deciding" role="group" aria-labelledby="deciding-text" hidden>
        <img alt="The new scan" src="">
        <p id="deciding-text" data-live="question"></p>
        <div class="actions">
        <button type="button" class="button negative" data-decide="delete"></button>
        <button type="button" class="button" data-decide="add"></button>
        <button type="button" class="button primary" data-decide="replace"></button>
        </div>
        </div>
        {{{files}}}
        <input type="file" class="photo-file" accept="image/*" capture="environment" hidden aria-label="Photo to import">
        {{{importing}}}
        {{{checkout}}}
        {{{messages}}}
        {{{confirmLeaving}}}
        </st-scanner>
        """
}
