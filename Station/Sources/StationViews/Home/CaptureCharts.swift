public import FoundationEssentials
public import StationCharts
public import StationRules

/// The charts of captures, created from their records.
public struct CaptureCharts: Sendable {
    /// The captures of the last days, earliest first.
    public let records: [CaptureRecord]
    public let reading: ReadingCounts
    private let zone: TimeZone
    private let calendar: Calendar
    private let today: Day

    public init(_ records: [CaptureRecord], reading: ReadingCounts, now: Date, clock: StationClock) {
        self.records = records
        self.reading = reading
        zone = clock.zone
        calendar = clock.calendar
        today = Day(now, in: clock.calendar)
    }

    /// The maximum number of points. More would overlap, so the latest are shown.
    private static let maximumPoints = 500

    /// - Parameter width: The width in pixels, which the chart type depends on.
    public func chart(_ kind: CaptureChart, width: Double) -> Chart {
        var chart =
            switch kind {
            case .devices: devices
            case .sharpness: sharpness
            case .storing: storing
            case .reading: readings
            }
        if !chart.data.isEmpty { chart.type = chart.suggestedType(width: width) }
        return chart
    }

    /// The number of captures per day.
    public var days: Chart {
        let counts = Dictionary(grouping: records.filter(\.isCaptured)) { Day($0.at, in: calendar) }.mapValues(\.count)
        let days = (0..<HomeRange.month).map { today.adding($0 + 1 - HomeRange.month) }
        let values = counts.isEmpty ? [] : days.map { Double(counts[$0] ?? 0) }
        return Chart(
            .column, title: localized("Captures per Day"), measure: ChartMeasure(localized("Captures")),
            data: .table(.dates(days.compactMap(date), zone), [ChartSeries(localized("Captures"), values)]))
    }

    private func date(_ day: Day) -> Date? {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day))
    }

    /// The cameras, those with the most captures first.
    private var devices: Chart {
        let counts = Dictionary(grouping: records.filter(\.isCaptured), by: \.source).mapValues(\.count)
        let cameras = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        return Chart(
            .bar, title: CaptureChart.devices.title, measure: ChartMeasure(localized("Captures")),
            data: .table(
                .categories(cameras.map { CaptureSource.label($0.key) }, ordered: false),
                [ChartSeries(localized("Captures"), cameras.map { Double($0.value) })]),
            itemName: localized("Camera"))
    }

    private var sharpness: Chart {
        let measured = records.filter { $0.isCaptured && $0.lock != nil && $0.fineDetail != nil }
            .suffix(Self.maximumPoints)
        let cameras = Dictionary(grouping: measured, by: \.source).sorted { $0.key < $1.key }
        return Chart(
            .scatter, title: CaptureChart.sharpness.title, measure: ChartMeasure(localized("Sharpness"), unit: "%"),
            data: .points(
                cameras.map { source, records in
                    ChartPointSeries(
                        CaptureSource.label(source),
                        records.map { ChartPoint($0.lock ?? 0, ($0.fineDetail ?? 0) * 100) })
                }, x: ChartMeasure(localized("Time to lock"), unit: "s"), size: nil))
    }

    private var storing: Chart {
        let days = StoringTimes.days(records, calendar)
        return Chart(
            .stock, title: CaptureChart.storing.title, measure: ChartMeasure(localized("Time"), unit: "s"),
            data: .sessions(
                days.compactMap { times in
                    date(times.day).map {
                        ChartSession(
                            $0, open: times.first, high: times.longest, low: times.shortest, close: times.last,
                            volume: Double(times.count))
                    }
                }, name: localized("All cameras"), zone))
    }

    private var readings: Chart {
        let parts = [
            (localized("Read"), reading.read), (localized("To Be Tried Again"), reading.failing),
            (localized("Set Aside"), reading.aside), (localized("Waiting"), reading.waiting),
        ]
        let isEmpty = parts.allSatisfy { $0.1 == 0 }
        return Chart(
            .donut, title: CaptureChart.reading.title, measure: ChartMeasure(localized("Pages")),
            data: .table(
                .categories(parts.map(\.0), ordered: true),
                [ChartSeries(localized("Pages"), parts.map { isEmpty ? nil : Double($0.1) })]),
            itemName: localized("Status"))
    }

    /// Returns the key figure beside a chart.
    public func figure(_ kind: CaptureChart) -> (figure: String, unit: String) {
        switch kind {
        case .devices, .sharpness, .storing:
            let count = records.count { $0.isCaptured }
            return (Language.current.wholeNumber(count), count == 1 ? localized("capture") : localized("captures"))
        case .reading:
            guard let share = reading.share else { return ("–", "") }
            // Round down, so that 100 % means all of them.
            return ("\(Int(share * 100)) %", localized("without errors"))
        }
    }
}

/// The screen of cameras: problems, the number of captures, and their charts.
public struct CapturesView: View {
    struct Camera: Sendable {
        let name: String
        let captures: Int
        let failed: Int
        let sharpness: String
        let brightness: String
    }

    public let title = CaptureChart.title
    let back = Place.home.path
    let backLabel = Place.home.label
    let findings: [String]
    let cameras: [Camera]
    let hasCameras: Bool
    let head: String
    let narrow: String
    let figure: String
    let unit: String
    let summary: String
    let cards: [String]
    let week = localized("Last \(CameraHealth.days) days")

    /// - Parameter health: The health of all cameras.
    public init(_ charts: CaptureCharts, health: [CameraHealth]) {
        findings = health.flatMap(\.texts)
        cameras = health.map { camera in
            Camera(
                name: camera.label, captures: camera.captures, failed: camera.failed,
                sharpness: Self.change(camera.sharpness), brightness: Self.change(camera.brightness))
        }
        hasCameras = !cameras.isEmpty
        let days = charts.days
        head = Self.head(days, width: ChartPageView.width, id: "captures")
        narrow = Self.head(days, width: 360, id: "captures-narrow")
        summary = days.summary
        (figure, unit) = charts.figure(.sharpness)
        cards = CaptureChart.allCases.map { kind in
            let frame = ChartFrame(width: 320, height: 190, place: .card)
            let chart = charts.chart(kind, width: frame.width)
            let (figure, unit) = charts.figure(kind)
            return CardView(
                .chart, CardView.Header(path: kind.path, title: kind.title, subtitle: kind.subtitle),
                body: .chart(
                    svg: ChartSVG(ChartLayout(chart, in: frame), id: "card-\(kind.rawValue)", use: .still).text,
                    figure: figure, unit: unit, summary: chart.summary)
            ).html
        }
    }

    private static func head(_ days: Chart, width: Double, id: String) -> String {
        ChartSVG(ChartLayout(days, in: ChartFrame(width: width, height: 150, place: .header)), id: id, use: .still).text
    }

    /// Returns the change since the week before, such as "−30 %", or a dash.
    private static func change(_ compared: (now: Double, before: Double)?) -> String {
        guard let compared, compared.before > 0 else { return "–" }
        let percent = Int(((compared.now / compared.before - 1) * 100).rounded())
        return "\(percent > 0 ? "+" : percent < 0 ? "−" : "")\(abs(percent)) %"
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        {{#findings}}<p class="finding"><span class="icon icon-exclamation-triangle" aria-hidden="true"></span>{{.}}</p>{{/findings}}
        <section class="chart-page"><header class="chart-head"><p class="kpi"><span class="kpi-number">{{figure}}</span> {{unit}}</p></header><div class="chart-whole"><div class="chart-wide">{{{head}}}</div><div class="chart-narrow">{{{narrow}}}</div></div><p class="chart-summary">{{summary}}</p>
        {{#hasCameras}}<div class="chart-rows" tabindex="0" role="region" aria-label="{{title}}"><table><caption>{{week}}</caption><thead><tr><th scope="col">Camera</th><th scope="col">Captures</th><th scope="col">Failed</th><th scope="col">Sharpness</th><th scope="col">Brightness</th></tr></thead><tbody>{{#cameras}}<tr><th scope="row">{{name}}</th><td>{{captures}}</td><td>{{failed}}</td><td>{{sharpness}}</td><td>{{brightness}}</td></tr>{{/cameras}}</tbody></table></div>{{/hasCameras}}
        <ul class="cards">{{#cards}}{{{.}}}{{/cards}}</ul></section>
        """
}
