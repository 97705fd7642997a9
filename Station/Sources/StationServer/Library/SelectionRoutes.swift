import FoundationEssentials
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for actions on many documents of a list, and for undoing changes.
struct SelectionRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages

    func add(to router: Routes) {
        router.get("documents/selection/form", to: .editDocuments, .page, use: form)
        router.post("documents/selection/edit", to: .editDocuments, .page, use: edit)
        router.post("documents/selection/merge", to: .editDocuments, .page, use: merge)
        router.post("documents/selection/delete", to: .deleteDocuments, .page, use: delete)
        router.post("documents/selection/restore", to: .deleteDocuments, .page, use: restore)
        router.post("documents/selection/purge", to: .deleteForGood, .page, use: purge)
        router.post("documents/undo/:events", to: .editDocuments, .page, use: undo)
    }

    /// The selection in a list. The form's URL has the query of the list.
    private struct Form {
        let fields: FormFields
        let query: ListQuery
        let documents: [Int64]

        init(_ request: Request, _ context: StationContext, _ routes: SelectionRoutes) async throws {
            fields = try await FormFields(request, context)
            query = try request.listQuery
            guard let selection = Selection(fields.text("documents") ?? "", of: query) else {
                throw HTTPError(
                    .badRequest, message: localized("“documents” must be “all”, or numbers separated by commas."))
            }
            documents = try routes.library.documents(of: selection, calendar: routes.clocks.current.calendar)
        }

        /// Redirects to the list, which reports the action and offers to undo it.
        /// - Parameters:
        ///   - count: The number of affected documents; `nil` if all were affected.
        ///   - place: The folder to which they were moved.
        func done(_ done: String, _ events: EventRange?, count: Int? = nil, to place: Int64? = nil) -> Response {
            var notice: [ListQuery.Item] = []
            if let events {
                notice =
                    [
                        ListQuery.Item("done", done), ListQuery.Item("count", "\(count ?? documents.count)"),
                        ListQuery.Item("undo", "\(events)"),
                    ] + (place.map { [ListQuery.Item("to", "\($0)")] } ?? [])
            }
            return PageAnswer.seeOther(query.address(at: Place.library.path, first: notice))
        }
    }

    /// Returns the fields of the form that edits the selected documents. The list inserts them.
    private func form(_ request: Request, _ context: StationContext) async throws -> Response {
        let cells = GroupForm.cells(
            names: try library.listNames(isCounted: false), isShared: Visitor.current.person != nil)
        return await pages.html(
            PageShell(
                title: ListTexts.selectedDocuments, place: .library, parts: ["library", "create-edit"],
                body: GroupFieldsView(cells).html),
            at: Place.library.path, for: request)
    }

    private func edit(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await Form(request, context, self)
        let entered = GroupForm.entered(form.fields.values)
        let events = try library.file(form.documents, try GroupFiling(entered), at: .now)
        guard Array(entered.keys) == [.folder], let first = form.documents.first else {
            return form.done("edited", events)
        }
        let folder = try library.document(first).folder
        return form.done(folder == nil ? "unfiled" : "filed", events, to: folder)
    }

    private func merge(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await Form(request, context, self)
        return form.done("merged", try library.merge(form.documents, at: .now))
    }

    private func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await Form(request, context, self)
        let events = try library.trash(form.documents, at: .now)
        return form.done("trashed", events, count: events?.count)
    }

    private func restore(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await Form(request, context, self)
        let events = try library.restore(form.documents, at: .now)
        return form.done("restored", events, count: events?.count)
    }

    /// Permanently deletes documents in the trash: the selected ones, or all that the person confirmed.
    private func purge(_ request: Request, _ context: StationContext) async throws -> Response {
        let told = request.uri.queryParameters["told"].flatMap { Int($0) }
        let query = try request.listQuery
        let documents =
            if told == nil { try await Form(request, context, self).documents } else {
                try library.documents(of: .all(query), calendar: clocks.current.calendar)
            }
        let count = try library.purge(documents, told: told)
        let done =
            count == 0
            ? [ListQuery.Item("done", "moreInTrash")]
            : [ListQuery.Item("done", "deleted"), ListQuery.Item("count", "\(count)")]
        return PageAnswer.seeOther(query.address(at: Place.library.path, first: done))
    }

    private func undo(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let events = context.parameters.get("events").flatMap({ EventRange($0) }) else {
            throw HTTPError(.notFound)
        }
        let changedSince = try library.undo(events, at: .now)
        let done = ListQuery.Item("done", changedSince.isEmpty ? "undone" : "undoneInPart")
        let path = ReturnPath(request.uri.queryParameters["at"].map(String.init)).text
        return PageAnswer.seeOther(try request.listQuery.address(at: path, first: [done]))
    }
}
