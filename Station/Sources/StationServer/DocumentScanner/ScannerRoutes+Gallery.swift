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

extension ScannerRoutes {
    func gallery(_ request: Request, _ context: StationContext) async throws -> Response {
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
        // A new scan opens at the last page, an edited document at its first.
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

    /// Returns the result of flattening a page. This renders its picture, which the screen needs anyway.
    private func flatteningOutcome(
        of page: ScanSession.SessionPage, in draft: Draft
    ) async -> FlatteningOutcome? {
        guard page.renderOptions.flattening != .off else { return nil }
        // If a picture is damaged, the screen is shown without it.
        return try? await file(.full, of: page, in: draft).flattening
    }

    /// Shows the remaining options for a draft of a document after all of its pages were deleted.
    private func emptied(
        _ draft: Draft, _ edit: Library.Edit, _ toast: (text: String, undo: String?)?, version: Int
    ) async -> Response {
        var undo = toast?.undo
        if undo == nil, let last = await draft.deletedPages.last { undo = await draft.restoration(of: last.id.number) }
        let view = EmptiedDraftView(
            session: draft.name.text, version: version, document: edit.document, title: edit.title, undo: undo)
        return screen(view.html, title: edit.title, toast?.text, undo: nil)
    }

    /// - Parameter title: The title of the edited document.
    private func screen(_ body: String, title: String?, _ toast: String?, undo: String?) -> Response {
        screens.task(
            PageShell(
                title: title ?? localized("Scans"), place: .scan, frame: .task,
                parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/pager.js", "../import.js"], toast: toast, undo: undo, body: body))
    }

    /// Redirects from an unchanged draft whose document has changed: to a new draft made from its current pages, or to
    /// the document in the trash.
    func renewed(_ draft: Draft) async throws -> Response? {
        guard try await drafts.isSuperseded(draft), let document = try library.edit(in: draft.name.text)?.document
        else { return nil }
        guard try library.document(document).trashed == nil else {
            return PageAnswer.seeOther("/documents/\(document)")
        }
        let renewed = try await drafts.draft(editing: document)
        return PageAnswer.seeOther("/scan/\(renewed.name)/pages?done=renewed")
    }

    /// Returns the draft to add pictures to: instead of an unchanged draft whose document has changed, a new draft made
    /// from the document's current pages.
    func current(_ draft: Draft) async throws -> Draft {
        guard try await drafts.isSuperseded(draft), let document = try library.edit(in: draft.name.text)?.document,
            try library.document(document).trashed == nil
        else { return draft }
        return try await drafts.draft(editing: document)
    }

    /// Redirects from a deleted page, such as one deleted in another window, to the others. The notice offers to
    /// restore it.
    /// - Parameter corners: The corners that the page was to get.
    func withoutPage(
        _ page: Int, of draft: Draft, _ request: Request, corners: Quad? = nil
    ) async throws -> Response {
        guard request.headers[.accept] != Problem.mediaType || request.method == .get,
            await draft.restoration(of: page) != nil
        else { throw DraftError.unknownPage(page, of: draft.name) }
        let done = corners.map { "uncropped&corners=\($0.text)" } ?? "gone"
        return PageAnswer.seeOther("/scan/\(draft.name)/pages?done=\(done)&page=\(page)")
    }

    /// Returns the part of a URL that names the last action.
    private static func notice(of request: Request) -> String {
        request.uri.queryParameters["done"] == nil ? "" : "?\(request.uri.query ?? "")"
    }

    func filter(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("filter")
        guard let filter = ScanFilter(rawValue: name) else {
            throw HTTPError(.badRequest, message: localized("There is no such filter."))
        }
        return try await change(request, context) { draft, page in
            try await draft.setFilter(Filter(filter), of: page, isForAll: Self.isForAll(request))
        }
    }

    func flatten(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("flattening")
        guard let flattening = PageFlattening(rawValue: name) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        return try await change(request, context) { draft, page in
            try await draft.setFlattening(Flattening(flattening), of: page, isForAll: Self.isForAll(request))
        }
    }

    /// Shows the captured picture of a page, or the one merged from several.
    func chooseSource(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let source = StationRules.PictureSource(rawValue: try await FormBody(request, context).text("source"))
        else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        return try await change(request, context) { draft, page in try await draft.show(source, of: page) }
    }

    func move(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let place = Int(try await FormBody(request, context).text("place")) else {
            throw HTTPError(.badRequest, message: localized("The position must be a number."))
        }
        return try await change(request, context) { draft, page in try await draft.move(page, to: place) }
    }

    func delete(_ request: Request, _ context: StationContext) async throws -> Response {
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
            // A new scan starts at the camera; an edited document continues with its remaining options.
            let path = try library.edit(in: draft.name.text) == nil ? "" : "/pages"
            return PageAnswer.seeOther("/scan/\(draft.name)\(path)?\(done)")
        }
        return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(next)?\(done)")
    }

    /// Undoes a deletion.
    func restore(_ request: Request, _ context: StationContext) async throws -> Response {
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

    func retake(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, page) = try await (draft(context), page(context))
        if let renewed = try await renewed(draft) { return renewed }
        guard await draft.page(page) != nil else { return try await withoutPage(page, of: draft, request) }
        return PageAnswer.seeOther("/scan/\(draft.name)?retake=\(page)")
    }

    func change(
        _ request: Request, _ context: StationContext, _ change: (Draft, Int) async throws -> Void
    ) async throws -> Response {
        try await self.change(request, context) { draft, page -> String? in
            try await change(draft, page)
            return Self.isForAll(request) ? "all=yes" : nil
        }
    }

    /// - Parameter change: Returns the part of the page's URL that describes the change.
    func change(
        _ request: Request, _ context: StationContext, _ change: (Draft, Int) async throws -> String?
    ) async throws -> Response {
        let (draft, page) = try await (draft(context), page(context))
        if let renewed = try await renewed(draft) { return renewed }
        guard await draft.page(page) != nil else { return try await withoutPage(page, of: draft, request) }
        let done = try await change(draft, page)
        return PageAnswer.seeOther("/scan/\(draft.name)/pages/\(page)\(done.map { "?\($0)" } ?? "")")
    }

    /// Whether the action applies to all pages of the draft.
    static func isForAll(_ request: Request) -> Bool { request.uri.queryParameters["all"] == "yes" }
}
