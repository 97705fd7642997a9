import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for changes to documents and folders, and for undoing them, documented in `web/openapi.json`.
struct ChangeAPI {
    let library: Library

    func add(to router: Routes) {
        router.post("api/documents/:document/split", to: .editDocuments, .data, use: split)
        router.post("api/documents/:document/merge", to: .editDocuments, .data, use: merge)
        router.post("api/documents/:document/pages/move", to: .editDocuments, .data, use: movePages)
        router.post("api/undo/:events", to: .editDocuments, .data, use: undo)
        router.post("api/folders", to: .editDocuments, .data, use: addFolder)
        router.patch("api/folders/:folder", to: .editDocuments, .data, use: changeFolder)
        router.delete("api/folders/:folder", to: .editDocuments, .data, use: removeFolder)
    }

    /// The result of a change.
    private struct Change: Encodable {
        /// The changed document, followed by new ones.
        let documents: [Int64]
        /// The path for undoing it; `nil` if nothing changed.
        let undo: String?

        init(_ documents: [Int64], _ events: EventRange?) {
            self.documents = documents
            undo = events.map { APIUndo($0).undo }
        }
    }

    // MARK: Documents

    private func split(_ request: Request, _ context: StationContext) async throws -> Response {
        struct Order: Decodable { let maximum: Int }
        let document = try library.documentWithPages(try context.document)
        let order = try await JSONBody.decode(Order.self, request, context)
        guard 1..<document.pages ~= order.maximum else {
            throw HTTPError(
                .unprocessableContent, message: "“maximum” must be 1 or more, and less than the document's pages.")
        }
        let (new, events) = try library.split(document.id, maximum: order.maximum, at: .now)
        return JSONAnswer.make(Change([document.id] + new, events))
    }

    private func merge(_ request: Request, _ context: StationContext) async throws -> Response {
        struct Order: Decodable { let documents: [Int64] }
        let id = try library.documentWithContent(try context.document).id
        let others = try await JSONBody.decode(Order.self, request, context).documents
        guard !others.isEmpty, !others.contains(id) else {
            throw HTTPError(.unprocessableContent, message: "“documents” must be other documents, at least one.")
        }
        return JSONAnswer.make(Change([id], try library.merge([id] + others, at: .now)))
    }

    private func movePages(_ request: Request, _ context: StationContext) async throws -> Response {
        struct Order: Decodable {
            let pages: [Int]
            let to: Int64?
        }
        let document = try library.documentWithPages(try context.document)
        let order = try await JSONBody.decode(Order.self, request, context)
        let identifiers = try library.pageList(of: document.id).items.map(\.id)
        let pages = try Set(
            order.pages.map { number throws in
                guard identifiers.indices.contains(number - 1), let page = identifiers[number - 1] else {
                    throw StoreError.unknownPage(document: document.id, position: number - 1)
                }
                return page
            })
        guard !pages.isEmpty, order.to != document.id else {
            throw HTTPError(
                .unprocessableContent, message: "“pages” must be numbers of pages, and “to” another document.")
        }
        let moved = try library.movePages(pages, of: document.id, to: order.to, at: .now)
        return JSONAnswer.make(Change([moved.document], moved.events))
    }

    private func undo(_ request: Request, _ context: StationContext) throws -> Response {
        struct Undone: Encodable {
            /// Documents whose same parts were changed by somebody else since.
            let changedSince: [Int64]
        }
        guard let events = context.parameters.get("events").flatMap({ EventRange($0) }) else {
            throw HTTPError(.notFound)
        }
        return JSONAnswer.make(Undone(changedSince: try library.undo(events, at: .now)))
    }

    // MARK: Folders

    private struct Folder: Encodable {
        let id: Int64
        let name: String
        let parent: Int64?
        let undo: String?
    }

    private struct FolderOrder: Decodable {
        let name: String?
        /// A missing value keeps the parent; `null` is the root.
        let parent: Int64??

        private enum Key: CodingKey { case name, parent }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            parent = container.contains(.parent) ? .some(try container.decode(Int64?.self, forKey: .parent)) : nil
        }
    }

    private func addFolder(_ request: Request, _ context: StationContext) async throws -> Response {
        let order = try await JSONBody.decode(FolderOrder.self, request, context)
        let (name, parent) = (try FolderName(order.name ?? "").text, order.parent ?? nil)
        let id = try library.addFolder(name, in: parent)
        let folder = Folder(id: id, name: name, parent: parent, undo: nil)
        return JSONAnswer.make(folder, .created)
    }

    private func changeFolder(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.folder
        guard let former = try library.folders(isCounted: false).first(where: { $0.id == id }) else {
            throw StoreError.unknownFolder(id)
        }
        let order = try await JSONBody.decode(FolderOrder.self, request, context)
        let name = try order.name.map { try FolderName($0).text } ?? former.name
        let parent = order.parent ?? former.parent
        let event = try library.changeFolder(id, name: name, parent: parent, at: .now)
        return JSONAnswer.make(
            Folder(id: id, name: name, parent: parent, undo: Change([], event.map { EventRange($0) }).undo))
    }

    private func removeFolder(_ request: Request, _ context: StationContext) throws -> Response {
        let event = try library.removeFolder(try context.folder, at: .now)
        return JSONAnswer.make(Change([], EventRange(event)))
    }
}

extension JSONBody {
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ request: Request, _ context: StationContext
    ) async throws -> Value {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        return try decode(type, Array(body.readableBytesView))
    }
}
