import FoundationEssentials
import HTTPTypes
import Hummingbird
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore
import StationViews

/// The routes of the scanner: camera view, gallery, adjustment and the end of a session.
struct ScannerRoutes {
    let drafts: Drafts
    let library: Library
    let pictures: PictureCache
    let clocks: StationClocks
    let cameras: [String]
    let jobs: Jobs
    let screens: StationPages
    let people: People
    let events: EventStreams
    let engine: EngineRoutes

    /// The maximum size of an imported picture, in bytes.
    private static let maximumPictureBytes = 64 << 20
    /// The number of pictures in one import.
    private static let files = 1...10_000
    /// The cookie with the draft of a browser.
    private static let cookie = "draft"

    private var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        router.get("scan", to: .scan, .page, use: open)
        router.get("drafts", to: .readDocuments, .page, use: unsaved)
        router.post("scan/leave", to: .scan, .page, use: leave)
        let session = router.group("scan/:session")
        session.get("", to: .scan, .cameraPage, use: camera)
        session.post("imports", to: .scan, .data, use: beginImport)
        session.post("import", to: .scan, .page, body: .picture, use: importPicture)
        session.post("save", to: .scan, .page, use: save)
        session.post("discard", to: .scan, .page, use: discard)
        session.get("pages", to: .scan, .page, use: gallery)
        session.get("changes", to: .scan, .page, use: changes)
        let page = session.group("pages/:page")
        page.get("", to: .scan, .page, use: gallery)
        page.post("rotate", to: .scan, .page) { request, context in
            try await change(request, context) { draft, page in
                try await draft.rotate(page, isForAll: Self.isForAll(request))
            }
        }
        page.post("filter", to: .scan, .page, use: filter)
        page.post("flattening", to: .scan, .page, use: flatten)
        page.post("source", to: .scan, .page, use: chooseSource)
        page.post("move", to: .scan, .page, use: move)
        page.post("delete", to: .scan, .page, use: delete)
        page.post("restore", to: .scan, .page, use: restore)
        page.post("former", to: .scan, .page) { request, context in
            try await change(request, context) { draft, page in try await draft.restorePicture(of: page) }
        }
        page.post("retake", to: .scan, .page, use: retake)
        page.get("adjust", to: .scan, .page, use: adjust)
        page.post("adjust", to: .scan, .page, use: setCorners)
        page.post("adjust/corner", to: .scan, .data, use: moveCorner)
        page.get("fold", to: .scan, .page, use: fold)
        page.post("fold", to: .scan, .page, use: setFold)
        page.post("unfold", to: .scan, .page, use: unfold)
        page.get("original", to: .scan, .picture(), use: original)
        for picture in PagePicture.allCases {
            page.get(picture.rawValue, to: .scan, .picture()) { request, context in
                try await self.picture(picture, request, context)
            }
        }
    }

    // MARK: Camera

    /// Continues the browser's draft, or begins one, with the requested camera of the station. `new` leaves a draft
    /// with pages among the others.
    private func open(_ request: Request, _ context: StationContext) async throws -> Response {
        var known = request.cookies[Self.cookie].flatMap { DraftName($0.value) }
        let wantsNew = request.uri.queryParameters["new"] != nil
        if let name = known {
            do {
                let draft = try await drafts.draft(name)
                let (hasEnded, isEmpty) = (await draft.end != nil, await draft.pages.isEmpty)
                if hasEnded || (wantsNew && !isEmpty) { known = nil }
            } catch DraftError.others { known = nil }
        }
        let name = known ?? DraftName()
        let camera = request.uri.queryParameters["source"].flatMap { Int($0) }.map { "?source=\($0)" }
        let saved = request.uri.queryParameters["done"] == "saved" ? "?done=saved" : nil
        var response = PageAnswer.seeOther("/scan/\(name)\(camera ?? saved ?? "")")
        if known == nil {
            response.setCookie(Self.cookie(of: name))
        }
        return response
    }

    /// Leaves the browser's draft among the others. Its next scan begins a new one.
    private func leave(_ request: Request, _ context: StationContext) async throws -> Response {
        let to = ReturnPath(request.uri.queryParameters["to"].map { String($0) }).text
        var response = PageAnswer.seeOther(Self.seesDocuments ? to : "/profile")
        response.setCookie(Self.noCookie)
        return response
    }

    private static func cookie(of draft: DraftName) -> Cookie {
        Cookie(name: cookie, value: draft.text, path: "/scan", httpOnly: true, sameSite: .strict)
    }

    /// Removes a browser's draft cookie. The draft stays among the others.
    static var noCookie: Cookie {
        Cookie(name: cookie, value: "", maxAge: 0, path: "/scan", httpOnly: true, sameSite: .strict)
    }

    private func camera(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await draft(context)
        if let renewed = try await renewed(draft) { return renewed }
        let pages = await draft.pages
        var machine = ScannerMachine(await draft.choices)
        _ = machine.handle(.open(pages: pages.map(\.id.number)))
        let retake = request.uri.queryParameters["retake"].flatMap { Int($0) }
        if let retake { _ = machine.handle(.retake(page: retake, returns: true)) }
        let view = ScannerView(
            session: draft.name.text, machine: machine,
            cameras: CameraChoice(
                cameras: cameras, chosen: ChosenCamera.index(for: request, otherwise: people.settings.camera)),
            thumbnail: pages.last.map { draft.address(of: $0, .thumbnail) },
            otherDrafts: await otherDrafts(than: draft), engine: engine.script)
        let toast = await toast(request, draft)
        var response = screens.task(
            PageShell(
                title: localized("Scan"), place: .scan, frame: .task,
                parts: ["live-view", "camera-request", "document-scanner"],
                scripts: ["document-scanner/scanner.js"], toast: toast?.text, undo: toast?.undo, body: view.html))
        ChosenCamera.keep(request, in: &response)
        // A browser returns to the draft that it was working on, but new scans are not added to a saved document
        // without being asked.
        if try library.edit(in: draft.name.text) == nil { response.setCookie(Self.cookie(of: draft.name)) }
        return response
    }

    /// Returns the last action, and how to undo it.
    func toast(_ request: Request, _ draft: Draft) async -> (text: String, undo: String?)? {
        let parameters = request.uri.queryParameters
        let page = parameters["page"].flatMap { Int($0) }
        let place = parameters["place"].flatMap { Int($0) }
        switch (parameters["done"], page, place) {
        case ("deleted", let page?, let place?):
            return (
                GalleryMessages.deleted(place: place + 1),
                "/scan/\(draft.name)/pages/\(page)/restore?place=\(place)"
            )
        case ("replaced", let page?, let place?):
            return (
                GalleryMessages.replaced(place: place + 1),
                "/scan/\(draft.name)/pages/\(page)/restore?place=\(place)"
            )
        case ("unfolded", _, _): return (GalleryMessages.noFold, nil)
        case ("unsplit", _, _): return (StationMessages.noFold, nil)
        case ("folded", _, _), ("split", _, _), ("united", _, _): return Self.foldToast(request, draft)
        case ("retaken", _, _):
            guard let page = request.uri.path.split(separator: "/").last.flatMap({ Int($0) }) else { return nil }
            return (GalleryMessages.retaken, "/scan/\(draft.name)/pages/\(page)/former")
        case ("alone", let page?, _): return (GalleryMessages.alone, await draft.restoration(of: page))
        case ("gone", let page?, _):
            return (GalleryMessages.alreadyDeleted, await draft.restoration(of: page))
        case ("uncropped", let page?, _):
            let corners = parameters["corners"].flatMap { Quad(text: $0) }
            return (GalleryMessages.deletedWithCorners, await draft.restoration(of: page, corners: corners?.text))
        case ("renewed", _, _): return (GalleryMessages.renewed, nil)
        case ("rescued", _, _): return (GalleryMessages.rescued, nil)
        case ("more", _, _): return (GalleryMessages.moreScans, nil)
        case ("saved", _, _): return (LibraryMessages.saved, nil)
        default: return nil
        }
    }

    /// Returns the result of changing a fold. Undoing it keeps the rest of the URL.
    private static func foldToast(_ request: Request, _ draft: Draft) -> (text: String, undo: String?)? {
        let parameters = request.uri.queryParameters
        guard let page = request.uri.path.split(separator: "/").last.flatMap({ Int($0) }) else { return nil }
        let path = "/scan/\(draft.name)/pages/\(page)"
        func fields(_ names: String...) -> String {
            names.map { "\($0)=\(parameters[$0[...]].flatMap { Double($0) } ?? 0)" }.joined(separator: "&")
        }
        func number(_ name: Substring) -> Int { parameters[name].flatMap { Int($0) } ?? 0 }
        return switch parameters["done"] {
        case "folded": (GalleryMessages.foldMoved, "\(path)/fold?\(fields("top", "bottom"))&facing=\(number("facing"))")
        case "split": (GalleryMessages.folded, "\(path)/unfold")
        default: (GalleryMessages.unfolded, "\(path)/unfold?facing=\(number("facing"))&place=\(number("place"))")
        }
    }

    /// Shows the list of unsaved drafts.
    private func unsaved(_ request: Request, _ context: StationContext) async throws -> Response {
        let now = Date.now
        let rows = await drafts.unsaved().map { DraftsView.Row($0, clock, now: now) }
        return await screens.html(
            PageShell(
                title: DraftsView.title, place: .library, parts: ["library"],
                toast: Self.listToast(request),
                body: DraftsView(rows: rows).html),
            at: "/drafts", for: request)
    }

    private static func listToast(_ request: Request) -> String? {
        switch request.uri.queryParameters["done"] {
        case "discarded": GalleryMessages.discarded
        case "more": GalleryMessages.moreScans
        default: nil
        }
    }

    // MARK: Pictures

    func picture(
        _ picture: PagePicture, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        let page = try await draft.existingPage(number)
        let file = try await file(picture, of: page, in: draft)
        return PictureAnswer.make(file, for: request, tag: "\(Self.tag(of: page, in: draft))-\(picture.rawValue)")
    }

    private static func tag(of page: ScanSession.SessionPage, in draft: Draft) -> String {
        "\(draft.name)-\(Draft.key(of: page))"
    }

    func file(
        _ picture: PagePicture, of page: ScanSession.SessionPage, in draft: Draft
    ) async throws -> PictureFile {
        try await pictures.file(picture, of: Self.tag(of: page, in: draft)) {
            try await draft.content(of: page.id.number)
        }
    }

    func original(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        let page = try await draft.existingPage(number)
        let asked = request.uri.queryParameters["v"].flatMap { Int($0) }
        // A screen that shows the page's first picture keeps getting that one.
        let isReference = asked != page.picture && asked == page.cameAs
        let file = isReference ? try await draft.reference(of: number) : try await draft.original(of: number)
        return PictureAnswer.make(
            original: file, for: request, tag: "\(draft.name)-\(isReference ? page.cameAs : page.picture)")
    }

    /// Begins the import of several pictures. A job counts those that have arrived.
    private func beginImport(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let files = request.uri.queryParameters["files"].flatMap({ Int($0) }), Self.files ~= files else {
            throw HTTPError(
                .badRequest, message: localized("“files” must be \(Self.files.lowerBound) to \(Self.files.upperBound).")
            )
        }
        return JSONAnswer.make(APIJob(try jobs.begin(.import, total: files)), .accepted)
    }

    /// Adds a picture to the session and detects its page. Its job, if any, counts the picture, even if it is
    /// refused.
    private func importPicture(_ request: Request, _ context: StationContext) async throws -> Response {
        let job = request.uri.queryParameters["job"].map { String($0) }
        do {
            let answer = try await keepPicture(request, context)
            if let job { jobs.update(job) { $0.advance() } }
            return answer
        } catch {
            if let job { jobs.update(job) { $0.advance(error: ErrorPages.explanation(of: error)) } }
            throw error
        }
    }

    private func keepPicture(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await current(try await draft(context))
        let body = try await request.body.collect(upTo: Self.maximumPictureBytes)
        let key = try IdempotencyKey.text(request)
        let bytes = Array(body.readableBytesView)
        let pictures = try await ImportedPicture.reading(bytes, password: request.filePassword)
        let parameters = request.uri.queryParameters
        let name = parameters["name"].map { String($0) }
        if let folder = parameters["folder"].flatMap({ Int64($0) }) {
            try context.require(.readDocuments)
            try library.setFolder(folder, ofDraft: draft.name.text)
        }
        try library.keep(
            NewOriginal(bytes, name: name), pictures: pictures.map(\.bytes), inDraft: draft.name.text)
        for picture in pictures {
            if let unsure = picture.unsure { try library.noteUnsure(unsure, in: picture.bytes) }
        }
        var path = "/scan/\(draft.name)/pages"
        let choices = await draft.choices
        for (number, picture) in pictures.enumerated() {
            let key = key.map { number == 0 ? $0 : "\($0)-\(number + 1)" }
            let halves = try await picture.pages(of: choices)
            var options = picture.renderOptions(choices.subject.flattening(people.settings.pageFlattening))
            for (half, page) in halves.enumerated() {
                options.rotation = page.rotation
                let kept = try await draft.keep(
                    picture: picture.bytes, quad: page.quad, renderOptions: options,
                    key: key.map { half == 0 ? $0 : "\($0).\(half + 1)" })
                if number == 0, half == 0 { path += "/\(kept)" }
            }
            if choices.subject == .book, pictures.count == 1, halves.count == 1 { path += "?done=unsplit" }
        }
        return PageAnswer.seeOther(path)
    }

    /// Reports when the session changes, so that an open gallery reloads.
    private func changes(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await draft(context)
        let text: @Sendable () async -> String = { "event: change\ndata: \(await draft.snapshot.version)\n\n" }
        return events.answer(request, context, draft.changes.stream, beginning: text) { _ in await text() }
    }

    // MARK: The end

    private func save(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await anyDraft(context)
        let now = Date.now
        let entered = try request.uri.queryParameters["title"].map { try DocumentTitle(String($0)).text }
        let fileTitle = try await drafts.titleOfFile(in: draft)
        let title =
            try entered ?? library.titleOfCopy(in: draft.name.text) ?? fileTitle
            ?? DocumentTitle(scannedAt: now, clock: clock).text
        // A repeated request for the same draft leads to the same document.
        let isScript = request.headers[.accept] == Problem.mediaType
        let parameters = request.uri.queryParameters
        let isOfDocument = try library.edit(in: draft.name.text) != nil
        if parameters["as"] != "new", let renewed = try await renewed(draft) { return renewed }
        let saved: Draft.Saved
        do {
            saved = try await draft.save(
                in: library, title: title, captured: now, asNew: parameters["as"] == "new",
                restores: parameters["restore"] == "yes")
        } catch let refusal as DraftRefusal where !isScript && isOfDocument && refusal.hasWayOnInGallery {
            // The gallery reports it, and offers an alternative.
            return PageAnswer.seeOther("/scan/\(draft.name)/pages")
        }
        do { _ = try library.document(saved.document) } catch {
            throw error == .unknownDocument(saved.document) ? DraftRefusal.documentDeleted : error
        }
        let undo = saved.event.map { "&undo=\($0)" } ?? ""
        return ended(draft, request, with: "/documents/\(saved.document)?done=saved\(undo)")
    }

    private func discard(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await anyDraft(context)
        let isListed = request.uri.queryParameters["from"] == "drafts"
        let told = request.uri.queryParameters["scans"].flatMap { Int($0) }
        let edit = try library.edit(in: draft.name.text)
        let deletesDocument = request.uri.queryParameters["document"] == "delete"
        if deletesDocument { try context.require(.deleteDocuments) }
        guard try await draft.discard(from: library, told: told) else {
            return PageAnswer.seeOther((isListed ? "/drafts" : "/scan/\(draft.name)/pages") + "?done=more")
        }
        if let document = edit?.document, !isListed {
            guard deletesDocument else {
                return ended(draft, request, with: "/documents/\(document)?done=changesDiscarded")
            }
            let events = try library.trash([document], at: .now)
            return ended(draft, request, with: "/documents?done=trashed\(events.map { "&undo=\($0)" } ?? "")")
        }
        return ended(draft, request, with: (isListed ? "/drafts" : "/documents") + "?done=discarded")
    }

    /// The number of other drafts that the visitor may know about.
    private func otherDrafts(than draft: Draft) async -> Int {
        Self.seesDocuments ? (await drafts.unsaved().count { $0.draft !== draft }) : 0
    }

    /// Whether the visitor may see saved documents. Otherwise the next scan follows.
    private static var seesDocuments: Bool { Visitor.current.may(.readDocuments) }

    /// Responds so that the browser's next scan begins a new draft, if this draft was the browser's.
    private func ended(_ draft: Draft, _ request: Request, with path: String) -> Response {
        let isSaved = path.contains("done=saved")
        var response = PageAnswer.seeOther(Self.seesDocuments ? path : isSaved ? "/scan?done=saved" : "/scan")
        if request.cookies[Self.cookie]?.value == draft.name.text {
            response.setCookie(Self.noCookie)
        }
        return response
    }

    // MARK: Addresses

    /// Returns a draft that has not ended.
    func draft(_ context: StationContext) async throws -> Draft {
        let draft = try await anyDraft(context)
        try await draft.check()
        return draft
    }

    private func anyDraft(_ context: StationContext) async throws -> Draft {
        guard let name = DraftName(try context.parameters.require("session")) else { throw HTTPError(.notFound) }
        return try await drafts.draft(name)
    }

    func page(_ context: StationContext) throws -> Int {
        guard let page = context.parameters.get("page", as: Int.self) else { throw HTTPError(.notFound) }
        return page
    }
}

extension DraftsView.Row {
    fileprivate init(_ summary: DraftSummary, _ clock: StationClock, now: Date) {
        self.init(
            name: summary.draft.name.text, pages: summary.pages, thumbnail: summary.thumbnail, trouble: summary.trouble,
            time: clock.dayAndTime(summary.changed, now: now), exactTime: clock.exact(summary.changed),
            isScanning: summary.isScanning, editedTitle: summary.edit?.title,
            isLast: summary.edit?.document == nil)
    }
}
