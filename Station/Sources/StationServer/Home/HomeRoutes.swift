import FoundationEssentials
import Hummingbird
import StationCharts
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the overview, its charts and timelines.
struct HomeRoutes {
    let library: Library
    let drafts: Drafts
    let clocks: StationClocks
    let pages: StationPages

    private var clock: StationClock { clocks.current }

    /// The number of entries of a timeline on each side of now, and in each further part.
    private static let entries = 40
    /// The largest number of entries that is counted.
    private static let counted = 1000

    func add(to router: Routes) {
        router.get("home", to: .readDocuments, .page, use: overview)
        router.post("home/arrangement", to: .readDocuments, .page, use: arrange)
        router.get("home/charts/:chart", to: .readDocuments, .page, use: chart)
        router.get("home/captures", to: .readDocuments, .page, use: captures)
        router.get("home/captures/:chart", to: .readDocuments, .page, use: captureChart)
        router.get("home/timeline", to: .readDocuments, .page) { request, _ in
            try await timeline(request, of: nil, at: HomeFacet.timelinePath)
        }
        router.get("documents/:document/timeline", to: .readDocuments, .page) { request, context in
            guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
            let document = try library.documentWithContent(id)
            return try await timeline(request, of: document, at: "\(Place.library.path)/\(id)/timeline")
        }
    }

    // MARK: The overview

    private func overview(_ request: Request, _ context: StationContext) async throws -> Response {
        let now = Date.now
        let today = Day(now, in: clock.calendar)
        // Today's measurement is included in the figures.
        let bytes = try await StorageMeter(library: library, clocks: clocks).bytes(at: now)
        let figures = try library.homeFigures(today: today, calendar: clock.calendar)
        let kept = try arrangement()
        let isArranging = request.uri.queryParameters["arrange"] == "yes"
        let isEmpty = figures.all.documents == 0
        let parts = isArranging || isEmpty ? [] : try self.parts(HomePart.shown(kept), figures, now)
        let view = HomeView(
            HomeHeader(figures, bytes: bytes), parts: parts, findings: try health(now).flatMap(\.texts),
            expired: try library.expiredCount(before: today), isEmpty: isEmpty,
            arranging: isArranging ? HomePart.order(kept) : nil)
        return await pages.html(
            PageShell(
                title: view.title, place: .home, parts: ["library", "cards", "charts", "timeline", "home"],
                scripts: ["home/home.js", "home/reminders.js"], body: view.html),
            at: Place.home.path, for: request)
    }

    private func parts(_ shown: [HomePart], _ figures: HomeFigures, _ now: Date) throws -> [String] {
        let charts = HomeCharts(figures, clock: clock)
        return try shown.compactMap { part in
            switch part {
            case .chart(let kind): charts.isOffered(kind) ? HomeView.card(kind, charts).html : nil
            case .table: HomeView.table(figures).html
            case .timeline: try strip(now).html
            case .target: try HomeTarget(library).pages.map { HomeView.target($0, figures).html }
            case .recent, .review, .due: try preview(part, figures, now)?.html
            }
        }
    }

    private func preview(_ part: HomePart, _ figures: HomeFigures, _ now: Date) throws -> ListPreviewView? {
        guard let preview = ListPreview(part, today: figures.today) else { return nil }
        let calendar = clock.calendar
        let documents = try library.documents(preview.query, limit: ListPreview.maximum, calendar: calendar).documents
        let total =
            switch part {
            case .review: figures.inbox
            case .due: figures.due
            default: figures.all.documents
            }
        let pictures = try library.firstPages(of: documents.map(\.id))
        return ListPreviewView(
            preview,
            rows: documents.map { document in
                let due =
                    part == .due
                    ? document.due.map { LibraryMessages.due($0, today: figures.today, clock: clock) } : nil
                return ListPreviewView.Row(
                    path: "\(Place.library.path)/\(document.id)", title: document.title,
                    facts: due ?? clock.dayAndTime(document.captured, now: now),
                    thumbnail: pictures[document.id].map {
                        LibraryRoutes.address(.thumbnail, of: $0, at: 0, document.id)
                    })
            }, total: total)
    }

    private func strip(_ now: Date) throws -> TimelineStripView {
        let calendar = clock.calendar
        let around = try library.timeline(
            TimelineQuery(), around: now, limit: TimelinePreview.regular, calendar: calendar)
        let total = try library.timelineCount(TimelineQuery(), limit: Self.counted, calendar: calendar, now: now)
        return TimelineStripView(
            TimelinePreview(around.entries, total: total, now: now, clock: clock), path: HomeFacet.timelinePath,
            limit: Self.counted)
    }

    // MARK: Its arrangement

    /// The setting of the current person.
    private static var setting: String { "home-\(Library.actingPerson)" }

    private func arrangement() throws -> [SidebarOrder.Entry] {
        let kept = try library.setting(Self.setting, as: [SidebarRecord.PlaceRecord].self) ?? []
        return kept.map { SidebarOrder.Entry(name: $0.name, isHidden: $0.hidden) }
    }

    /// Moves a section to a position, or hides or shows it.
    private func arrange(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let part = HomePart(try form.text("part")) else {
            throw HTTPError(.badRequest, message: localized("There is no such part."))
        }
        var order = HomePart.order(try arrangement())
        if let text = form.optionalText("place") {
            guard let place = Int(text) else {
                throw HTTPError(.badRequest, message: localized("The position must be a number."))
            }
            order.move(part.name, to: place)
        } else {
            order.setHidden(try form.text("hidden") == "true", part.name)
        }
        try library.set(
            Self.setting, to: order.entries.map { SidebarRecord.PlaceRecord(name: $0.name, hidden: $0.isHidden) })
        return PageAnswer.seeOther("\(Place.home.path)?arrange=yes")
    }

    // MARK: Charts

    private func chart(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let kind = HomeChart(rawValue: try context.parameters.require("chart")) else {
            throw HTTPError(.notFound)
        }
        let now = Date.now
        _ = try await StorageMeter(library: library, clocks: clocks).bytes(at: now)
        let figures = try library.homeFigures(today: Day(now, in: clock.calendar), calendar: clock.calendar)
        let charts = HomeCharts(figures, clock: clock)
        let type = charts.chart(kind, width: ChartPageView.width).type
        let view = ChartPageView(kind, charts, selection: try Self.selection(request, type))
        return await pages.html(
            PageShell(
                title: view.title, place: .home, parts: ["charts", "home"], scripts: ["home/charts.js"],
                body: view.html),
            at: kind.path, for: request)
    }

    // MARK: Captures

    private func health(_ now: Date) throws -> [CameraHealth] {
        let weeks = Double(2 * CameraHealth.days) * 86_400
        return CameraHealth.all(try library.captureRecords(since: now - weeks), now: now)
    }

    private func captureCharts(_ now: Date) throws -> CaptureCharts {
        let records = try library.captureRecords(since: now - Double(HomeRange.month) * 86_400)
        return CaptureCharts(records, reading: try library.readingCounts(), now: now, clock: clock)
    }

    private func captures(_ request: Request, _ context: StationContext) async throws -> Response {
        let now = Date.now
        let view = CapturesView(try captureCharts(now), health: try health(now))
        return await pages.html(
            PageShell(title: view.title, place: .home, parts: ["cards", "charts", "home"], body: view.html),
            at: CaptureChart.screen, for: request)
    }

    private func captureChart(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let kind = CaptureChart(rawValue: try context.parameters.require("chart")) else {
            throw HTTPError(.notFound)
        }
        let charts = try captureCharts(.now)
        let type = charts.chart(kind, width: ChartPageView.width).type
        let view = ChartPageView(kind, charts, selection: try Self.selection(request, type))
        return await pages.html(
            PageShell(
                title: view.title, place: .home, parts: ["charts", "home"], scripts: ["home/charts.js"],
                body: view.html),
            at: kind.path, for: request)
    }

    /// Returns the selection after the person's choice.
    private static func selection(_ request: Request, _ type: ChartType) throws -> ChartSelection {
        let parameters = request.uri.queryParameters
        guard let selection = ChartSelection(parameters["selected"] ?? "") else {
            throw HTTPError(.badRequest, message: localized("There is no such selection."))
        }
        return selection.choosing(
            series: parameters["series"].flatMap { Int($0) }, item: parameters["item"].flatMap { Int($0) },
            of: type, keeps: parameters["keeps"] == "yes")
    }

    // MARK: Timelines

    private func timeline(_ request: Request, of document: DocumentRecord?, at path: String) async throws -> Response {
        let query = try Self.query(request)
        let now = Date.now
        let calendar = clock.calendar
        let parameters = request.uri.queryParameters
        func position(_ name: String) throws -> TimelinePosition? {
            guard let text = parameters[Substring(name)] else { return nil }
            guard let position = TimelinePosition(text) else {
                throw HTTPError(.badRequest, message: "\(ListQuery.Failure(name: name, value: String(text)))")
            }
            return position
        }
        let part: Library.TimelinePart
        if let before = try position("before") {
            part = try library.timeline(
                query, of: document?.id, before: before, limit: Self.entries, calendar: calendar, now: now)
        } else if let after = try position("after") {
            part = try library.timeline(
                query, of: document?.id, after: after, limit: Self.entries, calendar: calendar, now: now)
        } else {
            part = try library.timeline(query, of: document?.id, around: now, limit: Self.entries, calendar: calendar)
        }
        // In a filtered timeline, the first entry shown is not necessarily its beginning.
        let start = part.earlier == nil && query.isWhole && part.entries.first?.kind == .added
        let end = part.later == nil && query.isWhole && part.entries.last?.kind == .retained && document != nil
        func address(_ name: String, _ position: TimelinePosition?) -> String? {
            position.map { query.address(at: path, first: [ListQuery.Item(name, $0.text)]) }
        }
        let view = TimelineView(
            Timeline(part.entries, by: query.unit, now: now, clock: clock, start: start, end: end), query, path: path,
            document: document?.title,
            back: document.map { ("\(Place.library.path)/\($0.id)", localized("Document")) }
                ?? (Place.home.path, Place.home.label),
            earlier: address("before", part.earlier), later: address("after", part.later))
        let place: Place = document == nil ? .home : .library
        return await pages.html(
            PageShell(
                title: view.title, place: place, parts: ["library", "list-report", "timeline"],
                scripts: ["timeline/timeline.js"], body: view.html),
            at: path, for: request)
    }

    private static func query(_ request: Request) throws -> TimelineQuery {
        do { return try TimelineQuery(request.listItems) } catch { throw HTTPError(.badRequest, message: "\(error)") }
    }
}
