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

/// The list of documents, and each of them.
struct LibraryRoutes {
    let library: Library
    let drafts: Drafts
    let pictures: PictureCache
    let clock: StationClock

    /// Documents of a page of the list.
    private static let rows = 50

    func add(to router: some RouterMethods<StationContext>) {
        router.get("") { _, _ in PageAnswer.seeOther(Place.library.path) }
        router.get("documents", use: list)
        // One route for the page and its files: a path's last part is "12", "12.pdf" or "12.tif".
        router.get("documents/:document", use: document)
        let document = router.group("documents/:document")
        document.get("pages/:page/png", use: png)
        document.post("rename", use: rename)
        document.post("delete", use: delete)
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
        let firstPages = try library.firstPages(of: shown.map(\.id))
        let now = Date.now
        let rows = shown.map { document in
            LibraryView.Row(
                path: "/documents/\(document.id)", title: document.title,
                moment: clock.moment(document.captured, now: now), exactTime: clock.exact(document.captured),
                pages: LibraryMessages.pageCount(document.pages),
                thumbnail: firstPages[document.id].map { Self.address(.thumbnail, of: $0, at: 0, document.id) })
        }
        let more =
            found.count > shown.count
            ? shown.last.map { "/documents?after=\(DocumentPosition(after: $0).text)" } : nil
        var draft: (path: String, pages: Int)?
        if let unsaved = await drafts.unsaved().first { draft = ("/scan/\(unsaved.name)", await unsaved.pages.count) }
        return PageAnswer.html(
            PageShell(
                title: Place.library.label, place: .library, parts: ["library"], scripts: ["library/list.js"],
                toast: Self.toast(request),
                body: LibraryView(rows: rows, more: more, draft: draft).html))
    }

    // MARK: A document

    private func document(_ request: Request, _ context: StationContext) async throws -> Response {
        let part = try context.parameters.require("document")
        for format in [DocumentWriter.Format.pdf, .tiff] where part.hasSuffix(format.ending) {
            return try await export(String(part.dropLast(format.ending.count)), format)
        }
        return try show(try id(context), toast: Self.toast(request))
    }

    private func show(
        _ id: Int64, toast: String? = nil, titleError: DocumentView.TitleError? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let document = try library.document(id)
        let pages = try library.pages(of: id).enumerated().map { index, page in
            DocumentView.Page(
                number: index + 1, picture: Self.address(.screen, of: page, at: index, id),
                png: "/documents/\(id)/pages/\(index)/png")
        }
        let view = DocumentView(
            path: "/documents/\(id)", title: document.title, time: clock.dayAndTime(document.captured, now: .now),
            exactTime: clock.exact(document.captured), pages: pages, titleError: titleError)
        return PageAnswer.html(
            PageShell(
                title: document.title, place: .library, parts: ["library"], scripts: ["library/export.js"],
                toast: toast, body: view.html),
            status: status)
    }

    private func rename(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        let entered = try await FormBody(request, context).text("title")
        do {
            try library.rename(id, to: try DocumentTitle(entered).text, at: .now)
            return PageAnswer.seeOther("/documents/\(id)?done=renamed")
        } catch let error as DocumentTitle.Failure {
            return try show(
                id, titleError: DocumentView.TitleError(entered: entered, text: "\(error)"),
                status: .unprocessableContent)
        }
    }

    private func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.delete(try id(context))
        return PageAnswer.seeOther("/documents?done=deleted")
    }

    // MARK: Files

    private func export(_ text: String, _ format: DocumentWriter.Format) async throws -> Response {
        guard let id = Int64(text) else { throw HTTPError(.notFound) }
        let document = try library.document(id)
        let pages = try library.pages(of: id)
        let library = library
        let bytes = try await Workshop.shared.run {
            try DocumentExport(library: library).file(of: document, pages, format)
        }
        return try FileAnswer.make(bytes, format, title: document.title)
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
        let bytes = try await Workshop.shared.run { try DocumentExport(library: library).png(of: page) }
        return try FileAnswer.make(bytes, .png, title: "\(document.title) \(position + 1)")
    }

    /// Where a picture of a page is.
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
        case "activated": DeviceMessages.activated
        default: nil
        }
    }
}
