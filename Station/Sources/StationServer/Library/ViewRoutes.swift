import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for people's saved views.
struct ViewRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    /// The form that saves a view is shown over a list.
    let lists: LibraryRoutes

    func add(to router: Routes) {
        router.get("documents/views", to: .readDocuments, .page, use: list)
        router.get("documents/views/new", to: .readDocuments, .page) { request, _ in
            let query = try request.listQuery
            return try await lists.list(query, form: view(of: ViewForm.form(), query), request)
        }
        router.post("documents/views", to: .readDocuments, .page, use: keep)
        router.post("documents/views/:view", to: .readDocuments, .page, use: change)
        router.post("documents/views/:view/delete", to: .readDocuments, .page) { _, context in
            let event = try library.removeView(try context.view, at: .now)
            return PageAnswer.seeOther("\(ViewMenu.path)?done=removed&undo=\(event)")
        }
    }

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        let views = try library.views()
        let places = views.reduce(into: Set<Int64>()) { $0.formUnion($1.query.filter.places) }
        let names = try library.listNames(isCounted: false, places: places)
        let view = KeptViewsView(
            views.map { KeptViewsView.Kept($0, names: names, clock: clocks.current) })
        let query = request.uri.queryParameters
        let toast: String? =
            switch query["done"] {
            case "changed": ViewTexts.added
            case "removed": ViewTexts.removed
            case "undone": LibraryMessages.undone
            default: nil
            }
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["library", "list-report", "create-edit"], toast: toast,
                undo: request.undoPath(at: ViewMenu.path), body: view.html),
            at: ViewMenu.path, for: request)
    }

    private func view(of form: EntryForm, _ query: ListQuery) -> EntryFormView {
        EntryFormView(
            form, id: "new", for: .edit, title: ViewTexts.new, action: query.address(at: ViewMenu.path),
            leads: query.address(at: Place.library.path), isOpen: true, presentation: FormPresentation(actions: 1))
    }

    private func keep(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = try request.listQuery
        var form = ViewForm.form().filled(with: try await FormFields(request, context).values)
        func refused(_ status: HTTPResponse.Status) async throws -> Response {
            try await lists.list(query, form: view(of: form, query), status: status, request)
        }
        guard form.faults.isEmpty else { return try await refused(.unprocessableContent) }
        do {
            let event = try library.addView(
                form.text(ViewForm.name), query, isUsual: form.values(ViewForm.usual) == [FormCell.on], at: .now
            ).event
            let done = [ListQuery.Item("done", "viewKept"), ListQuery.Item("undo", "\(event)")]
            return PageAnswer.seeOther(query.address(at: Place.library.path, first: done))
        } catch StoreError.nameInUse(let name) {
            form.note([ViewForm.name: "\(StoreError.nameInUse(name))."])
            return try await refused(.conflict)
        }
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let body = try await FormBody(request, context)
        let form = ViewForm.form().filled(with: [ViewForm.name: [try body.text("name")]])
        if let fault = form.faults.values.first { throw HTTPError(.unprocessableContent, message: fault) }
        let event = try library.changeView(
            try context.view, name: form.text(ViewForm.name), isUsual: body.optionalText("usual") != nil, at: .now)
        return PageAnswer.seeOther(ViewMenu.path + (event.map { "?done=changed&undo=\($0)" } ?? ""))
    }
}

extension Request {
    /// Returns the path of the form that undoes the last action on a screen and returns to it; `nil` without one.
    func undoPath(at path: String) -> String? {
        uri.queryParameters["undo"].flatMap { EventRange($0) }.map {
            ListQuery.address(at: "\(Place.library.path)/undo/\($0)", [ListQuery.Item("at", path)])
        }
    }
}
