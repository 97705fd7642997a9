import StationRules

/// The progress of an import, and the files that failed. `web/import.js` fills it in.
///
/// The texts have `{n}` in place of numbers.
public struct ImportView: View {
    struct Level: Sendable {
        let name: String
        let heading: String
        let icon: String
    }

    let levels = ErrorLevel.allCases.reversed().map { level in
        Level(
            name: level.rawValue,
            heading: level == .user
                ? localized("These files cannot be used") : localized("These files could not be processed"),
            icon: level.icon)
    }
    /// The reason shown for files that did not reach the station, and its level.
    let unreachable = localized("The station cannot be reached. Check that it is running, then import the file again.")
    let unreachableLevel = ErrorLevel.app.rawValue
    let progress = ProgressIndicatorView(
        name: "importing", label: localized("Import"), text: localized("Importing {n} of {n}")
    ).html

    public init() {}

    public static let template = """
        {{{progress}}}
        <div class="banner" role="alert" data-unreachable="{{unreachable}}" data-unreachable-level="{{unreachableLevel}}" hidden>
        <span class="icon icon-exclamation-triangle" aria-hidden="true"></span>
        <div class="text"><p data-one="{n} file was not imported." data-several="{n} files were not imported."></p><div class="actions"><button type="button" class="details" popovertarget="import-messages">Show Details</button><a class="details" data-imported hidden>Show Imported Scans</a></div></div>
        <button type="button" class="round" data-dismiss aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button>
        </div>
        <div id="import-messages" class="popover" popover role="dialog" aria-labelledby="import-messages-title">
        <header class="bar"><h2 id="import-messages-title"></h2><span class="space"></span><button type="button" class="round" popovertarget="import-messages" popovertargetaction="hide" aria-label="Close details"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        {{#levels}}<section data-level="{{name}}"><h3><span class="icon icon-{{icon}}" aria-hidden="true"></span>{{heading}}</h3><ul class="entries"></ul></section>
        {{/levels}}
        </div>
        <dialog id="import-password" class="alert" aria-labelledby="import-password-title"><h2 id="import-password-title" data-name></h2><p data-reason></p><form method="dialog"><p><label for="import-password-field">Password of the PDF</label><input type="password" id="import-password-field" autocomplete="off" autofocus></p><div class="actions"><button type="button" class="button" data-skip>Skip This File</button><button class="button primary" value="open">Unlock</button></div></form></dialog>
        """
}

/// The file picker for imports. `web/import.js` opens it, and sends the chosen or dropped files.
struct FilePickerView: View {
    /// The draft that files are added to; `nil` for the browser's current one.
    let session: String?
    let types = ImportTypes.accepted
    let drop = ImportTypes.drop

    static let template = """
        <form class="import" method="post" enctype="multipart/form-data"{{#session}} action="/scan/{{session}}/import"{{/session}} hidden><input type="file" name="files" accept="{{types}}" multiple aria-label="Files to import"></form>
        <p class="drop" aria-hidden="true" hidden>{{drop}}</p>
        """
}

/// The import on a screen without a camera: its buttons have `data-import`, and files can be dropped on it.
struct ImportAnywhereView: View {
    let session: String?
    let files: String
    let importing = ImportView().html
    let question = localized("Import {n} files as…")

    /// - Parameter session: The draft that files are added to; `nil` for the browser's current one.
    init(session: String? = nil) {
        self.session = session
        files = FilePickerView(session: session).html
    }

    static let template = """
        <st-import class="import-anywhere"{{#session}} data-session="{{session}}"{{/session}}>{{{files}}}{{{importing}}}{{^session}}<dialog id="import-choice" class="alert" aria-labelledby="import-question"><h2 id="import-question" data-text="{{question}}"></h2><form method="dialog" class="actions"><button class="button" value="">Cancel</button><button class="button" value="each">Separate Documents</button><button class="button primary" value="one" autofocus>One Document</button></form></dialog>{{/session}}</st-import>
        """
}

/// The messages that replace a live view if no camera is available.
enum CameraMessages {
    /// The messages of the document scanner.
    static var templates: String { templates(\.message) }

    /// Returns a template element `camera-STATE` for each state with a message, and the dialog that the actions open.
    static func templates(_ message: (CameraState) -> IllustratedMessage?) -> String {
        let messages = CameraState.allCases.compactMap { state in
            message(state).map {
                "<template id=\"camera-\(state.rawValue)\">\(IllustratedMessageView($0).html)</template>"
            }
        }
        let request = "<template id=\"camera-\(CameraState.unasked.rawValue)\">\(CameraRequestView().html)</template>"
        return (messages + [request, CameraSettingsView().html]).joined(separator: "\n")
    }
}

/// Explains what the camera is for, before the browser asks.
struct CameraRequestView: View {
    let title = CameraRequest.title
    let reasons = CameraRequest.reasons
    let allow = CameraRequest.allow
    let notNow = CameraRequest.notNow
    /// Whether it is hidden until needed.
    var isHidden = false

    static let template = """
        <section class="camera-request"{{#isHidden}} hidden{{/isHidden}} role="group" aria-labelledby="camera-request-title" aria-describedby="camera-request-reasons">
        <span class="icon icon-camera" aria-hidden="true"></span>
        <h2 id="camera-request-title">{{title}}</h2>
        <ul id="camera-request-reasons">{{#reasons}}<li>{{.}}</li>{{/reasons}}</ul>
        <div class="actions"><button type="button" class="button primary" data-action="askForCamera">{{allow}}</button><button type="button" class="button" data-action="declineCamera">{{notNow}}</button></div>
        </section>
        """
}

/// Explains how to let the browser use the camera, because no page can open a browser's settings.
struct CameraSettingsView: View {
    let title = CameraSettingsHelp.title
    let steps = CameraSettingsHelp.steps

    static let template = """
        <dialog id="camera-settings" class="alert" aria-labelledby="camera-settings-title">
        <h2 id="camera-settings-title">{{title}}</h2>
        <ol class="help-steps">{{#steps}}<li>{{.}}</li>{{/steps}}</ol>
        <div class="actions"><form method="dialog"><button class="button primary" autofocus>OK</button></form></div>
        </dialog>
        """
}

extension CameraChoice {
    /// The choices: an empty name for the browser's camera, and indexes for the station's.
    var choices: [Choice] {
        [Choice(name: "", label: Self.browserLabel, isChosen: chosen == nil)]
            + labels.enumerated().map { Choice(name: "\($0)", label: $1, isChosen: $0 == chosen) }
    }
}
