public import StationCharts
public import StationRules

/// A chart with its summary, its selection, and its values as a table whose rows link to the counted documents.
/// `web/patterns/home/charts.js` replaces it when the selection changes.
public struct ChartPageView: View {
    struct Line: Sendable {
        let name: String
        let value: String
    }

    struct Row: Sendable {
        let name: String
        let rowList: String?
        let values: [String]
    }

    public let title: String
    let subtitle: String
    let figure: String
    let unit: String
    /// The list of all counted documents; `nil` for the storage.
    let list: String?
    let chart: String
    let narrow: String
    /// The URL for requesting another selection.
    let selects: String
    let summary: String
    let readingTitle: String?
    let reading: [Line]
    /// The list of the selected documents, if one exists.
    let readingList: String?
    let columns: [String]
    let rows: [Row]
    let back: String
    let backLabel: String
    let showDocuments = localized("Show Documents")
    let values = localized("Values")

    /// The width in pixels, scaled to fit the screen. Phones get a narrower chart to keep its text legible.
    public static let width = 720.0
    private static let frame = ChartFrame(width: width, height: 400)
    private static let narrowFrame = ChartFrame(width: 360, height: 320)

    public init(_ kind: HomeChart, _ charts: HomeCharts, selection: ChartSelection) {
        self.init(
            charts.chart(kind, width: Self.width), selection, path: kind.path, subtitle: kind.subtitle,
            figure: HomeView.figure(kind, charts), series: charts.series(kind),
            back: (Place.home.path, Place.home.label))
    }

    public init(_ kind: CaptureChart, _ charts: CaptureCharts, selection: ChartSelection) {
        self.init(
            charts.chart(kind, width: Self.width), selection, path: kind.path, subtitle: kind.subtitle,
            figure: charts.figure(kind), series: nil, back: (CaptureChart.screen, CaptureChart.title))
    }

    /// - Parameter series: The counted documents; `nil` if it counts none.
    private init(
        _ chart: Chart, _ selection: ChartSelection, path: String, subtitle: String,
        figure: (figure: String, unit: String), series: HomeSeries?, back: (path: String, label: String)
    ) {
        var chart = chart
        chart.selection = selection
        title = chart.title
        self.subtitle = subtitle
        (self.figure, unit) = figure
        (self.back, backLabel) = back
        let library = Place.library.path
        list = series.map { $0.list.address(at: library) }
        self.chart = ChartSVG(ChartLayout(chart, in: Self.frame), id: "chart").text
        narrow = ChartSVG(ChartLayout(chart, in: Self.narrowFrame), id: "chart-narrow").text
        selects = "\(path)?selected=\(selection.text)"
        summary = chart.summary
        let reading = ChartReading(chart)
        readingTitle = reading?.title
        self.reading = reading?.lines.map { Line(name: $0.name, value: $0.value) } ?? []
        readingList = Self.item(selection).flatMap { series?.items.dropFirst($0).first?.list?.address(at: library) }
        let table = ChartTable(chart)
        // The documents behind each row, if it counts documents.
        let counts = series.map { $0.items.count == table.rows.count ? $0.items : [] } ?? []
        columns = table.columns + (counts.isEmpty ? [] : [localized("Documents")])
        rows =
            chart.data.isEmpty
            ? []
            : table.rows.enumerated().map { index, row in
                let item = counts.isEmpty ? nil : counts[index]
                return Row(
                    name: row.first ?? "", rowList: item?.list?.address(at: library),
                    values: row.dropFirst() + (item.map { [Language.current.wholeNumber($0.amount.documents)] } ?? []))
            }
    }

    /// Returns the selected item.
    private static func item(_ selection: ChartSelection) -> Int? {
        switch selection {
        case .item(let item), .point(_, let item): item
        case .items(let items): items.count == 1 ? items.first : nil
        case .none, .series: nil
        }
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        <p class="hidden" role="status" id="chart-status"></p>
        <section class="chart-page" id="chart-part" data-part data-selects="{{selects}}">
        <header class="chart-head"><p class="kpi"><span class="kpi-number">{{figure}}</span> {{unit}}</p><p class="subhead">{{subtitle}}</p><span class="space"></span>{{#list}}<a class="button" href="{{.}}">{{showDocuments}}</a>{{/list}}</header>
        <div class="chart-whole"><div class="chart-wide">{{{chart}}}</div><div class="chart-narrow">{{{narrow}}}</div></div>
        <p class="chart-summary">{{summary}}</p>
        {{#readingTitle}}<section class="chart-reading" id="chart-reading" aria-label="{{.}}"><h2>{{.}}</h2><dl>{{#reading}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/reading}}</dl>{{#readingList}}<p class="actions"><a class="button" href="{{.}}">{{showDocuments}}</a></p>{{/readingList}}</section>{{/readingTitle}}
        <details class="chart-table" open><summary><h2>{{values}}</h2></summary><div class="chart-rows" data-scrolls tabindex="0" role="region" aria-label="{{values}}"><table><thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead><tbody>{{#rows}}<tr><th scope="row">{{#rowList}}<a href="{{rowList}}">{{name}}</a>{{/rowList}}{{^rowList}}{{name}}{{/rowList}}</th>{{#values}}<td>{{.}}</td>{{/values}}</tr>{{/rows}}</tbody></table></div></details>
        </section>
        """
}
