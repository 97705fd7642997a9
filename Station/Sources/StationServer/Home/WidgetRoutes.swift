import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for widgets, and for the board where a person arranges them.
struct WidgetRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    let pictures: PictureCache
    let hosts: AllowedHosts
    /// The folder with icons.
    let icons: String
    /// `nil` if only this machine can reach the station.
    let reach: StationReach?

    private var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        // Tablets and e-paper frames have a token in the URL, which only grants access to widgets.
        router.get(forAnyone: "widgets/:widget", .widget, use: widget)
        router.post("widgets/inbox/file", to: .editDocuments, .page, use: file)
        router.get("home/widgets", to: .readDocuments, .page) { request, context in
            var base: (origin: String, query: String)?
            if case .token(let token)? = pages.people.shownOnce.take(request) {
                base = (reach.origin(forOthers: request, context), "token=\(token.text)")
            }
            return try await board(request, base: base)
        }
        router.post("home/widgets", to: .readDocuments, .page, use: change)
        router.post("home/widgets/target", to: .editDocuments, .page, use: setTarget)
        router.post("home/widgets/address", to: .editDocuments, .page, use: makeAddress)
        router.post("home/widgets/websites", to: .changeStation, .page, use: setWebsites)
    }

    // MARK: A widget by itself

    private func widget(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try context.parameters.require("widget")
        let parts = name.split(separator: ".")
        let parameters = request.uri.queryParameters
        guard parts.count == 2, let kind = WidgetKind(rawValue: String(parts[0])), ["html", "svg"].contains(parts[1])
        else { throw HTTPError(.notFound) }
        guard let size = WidgetSize(rawValue: parameters["size"].map { String($0) } ?? WidgetSize.medium.rawValue)
        else { throw HTTPError(.badRequest, message: localized("“size” must be s, m or l.")) }
        guard let paint = WidgetPaint(rawValue: parameters["paint"].map { String($0) } ?? WidgetPaint.color.rawValue)
        else { throw HTTPError(.badRequest, message: localized("“paint” must be color or 1.")) }
        let isPicture = parts[1] == "svg"
        let sees = try mayRead(request, context)
        let isTrusted = isTrusted(request, context)
        // The holder of a token only sees what is shared with everybody.
        let reader = isTrusted ? DocumentReader.current : .shared
        let material: Material? = try await DocumentReader.$current.withValue(reader) {
            sees ? try await self.material([kind], isEmbedded: true, mayFile: isTrusted) : nil
        }
        let widget = material.map { Widget(kind, size, $0.facts(kind)) } ?? Widget(signedOut: kind, size)
        let text =
            isPicture
            ? WidgetSVG(widget, charts: material?.charts, paint: paint, icon: icon(kind)).xml
            : WidgetPageView(
                widget, charts: material?.charts, paint: paint, address: request.ownAddress,
                toast: sees ? Self.note(parameters["done"].map(String.init)) : nil,
                undo: request.undoPath(at: request.ownAddress)
            ).html
        let mediaType = isPicture ? "image/svg+xml" : "text/html; charset=utf-8"
        // The status says to programs what the picture says to people.
        return sees ? Self.answer(text, mediaType, request) : Self.content(text, mediaType, .unauthorized)
    }

    /// Responds with an entity tag, so that a frame that polls every minute only downloads changed pictures.
    private static func answer(_ text: String, _ mediaType: String, _ request: Request) -> Response {
        let tag = String(BlobName(of: Array(text.utf8)).text.prefix(32))
        let headers: HTTPFields = [
            .contentType: mediaType, .eTag: "\"\(tag)\"", .contentLanguage: Language.current.rawValue,
            .vary: "Accept-Language, Cookie",
        ]
        if PictureAnswer.isKnown(tag, to: request) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func content(_ text: String, _ mediaType: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: mediaType, .contentLanguage: Language.current.rawValue],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Whether the request comes from a page of the station or from a person. In frames of other pages clicks may be
    /// hijacked, so widgets there show the same as for visitors who have not signed in.
    private func isTrusted(_ request: Request, _ context: StationContext) -> Bool {
        let destination = request.headers[AllowedHosts.fetchDestination] ?? "document"
        guard !["iframe", "frame", "embed", "object"].contains(destination) else { return false }
        return hosts.site(
            of: request.headers, authority: request.head.authority, isEncrypted: context.isEncrypted) != .foreign
    }

    private func mayRead(_ request: Request, _ context: StationContext) throws -> Bool {
        if try pages.people.opens(request.uri.queryParameters["token"], .widgets) { return true }
        return isTrusted(request, context) && context.visitor.may(.readDocuments)
    }

    private func icon(_ kind: WidgetKind) -> String? {
        FileManager.default.contents(atPath: "\(icons)/\(kind.icon).svg").map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: What widgets are made of

    /// The data for all widgets of a page, counted at the same moment.
    private struct Material {
        let charts: HomeCharts
        let bytes: Int
        let target: Int?
        let documents: [WidgetKind: [WidgetFacts.Document]]
        let nextDue: String?
        let mayFile: Bool

        func facts(_ kind: WidgetKind) -> WidgetFacts {
            WidgetFacts(
                charts.figures, bytes: bytes, target: target, documents: documents[kind] ?? [], nextDue: nextDue,
                mayFile: mayFile)
        }
    }

    /// The number of rows to read, enough for any widget.
    private static let rows = 5

    /// - Parameter isEmbedded: Whether pictures are embedded in the response.
    private func material(_ kinds: Set<WidgetKind>, isEmbedded: Bool, mayFile: Bool) async throws -> Material {
        let now = Date.now
        let today = Day(now, in: clock.calendar)
        let bytes = try await StorageMeter(library: library, clocks: clocks).bytes(at: now)
        let figures = try library.homeFigures(today: today, calendar: clock.calendar)
        var documents: [WidgetKind: [WidgetFacts.Document]] = [:]
        for kind in kinds {
            guard let list = kind.list(on: today) else { continue }
            documents[kind] = try await self.documents(list, kind, now, isEmbedded: isEmbedded)
        }
        let next = documents[.due]?.first?.due
        return Material(
            charts: HomeCharts(figures, clock: clock), bytes: bytes, target: try HomeTarget(library).pages,
            documents: documents, nextDue: next.map { clock.shortDay($0, now: now) },
            mayFile: mayFile && Visitor.current.may(.editDocuments))
    }

    private func documents(
        _ list: ListQuery, _ kind: WidgetKind, _ now: Date, isEmbedded: Bool
    ) async throws -> [WidgetFacts.Document] {
        let today = Day(now, in: clock.calendar)
        let found = try library.documents(list, limit: Self.rows, calendar: clock.calendar).documents
        let first = try library.firstPages(of: found.map(\.id))
        var all: [WidgetFacts.Document] = []
        for document in found {
            let due = kind == .due ? document.due.map { LibraryMessages.due($0, today: today, clock: clock) } : nil
            var picture: String?
            if let page = first[document.id] {
                picture = await address(of: page, document.id, isEmbedded: isEmbedded)
            }
            all.append(
                WidgetFacts.Document(
                    id: document.id, title: document.title,
                    facts: due ?? clock.dayAndTime(document.captured, now: now), due: document.due, picture: picture))
        }
        return all
    }

    private func address(of page: PageRecord, _ document: Int64, isEmbedded: Bool) async -> String? {
        guard isEmbedded else { return LibraryRoutes.address(.thumbnail, of: page, at: 0, document) }
        let library = library
        // A missing picture leaves its space empty.
        guard let file = try? await pictures.file(.thumbnail, of: page.key, { try library.content(of: page) }) else {
            return nil
        }
        return "data:\(file.mediaType);base64,\(Data(file.bytes).base64EncodedString())"
    }

    // MARK: Filing

    /// Removes a document from the inbox. If it does not exist anymore, nothing needs to be done.
    private func file(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let document = Int64(try form.text("document")) else {
            throw HTTPError(.badRequest, message: localized("The document must be a number."))
        }
        _ = try library.documentWithContent(document)
        let event = try library.file(
            document, try FilingEntry([.state: ListFilter.ReviewState.reviewed.rawValue]), at: .now)
        let next = ReturnPath(form.optionalText("next")).text
        guard let event, next == WidgetMessages.screen || next.hasPrefix("/widgets/") else {
            return PageAnswer.seeOther(next)
        }
        // The board names the document; a single widget has too little space.
        let which = next == WidgetMessages.screen ? [ListQuery.Item("document", "\(document)")] : []
        return PageAnswer.seeOther(
            ListQuery.address(
                at: next, [ListQuery.Item("done", "filed")] + which + [ListQuery.Item("undo", "\(event)")]))
    }

    // MARK: The board

    /// The setting of the current person.
    private static var setting: String { "board-\(Library.actingPerson)" }

    private func kept() throws -> WidgetBoard {
        try library.setting(Self.setting, as: WidgetBoard.self) ?? WidgetBoard()
    }

    private func board(
        _ request: Request, base: (origin: String, query: String)? = nil, refused: BoardView.Refusal? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let board = try kept()
        let material = try await material(Set(board.entries.map(\.kind)), isEmbedded: false, mayFile: true)
        let widgets = board.entries.enumerated().map { place, entry in
            WidgetView(
                Widget(entry.kind, entry.size, material.facts(entry.kind)), charts: material.charts,
                id: "widget-\(place)", next: WidgetMessages.screen
            ).html
        }
        let view = BoardView(
            board, widgets: widgets, target: material.target,
            base: base,
            hasToken: try library.hasToken(for: .widgets), origins: Self.embedders(library),
            mayEmbed: Visitor.current.may(.changeStation), refused: refused)
        let toast = try note(request) ?? (base == nil ? ShownOnce.note(request) : nil)
        return await pages.html(
            PageShell(
                title: view.title, place: .home,
                parts: ["library", "cards", "charts", "list-report", "home", "widgets"],
                scripts: ["widgets/widget.js", "widgets/board.js"],
                toast: toast, undo: request.undoPath(at: WidgetMessages.screen), body: view.html),
            at: WidgetMessages.screen, for: request, status: status)
    }

    /// Returns a short note about the last action.
    private static func note(_ done: String?) -> String? {
        done == "filed" ? localized("Filed") : LibraryMessages.undone(done)
    }

    /// Returns the note about the last action.
    private func note(_ request: Request) throws -> String? {
        let parameters = request.uri.queryParameters
        switch parameters["done"] {
        case "websites": return localized("Websites saved")
        case "target": return localized("Daily target saved")
        case "filed":
            let document = parameters["document"].flatMap { Int64($0) }
            return try document.map { localized("Filed: \(try library.document($0).title)") }
        case let done: return LibraryMessages.undone(done.map(String.init))
        }
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        var board = try kept()
        board.apply(try Self.change(form), seen: form.optionalText("seen"))
        try library.set(Self.setting, to: board)
        return PageAnswer.seeOther(WidgetMessages.screen)
    }

    private static func change(_ form: FormBody) throws -> WidgetBoard.Change {
        func size() throws -> WidgetSize {
            guard let size = WidgetSize(rawValue: try form.text("size")) else {
                throw HTTPError(.badRequest, message: localized("“size” must be s, m or l."))
            }
            return size
        }
        if let name = form.optionalText("add") {
            guard let kind = WidgetKind(rawValue: name) else {
                throw HTTPError(.badRequest, message: localized("There is no such widget."))
            }
            return .add(WidgetBoard.Entry(kind, try size()))
        }
        guard let place = Int(try form.text("place")) else {
            throw HTTPError(.badRequest, message: localized("The position must be a number."))
        }
        if form.optionalText("remove") != nil { return .remove(place) }
        if let move = form.optionalText("move") { return .move(place, later: move == "later") }
        return .resize(place, try size())
    }

    private func setTarget(_ request: Request, _ context: StationContext) async throws -> Response {
        let text = try await FormBody(request, context).optionalText("target") ?? ""
        do { try HomeTarget(library).set(try DailyTarget.parse(text)) } catch let error as DailyTarget.InvalidTarget {
            throw HTTPError(.badRequest, message: error.description)
        }
        return PageAnswer.seeOther("\(WidgetMessages.screen)?done=target")
    }

    /// Creates a URL, which is shown once because the library does not store it in readable form. Or revokes it.
    private func makeAddress(_ request: Request, _ context: StationContext) async throws -> Response {
        if try await FormBody(request, context).optionalText("forget") != nil {
            try library.forgetToken(for: .widgets)
            return PageAnswer.seeOther(WidgetMessages.screen)
        }
        let token = try library.newToken(for: .widgets)
        return PageAnswer.seeOther(pages.people.shownOnce.address(of: .token(token), at: WidgetMessages.screen))
    }

    // MARK: Websites

    private static let websites = "embedding-websites"

    /// Returns the websites that may embed widgets.
    static func embedders(_ library: Library) -> [EmbeddingOrigin] {
        // If the setting cannot be read, none may.
        let kept = (try? library.setting(websites, as: [String].self)) ?? []
        return kept.compactMap { try? EmbeddingOrigin($0) }
    }

    private func setWebsites(_ request: Request, _ context: StationContext) async throws -> Response {
        let text = try await FormBody(request, context).optionalText("websites") ?? ""
        do {
            try library.set(Self.websites, to: try EmbeddingOrigin.list(text).map(\.description))
        } catch let error as EmbeddingOrigin.InvalidOrigin {
            return try await board(
                request, refused: BoardView.Refusal(websites: text, reason: error.description), status: .badRequest)
        }
        return PageAnswer.seeOther("\(WidgetMessages.screen)?done=websites")
    }
}

/// The number of pages that people want to add each day.
struct HomeTarget {
    private static let setting = "daily-target"
    private let library: Library

    init(_ library: Library) { self.library = library }

    var pages: Int? {
        get throws { try library.setting(Self.setting, as: [Int].self)?.first }
    }

    func set(_ pages: Int?) throws { try library.set(Self.setting, to: pages.map { [$0] } ?? []) }
}
