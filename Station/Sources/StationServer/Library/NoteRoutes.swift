import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// What belongs to a document beside its pages, and the colors of tags.
struct NoteRoutes {
    let library: Library
    let pages: StationPages

    func add(to router: some RouterMethods<StationContext>) {
        router.get("documents/tags", use: tags)
        router.get("documents/tags/new") { request, _ in try await tags(request, form: TagForm.form) }
        router.post("documents/tags", use: addTag)
        router.post("documents/tags/:tag", use: changeTag)
        let document = router.group("documents/:document")
        document.post("notes", use: addNote)
        document.post("notes/:note", use: changeNote)
        document.post("notes/:note/delete", use: deleteNote)
        document.get("attachments/:attachment") { request, context in
            try AttachmentAnswer.make(library, context, isShown: request.uri.queryParameters["shown"] != nil)
        }
    }

    // MARK: Notes

    private func addNote(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.document
        let text = try NoteText(try await FormBody(request, context).text("text"))
        return done("noted", try library.addNote(text, to: id, at: .now).event, of: id)
    }

    private func changeNote(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.document
        let text = try NoteText(try await FormBody(request, context).text("text"))
        return done("noteSaved", try library.changeNote(try context.note, of: id, to: text, at: .now), of: id)
    }

    private func deleteNote(_ request: Request, _ context: StationContext) throws -> Response {
        let id = try context.document
        return done("noteDeleted", try library.deleteNote(try context.note, of: id, at: .now), of: id)
    }

    private func done(_ done: String, _ event: Int64?, of document: Int64) -> Response {
        PageAnswer.seeOther("/documents/\(document)" + (event.map { "?done=\(done)&undo=\($0)" } ?? ""))
    }

    // MARK: Tags

    private func tags(_ request: Request, _ context: StationContext) async throws -> Response {
        try await tags(request)
    }

    /// - Parameter form: Of a new tag, where it is open.
    private func tags(
        _ request: Request, form: EntryForm? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let view = TagsView(
            try library.listNames().tags,
            form: form.map { form in
                EntryFormView(
                    form, id: "new", for: .create, title: localized("New Tag"), action: TagsView.path,
                    leads: TagsView.path, isOpen: true, presentation: FormPresentation(actions: 1))
            })
        let query = request.uri.queryParameters
        let isCreated = query["done"] == "tagCreated"
        let isDone = query["done"] == "tagSaved"
        let former = query["former"].flatMap { FormerTag(String($0)) }
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["library", "list-report", "create-edit"],
                scripts: ["create-edit/form.js"],
                toast: isDone ? LibraryMessages.tagSaved : isCreated ? LibraryMessages.tagCreated : nil,
                undo: isDone ? former?.path : nil, body: view.html),
            at: TagsView.path, for: request, status: status)
    }

    /// Leads to the place of the new tag in the list: tags have no screen of their own.
    private func addTag(_ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        var form = TagForm.form.filled(with: fields.values)
        let name = form.text(TagForm.name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Commas stand between tags.
        if name.contains(",") { form.note([TagForm.name: localized("A tag has no comma in its name.")]) }
        guard form.faults.isEmpty else { return try await tags(request, form: form, status: .unprocessableContent) }
        guard try !library.hasName(name, of: .tag) else {
            form.note([TagForm.name: "\(StoreError.nameInUse(name))."])
            return try await tags(request, form: form, status: .conflict)
        }
        let id = try library.name(name, of: .tag, color: form.text(TagForm.color))
        return PageAnswer.seeOther("\(TagsView.path)?done=tagCreated#tag-\(id)")
    }

    /// What a tag was before, in the address of the notice that brings it back.
    private struct FormerTag {
        let id: Int64
        let color: TagColor
        let name: String

        init(id: Int64, color: TagColor, name: String) {
            (self.id, self.color, self.name) = (id, color, name)
        }

        /// - Parameter text: As ``text``.
        init?(_ text: String) {
            let parts = text.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let id = Int64(parts[0]), let color = TagColor(rawValue: String(parts[1])) else {
                return nil
            }
            self.init(id: id, color: color, name: String(parts[2]))
        }

        var text: String { "\(id) \(color.rawValue) \(name)" }

        /// Of the form that brings it back.
        var path: String { "\(TagsView.path)/\(id)?color=\(color.rawValue)&name=\(name.percentEncoded)" }
    }

    /// The name and the color stand in the form, or in the address of the notice that undoes a change.
    private func changeTag(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let id = context.parameters.get("tag", as: Int64.self),
            let tag = try library.names(of: .tag).first(where: { $0.id == id })
        else { throw HTTPError(.notFound) }
        let body = try await FormBody(request, context)
        let query = request.uri.queryParameters
        let name = try EnteredLine(
            try query["name"].map(String.init) ?? body.text("name"), field: .tag,
            characters: 1...FilingEntry.maximumNameCharacters
        ).text
        guard let color = TagColor(rawValue: try query["color"].map(String.init) ?? body.text("color")) else {
            throw HTTPError(.badRequest, message: localized("Choose a color."))
        }
        // Commas stand between tags.
        guard !name.contains(",") else {
            throw HTTPError(.unprocessableContent, message: localized("A tag has no comma in its name."))
        }
        try library.rename(id, of: .tag, to: name, color: color.rawValue)
        let former = FormerTag(id: id, color: TagColor(rawValue: tag.color ?? "") ?? .gray, name: tag.name)
        guard former.name != name || former.color != color else { return PageAnswer.seeOther(TagsView.path) }
        return PageAnswer.seeOther("\(TagsView.path)?done=tagSaved&former=\(former.text.percentEncoded)")
    }
}

/// A file that belongs to a document.
enum AttachmentAnswer {
    /// - Parameter isShown: Whether a screen shows it. It is saved otherwise.
    static func make(_ library: Library, _ context: StationContext, isShown: Bool = false) throws -> Response {
        guard let id = context.parameters.get("attachment", as: Int64.self) else { throw HTTPError(.notFound) }
        let attachment = try library.attachment(id, of: try context.document)
        let file = try library.original(attachment.file)
        guard isShown, AttachmentType(attachment.mediaType) != .other else {
            return FileAnswer.make(file, named: attachment.name, mediaType: attachment.mediaType)
        }
        return Response(
            status: .ok, headers: [.contentType: attachment.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }
}

/// The objects of a path.
extension StationContext {
    var document: Int64 { get throws { try identifier("document") } }
    var note: Int64 { get throws { try identifier("note") } }
    var folder: Int64 { get throws { try identifier("folder") } }
    var view: Int64 { get throws { try identifier("view") } }

    private func identifier(_ name: String) throws -> Int64 {
        guard let id = parameters.get(name, as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }
}
