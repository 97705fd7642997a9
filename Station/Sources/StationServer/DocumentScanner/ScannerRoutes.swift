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

    /// Continues the browser's draft, or begins one, with the camera of the station that was asked for. `new` leaves a draft with
    /// pages among the others.
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

    /// Takes the draft from a browser. It stays among the others.
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
                cameras: cameras,
                // What is chosen in the profile, unless the address says which.
                chosen: request.uri.queryParameters["source"].map { Int($0) } ?? people.settings.camera),
            thumbnail: pages.last.map { draft.address(of: $0, .thumbnail) },
            otherDrafts: await otherDrafts(than: draft), engine: engine.script)
        let toast = await toast(request, draft)
        var response = screens.task(
            PageShell(
                title: localized("Scan"), place: .scan, frame: .task,
                parts: ["live-view", "camera-request", "document-scanner"],
                scripts: ["document-scanner/scanner.js"], toast: toast?.text, undo: toast?.undo, body: view.html))
        // Who continues a draft goes on with it after a look elsewhere. But new scans are not added to a saved document unasked.
        if try library.edit(in: draft.name.text) == nil { response.setCookie(Self.cookie(of: draft.name)) }
        return response
    }

    /// What has just been done, and the way to undo it.
    private func toast(_ request: Request, _ draft: Draft) async -> (text: String, undo: String?)? {
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

    /// What became of a fold. Its undoing has what else the address says.
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

    /// The list of unsaved drafts.
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

    // MARK: Gallery

    private func gallery(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await draft(context)
        if let renewed = try await renewed(draft) { return renewed }
        let edit = try library.edit(in: draft.name.text)
        let snapshot = await draft.snapshot
        let pages = snapshot.pages
        let asked = context.parameters.get("page") == nil ? nil : try page(context)
        if let asked, !pages.contains(where: { $0.id.number == asked }) {
            return try await withoutPage(asked, of: draft, request)
        }
        let toast = await toast(request, draft)
        // Who scans looks at the last page, who opens a document at its first.
        let selected = edit == nil ? asked : asked ?? pages.first?.id.number
        guard let gallery = ScanGallery(pages: pages.map(\.id.number), selected: selected) else {
            guard let edit else { return PageAnswer.seeOther("/scan/\(draft.name)\(Self.notice(of: request))") }
            return await emptied(draft, edit, toast, version: snapshot.version)
        }
        let scans = pages.enumerated().map { index, page in
            GalleryView.Scan(
                number: index + 1, picture: draft.address(of: page, .screen),
                thumbnail: draft.address(of: page, .thumbnail), isSelected: index == gallery.index,
                path: "/scan/\(draft.name)/pages/\(page.id)")
        }
        let state = try library.editState(of: draft.name.text) ?? .current
        let view = GalleryView(
            session: draft.name.text, version: snapshot.version, gallery: gallery,
            filter: ScanFilter(pages[gallery.index].renderOptions.filter),
            flattening: PageFlattening(pages[gallery.index].renderOptions.flattening),
            flatteningOutcome: await flatteningOutcome(of: pages[gallery.index], in: draft),
            sharper: SharperPage(pages[gallery.index]),
            hasFold: await Self.canFold(gallery.selected, of: draft), scans: scans,
            isForAll: Self.isForAll(request),
            edit: edit.map { GalleryView.Edit(document: $0.document, title: $0.title, state: state) })
        return screen(view.html, title: edit?.title, toast?.text, undo: toast?.undo)
    }

    /// What became of a page that is to be made flat. Its picture is rendered for it, which the screen needs anyway.
    private func flatteningOutcome(
        of page: ScanSession.SessionPage, in draft: Draft
    ) async -> FlatteningOutcome? {
        guard page.renderOptions.flattening != .off else { return nil }
        // The screen is shown without a picture that is damaged.
        return try? await file(.full, of: page, in: draft).flattening
    }

    /// What remains of a document in a draft of which all pages were deleted.
    private func emptied(
        _ draft: Draft, _ edit: Library.Edit, _ toast: (text: String, undo: String?)?, version: Int
    ) async -> Response {
        var undo = toast?.undo
        if undo == nil, let last = await draft.deletedPages.last { undo = await draft.restoration(of: last.id.number) }
        let view = EmptiedDraftView(
            session: draft.name.text, version: version, document: edit.document, title: edit.title, undo: undo)
        return screen(view.html, title: edit.title, toast?.text, undo: nil)
    }

    /// - Parameter title: Of the document that is edited.
    private func screen(_ body: String, title: String?, _ toast: String?, undo: String?) -> Response {
        screens.task(
            PageShell(
                title: title ?? localized("Scans"), place: .scan, frame: .task,
                parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/pager.js", "../import.js"], toast: toast, undo: undo, body: body))
    }

    /// Leads on from a draft that has changed nothing, and whose document is another one now: to a draft of its pages as they are, or
    /// to the document in the trash.
    private func renewed(_ draft: Draft) async throws -> Response? {
        guard try await drafts.isSuperseded(draft), let document = try library.edit(in: draft.name.text)?.document
        else { return nil }
        guard try library.document(document).trashed == nil else {
            return PageAnswer.seeOther("/documents/\(document)")
        }
        let renewed = try await drafts.draft(editing: document)
        return PageAnswer.seeOther("/scan/\(renewed.name)/pages?done=renewed")
    }

    /// The draft that pictures are added to: one that has changed nothing gives way to one of the document's pages as they are.
    private func current(_ draft: Draft) async throws -> Draft {
        guard try await drafts.isSuperseded(draft), let document = try library.edit(in: draft.name.text)?.document,
            try library.document(document).trashed == nil
        else { return draft }
        return try await drafts.draft(editing: document)
    }

    /// Leads on from a page that was deleted, as in another window, to the others. The notice offers to put it back.
    /// - Parameter corners: That it should have got.
    private func withoutPage(
        _ page: Int, of draft: Draft, _ request: Request, corners: Quad? = nil
    ) async throws -> Response {
        guard request.headers[.accept] != Problem.mediaType || request.method == .get,
            await draft.restoration(of: page) != nil
        else { throw DraftError.unknownPage(page, of: draft.name) }
        let done = corners.map { "uncropped&corners=\($0.text)" } ?? "gone"
        return PageAnswer.seeOther("/scan/\(draft.name)/pages?done=\(done)&page=\(page)")
    }

    /// The part of an address that says what has just been done.
    private static func notice(of request: Request) -> String {
        request.uri.queryParameters["done"] == nil ? "" : "?\(request.uri.query ?? "")"
    }

    private func filter(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("filter")
        guard let filter = ScanFilter(rawValue: name) else {
            throw HTTPError(.badRequest, message: localized("There is no such filter."))
        }
        return try await change(request, context) { draft, page in
            try await draft.setFilter(Filter(filter), of: page, isForAll: Self.isForAll(request))
        }
    }

    private func flatten(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("flattening")
        guard let flattening = PageFlattening(rawValue: name) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        return try await change(request, context) { draft, page in
            try await draft.setFlattening(Flattening(flattening), of: page, isForAll: Self.isForAll(request))
        }
    }

    /// Shows a page as it was captured, or as it was made of several pictures.
    private func chooseSource(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let source = PictureSource(rawValue: try await FormBody(request, context).text("source")) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        return try await change(request, context) { draft, page in try await draft.show(source, of: page) }
    }

    private func move(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let place = Int(try await FormBody(request, context).text("place")) else {
            throw HTTPError(.badRequest, message: localized("The position must be a number."))
        }
        return try await change(request, context) { draft, page in try await draft.move(page, to: place) }
    }

    private func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, page) = try await (draft(context), page(context))
        if let renewed = try await renewed(draft) { return renewed }
        guard await draft.page(page) != nil else { return try await withoutPage(page, of: draft, request) }
        let before = ScanGallery(pages: await draft.pages.map(\.id.number), selected: page)
        let kept = request.uri.queryParameters["keep"].flatMap { Int($0) }
        guard let place = try await draft.delete(page, keeping: kept) else {
            return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(page)?done=alone&page=\(kept ?? page)")
        }
        let done = "done=deleted&page=\(page)&place=\(place)"
        guard let next = before?.selectionAfterDeletion else {
            // A new scan begins at the camera, a document goes on with what can be done about it.
            let path = try library.edit(in: draft.name.text) == nil ? "" : "/pages"
            return PageAnswer.seeOther("/scan/\(draft.name)\(path)?\(done)")
        }
        return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(next)?\(done)")
    }

    /// Undoes a deletion.
    private func restore(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let place = request.uri.queryParameters["place"].flatMap({ Int($0) }), place >= 0 else {
            throw HTTPError(.badRequest, message: localized("The position must be a number."))
        }
        let corners = try request.uri.queryParameters["corners"].map { text throws in
            guard let quad = Quad(text: text) else { throw SessionError.corners }
            return quad
        }
        let (draft, page) = try await (draft(context), page(context))
        try await draft.restore(page, at: place)
        if let corners { try await adjust(page, of: draft, to: corners) }
        return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(page)")
    }

    private func retake(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, page) = try await (draft(context), page(context))
        if let renewed = try await renewed(draft) { return renewed }
        guard await draft.page(page) != nil else { return try await withoutPage(page, of: draft, request) }
        return PageAnswer.seeOther("/scan/\(draft.name)?retake=\(page)")
    }

    private func change(
        _ request: Request, _ context: StationContext, _ change: (Draft, Int) async throws -> Void
    ) async throws -> Response {
        try await self.change(request, context) { draft, page -> String? in
            try await change(draft, page)
            return Self.isForAll(request) ? "all=yes" : nil
        }
    }

    /// - Parameter change: Returns what the page's address says of it.
    private func change(
        _ request: Request, _ context: StationContext, _ change: (Draft, Int) async throws -> String?
    ) async throws -> Response {
        let (draft, page) = try await (draft(context), page(context))
        if let renewed = try await renewed(draft) { return renewed }
        guard await draft.page(page) != nil else { return try await withoutPage(page, of: draft, request) }
        let done = try await change(draft, page)
        return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(page)\(done.map { "?\($0)" } ?? "")")
    }

    /// Whether what is done to the selected page is done to all of the draft.
    private static func isForAll(_ request: Request) -> Bool { request.uri.queryParameters["all"] == "yes" }

    // MARK: Adjustment

    private func adjust(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        guard let page = await draft.page(number) else { return try await withoutPage(number, of: draft, request) }
        let path = "/scan/\(draft.name)/pages/\(number)"
        let view = AdjustView(
            path: path, picture: "\(path)/original?v=\(page.picture)", version: page.picture,
            editor: CornerEditor(size: page.originalSize, quad: page.quad),
            hasFold: await draft.spread(of: number) != nil)
        return screens.task(
            PageShell(
                title: localized("Adjust"), place: .scan, frame: .task, parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/quad.js"], body: view.html))
    }

    private func setCorners(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let quad = Quad(text: try form.text("corners")) else { throw SessionError.corners }
        let picture = form.optionalText("picture").flatMap { Int($0) }
        let (draft, page) = try await (draft(context), page(context))
        guard await draft.page(page) != nil else {
            return try await withoutPage(page, of: draft, request, corners: quad)
        }
        return try await change(request, context) { draft, number in
            try await adjust(number, of: draft, to: quad, in: picture)
        }
    }

    /// - Parameter picture: Number of the picture that the corners were chosen in: a sharper one may have come meanwhile.
    private func adjust(_ number: Int, of draft: Draft, to quad: Quad, in picture: Int? = nil) async throws {
        let page = try await draft.existingPage(number)
        var quad = quad
        if let picture { quad = try await draft.corners(quad, of: number, in: picture) }
        guard CornerEditor.isAcceptable(quad, in: page.originalSize) else { throw SessionError.corners }
        try await draft.adjust(number, to: quad)
    }

    /// A corner or a side that is being dragged.
    private struct Drag: Decodable {
        let corners: [Double]
        let corner: Int?
        let side: Int?
        let x: Double
        let y: Double
    }

    private struct Dragged: ResponseEncodable {
        let corners: [Double]
    }

    private func moveCorner(_ request: Request, _ context: StationContext) async throws -> Dragged {
        let (draft, number) = try await (draft(context), page(context))
        let page = try await draft.adjustedPage(number)
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        guard let drag = try? JSONDecoder().decode(Drag.self, from: Data(body.readableBytesView)) else {
            throw HTTPError(.badRequest, message: localized("The corners cannot be read."))
        }
        var editor = CornerEditor(size: page.originalSize, quad: Quad(numbers: drag.corners))
        let point = Point2D(x: drag.x, y: drag.y)
        if let corner = drag.corner { editor.move(corner, to: point) }
        if let side = drag.side { editor.moveSide(side, to: point) }
        return Dragged(corners: editor.quad.corners.flatMap { [$0.x, $0.y] })
    }

    // MARK: Books

    /// Whether a page meets another one in a fold, or may be an open book that was taken whole, so that it can become two.
    private static func canFold(_ number: Int, of draft: Draft) async -> Bool {
        if await draft.spread(of: number) != nil { return true }
        guard let page = await draft.page(number) else { return false }
        return BookSpread.isLikely(of: page.outline)
    }

    /// The fold between two pages of a book, to be moved, or the one that makes two pages of one.
    private func fold(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        guard let page = await draft.page(number) else { return try await withoutPage(number, of: draft, request) }
        let pages = "/scan/\(draft.name)/pages"
        let both = await draft.spread(of: number)
        guard await Self.canFold(number, of: draft),
            let spread = both?.spread ?? BookSpread(outline: page.outline)
        else { return PageAnswer.seeOther("\(pages)/\(number)?done=unfolded") }
        let view = FoldView(
            path: "\(pages)/\(number)", picture: "\(pages)/\(number)/original?v=\(page.picture)",
            size: page.originalSize, spread: spread,
            pages: both.map { left, right, _ in
                FoldView.Pages(pages: pages, left: left, right: right, facing: left == number ? right : left)
            })
        return screens.task(
            PageShell(
                title: localized("Fold"), place: .scan, frame: .task, parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/fold.js"], body: view.html))
    }

    /// Moves a fold, or makes two pages of one. The other page of a fold may be gone meanwhile.
    private func setFold(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let parameters = request.uri.queryParameters
        func share(_ name: String) throws -> Double {
            guard let share = Double(try parameters[name[...]].map { String($0) } ?? form.text(name)) else {
                throw HTTPError(.badRequest, message: localized("The position must be a number."))
            }
            return share
        }
        let (top, bottom) = try (share("top"), share("bottom"))
        let facing = (form.optionalText("facing") ?? parameters["facing"].map { String($0) }).flatMap { Int($0) }
        return try await change(request, context) { draft, page in
            guard let (left, right, spread) = await draft.spread(of: page) else {
                guard facing == nil else { return "done=unfolded" }
                try await draft.split(page, top: top, bottom: bottom, order: draft.choices.order)
                return "done=split"
            }
            try await draft.fold(page, top: top, bottom: bottom)
            return "done=folded&top=\(spread.top)&bottom=\(spread.bottom)&facing=\(left == page ? right : left)"
        }
    }

    /// Makes one page of two that meet in a fold, or, with the other one's number and place, takes that back.
    private func unfold(_ request: Request, _ context: StationContext) async throws -> Response {
        let parameters = request.uri.queryParameters
        let (facing, place) = (parameters["facing"].flatMap { Int($0) }, parameters["place"].flatMap { Int($0) })
        return try await change(request, context) { draft, page in
            do {
                if let facing, let place {
                    try await draft.refold(page, with: facing, at: place)
                    return nil
                }
                let other = try await draft.unfold(page)
                return "done=united&facing=\(other.facing)&place=\(other.place)"
            } catch DraftError.noSpread { return "done=unfolded" }
        }
    }

    // MARK: Pictures

    private func picture(
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

    private func file(
        _ picture: PagePicture, of page: ScanSession.SessionPage, in draft: Draft
    ) async throws -> PictureFile {
        try await pictures.file(picture, of: Self.tag(of: page, in: draft)) {
            try await draft.content(of: page.id.number)
        }
    }

    private func original(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        let page = try await draft.existingPage(number)
        let asked = request.uri.queryParameters["v"].flatMap { Int($0) }
        // Whoever looks at the picture that the page came with goes on with it.
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

    /// Adds a picture to the session. The page is detected in it. Its job, if any, counts the picture, refused ones too.
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
        let pictures = try await ImportedPicture.reading(Array(body.readableBytesView))
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

    /// Tells when the session has changed, so that an open gallery is loaded again.
    private func changes(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await draft(context)
        let text: @Sendable () async -> String = { "event: change\ndata: \(await draft.snapshot.version)\n\n" }
        return events.answer(request, context, draft.changes.stream, beginning: text) { _ in await text() }
    }

    // MARK: The end

    private func save(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await anyDraft(context)
        let now = Date.now
        // What is imported has the name of its file.
        let entered = try request.uri.queryParameters["title"].map { try DocumentTitle(String($0)).text }
        let title =
            try entered ?? library.titleOfCopy(in: draft.name.text) ?? DocumentTitle(scannedAt: now, clock: clock).text
        // A second request for the same draft leads to the same document.
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
            // The gallery says so, and offers another way.
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

    /// As far as who asks may know of them.
    private func otherDrafts(than draft: Draft) async -> Int {
        Self.seesDocuments ? (await drafts.unsaved().count { $0.draft !== draft }) : 0
    }

    /// Whether who asks sees what has become of scans. Who does not goes on with the next scan.
    private static var seesDocuments: Bool { Visitor.current.may(.readDocuments) }

    /// Answers so that the browser's next scan begins a new draft, if this one was its own.
    private func ended(_ draft: Draft, _ request: Request, with path: String) -> Response {
        let isSaved = path.contains("done=saved")
        var response = PageAnswer.seeOther(Self.seesDocuments ? path : isSaved ? "/scan?done=saved" : "/scan")
        if request.cookies[Self.cookie]?.value == draft.name.text {
            response.setCookie(Self.noCookie)
        }
        return response
    }

    // MARK: Addresses

    /// A draft that has not ended.
    private func draft(_ context: StationContext) async throws -> Draft {
        let draft = try await anyDraft(context)
        try await draft.check()
        return draft
    }

    private func anyDraft(_ context: StationContext) async throws -> Draft {
        guard let name = DraftName(try context.parameters.require("session")) else { throw HTTPError(.notFound) }
        return try await drafts.draft(name)
    }

    private func page(_ context: StationContext) throws -> Int {
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

extension Quad {
    /// From eight numbers, x and y in turn; `nil` for another count.
    fileprivate init?(numbers: [Double]) {
        guard numbers.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point2D(x: numbers[$0], y: numbers[$0 + 1]) }
        guard let quad = try? Quad(corners: points) else { return nil }
        self = quad
    }

    /// From eight numbers with commas between them.
    fileprivate init?(text: some StringProtocol) {
        self.init(numbers: text.split(separator: ",").compactMap { Double($0) })
    }

    /// The same text again.
    fileprivate var text: String { corners.map { "\($0.x),\($0.y)" }.joined(separator: ",") }
}
