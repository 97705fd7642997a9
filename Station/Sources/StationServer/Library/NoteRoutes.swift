import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the parts of a document besides its pages.
struct NoteRoutes {
    let library: Library

    func add(to router: Routes) {
        let document = router.group("documents/:document")
        document.post("notes", to: .editDocuments, .page, use: addNote)
        document.post("notes/:note", to: .editDocuments, .page, use: changeNote)
        document.post("notes/:note/delete", to: .editDocuments, .page, use: deleteNote)
        document.get("attachments/:attachment", to: .exportDocument, .file) { request, context in
            try AttachmentAnswer.make(library, context, isShown: request.uri.queryParameters["shown"] != nil)
        }
        document.get("originals/:original", to: .exportDocument, .file) { try OriginalFile.answer(library, $1) }
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
}

/// Responds with an attachment of a document.
enum AttachmentAnswer {
    /// - Parameter isShown: Whether a screen shows it. Otherwise it is downloaded.
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

/// The identifiers in a path.
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
