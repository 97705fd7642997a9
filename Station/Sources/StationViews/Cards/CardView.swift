public import StationRules

/// A card: a header that links to its object, a body, and a footer with actions on the object.
public struct CardView: View {
    public struct Header: Sendable {
        let path: String
        let title: String
        let subtitle: String?
        let status: CardStatus?
        let picture: String?

        /// - Parameters:
        ///   - path: The link of the card.
        ///   - picture: The URL of a picture above the header.
        public init(
            path: String, title: String, subtitle: String? = nil, status: CardStatus? = nil, picture: String? = nil
        ) {
            self.path = path
            self.title = title
            self.subtitle = subtitle
            self.status = status
            self.picture = picture
        }
    }

    public enum Body: Sendable {
        case nothing
        /// A number with its unit: "3 scans".
        case figure(Int, unit: String)
        /// Rows that link to objects. The first that fit are shown.
        case rows([Row])
        case month(MonthView)
        /// A chart's thumbnail with its figure, and a sentence about what it shows.
        case chart(svg: String, figure: String, unit: String, summary: String)
        /// Names with their values. The first that fit are shown.
        case table([Fact])
    }

    public struct Fact: Sendable {
        let name: String
        let value: String
        /// The link of the value.
        let leads: String?

        public init(_ name: String, _ value: String, path: String? = nil) {
            self.name = name
            self.value = value
            leads = path
        }
    }

    public struct Row: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String

        public init(path: String, title: String, facts: String, thumbnail: String) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
        }
    }

    public struct Action: Sendable {
        let label: String
        let name: String
        let icon: String?
        let path: String
        let isForm: Bool
        fileprivate(set) var isPlain = false

        /// - Parameters:
        ///   - name: The accessible name, which includes the object.
        ///   - isForm: Whether it changes something instead of only linking to a screen.
        public init(_ label: String, name: String, icon: CardIcon? = nil, path: String, isForm: Bool = false) {
            self.label = label
            self.name = name
            self.icon = icon?.rawValue
            self.path = path
            self.isForm = isForm
        }
    }

    struct Status: Sendable {
        let text: String
        let level: String
    }

    let kind: String
    let size: String
    let hasHeader: Bool
    let path: String
    let title: String
    let subtitle: String?
    let status: Status?
    let picture: String?
    let figure: String?
    let unit: String
    let rows: [Row]
    let hasRows: Bool
    let month: String?
    let chart: String?
    let summary: String
    let facts: [Fact]
    let hasFacts: Bool
    let message: String?
    let actions: [Action]
    let hasActions: Bool

    /// - Parameters:
    ///   - actions: The actions; the first is emphasized, and those above the maximum are omitted.
    ///   - content: Whether parts of the content could not be loaded.
    public init(
        _ kind: CardKind, _ header: Header, body: Body = .nothing, actions: [Action] = [],
        content: CardContent = .whole
    ) {
        self.kind = kind.rawValue
        (path, title, subtitle) = (header.path, header.title, header.subtitle)
        status = header.status.map { Status(text: $0.text, level: $0.level.rawValue) }
        unit =
            switch body {
            case .figure(_, let unit), .chart(_, _, let unit, _): unit
            case .nothing, .rows, .month, .table: ""
            }
        switch content {
        case .whole:
            size = kind.size.rawValue
            hasHeader = true
            picture = header.picture
            message = nil
        case .bodyMissing(let missing):
            size = kind.size.rawValue
            hasHeader = true
            picture = nil
            let drawing = kind.size == .oneByOne ? kind.size.size(of: missing) : .small
            message = IllustratedMessageView(missing, size: drawing, layout: .card).html
        case .missing(let missing):
            let size = CardSize.twoByOne
            self.size = size.rawValue
            hasHeader = false
            picture = nil
            message = IllustratedMessageView(missing, size: size.messageSize, layout: .wideCard).html
        }
        let isWhole = content == .whole
        switch body {
        case .figure(let number, _) where isWhole: (figure, chart, summary) = ("\(number)", nil, "")
        case .chart(let svg, let text, _, let told) where isWhole: (figure, chart, summary) = (text, svg, told)
        default: (figure, chart, summary) = (nil, nil, "")
        }
        facts = if isWhole, case .table(let facts) = body { Array(kind.shown(facts)) } else { [] }
        hasFacts = !facts.isEmpty
        rows = if isWhole, case .rows(let rows) = body { Array(kind.shown(rows)) } else { [] }
        hasRows = !rows.isEmpty
        month = if isWhole, case .month(let month) = body { month.html } else { nil }
        let shown = if case .missing = content { [Action]() } else { actions }
        self.actions = shown.prefix(CardKind.maximumActions).enumerated().map { index, action in
            var action = action
            action.isPlain = index > 0
            return action
        }
        hasActions = !self.actions.isEmpty
    }

    public static let template = """
        <li class="card card-{{size}} {{kind}}-card">{{#hasHeader}}<a class="card-main" href="{{path}}">{{#picture}}<img class="card-media" alt="" loading="lazy" src="{{picture}}">{{/picture}}<span class="card-header"><span class="card-titles"><span class="headline">{{title}}</span>{{#subtitle}}<span class="subhead">{{subtitle}}</span>{{/subtitle}}</span>{{#status}}<span class="tag tag-{{level}}">{{text}}</span>{{/status}}</span>{{#figure}}<span class="card-body kpi"><span class="kpi-number">{{figure}}</span> {{unit}}</span>{{/figure}}{{#chart}}<span class="card-body card-chart" aria-hidden="true">{{{chart}}}</span><span class="hidden">{{summary}}</span>{{/chart}}</a>{{/hasHeader}}
        {{#message}}{{#hasHeader}}<div class="card-body">{{{message}}}</div>{{/hasHeader}}{{^hasHeader}}{{{message}}}{{/hasHeader}}{{/message}}{{#month}}<div class="card-body">{{{month}}}</div>{{/month}}{{#hasFacts}}<table class="card-body card-table"><tbody>{{#facts}}<tr><th scope="row">{{name}}</th><td>{{#leads}}<a href="{{leads}}">{{value}}</a>{{/leads}}{{^leads}}{{value}}{{/leads}}</td></tr>{{/facts}}</tbody></table>{{/hasFacts}}{{#hasRows}}<ul class="card-body card-rows">{{#rows}}<li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy" src="{{thumbnail}}"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/rows}}</ul>{{/hasRows}}
        {{#hasActions}}<footer class="card-footer">{{#actions}}{{#isForm}}<form method="post" action="{{path}}"><button class="button{{#isPlain}} plain{{/isPlain}}" aria-label="{{name}}">{{label}}</button></form>{{/isForm}}{{^isForm}}<a class="button{{#isPlain}} plain{{/isPlain}}" href="{{path}}" aria-label="{{name}}">{{#icon}}<span class="icon icon-{{icon}}" aria-hidden="true"></span>{{/icon}}{{label}}</a>{{/isForm}}{{/actions}}</footer>{{/hasActions}}</li>
        """
}
