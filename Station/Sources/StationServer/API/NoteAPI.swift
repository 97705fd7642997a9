import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for notes, history and attachments of documents, documented in `web/openapi.json`.
struct NoteAPI {
    let library: Library

    func add(to router: Routes) {
        let document = router.group("api/documents/:document")
        document.get("notes", to: .readDocuments, .data, use: notes)
        document.post("notes", to: .editDocuments, .data, use: addNote)
        document.patch("notes/:note", to: .editDocuments, .data, use: changeNote)
        document.delete("notes/:note", to: .editDocuments, .data, use: deleteNote)
        document.get("events", to: .readDocuments, .data, use: events)
        document.get("attachments", to: .readDocuments, .data, use: attachments)
        document.post("attachments", to: .editDocuments, .data, body: .picture, use: attach)
        document.get("attachments/:attachment", to: .exportDocument, .file) { try AttachmentAnswer.make(library, $1) }
        document.get("originals/:original", to: .exportDocument, .file) { try OriginalFile.answer(library, $1) }
        document.delete("attachments/:attachment", to: .editDocuments, .data, use: detach)
    }

    private struct Note: Encodable {
        let id: Int64
        let text: String
        /// The author; empty for the person that every library has.
        let person: String
        let at: Date

        init(_ note: Library.NoteRecord) { (id, text, person, at) = (note.id, note.text, note.person, note.at) }
    }

    private struct Text: Decodable {
        let text: String
    }

    private func notes(_ request: Request, _ context: StationContext) throws -> Response {
        struct List: Encodable {
            let notes: [Note]
        }
        let document = try library.document(try context.document).id
        return JSONAnswer.make(List(notes: try library.notes(of: document).map { Note($0) }))
    }

    private func addNote(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try context.document
        let note = try library.addNote(try await text(request, context), to: document, at: .now).note
        return try answer(note, of: document, .created)
    }

    private func changeNote(_ request: Request, _ context: StationContext) async throws -> Response {
        let (document, note) = (try context.document, try context.note)
        _ = try library.changeNote(note, of: document, to: try await text(request, context), at: .now)
        return try answer(note, of: document, .ok)
    }

    private func deleteNote(_ request: Request, _ context: StationContext) throws -> Response {
        _ = try library.deleteNote(try context.note, of: try context.document, at: .now)
        return Response(status: .noContent)
    }

    private func answer(_ id: Int64, of document: Int64, _ status: HTTPResponse.Status) throws -> Response {
        guard let note = try library.notes(of: document).first(where: { $0.id == id }) else {
            throw StoreError.unknownNote(id, document: document)
        }
        return JSONAnswer.make(Note(note), status)
    }

    private func text(_ request: Request, _ context: StationContext) async throws -> NoteText {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        return try NoteText(try JSONBody.decode(Text.self, Array(body.readableBytesView)).text)
    }

    private func events(_ request: Request, _ context: StationContext) throws -> Response {
        struct Event: Encodable {
            let at: Date
            let person: String
            let text: String
        }
        struct List: Encodable {
            let events: [Event]
        }
        let history = try library.history(of: try context.document)
        return JSONAnswer.make(
            List(events: history.map { Event(at: $0.at, person: $0.person, text: $0.event.text) }))
    }

    private struct Attachment: Encodable {
        let id: Int64
        let name: String
        let mediaType: String
        let size: Int
        let file: String

        init(_ attachment: AttachmentRecord, of document: Int64) {
            (id, name, mediaType) = (attachment.id, attachment.name, attachment.mediaType)
            size = attachment.size
            file = "\(APIDocument.path(document))/attachments/\(attachment.id)"
        }
    }

    /// Attaches a file, with its name from the URL or the form and its type from the header.
    private func attach(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try context.document
        let file = try await PostedFile(request)
        guard let name = request.uri.queryParameters["name"].map(String.init) ?? file.name, !name.isEmpty else {
            throw HTTPError(.badRequest, message: "“name” must be the name of the file.")
        }
        guard !file.bytes.isEmpty else { throw HTTPError(.badRequest, message: "The body must be the file.") }
        let new = NewAttachment(
            name: AttachmentName(name), mediaType: MediaType(file.mediaType).text, bytes: file.bytes)
        let id = try library.attach(new, to: document, at: .now).attachment
        let added = Attachment(try library.attachment(id, of: document), of: document)
        return JSONAnswer.created(text: JSONAnswer.text(added), location: added.file)
    }

    private func detach(_ request: Request, _ context: StationContext) throws -> Response {
        guard let id = context.parameters.get("attachment", as: Int64.self) else { throw HTTPError(.notFound) }
        _ = try library.detach(id, from: try context.document, at: .now)
        return Response(status: .noContent)
    }

    private func attachments(_ request: Request, _ context: StationContext) throws -> Response {
        struct List: Encodable {
            let attachments: [Attachment]
        }
        let document = try library.document(try context.document).id
        let all = try library.attachments(of: document).map { Attachment($0, of: document) }
        return JSONAnswer.make(List(attachments: all))
    }
}
