import StationCharts
public import StationRules

/// A widget in a page.
public struct WidgetView: View {
    struct Row: Sendable {
        let path: String
        let title: String
        let subtitle: String
        let picture: String?
        let hasPicture: Bool
    }

    struct Part: Sendable {
        let chart: String?
        let rows: [Row]
        let hasRows: Bool
    }

    struct Button: Sendable {
        let label: String
        let symbol: String?
        let leads: String?
        let files: Int64?
        let name: String
        let isActive: Bool
        let isFirst: Bool
    }

    let id: String
    let kind: String
    let size: String
    let header: String
    let level: String?
    let background: String?
    let path: String
    /// Whether the chart is beside the figure.
    let isBeside: Bool
    let icon: String
    let title: String
    let subtitle: String?
    let counter: String?
    let counterLabel: String
    let figure: String?
    let unit: String
    let since: String?
    let message: String?
    let parts: [Part]
    let text: String?
    let buttons: [Button]
    let hasButtons: Bool
    /// The URL after a form that was sent without scripts.
    let next: String
    let fileAction = Self.filePath
    let filing = localized("Filing…")
    let filed = localized("Filed")
    let failed = localized("It was not filed. Try again.")

    public static let filePath = "/widgets/inbox/file"

    /// - Parameters:
    ///   - id: The ID of the element: letters, digits and hyphens.
    ///   - next: The URL of its page.
    ///   - hasPictures: Whether to show pages of documents.
    public init(_ widget: Widget, charts: HomeCharts?, id: String, next: String, hasPictures: Bool = true) {
        self.id = id
        self.next = next
        kind = widget.kind.rawValue
        size = widget.size.rawValue
        path = widget.path
        isBeside = widget.hasChartBeside
        icon = widget.kind.icon
        title = widget.title
        subtitle = widget.subtitle
        counter = widget.counter.map { Language.current.wholeNumber($0) }
        counterLabel = widget.counter.map { LibraryMessages.documentCount($0) } ?? ""
        switch widget.background {
        case .standard: (level, background) = (nil, nil)
        case .level(let status): (level, background) = (status.rawValue, nil)
        case .image(let address): (level, background) = (nil, hasPictures ? address : nil)
        }
        switch widget.header {
        case .standard: (header, figure, unit, since, message) = ("standard", nil, "", nil, nil)
        case .image: (header, figure, unit, since, message) = ("image", nil, "", nil, nil)
        case .figure(let text, let unit): (header, figure, self.unit, since, message) = ("figure", text, unit, nil, nil)
        case .change(let text, let unit, let since):
            (header, figure, self.unit, self.since, message) = ("change", text, unit, since, nil)
        case .empty(let text):
            (header, figure, unit, since) = ("empty", nil, "", nil)
            let layout: MessageLayout = widget.size == .medium ? .wideCard : .card
            message = IllustratedMessageView(text, size: widget.size.card.size(of: text), layout: layout).html
        case .authentication:
            (header, figure, unit, since) = ("authentication", nil, "", nil)
            message =
                IllustratedMessageView(
                    WidgetMessages.signedOut, size: widget.size.card.size(of: WidgetMessages.signedOut),
                    layout: widget.size == .medium ? .wideCard : .card
                ).html
        }
        parts = widget.parts.enumerated().map { index, part in
            Self.part(part, charts, widget, id: "\(id)-\(index)", hasPictures: hasPictures)
        }
        if case .text(let text) = widget.footer { self.text = text } else { text = nil }
        buttons = if case .buttons(let buttons) = widget.footer { Self.buttons(buttons, widget) } else { [] }
        hasButtons = !buttons.isEmpty
    }

    private static func part(
        _ part: Widget.Part, _ charts: HomeCharts?, _ widget: Widget, id: String, hasPictures: Bool
    ) -> Part {
        switch part {
        case .chart(let kind):
            let frame = ChartFrame(widget, widget.parts.count)
            let chart = charts.map { charts in
                ChartSVG(
                    ChartLayout(charts.chart(kind, width: frame.width, isWhole: false), in: frame), id: id, use: .still
                ).text
            }
            return Part(chart: chart, rows: [], hasRows: false)
        case .rows(let rows):
            // Names have no pictures, and documents without pages an empty space for one.
            return Part(
                chart: nil,
                rows: rows.map {
                    Row(
                        path: $0.path, title: $0.title, subtitle: $0.subtitle, picture: $0.picture,
                        hasPicture: hasPictures && $0.document != nil)
                }, hasRows: !rows.isEmpty)
        }
    }

    private static func buttons(_ buttons: [Widget.Button], _ widget: Widget) -> [Button] {
        let next = widget.parts.lazy.compactMap { part -> String? in
            if case .rows(let rows) = part { rows.first?.title } else { nil }
        }.first
        return buttons.enumerated().map { index, button in
            var (path, document): (String?, Int64?) = (nil, nil)
            switch button.action {
            case .open(let address): path = address
            case .file(let id): document = id
            }
            let object = document == nil ? nil : next ?? widget.subtitle
            return Button(
                label: button.label, symbol: button.symbol, leads: path, files: document,
                name: object.map { "\(button.label): \($0)" } ?? button.label, isActive: button.isActive,
                isFirst: index == 0)
        }
    }

    public static let template = """
        <article class="widget widget-{{size}} widget-{{kind}} widget-{{header}}{{#isBeside}} widget-beside{{/isBeside}}{{#level}} widget-{{.}}{{/level}}{{#background}} widget-pictured{{/background}}" id="{{id}}" aria-labelledby="{{id}}-title">{{#background}}<img class="widget-background" alt="" src="{{.}}">{{/background}}
        <a class="widget-main" href="{{path}}"><span class="widget-header"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="widget-titles"><span class="headline" id="{{id}}-title">{{title}}</span>{{#subtitle}}<span class="subhead">{{.}}</span>{{/subtitle}}</span>{{#counter}}<span class="tag tag-neutral widget-counter" aria-label="{{counterLabel}}">{{.}}</span>{{/counter}}</span>{{#figure}}<span class="kpi"><span class="kpi-number">{{figure}}</span> {{unit}}</span>{{/figure}}{{#since}}<span class="subhead">{{.}}</span>{{/since}}</a>
        {{#message}}<div class="widget-message">{{{.}}}</div>{{/message}}{{#parts}}{{#chart}}<div class="widget-chart">{{{.}}}</div>{{/chart}}{{#hasRows}}<ul class="widget-rows">{{#rows}}<li><a class="cell" href="{{path}}">{{#hasPicture}}<img class="leading" alt=""{{#picture}} src="{{.}}"{{/picture}}>{{/hasPicture}}<span class="text"><span class="headline">{{title}}</span><span class="subhead">{{subtitle}}</span></span></a></li>{{/rows}}</ul>{{/hasRows}}{{/parts}}
        {{#text}}<p class="widget-footer subhead">{{.}}</p>{{/text}}{{#hasButtons}}<footer class="widget-footer">{{#buttons}}{{#leads}}<a class="button{{^isFirst}} plain{{/isFirst}}" href="{{leads}}" aria-label="{{name}}">{{#symbol}}<span class="icon icon-{{.}}" aria-hidden="true"></span>{{/symbol}}{{^symbol}}{{label}}{{/symbol}}</a>{{/leads}}{{#files}}<form class="widget-action" method="post" action="{{fileAction}}" data-processing="{{filing}}" data-success="{{filed}}" data-failure="{{failed}}"><input type="hidden" name="document" value="{{files}}"><input type="hidden" name="next" value="{{next}}"><button class="button primary" aria-label="{{name}}"{{^isActive}} disabled{{/isActive}}>{{#symbol}}<span class="icon icon-{{.}}" aria-hidden="true"></span>{{/symbol}}{{^symbol}}{{label}}{{/symbol}}</button></form>{{/files}}{{/buttons}}</footer>{{/hasButtons}}</article>
        """
}

extension ChartFrame {
    /// - Parameter parts: The number of parts that share the widget's body.
    init(_ widget: Widget, _ parts: Int) {
        let (width, height) = widget.size.pixels
        if widget.hasChartBeside {
            self.init(width: Double(width) * 0.6 - 16, height: Double(height) - 24, place: .card)
        } else {
            let room = Double(height) - (widget.size == .small ? 56 : 84)
            self.init(width: Double(width) - 16, height: room / Double(max(parts, 1)), place: .card)
        }
    }
}

extension Widget {
    /// Whether the chart is beside the figure, because the widget is wider than tall.
    var hasChartBeside: Bool {
        guard size == .medium, case .chart = parts.first else { return false }
        return true
    }
}

/// A page with only one widget, for a tablet or a frame in another page.
public struct WidgetPageView: View {
    let language = Language.current.rawValue
    let title: String
    let widget: String
    let styles: [String]
    let isColored: Bool
    let toast: String?
    let undo: String?
    let undoLabel = GalleryMessages.undo

    /// - Parameters:
    ///   - toast: The result of the previous action.
    ///   - undo: The path of the form that undoes it.
    public init(
        _ widget: Widget, charts: HomeCharts?, paint: WidgetPaint, address: String, toast: String? = nil,
        undo: String? = nil
    ) {
        (self.toast, self.undo) = (toast, undo)
        title = widget.title
        isColored = paint == .color
        // A black-and-white picture would be unrecognizable.
        self.widget = WidgetView(widget, charts: charts, id: "widget", next: address, hasPictures: isColored).html
        styles = isColored ? Self.styles : Self.paperStyles
    }

    private static let styles =
        ["web/tokens", "web/base", "icons"]
        + ["feedback-indicators", "cards", "charts", "widgets"].map { "web/patterns/\($0)/\($0)" }

    private static let paperStyles = ["icons", "web/patterns/widgets/paper"]

    public static let template = """
        <!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="{{#isColored}}light dark{{/isColored}}{{^isColored}}only light{{/isColored}}">
        <title>{{title}} – Recto</title>
        <base target="_top">
        <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
        {{#styles}}
        <link rel="stylesheet" href="/{{.}}.css">
        {{/styles}}
        <script type="module" src="/web/patterns/widgets/widget.js"></script>
        </head>
        <body class="widget-page">
        <main>
        {{{widget}}}
        </main>
        <div class="toasts">{{#toast}}<div class="toast"><p>{{toast}}</p>{{#undo}}<form method="post" action="{{undo}}" data-undo><button class="button plain" aria-keyshortcuts="Control+Z">{{undoLabel}}</button></form>{{/undo}}</div>{{/toast}}</div>
        </body>
        </html>

        """
}
