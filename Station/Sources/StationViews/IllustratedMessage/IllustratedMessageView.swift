public import StationRules

/// A message with its drawing and actions.
public struct IllustratedMessageView: View {
    struct Action: Sendable {
        let label: String
        /// The path of a link; `nil` for a button that a module handles.
        let path: String?
        let name: String
        let isFirst: Bool
    }

    let state: String
    let use: String?
    let cause: String?
    let size: String
    let illustration: String?
    let title: String
    let description: String?
    let details: String?
    let layout: String
    let actions: [Action]
    let hasActions: Bool

    public init(_ message: IllustratedMessage, size: MessageSize = .large, layout: MessageLayout = .page) {
        state = message.state.rawValue
        use = message.illustration?.use.rawValue
        cause = message.cause?.rawValue
        self.size = size.rawValue
        illustration = message.illustration?.svg(size, cause: message.cause)
        title = message.title
        description = message.description
        details = message.details
        self.layout = "actions-\(layout.alignment.rawValue)" + (layout.isStacked ? " actions-stacked" : "")
        actions = message.actions.enumerated().map { index, action in
            Action(
                label: action.label, path: action.destination.path, name: "\(action.destination)",
                isFirst: index == 0)
        }
        hasActions = !actions.isEmpty
    }

    public static let template = """
        <section class="message message-{{state}} message-{{size}}"{{#use}} data-use="{{use}}"{{/use}}{{#cause}} data-cause="{{cause}}"{{/cause}}>
        {{#illustration}}<div class="illustration" aria-hidden="true">{{{illustration}}}</div>{{/illustration}}
        <h2>{{title}}</h2>
        {{#description}}<p>{{description}}</p>{{/description}}
        {{#details}}<details><summary>Details</summary><p>{{details}}</p></details>{{/details}}
        {{#hasActions}}<div class="actions {{layout}}">
        {{#actions}}
        {{#path}}<a class="button{{#isFirst}} primary{{/isFirst}}" href="{{path}}">{{label}}</a>{{/path}}{{^path}}<button type="button" class="button{{#isFirst}} primary{{/isFirst}}" data-action="{{name}}">{{label}}</button>{{/path}}
        {{/actions}}
        </div>{{/hasActions}}
        </section>
        """
}

extension MessageAction.Destination {
    /// `nil` if the action stays on the screen.
    fileprivate var path: String? {
        switch self {
        case .scan: "/scan"
        case .pages(let session): "/scan/\(session)/pages"
        case .library: "/documents"
        case .document(let id): "/documents/\(id)"
        case .scenes: "/ar"
        case .newAnchor: "/ar/new"
        case .activation: "/devices/activation"
        case .codeScan: "/welcome/scan"
        case .signIn: "/sign-in"
        case .demonstration: "/demonstration"
        case .importFiles, .retryCamera, .askForCamera, .cameraSettings, .activate, .reload, .upload, .continueHere: nil
        }
    }
}

extension IllustratedMessage.Illustration {
    /// Returns the drawing in the theme's colors. The largest size has margins at its sides.
    /// - Parameter cause: The cause, shown as a badge.
    public func svg(_ size: MessageSize, cause: IllustratedMessage.Cause? = nil) -> String {
        let (width, height) = size.drawing
        let units = 160 * width / height
        return """
            <svg viewBox="\((160 - units) / 2) 0 \(units) 160" width="\(width)" height="\(height)" focusable="false">\
            <circle class="i-ground" cx="80" cy="80" r="70"/>\(motif)\(cause?.badge ?? "")</svg>
            """
    }

    private var motif: String {
        switch self {
        case .noDocuments: Self.sheet(x: 50, y: 34) + Self.plus
        case .noScenes: Self.sheet(x: 50, y: 34) + Self.pin
        case .noDevices:
            """
            <rect class="i-paper" x="58" y="30" width="44" height="84" rx="8"/><path class="i-line" d="M72 104h16"/>\(Self.plus)
            """
        case .noActivity:
            """
            <rect class="i-paper" x="42" y="44" width="76" height="72" rx="6"/><path class="i-line" d="M42 64h76M60 36v14M100 36v14"/>\
            <path class="i-line" d="M58 80h4M78 80h4M98 80h4M58 98h4M78 98h4"/><circle class="i-accent" cx="100" cy="98" r="6"/>
            """
        case .noResults: Self.sheet(x: 42, y: 34) + Self.glass
        case .camera:
            """
            <rect class="i-body" x="38" y="56" width="84" height="56" rx="10"/><path class="i-body" d="M62 56l8-12h20l8 12z"/>\
            <circle class="i-paper" cx="80" cy="84" r="20"/><circle class="i-accent" cx="80" cy="84" r="12"/>\
            <path class="i-alert" d="M40 120L120 46"/>
            """
        case .notFound:
            Self.sheet(x: 50, y: 34) + "<path class=\"i-alert\" d=\"M62 108l36-36M62 72l36 36\"/>"
        case .failed:
            """
            <path class="i-paper" d="M80 36l50 86H30z"/><path class="i-alert" d="M80 66v28M80 106v4"/>
            """
        case .notUploaded:
            Self.sheet(x: 50, y: 34) + "<path class=\"i-alert\" d=\"M80 106V74M66 88l14-16 14 16\"/>"
        case .disconnected:
            """
            <rect class="i-paper" x="30" y="58" width="40" height="46" rx="6"/><rect class="i-paper" x="92" y="58" width="40" height="46" rx="6"/>\
            <path class="i-alert" d="M74 74l14 14M88 74L74 88"/>
            """
        case .done:
            Self.sheet(x: 50, y: 34) + "<path class=\"i-good\" d=\"M62 92l14 14 26-30\"/>"
        case .targetReached:
            """
            <circle class="i-paper" cx="74" cy="86" r="44"/><circle class="i-line" cx="74" cy="86" r="26"/>\
            <circle class="i-accent" cx="74" cy="86" r="9"/><path class="i-good" d="M74 86l40-40M100 44v16h16"/>
            """
        }
    }

    private static func sheet(x: Int, y: Int) -> String {
        """
        <rect class="i-paper" x="\(x)" y="\(y)" width="60" height="84" rx="4"/>\
        <path class="i-line" d="M\(x + 12) \(y + 18)h36M\(x + 12) \(y + 30)h36M\(x + 12) \(y + 42)h22"/>
        """
    }

    private static let plus =
        "<circle class=\"i-accent\" cx=\"112\" cy=\"112\" r=\"20\"/><path class=\"i-mark\" d=\"M112 102v20M102 112h20\"/>"
    private static let pin =
        "<path class=\"i-accent\" d=\"M108 122c-12-16-18-24-18-33a18 18 0 0 1 36 0c0 9-6 17-18 33z\"/>"
        + "<circle class=\"i-dot\" cx=\"108\" cy=\"89\" r=\"7\"/>"
    private static let glass =
        "<circle class=\"i-glass\" cx=\"98\" cy=\"96\" r=\"20\"/><path class=\"i-alert\" d=\"M112 110l16 16\"/>"
}

extension IllustratedMessage.Cause {
    /// The badge: a lock, a slider or a bolt.
    fileprivate var badge: String {
        let sign =
            switch self {
            case .permission: "<path class=\"i-sign\" d=\"M30 126h20v14H30zM34 126v-5a6 6 0 0 1 12 0v5\"/>"
            case .configuration: "<path class=\"i-sign\" d=\"M28 124h24M28 136h24M34 119v10M46 131v10\"/>"
            case .system: "<path class=\"i-sign\" d=\"M43 116l-9 14h12l-9 14\"/>"
            }
        return "<circle class=\"i-badge\" cx=\"40\" cy=\"130\" r=\"20\"/>\(sign)"
    }
}
