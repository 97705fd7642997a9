import Foundation
import StationCharts
public import StationRules

/// A month's report as JSON and as a PDF with charts.
public struct MonthReport: Sendable {
    private let figures: MonthFigures
    private let clock: StationClock

    public init(_ figures: MonthFigures, clock: StationClock) {
        self.figures = figures
        self.clock = clock
    }

    // MARK: JSON

    private struct Document: Encodable {
        struct Amount: Encodable {
            let name: String
            let documents: Int
            let pages: Int
        }

        let month: String
        let documents: Int
        let pages: Int
        let pagesBefore: Int
        let pagesAfter: Int
        let storageBytes: Int?
        let days: [Amount]
        let weekdays: [Amount]
        let sources: [Amount]
        let folders: [Amount]
        let types: [Amount]
        let people: [Amount]
        let cameras: [MonthFigures.Camera]
    }

    /// The report as JSON with the library's names; the name of unnamed entries is empty.
    public var json: String {
        func amounts(_ named: [HomeFigures.Named]) -> [Document.Amount] {
            named.map { Document.Amount(name: $0.name, documents: $0.amount.documents, pages: $0.amount.pages) }
        }
        let document = Document(
            month: "\(figures.month)", documents: figures.sum.documents, pages: figures.sum.pages,
            pagesBefore: figures.before.pages, pagesAfter: figures.before.pages + figures.sum.pages,
            storageBytes: figures.storage,
            days: figures.days.map { .init(name: "\($0.day)", documents: $0.sum.documents, pages: $0.sum.pages) },
            weekdays: weekdays.map { .init(name: $0.name, documents: $0.amount.documents, pages: $0.amount.pages) },
            sources: ListFilter.Source.allCases.map { source in
                let amount = figures.sources[source] ?? DocumentAmount()
                return .init(name: source.rawValue, documents: amount.documents, pages: amount.pages)
            },
            folders: amounts(figures.folders), types: amounts(figures.types), people: amounts(figures.people),
            cameras: figures.cameras)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { preconditionFailure("figures are JSON") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private var weekdays: [(name: String, amount: DocumentAmount)] {
        let sums = Dictionary(grouping: figures.days) { $0.day.weekday }.mapValues {
            $0.reduce(DocumentAmount()) { $0 + $1.sum }
        }
        let first = clock.calendar.firstWeekday - 1
        return (0..<7).map { place in
            let weekday = (first + place) % 7
            return (CalendarMonth.weekdayNames[weekday], sums[weekday] ?? DocumentAmount())
        }
    }

    // MARK: PDF

    /// The report as a PDF file.
    public var pdf: [UInt8] {
        let name = clock.month("\(figures.month)") ?? "\(figures.month)"
        var pages = PDFPages(title: localized("Recto: \(name)"))
        pages.add(localized("Recto: \(name)"), size: 20, isBold: true)
        pages.addSpace(8)
        pages.add([
            [localized("Documents"), "\(figures.sum.documents)"], [localized("Pages"), "\(figures.sum.pages)"],
        ])
        if let bytes = figures.storage { pages.add([[localized("Storage"), "\(FileSize(bytes: bytes))"]]) }
        for chart in charts {
            // The legend of a donut needs space for each part.
            let height = chart.type == .bar ? 160.0 : chart.type == .donut ? 300 : 200
            // Together with its heading and its sentence.
            pages.keepTogether(height + 70)
            pages.addSpace(20)
            pages.add(chart.title, size: 13, isBold: true)
            pages.add(chart, height: height)
            pages.add(chart.summary, size: 9)
        }
        table(localized("Pages by Folder"), figures.folders, localized("No Folder"), &pages)
        table(localized("Pages by Document Type"), figures.types, localized("No Document Type"), &pages)
        if !figures.cameras.isEmpty {
            pages.addSpace(20)
            pages.add(localized("Cameras"), size: 13, isBold: true)
            pages.add([["", localized("Captures"), localized("Failed")]], isBold: true)
            pages.add(figures.cameras.map { [CaptureSource.label($0.name), "\($0.captures)", "\($0.failed)"] })
        }
        return pages.bytes
    }

    private func table(
        _ title: String, _ rows: [HomeFigures.Named], _ nameless: String, _ pages: inout PDFPages
    ) {
        guard !rows.isEmpty else { return }
        // Together with its first rows.
        pages.keepTogether(100)
        pages.addSpace(20)
        pages.add(title, size: 13, isBold: true)
        pages.add([["", localized("Documents"), localized("Pages")]], isBold: true)
        pages.add(
            rows.map { [$0.name.isEmpty ? nameless : $0.name, "\($0.amount.documents)", "\($0.amount.pages)"] })
    }

    /// The charts of the month, without those that have no values.
    var charts: [Chart] {
        let pages = localized("Pages")
        func chart(_ type: ChartType, _ title: String, _ items: ChartItems, _ values: [Int]) -> Chart {
            let isEmpty = values.allSatisfy { $0 == 0 }
            var chart = Chart(
                type, title: title, measure: ChartMeasure(pages),
                data: .table(items, [ChartSeries(pages, isEmpty ? [] : values.map(Double.init))]))
            if !isEmpty { chart.type = chart.suggestedType(width: 480) }
            return chart
        }
        let calendar = clock.calendar
        let dates = figures.days.compactMap { day in
            calendar.date(from: DateComponents(year: day.day.year, month: day.day.month, day: day.day.day))
        }
        let types = figures.types
        let nameless = localized("No Document Type")
        let growth =
            [ChartStep(localized("Before"), .start(Double(figures.before.pages)))]
            + ListFilter.Source.allCases.map {
                ChartStep($0.arrival, .change(Double(figures.sources[$0]?.pages ?? 0)))
            } + [ChartStep(localized("Total"), .total)]
        return [
            chart(.column, localized("Pages per Day"), .dates(dates, clock.zone), figures.days.map(\.sum.pages)),
            chart(
                .column, localized("Pages per Weekday"), .categories(weekdays.map(\.name), ordered: true),
                weekdays.map(\.amount.pages)),
            chart(
                .donut, localized("Pages by Document Type"),
                .categories(types.map { $0.name.isEmpty ? nameless : $0.name }, ordered: false),
                types.map(\.amount.pages)),
            Chart(
                .waterfall, title: localized("Growth of the Library"), measure: ChartMeasure(pages),
                data: .steps(growth)),
        ].filter { !$0.data.isEmpty }
    }
}
