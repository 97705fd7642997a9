import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the names that documents are filed under: tags with colors, correspondents and document types.
struct NameRoutes {
    let library: Library
    let pages: StationPages

    func add(to router: Routes) {
        for screen in NameScreen.allCases {
            let path = "documents/\(screen.rawValue)"
            router.get("\(path)", to: .editDocuments, .page) { request, _ in try await show(screen, request) }
            router.post("\(path)/:name", to: .editDocuments, .page) { try await change(screen, $0, $1) }
            router.post("\(path)/:name/merge", to: .editDocuments, .page) { try await merge(screen, $0, $1) }
            router.post("\(path)/:name/delete", to: .editDocuments, .page) { _, context in try delete(screen, context) }
        }
        router.get("documents/tags/new", to: .editDocuments, .page) { request, _ in
            try await show(.tags, request, form: TagForm.form)
        }
        router.post("documents/tags", to: .editDocuments, .page, use: addTag)
    }

    /// - Parameters:
    ///   - merge: Two names to be merged.
    ///   - form: The form of a new tag, if it is open.
    private func show(
        _ screen: NameScreen, _ request: Request, merge: NameMerge? = nil, form: EntryForm? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let view = TagsView(
            screen, screen.names(try library.listNames()), merge: merge,
            form: form.map { form in
                EntryFormView(
                    form, id: "new", for: .create, title: localized("New Tag"), action: screen.path,
                    leads: screen.path, isOpen: true, presentation: FormPresentation(actions: 1))
            })
        let query = request.uri.queryParameters
        let toast: String? =
            switch query["done"] {
            case "tagSaved": LibraryMessages.tagSaved
            case "tagCreated": LibraryMessages.tagCreated
            case "nameSaved": localized("Name saved")
            case "nameDeleted": localized("Name deleted")
            case "nameMerged": localized("Names merged")
            case "undone": LibraryMessages.undone
            case "undoneInPart": LibraryMessages.undoneInPart
            default: nil
            }
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["library", "list-report", "create-edit"],
                scripts: ["create-edit/form.js"], toast: toast,
                undo: toast == nil ? nil : request.undoPath(at: screen.path), body: view.html),
            at: screen.path, for: request, status: status)
    }

    /// Redirects to the position of the new tag in the list, because tags have no screen.
    private func addTag(_ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        var form = TagForm.form.filled(with: fields.values)
        let name = form.text(TagForm.name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Tags are separated by commas.
        if name.contains(",") { form.note([TagForm.name: localized("A tag has no comma in its name.")]) }
        guard form.faults.isEmpty else {
            return try await show(.tags, request, form: form, status: .unprocessableContent)
        }
        guard try !library.hasName(name, of: .tag) else {
            form.note([TagForm.name: "\(StoreError.nameInUse(name))."])
            return try await show(.tags, request, form: form, status: .conflict)
        }
        let id = try library.name(name, of: .tag, color: form.text(TagForm.color))
        return PageAnswer.seeOther("\(NameScreen.tags.path)?done=tagCreated#tag-\(id)")
    }

    private func name(_ screen: NameScreen, _ context: StationContext) throws -> Library.NameRecord {
        guard let id = context.parameters.get("name", as: Int64.self),
            let name = try library.names(of: screen.kind).first(where: { $0.id == id })
        else { throw HTTPError(.notFound) }
        return name
    }

    /// Changes a name. If another one has the same name, asks whether to merge them.
    private func change(
        _ screen: NameScreen, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        let record = try name(screen, context)
        let body = try await FormBody(request, context)
        let name = try screen.entered(try body.text("name"))
        let color = try screen.hasColors ? screen.color(try body.text("color")) : .gray
        if let other = try library.knownName(name, of: screen.kind), other != record.id {
            let names = screen.names(try library.listNames())
            return try await show(
                screen, request, merge: NameMerge(record.id, into: other, names), status: .conflict)
        }
        let event = try library.rename(record.id, of: screen.kind, to: name, color: color.rawValue, at: .now)
        return done(screen == .tags ? "tagSaved" : "nameSaved", event, on: screen)
    }

    private func merge(
        _ screen: NameScreen, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        let record = try name(screen, context)
        guard let into = Int64(try await FormBody(request, context).text("into")) else { throw HTTPError(.badRequest) }
        let event = try library.merge(record.id, into: into, of: screen.kind, at: .now)
        return done("nameMerged", event, on: screen, at: "#tag-\(into)")
    }

    private func delete(_ screen: NameScreen, _ context: StationContext) throws -> Response {
        done("nameDeleted", try library.remove(try name(screen, context).id, of: screen.kind, at: .now), on: screen)
    }

    /// Redirects to the names, which offer to undo the action.
    private func done(_ done: String, _ event: Int64?, on screen: NameScreen, at place: String = "") -> Response {
        PageAnswer.seeOther(screen.path + (event.map { "?done=\(done)&undo=\(EventRange($0))" } ?? "") + place)
    }
}

extension NameScreen {
    var kind: Library.NameKind {
        switch self {
        case .tags: .tag
        case .correspondents: .correspondent
        case .types: .type
        }
    }

    /// Returns an entered name.
    func entered(_ text: String) throws -> String {
        let name = try EnteredLine(text, field: field, characters: 1...FilingEntry.maximumNameCharacters).text
        // Tags are separated by commas.
        guard self != .tags || !name.contains(",") else {
            throw HTTPError(.unprocessableContent, message: localized("A tag has no comma in its name."))
        }
        return name
    }

    func color(_ text: String) throws -> TagColor {
        guard let color = TagColor(rawValue: text) else {
            throw HTTPError(.badRequest, message: localized("Choose a color."))
        }
        return color
    }
}
