public import StationRules

/// Several messages of a form: a banner with their number that opens the list. Entries link to their fields.
public struct MessagesView: View {
    struct Entry: Sendable {
        let icon: String
        let text: String
        let field: String?
        let label: String
    }

    let overview: String
    let icon: String
    let entries: [Entry]

    public init(_ messages: ScreenMessages) {
        overview = messages.overview
        icon = messages.messages[0].kind.icon
        entries = messages.messages.map {
            Entry(icon: $0.kind.icon, text: $0.text, field: $0.field, label: $0.label ?? "")
        }
    }

    public static let template = """
        <div class="message-strip" role="alert"><span class="icon icon-{{icon}}" aria-hidden="true"></span><p>{{overview}}</p><button type="button" class="button plain" popovertarget="messages">Show Details</button></div>
        <div id="messages" class="popover" popover role="dialog" aria-labelledby="messages-title">
        <header class="bar"><h3 id="messages-title">{{overview}}</h3><span class="space"></span><button type="button" class="bar-button" popovertarget="messages" popovertargetaction="hide" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></header>
        <ul class="entries">
        {{#entries}}<li>{{#field}}<button type="button" class="entry" data-jumps="{{field}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{label}}</span><span class="subhead">{{text}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></button>{{/field}}{{^field}}<p class="entry"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text">{{text}}</span></p>{{/field}}</li>
        {{/entries}}
        </ul>
        </div>
        """
}
