import StationCharts
public import StationRules

/// The overview: figures, then the arranged sections, then links to everything else.
public struct HomeView: View {
    struct Figure: Sendable {
        let label: String
        let text: String
        let path: String
    }

    struct FigurePage: Sendable {
        let number: Int
        let label: String
        let figures: [Figure]
    }

    struct Facet: Sendable {
        let label: String
        let path: String
        let icon: String
    }

    struct Entry: Sendable {
        let name: String
        let title: String
        let isHidden: Bool
        let before: Int?
        let after: Int?
    }

    public let title = Place.home.label
    let figurePages: [FigurePage]
    let hasSeveralPages: Bool
    let parts: [String]
    let facets: [Facet]
    let empty: String?
    let isArranging: Bool
    let entries: [Entry]
    let arrangePath: String
    let figuresLabel = localized("Figures")
    let moreLabel = localized("More")
    let partsLabel = localized("Overview")
    /// The problems of cameras.
    let findings: [String]
    let capturesPath = CaptureChart.screen
    /// The proposal to destroy documents past their retention period.
    let proposal: String?
    let retentionPath = Retention.path

    /// - Parameters:
    ///   - parts: The sections as HTML, in order.
    ///   - findings: The problems of cameras.
    ///   - expired: The number of documents past their retention period.
    ///   - isEmpty: Whether the library has no documents, and therefore nothing to show.
    ///   - order: The order of all sections for arranging them; `nil` to show them.
    public init(
        _ header: HomeHeader, parts: [String], findings: [String], expired: Int, isEmpty: Bool,
        arranging order: SidebarOrder?
    ) {
        let pages = header.pages
        figurePages = pages.enumerated().map { index, figures in
            FigurePage(
                number: index + 1, label: localized("Figures, page \(index + 1) of \(pages.count)"),
                figures: figures.map { Figure(label: $0.kind.label, text: $0.text, path: $0.path) })
        }
        hasSeveralPages = pages.count > 1
        self.parts = parts
        self.findings = findings
        proposal = expired > 0 ? Retention.proposal(expired) : nil
        facets = HomeFacet.allCases.map { Facet(label: $0.label, path: $0.path, icon: $0.icon) }
        empty = isEmpty ? IllustratedMessageView(LibraryMessages.empty, size: .extraLarge).html : nil
        isArranging = order != nil
        let all = order?.entries ?? []
        entries = all.enumerated().map { index, entry in
            Entry(
                name: entry.name, title: HomePart(entry.name)?.title ?? entry.name, isHidden: entry.isHidden,
                before: index > 0 ? index - 1 : nil, after: index < all.count - 1 ? index + 1 : nil)
        }
        arrangePath = isArranging ? Place.home.path : "\(Place.home.path)?arrange=yes"
    }

    /// Returns the key figure beside a chart.
    static func figure(_ kind: HomeChart, _ charts: HomeCharts) -> (figure: String, unit: String) {
        guard let series = charts.series(kind) else {
            return (charts.figures.storage.last.map { "\(FileSize(bytes: $0.bytes))" } ?? "–", "")
        }
        let pages = series.total.pages
        return (Language.current.wholeNumber(pages), pages == 1 ? localized("page") : localized("pages"))
    }

    /// Returns a card with a chart's thumbnail and figure.
    public static func card(_ kind: HomeChart, _ charts: HomeCharts) -> CardView {
        let frame = ChartFrame(width: 320, height: 190, place: .card)
        let chart = charts.chart(kind, width: frame.width, isWhole: false)
        let (figure, unit) = figure(kind, charts)
        return CardView(
            .chart, CardView.Header(path: kind.path, title: kind.title, subtitle: kind.subtitle),
            body: .chart(
                svg: ChartSVG(ChartLayout(chart, in: frame), id: "card-\(kind.rawValue)", use: .still).text,
                figure: figure, unit: unit, summary: chart.summary))
    }

    /// Returns a card with the progress towards today's target.
    public static func target(_ target: Int, _ figures: HomeFigures) -> CardView {
        let pages = figures.days.last?.sum.pages ?? 0
        let isReached = pages >= target
        return CardView(
            .figure,
            CardView.Header(
                path: HomeList.captured(from: figures.today, to: figures.today).address(at: Place.library.path),
                title: HomePart.target.title),
            body: .figure(pages, unit: localized("of \(target) pages")),
            content: isReached ? .bodyMissing(DailyTarget.reached(pages)) : .whole)
    }

    /// Returns a card with the library's figures, linked to the counted lists.
    public static func table(_ figures: HomeFigures) -> CardView {
        let library = Place.library.path
        let number = Language.current.wholeNumber
        let unfiled = figures.folders.first { $0.id == nil }?.amount.documents ?? 0
        return CardView(
            .table, CardView.Header(path: library, title: HomePart.table.title),
            body: .table([
                CardView.Fact(localized("Documents"), number(figures.all.documents), path: library),
                CardView.Fact(localized("Pages"), number(figures.all.pages)),
                CardView.Fact(
                    localized("In the Inbox"), number(figures.inbox), path: HomeList.inbox.address(at: library)),
                CardView.Fact(
                    localized("No Folder"), number(unfiled), path: HomeList.folder(nil).address(at: library)),
            ]))
    }

    public static let template = """
        <header class="titlebar"><h1>{{title}}</h1><span class="space"></span><a class="button plain" id="arrange" href="{{arrangePath}}"{{^isArranging}} aria-label="Arrange"{{/isArranging}}>{{#isArranging}}Done{{/isArranging}}{{^isArranging}}<span class="icon icon-sliders" aria-hidden="true"></span><span class="word">Arrange</span>{{/isArranging}}</a>{{^isArranging}}<a class="button primary" href="/scan?new=" aria-label="Scan"><span class="icon icon-camera" aria-hidden="true"></span><span class="word">Scan</span></a>{{/isArranging}}</header>
        {{#isArranging}}<section class="arrangement" id="arrangement" data-part><ul class="documents">{{#entries}}<li><span class="cell"><span class="text"><span class="headline">{{title}}</span></span></span><form class="bar" method="post" action="/home/arrangement" data-swaps><input type="hidden" name="part" value="{{name}}">{{#before}}<button class="bar-button" id="up-{{name}}" data-otherwise="down-{{name}}" name="place" value="{{.}}" aria-label="Move {{title}} up"><span class="icon icon-chevron-up" aria-hidden="true"></span></button>{{/before}}{{#after}}<button class="bar-button" id="down-{{name}}" data-otherwise="up-{{name}}" name="place" value="{{.}}" aria-label="Move {{title}} down"><span class="icon icon-chevron-down" aria-hidden="true"></span></button>{{/after}}<button class="switch" role="switch" id="show-{{name}}" name="hidden" value="{{#isHidden}}false{{/isHidden}}{{^isHidden}}true{{/isHidden}}" aria-checked="{{#isHidden}}false{{/isHidden}}{{^isHidden}}true{{/isHidden}}" aria-label="Show {{title}}"><span></span></button></form></li>{{/entries}}</ul></section>{{/isArranging}}
        {{^isArranging}}{{#findings}}<p class="finding"><span class="icon icon-exclamation-triangle" aria-hidden="true"></span><a href="{{capturesPath}}">{{.}}</a></p>{{/findings}}{{#proposal}}<p class="proposal"><span class="icon icon-archive" aria-hidden="true"></span><a href="{{retentionPath}}">{{.}}</a></p>{{/proposal}}{{#empty}}{{{empty}}}{{/empty}}{{^empty}}
        <section class="figures" aria-label="{{figuresLabel}}"><div class="figure-pages">{{#figurePages}}<ul id="figures-{{number}}">{{#figures}}<li><a class="figure" href="{{path}}"><span class="figure-number">{{text}}</span><span class="figure-label">{{label}}</span></a></li>{{/figures}}</ul>{{/figurePages}}</div>{{#hasSeveralPages}}<div class="page-control" role="group" aria-label="{{figuresLabel}}">{{#figurePages}}<a href="#figures-{{number}}" aria-label="{{label}}"></a>{{/figurePages}}</div>{{/hasSeveralPages}}</section>
        <ul class="cards home-parts" aria-label="{{partsLabel}}">
        {{#parts}}
        {{{.}}}
        {{/parts}}
        </ul>{{/empty}}
        <section class="facets" aria-label="{{moreLabel}}"><h2>{{moreLabel}}</h2><ul class="documents">{{#facets}}<li><a class="cell" href="{{path}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{label}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/facets}}</ul></section>{{/isArranging}}
        """
}

/// The first documents of a list, with a link to all of them.
public struct ListPreviewView: View {
    public struct Row: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String?

        public init(path: String, title: String, facts: String, thumbnail: String?) {
            self.path = path
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
        }
    }

    let name: String
    let title: String
    let rows: [Row]
    let hasRows: Bool
    let empty: String
    let list: String
    let total: String
    let seeAll = localized("See All")

    /// - Parameters:
    ///   - rows: The documents in the order of the list. Those above the maximum are omitted.
    ///   - total: The number of documents in the list.
    public init(_ preview: ListPreview, rows: [Row], total: Int) {
        name = preview.part.name
        title = preview.part.title
        self.rows = Array(rows.prefix(ListPreview.maximum))
        hasRows = !rows.isEmpty
        empty = preview.emptyText
        list = preview.query.address(at: Place.library.path)
        self.total = Language.current.wholeNumber(total)
    }

    public static let template = """
        <li class="card card-2x2 preview-card" id="preview-{{name}}"><h2 class="card-header headline">{{title}}</h2>{{#hasRows}}<ul class="card-body card-rows">{{#rows}}<li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{.}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/rows}}</ul><a class="card-footer preview-footer" href="{{list}}"><span>{{seeAll}}</span><span class="space"></span><span class="number">{{total}}</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a>{{/hasRows}}{{^hasRows}}<p class="card-body subhead">{{empty}}</p>{{/hasRows}}</li>
        """
}
