import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
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

    /// The number of documents per part of the list.
    static let rows = 50
    /// The maximum number of matching lines shown for a document.
    static let foundLines = 5

    var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        // Redirects to a screen that depends on the role.
        router.get("", to: .scan, .page) { _, context in
            PageAnswer.seeOther((context.visitor.may(.readDocuments) ? Place.home : Place.scan).path)
        }
        router.get("documents", to: .readDocuments, .page, use: list)
        router.get("documents/pinned", to: .readDocuments, .page, use: pinned)
        router.get("documents/count", to: .readDocuments, .data, use: count)
        router.get("documents/filter", to: .readDocuments, .page, use: filter)
        // One route serves the page and its files: the last component of the path is "12", "12.pdf" or "12.tif".
        router.get("documents/:document", to: .readDocuments, .page, use: document)
        let document = router.group("documents/:document")
        router.get("documents/new", to: .editDocuments, .page, use: newDocument)
        router.post("documents/new", to: .editDocuments, .page, body: .picture, use: create)
        document.get("pages/:page/png", to: .exportDocument, .file, use: png)
        document.post("edit", to: .editDocuments, .page, body: .picture, use: edit)
        document.post("undo/:event", to: .editDocuments, .page, use: undo)
        document.post("delete", to: .deleteDocuments, .page, use: delete)
        document.post("restore", to: .deleteDocuments, .page, use: restore)
        document.post("draft", to: .editDocuments, .page, use: editPages)
        document.get("move", to: .editDocuments, .page, use: chooseTarget)
        document.post("move", to: .editDocuments, .page, use: movePages)
        document.post("split", to: .editDocuments, .page, use: split)
        document.get("text", to: .readDocuments, .page, use: text)
        document.post("read", to: .editDocuments, .page, use: readNow)
        document.get("pages/:page", to: .readDocuments, .page, use: page)
        document.post("pages/:page/crop", to: .editDocuments, .page, use: cropPage)
        document.post("pages/:page/whole", to: .editDocuments, .page, use: keepWholePage)
        for picture in PagePicture.allCases {
            document.get("pages/:page/\(picture.rawValue)", to: .readDocuments, .picture()) { request, context in
                try await self.picture(picture, request, context)
            }
        }
    }

    // MARK: The list

    func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await list(try request.listQuery, request)
    }

    /// - Parameter form: The form shown over the list.
    func list(
        _ query: ListQuery, form: EntryFormView? = nil, status: HTTPResponse.Status = .ok, _ request: Request
    ) async throws -> Response {
        let position = request.uri.queryParameters["after"].flatMap { ListPosition($0) }
        let (library, calendar) = (library, clock.calendar)
        // The counts of groups cover those of the loaded rows; the others are counted concurrently.
        async let whole: Library.ListCounts? =
            query.grouping == nil ? library.counts(query, groups: [], calendar: calendar) : nil
        let found = try library.documents(query, after: position, limit: Self.rows, calendar: calendar)
        let counts =
            try await whole
            ?? library.counts(query, groups: Set(found.rows.compactMap(\.group)), calendar: calendar)
        let more = found.next.map { query.address(at: Place.library.path, first: [ListQuery.Item("after", $0.text)]) }
        let report = try ListReport(query, counts, library: library, clock: clock)
        let cards = position == nil && query == ListQuery() ? try await self.cards() : nil
        return try await page(
            position == nil ? .first(query) : .later(query), found.rows, more: more, cards: cards,
            report: report, after: position, form: form, status: status, at: Place.library.path, request)
    }

    /// Shows the form of a list, or a single filter, within the list. If its URL is opened directly, the response is
    /// the list, where the browser opens the form.
    func filter(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = try request.listQuery
        guard request.headers[.accept] == Problem.mediaType else {
            return PageAnswer.seeOther(query.address(at: Place.library.path) + "#filter")
        }
        let only = try request.uri.queryParameters["only"].map { name throws in
            guard let field = ListFilter.Field(rawValue: String(name)) else {
                throw HTTPError(ListQuery.Failure(name: "only", value: String(name)))
            }
            return field
        }
        let path = request.uri.queryParameters["at"].map(String.init) ?? Place.library.path
        guard SearchTexts.lists.contains(path) else {
            throw HTTPError(ListQuery.Failure(name: "at", value: path))
        }
        let counts = try library.counts(query, groups: [], calendar: clock.calendar)
        let report = try ListReport(query, counts, library: library, clock: clock)
        return await pages.html(
            PageShell(
                title: ListTexts.filterTitle, place: .library, parts: ["list-report"],
                body: report.form(only: only, at: path).html),
            at: Place.library.path, for: request)
    }

    /// Returns the number of documents that a query would show, for the form.
    func count(_ request: Request, _ context: StationContext) throws -> Response {
        struct Count: Encodable {
            let count: Int
            let show: String
            let results: String
        }
        let counts = try library.counts(try request.listQuery, groups: [], calendar: clock.calendar)
        return JSONAnswer.make(
            Count(
                count: counts.documents, show: ListTexts.show(counts.documents),
                results: ListTexts.results(counts.documents, of: counts.all)))
    }

    private func pinned(_ request: Request, _ context: StationContext) async throws -> Response {
        try await page(
            .pinned, try library.pinnedDocuments().map { ListRow($0) }, more: nil, cards: nil, report: nil, after: nil,
            at: "\(Place.library.path)/pinned", request)
    }

    func page(
        _ part: LibraryView.Part, _ found: [ListRow], more: String?, cards: CardsView?, report: ListReport?,
        after position: ListPosition?, form: EntryFormView? = nil, status: HTTPResponse.Status = .ok, at path: String,
        _ request: Request
    ) async throws -> Response {
        let pins = try library.pins()
        let documents = found.map(\.document)
        let thumbnails = try thumbnails(of: documents)
        let now = Date.now
        let tags = try report.map { try $0.tags(of: documents, library) } ?? [:]
        // A group that continues from the previous part has its heading there.
        let former = [position?.group] + found.dropLast().map(\.group)
        let list = report?.query ?? ListQuery()
        let rows = zip(found, former).map { row, former in
            let document = row.document
            let path = "/documents/\(document.id)"
            return LibraryView.Row(
                // Its screen shows the matches in its text, and links to adjacent documents.
                id: document.id, path: path, link: list.address(at: path),
                title: document.title,
                moment: clock.moment(document.captured, now: now), exactTime: clock.exact(document.captured),
                pages: document.pages, state: document.state, thumbnail: thumbnails[document.id],
                trashed: document.trashed.map { trashed in
                    LibraryMessages.deleted(on: clock.day(trashed), until: clock.day(trashed + Library.trashMemory))
                },
                isPinned: document.trashed == nil ? pins.contains(document.id) : nil,
                group: row.group == former ? nil : report?.group(row.group),
                sortedDay: report?.sortedDay(of: document), facts: report?.facts(of: document),
                tags: tags[document.id] ?? [],
                excerpt: row.excerpt.map { $0.parts.map { .init(text: $0.text, isMarked: $0.isMarked) } } ?? [])
        }
        let view = LibraryView(
            part, at: form == nil ? request.ownAddress : path, rows: rows, more: more, cards: cards,
            report: report?.view)
        return await pages.html(
            PageShell(
                title: view.title, place: .library,
                parts: ["library", "cards", "list-report", "create-edit"],
                scripts: [
                    "library/list.js", "create-edit/form.js", "list-report/list-report.js",
                    "list-report/selection.js", "list-report/export.js", "list-report/drag.js", "list-report/row.js",
                    "list-report/print.js",
                ],
                toast: try notice(request),
                undo: Self.undo(request, report?.query),
                body: view.html + (form?.html ?? "")),
            at: path, for: request, status: status)
    }

    /// Returns the cards of unsaved drafts and pinned documents.
    private func cards() async throws -> CardsView {
        let unsaved = await drafts.unsaved()
        // Show the most recently changed draft that can be continued; the others are in the list of drafts.
        let draft = (unsaved.first { $0.trouble == nil } ?? unsaved.first).map { draft in
            CardsView.Draft(
                path: "/scan/\(draft.draft.name)", picture: draft.thumbnail ?? "", scans: draft.pages,
                content: draft.trouble.map { .missing($0.message) } ?? .whole, editedTitle: draft.edit?.title)
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

    /// Returns the URLs of thumbnails by document, for documents with pages.
    func thumbnails(of documents: [DocumentRecord]) throws -> [Int64: String] {
        Dictionary(
            uniqueKeysWithValues: try library.firstPages(of: documents.map(\.id)).map { document, page in
                (document, Self.address(.thumbnail, of: page, at: 0, document))
            })
    }

    // MARK: Files

    func export(_ text: String, _ format: ExportFormat) async throws -> Response {
        guard let id = Int64(text) else { throw HTTPError(.notFound) }
        let document = try library.documentWithPages(id)
        let pages = try library.pages(of: id)
        let library = library
        let bytes = try await CPUWorkQueue.exports.run {
            try DocumentExport(library: library).file(of: document, pages, format)
        }
        return FileAnswer.make(bytes, format.kind, title: format.fileTitle(of: document.title))
    }

    func picture(
        _ picture: PagePicture, _ request: Request, _ context: StationContext
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

    /// Returns the URL of a page's picture.
    static func address(_ picture: PagePicture, of page: PageRecord, at position: Int, _ id: Int64) -> String {
        "/documents/\(id)/pages/\(position)/\(picture.rawValue)?v=\(page.key.prefix(16))"
    }

    // MARK: Addresses

    func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    /// Returns the path of the form that undoes the last action on documents of a list.
    static func undo(_ request: Request, _ query: ListQuery?) -> String? {
        request.uri.queryParameters["undo"].flatMap { EventRange($0) }.map {
            (query ?? ListQuery()).address(at: "\(Place.library.path)/undo/\($0)")
        }
    }

    func notice(_ request: Request) throws -> String? {
        let count = request.uri.queryParameters["count"].flatMap { Int($0) }
        return switch request.uri.queryParameters["done"] {
        case "saved": LibraryMessages.saved
        case "created": LibraryMessages.created
        case "createdUnread": LibraryMessages.created(unread: count ?? 1)
        case "edited": count.map { LibraryMessages.edited($0) } ?? LibraryMessages.edited
        case "filed":
            try request.uri.queryParameters["to"].flatMap { Int64($0) }.flatMap { id in
                let folders = try library.listNames(isCounted: false).folders
                return folders.first { $0.id == id }.map { LibraryMessages.filed(count ?? 1, to: $0.text) }
            } ?? MapTexts.filedByLabel
        case "unfiled": LibraryMessages.unfiled(count ?? 1)
        case "cropped": CropMessages.cropped
        case "whole": CropMessages.keptWhole
        case "merged": LibraryMessages.merged(count ?? 2)
        case "undone": LibraryMessages.undone
        case "undoneInPart": LibraryMessages.undoneInPart
        case "trashed": count.map { LibraryMessages.trashed($0) } ?? LibraryMessages.trashed
        case "restored": count.map { LibraryMessages.restored($0) } ?? LibraryMessages.restored
        case "deleted": count.map { LibraryMessages.deleted($0) } ?? LibraryMessages.deleted
        case "moreInTrash": LibraryMessages.moreInTrash
        case "moved": LibraryMessages.moved(pages: count ?? 1)
        case "split": LibraryMessages.split(count ?? 2)
        case "movedAll": LibraryMessages.movedAll(pages: count ?? 1)
        case "discarded": GalleryMessages.discarded
        case "changesDiscarded": GalleryMessages.changesDiscarded
        case "activated": DeviceMessages.activated
        case "viewKept": ViewTexts.added
        case "noted": LibraryMessages.noteAdded
        case "noteSaved": LibraryMessages.noteSaved
        case "noteDeleted": LibraryMessages.noteDeleted
        case "sorted": QuickSort.toast(try request.listQuery)
        default: nil
        }
    }
}
