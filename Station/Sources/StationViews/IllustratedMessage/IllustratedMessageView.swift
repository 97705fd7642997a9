public import StationRules

/// A message with its drawing and its ways on.
public struct IllustratedMessageView: View {
    struct Action: Sendable {
        let label: String
        /// A link's; nothing for a button that a module listens to.
        let path: String?
        let name: String
        let isFirst: Bool
    }

    let state: String
    let size: String
    let illustration: String
    let title: String
    let description: String?
    let actions: [Action]
    let hasActions: Bool

    public init(_ message: IllustratedMessage, size: MessageSize = .large) {
        state = message.state.rawValue
        self.size = size.rawValue
        illustration = message.illustration.svg(size)
        title = message.title
        description = message.description
        actions = message.actions.enumerated().map { index, action in
            Action(
                label: action.label, path: action.destination.path, name: action.destination.rawValue,
                isFirst: index == 0)
        }
        hasActions = !actions.isEmpty
    }

    public static let template = """
        <section class="message message-{{state}} message-{{size}}">
        <div class="illustration" aria-hidden="true">{{{illustration}}}</div>
        <h2>{{title}}</h2>
        {{#description}}<p>{{description}}</p>{{/description}}
        {{#hasActions}}<div class="actions">
        {{#actions}}
        {{#path}}<a class="button{{#isFirst}} primary{{/isFirst}}" href="{{path}}">{{label}}</a>{{/path}}{{^path}}<button type="button" class="button{{#isFirst}} primary{{/isFirst}}" data-action="{{name}}">{{label}}</button>{{/path}}
        {{/actions}}
        </div>{{/hasActions}}
        </section>
        """
}

extension MessageAction.Destination {
    /// Nothing where the action stays on the screen.
    fileprivate var path: String? {
        switch self {
        case .scan: "/scan"
        case .library: "/documents"
        case .scenes: "/ar"
        case .newAnchor: "/ar/new"
        case .activation: "/devices/activation"
        case .codeScan: "/welcome/scan"
        case .importFiles, .retryCamera, .activate: nil
        }
    }
}
