import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore
import StationViews

/// The routes of the document list and of each document.
struct LibraryRoutes {
    let library: Library
    let drafts: Drafts
    let pictures: PictureCache
    let clocks: StationClocks
    let pages: StationPages
    let texts: TextReading

    /// The number of documents in a part of the list.
    private static let rows = 50

    private var clock: StationClock { clocks.current }

    func add(to router: some RouterMethods<StationContext>) {
        router.get("") { _, _ in PageAnswer.seeOther(Place.library.path) }
        router.get("documents", use: list)
        router.get("documents/pinned", use: pinned)
        // One route serves the page and its files: the last part of the path is "12", "12.pdf" or "12.tif".
        router.get("documents/:document", use: document)
        let document = router.group("documents/:document")
        document.get("pages/:page/png", use: png)
        document.post("rename", use: rename)
        document.post("delete", use: delete)
        document.post("read", use: readAgain)
        document.get("pages/:page", use: page)
        for picture in Draft.Picture.allCases {
            document.get("pages/:page/\(picture.rawValue)") { request, context in
                try await self.picture(picture, request, context)
            }
        }
    }

    // MARK: The list

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        let position = request.uri.queryParameters["after"].flatMap { DocumentPosition($0) }
        let found = try library.documents(after: position, limit: Self.rows + 1)
        let shown = found.prefix(Self.rows)
        let more =
            found.count > shown.count
            ? shown.last.map { "/documents?after=\(DocumentPosition(after: $0).text)" } : nil
        let part: LibraryView.Part = position == nil ? .newest : .older
        let cards = part == .newest ? try await self.cards() : nil
        return try await page(part, Array(shown), more: more, cards: cards, at: Place.library.path, request)
    }

    private func pinned(_ request: Request, _ context: StationContext) async throws -> Response {
        try await page(
            .pinned, try library.pinnedDocuments(), more: nil, cards: nil, at: "\(Place.library.path)/pinned", request)
    }

    private func page(
        _ part: LibraryView.Part, _ documents: [DocumentRecord], more: String?, cards: CardsView?, at path: String,
        _ request: Request
    ) async throws -> Response {
        let pins = try library.pins()
        let thumbnails = try thumbnails(of: documents)
        let now = Date.now
        let rows = documents.map { document in
            LibraryView.Row(
                id: document.id, path: "/documents/\(document.id)", title: document.title,
                moment: clock.moment(document.captured, now: now), exactTime: clock.exact(document.captured),
                pages: LibraryMessages.pageCount(document.pages), thumbnail: thumbnails[document.id],
                isPinned: pins.contains(document.id))
        }
        let view = LibraryView(part, at: request.ownAddress, rows: rows, more: more, cards: cards)
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["library", "cards"], scripts: ["library/list.js"],
                toast: Self.toast(request), body: view.html),
            at: path, for: request)
    }

    /// The cards of unsaved drafts and pinned documents.
    private func cards() async throws -> CardsView {
        let unsaved = await drafts.unsaved()
        // The one that was changed last and can be continued; the others are in the list of drafts.
        let draft = (unsaved.first { $0.trouble == nil } ?? unsaved.first).map { draft in
            CardsView.Draft(
                path: "/scan/\(draft.draft.name)", picture: draft.thumbnail ?? "", scans: draft.pages,
                content: draft.trouble.map { .missing($0.message) } ?? .whole)
        }
        let pinned = try library.pinnedDocuments(isHiddenToo: false)
        let thumbnails = try thumbnails(of: pinned)
        return CardsView(
            draft: draft, otherDrafts: max(unsaved.count - 1, 0),
            pinned: pinned.map { document in
                CardView.Row(
                    path: "/documents/\(document.id)", title: document.title,
                    facts: LibraryMessages.pageCount(document.pages), thumbnail: thumbnails[document.id] ?? "")
            })
    }

    /// The addresses of thumbnails by document, for documents that have pages.
    private func thumbnails(of documents: [DocumentRecord]) throws -> [Int64: String] {
        Dictionary(
            uniqueKeysWithValues: try library.firstPages(of: documents.map(\.id)).map { document, page in
                (document, Self.address(.thumbnail, of: page, at: 0, document))
            })
    }

    // MARK: A document

    private func document(_ request: Request, _ context: StationContext) async throws -> Response {
        let part = try context.parameters.require("document")
        for format in [ExportFormat.pdf, .tiff, .text] where part.hasSuffix(format.kind.ending) {
            let wanted = format == .pdf ? try ExportFormat(pdf: request) : format
            return try await export(String(part.dropLast(format.kind.ending.count)), wanted)
        }
        return try await show(try id(context), for: request, toast: Self.toast(request))
    }

    private func show(
        _ id: Int64, for request: Request, toast: String? = nil, titleError: DocumentView.TitleError? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let document = try library.document(id)
        let sheets = try library.pages(of: id).enumerated().map { index, page in
            DocumentView.Page(
                number: index + 1, path: "/documents/\(id)/pages/\(index)",
                picture: Self.address(.screen, of: page, at: index, id))
        }
        let report = texts.report
        let readings = report.state == .off ? [] : try library.readings(of: id)
        let isOwn = request.uri.path == "/documents/\(id)"
        let view = DocumentView(
            id, at: isOwn ? request.ownAddress : "/documents/\(id)", title: document.title,
            time: clock.dayAndTime(document.captured, now: .now), exactTime: clock.exact(document.captured),
            pages: sheets, reading: TextStatusView(readings, report.state, path: "/documents/\(id)"),
            exports: Self.exports(report), isPinned: try library.isPinned(id), scenes: try scenes(of: id, request),
            titleError: titleError)
        return await pages.html(
            PageShell(
                title: document.title, place: .library, parts: ["library"],
                scripts: ["library/export.js", "library/reading.js"],
                toast: toast, body: view.html),
            at: view.path, for: request, status: status)
    }

    /// The kinds of files that a document can become. Without a reader those of its text are left out, unless something is missing
    /// that can be installed: then they say so.
    private static func exports(_ report: TextReading.Report) -> [DocumentView.Export] {
        ExportFormat.allCases.filter { report.state != .off || $0.textNeed != .required }.map { format in
            guard case .unavailable(let trouble) = report.state, format.textNeed == .required else {
                return DocumentView.Export(format)
            }
            return DocumentView.Export(format, trouble: trouble)
        }
    }

    /// Has the pages that could not be read read again.
    private func readAgain(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try library.document(try id(context)).id
        try await texts.readAgain(id)
        return PageAnswer.seeOther(ReturnPath(try await FormBody(request, context).optionalText("at")).text)
    }

    // MARK: A page

    private func page(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.document(try id(context))
        guard let position = context.parameters.get("page", as: Int.self) else { throw HTTPError(.notFound) }
        let page = try library.page(position, of: document.id)
        let readings = try library.readings(of: document.id)
        let text = try library.text(of: position, in: document.id)?.text
        let report = texts.report
        let view = PageView(
            title: document.title, document: document.id, position: position, count: document.pages,
            picture: Self.address(.full, of: page, at: position, document.id), text: text,
            reading: TextStatusView(
                page: readings[position], report.state, document: "/documents/\(document.id)",
                path: "/documents/\(document.id)/pages/\(position)"))
        return await pages.html(
            PageShell(
                title: "\(document.title), \(view.number)", place: .library, parts: ["library"],
                scripts: ["library/page.js", "library/reading.js"], body: view.html),
            at: view.path, for: request)
    }

    /// The scenes whose annotations link to a document.
    private func scenes(of id: Int64, _ request: Request) throws -> [RelatedView.Item] {
        let trail = RelatedTrail(request.uri.queryParameters["via"])
        return try library.scenes(leadingTo: id).map { scene in
            RelatedView.Item(
                .scene(scene.id), trail.opening(.scene(scene.id), from: .document(id)), path: "\(scene.path)/edit",
                title: scene.title, facts: ArMessages.annotationCount(scene.annotations),
                thumbnail: scene.address(of: .thumbnail), picture: scene.address(of: .screen))
        }
    }

    private func rename(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        let entered = try await FormBody(request, context).text("title")
        do {
            try library.rename(id, to: try DocumentTitle(entered).text, at: .now)
            return PageAnswer.seeOther("/documents/\(id)?done=renamed")
        } catch let error as DocumentTitle.Failure {
            return try await show(
                id, for: request, titleError: DocumentView.TitleError(entered: entered, text: "\(error)"),
                status: .unprocessableContent)
        }
    }

    private func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.delete(try id(context))
        return PageAnswer.seeOther("/documents?done=deleted")
    }

    // MARK: Files

    private func export(_ text: String, _ format: ExportFormat) async throws -> Response {
        guard let id = Int64(text) else { throw HTTPError(.notFound) }
        let document = try library.document(id)
        let pages = try library.pages(of: id)
        let library = library
        let bytes = try await CPUWorkQueue.exports.run {
            try DocumentExport(library: library).file(of: document, pages, format)
        }
        return FileAnswer.make(bytes, format.kind, title: document.title)
    }

    private func picture(
        _ picture: Draft.Picture, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        let id = try id(context)
        guard let position = context.parameters.get("page", as: Int.self) else { throw HTTPError(.notFound) }
        let page = try library.page(position, of: id)
        let tag = page.key
        let library = library
        let file = try await pictures.file(picture, of: tag) { try library.content(of: page) }
        return PictureAnswer.make(file, for: request, tag: "\(tag)-\(picture.rawValue)")
    }

    private func png(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.document(try id(context))
        guard let position = context.parameters.get("page", as: Int.self) else { throw HTTPError(.notFound) }
        let page = try library.page(position, of: document.id)
        let library = library
        let bytes = try await CPUWorkQueue.shared.run { try DocumentExport(library: library).png(of: page) }
        return FileAnswer.make(bytes, .png, title: "\(document.title) \(position + 1)")
    }

    /// The address of a page's picture.
    static func address(_ picture: Draft.Picture, of page: PageRecord, at position: Int, _ id: Int64) -> String {
        "/documents/\(id)/pages/\(position)/\(picture.rawValue)?v=\(page.key.prefix(16))"
    }

    // MARK: Addresses

    private func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    private static func toast(_ request: Request) -> String? {
        switch request.uri.queryParameters["done"] {
        case "saved": LibraryMessages.saved
        case "renamed": LibraryMessages.renamed
        case "deleted": LibraryMessages.deleted
        case "discarded": GalleryMessages.discarded
        case "activated": DeviceMessages.activated
        default: nil
        }
    }
}

extension DocumentPosition {
    /// Seconds since 1970 and the identifier, for addresses.
    var text: String { "\(captured.timeIntervalSince1970),\(id)" }

    /// `nil` if the text is not a position.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        // The years 0 to 9999, which the text of a date can hold.
        guard parts.count == 2, let seconds = Double(parts[0]), -62_167_219_200..<253_402_300_800 ~= seconds,
            let id = Int64(parts[1])
        else { return nil }
        self.init(captured: Date(timeIntervalSince1970: seconds), id: id)
    }
}
