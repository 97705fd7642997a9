public import StationRules

/// The scan of an activation code, or of the label of a place. Updates arrive over the channel: see
/// ``CodeScannerDisplay``.
public struct CodeScannerView: View {
    let source: String?
    let cameras: [Choice]
    let hasCameras: Bool
    let prompt: String
    let chevronLabel: String
    let messages: String
    let success: String
    let starting = LoadingIndicatorView(.fullScreen, label: FeedbackMessages.camera).html

    let title: String
    let channel: String
    let cancel: String
    let action: String
    let fields: [Field]

    struct Field: Sendable {
        let name: String
        let value: String
    }

    /// The kind of code to scan.
    public enum Purpose: Sendable {
        case activation
        /// The label of a place, which is sent together with the given values.
        case label(back: String, [(name: String, value: String)])
    }

    public init(display: CodeScannerDisplay, cameras: CameraChoice, purpose: Purpose = .activation) {
        switch purpose {
        case .activation:
            (title, channel, cancel) = (localized("Scan"), "/live/code", "/welcome")
            (action, fields) = ("/welcome/activate", [])
            success = IllustratedMessageView(DeviceMessages.scanned, size: .extraLarge).html
        case .label(let back, let sent):
            (title, channel, cancel) = (localized("Scan a Label"), "/live/label", back)
            (action, fields) = ("/map/scan", sent.map { Field(name: $0.name, value: $0.value) })
            success = IllustratedMessageView(MapTexts.scanned(files: !sent.isEmpty), size: .extraLarge).html
        }
        source = cameras.chosen.map { "\($0)" }
        self.cameras = cameras.choices
        hasCameras = !cameras.cameras.isEmpty
        prompt = display.prompt
        chevronLabel = display.strip.chevronLabel
        messages = CameraMessages.templates
    }

    public static let template = """
        <st-code-scanner class="live code-scanner" data-channel="{{channel}}" data-photo-label="Photo {n}: {n}"{{#source}} data-source="{{source}}"{{/source}}>
        <header class="bar top">
        <a class="button plain" href="{{cancel}}">Cancel</a>
        <h1>{{title}}</h1>
        <button type="button" class="round" data-torch hidden aria-label="Flash" aria-pressed="false"><span class="icon icon-lightning" aria-hidden="true"></span></button>
        </header>
        <div class="view">
        {{#source}}<canvas class="picture" role="img" aria-label="Live camera view"></canvas>{{/source}}{{^source}}<video class="picture" playsinline muted aria-label="Live camera view"></video>{{/source}}
        <svg class="overlay" aria-hidden="true"><path class="shade" fill-rule="evenodd"/><rect class="guide" rx="12"/><polygon class="outline" points=""/></svg>
        <div class="starting">{{{starting}}}</div>
        <div class="unavailable illustrated" hidden></div>
        </div>
        <p class="prompt" role="status" aria-live="polite" data-live="prompt">{{prompt}}</p>
        <div class="photos">
        <div class="roll" hidden>
        <button type="button" class="chevron" data-strip aria-expanded="true" aria-controls="photo-strip" aria-label="{{chevronLabel}}"><span class="icon icon-chevron-down" aria-hidden="true"></span></button>
        <ul class="photo-strip" id="photo-strip" aria-label="Photos"></ul>
        </div>
        <div class="bar bottom">
        {{#hasCameras}}<select class="cameras" data-cameras aria-label="Camera">{{#cameras}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/cameras}}</select>{{/hasCameras}}
        <button type="button" class="button plain" data-opens="photo-access" data-ask>Show Photos</button>
        <span class="space"></span>
        <button type="button" class="round" data-gallery aria-label="Choose a photo"><span class="icon icon-image" aria-hidden="true"></span></button>
        </div>
        </div>
        <input type="file" class="one" accept="image/png,image/jpeg" aria-label="A photo of a QR code" hidden>
        <input type="file" class="several" accept="image/png,image/jpeg" multiple aria-label="Photos to search for a code" hidden>
        <div class="success" role="group" aria-label="Scan result" hidden>
        {{{success}}}
        <form method="post" action="{{action}}" hidden><input type="hidden" name="code" value="">{{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">{{/fields}}</form>
        </div>
        <dialog id="photo-access" class="alert" role="alertdialog" aria-labelledby="photo-access-title" aria-describedby="photo-access-text">
        <h2 id="photo-access-title">Show photos here?</h2>
        <p id="photo-access-text">Choose the photos that Recto may show. A photo is sent to the station only when you select it.</p>
        <div class="actions">
        <button type="button" class="button" data-closes>Not Now</button>
        <button type="button" class="button primary" data-allow data-closes>Choose Photos</button>
        </div>
        </dialog>
        {{{messages}}}
        </st-code-scanner>
        """
}
