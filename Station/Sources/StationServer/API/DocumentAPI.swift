import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore

/// Routes for documents, documented in `web/openapi.json`.
struct DocumentAPI {
    let library: Library
    let pictures: PictureCache
    let clocks: StationClocks

    private static let rows = 1...200
    private static let usualRows = 50

    var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        router.get("api/documents", to: .readDocuments, .data, use: list)
        router.post("api/documents", to: .scan, .data, body: .picture, use: importPicture)
        router.get("api/names", to: .readDocuments, .data, use: names)
        let document = router.group("api/documents/:document")
        document.get("", to: .readDocuments, .data, use: show)
        document.patch("", to: .editDocuments, .data, use: change)
        document.delete("", to: .deleteDocuments, .data, use: delete)
        document.post("restore", to: .deleteDocuments, .data, use: restore)
        document.get("pdf", to: .exportDocument, .file) { try await export($0, $1, try ExportFormat(pdf: $0)) }
        document.get("tiff", to: .exportDocument, .file) { try await export($0, $1, .tiff) }
        document.get("pages/:page/picture", to: .readDocuments, .picture(), use: picture)
        document.get("pages/:page/png", to: .exportDocument, .file, use: png)
    }

    // MARK: The list

    private struct List: Encodable {
        let documents: [APIDocument]
        /// The number of documents in the whole list.
        let count: Int
        /// The value of `after` for the next part of the list.
        let next: String?
    }

    private func list(_ request: Request, _ context: StationContext) throws -> Response {
        let rows = try Self.rows(request.uri.queryParameters["limit"])
        let query = try request.listQuery
        let position = try request.uri.queryParameters["after"].map { text throws in
            guard let position = ListPosition(text) else {
                throw HTTPError(.badRequest, message: "“after” must be the “next” of an earlier list.")
            }
            return position
        }
        let found = try library.documents(query, after: position, limit: rows, calendar: clock.calendar)
        let tags = try library.tags(of: found.documents.map(\.id))
        return JSONAnswer.make(
            List(
                documents: found.documents.map { APIDocument($0, tags: tags[$0.id] ?? []) },
                count: try library.count(query, calendar: clock.calendar), next: found.next?.text))
    }

    static func rows(_ text: Substring?) throws -> Int {
        guard let text else { return usualRows }
        guard let rows = Int(text), Self.rows ~= rows else {
            throw HTTPError(
                .badRequest, message: "“limit” must be \(Self.rows.lowerBound) to \(Self.rows.upperBound).")
        }
        return rows
    }

    private struct Names: Encodable {
        struct Name: Encodable {
            let id: Int64
            /// The name. A folder's includes its ancestors: "Home / Bills".
            let name: String
            let documents: Int
            let color: String?
        }

        let folders: [Name]
        let tags: [Name]
        let types: [Name]
        let correspondents: [Name]
        let places: [Name]

        init(_ names: ListNames) {
            func all(_ names: [ListNames.Name]) -> [Name] {
                names.map { Name(id: $0.id, name: $0.text, documents: $0.documents, color: $0.color) }
            }
            folders = all(names.folders)
            tags = all(names.tags)
            types = all(names.types)
            correspondents = all(names.correspondents)
            places = all(names.places)
        }
    }

    /// Returns the names that documents are filed under.
    private func names(_ request: Request, _ context: StationContext) throws -> Response {
        JSONAnswer.make(Names(try library.listNames()))
    }

    // MARK: A document

    private func show(_ request: Request, _ context: StationContext) throws -> Response {
        JSONAnswer.make(text: try text(of: try id(context)))
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        let change = try JSONBody.decode(APIChange.self, Array(body.readableBytesView))
        let events = try library.file(id, try FilingEntry(change.entered), version: change.version, at: .now)
        return JSONAnswer.make(text: try text(of: id, after: events))
    }

    /// Moves a document to the trash, or permanently deletes one that is there. Repeating the request has no further effect.
    private func delete(_ request: Request, _ context: StationContext) throws -> Response {
        let id = try library.document(try id(context)).id
        switch request.uri.queryParameters["forever"] {
        case nil, "false":
            if let events = try library.trash([id], at: .now) { return JSONAnswer.make(APIUndo(events)) }
        case "true":
            try context.require(.deleteForGood)
            guard try library.purge([id]) == 1 else { throw StoreError.notInTrash(id) }
        default: throw HTTPError(.badRequest, message: "“forever” must be “true” or “false”.")
        }
        return Response(status: .noContent)
    }

    /// Restores a document from the trash.
    private func restore(_ request: Request, _ context: StationContext) throws -> Response {
        let id = try library.documentWithContent(try id(context)).id
        let events = try library.restore([id], at: .now)
        return JSONAnswer.make(text: try text(of: id, after: events))
    }

    /// Creates a document from a file: a picture, in which the page is detected, or a PDF with any number of pages.
    private func importPicture(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        let now = Date.now
        let file = try await PostedFile(request)
        let name = query["name"].map { String($0) } ?? file.name
        let title =
            try query["title"].map { try DocumentTitle(String($0)) }
            ?? name.flatMap { DocumentTitle(fileName: AttachmentName($0).text) }
        let filter = try query["filter"].map { Filter(try Self.filter($0)) }
        let flattening = try Self.flattening(query["flattening"])
        let key = try IdempotencyKey.record(request, file.bytes)
        if let key, case .document(let id) = try library.answer(to: key) { return try created(id) }
        let pictures = try await ImportedPicture.reading(file.bytes, password: request.filePassword)
        let pages = pictures.map { $0.page(filter: filter, flattening: flattening) }
        return try add(pages, title, key, from: NewOriginal(file.bytes, name: name), at: now)
    }

    /// Stores a document and responds with it.
    /// - Parameter original: The file that all pages come from.
    func add(
        _ pages: [NewDocument.Page], _ title: DocumentTitle?, _ key: RequestRecord?, from original: NewOriginal? = nil,
        at now: Date
    ) throws -> Response {
        let title = title ?? DocumentTitle(scannedAt: now, clock: clock)
        var document = NewDocument(title: title.text, captured: now, source: .program, pages: pages)
        document.originals = original.map { [NewDocument.Original($0, pages: pages.indices)] } ?? []
        return try created(try library.add(document, for: key))
    }

    func created(_ id: Int64) throws -> Response {
        JSONAnswer.created(text: try text(of: id), location: APIDocument.path(id))
    }

    /// - Parameter events: The events of the change that is being answered.
    private func text(of id: Int64, after events: EventRange? = nil) throws -> String {
        var document = APIDocument(
            try library.document(id), tags: try library.tags(of: [id])[id] ?? [], try library.pages(of: id))
        document.originals = try library.originals(of: id).map { APIDocument.Original($0, of: id) }
        document.undo = events.map { APIUndo($0).undo }
        return JSONAnswer.text(document)
    }

    // MARK: Files

    private func export(
        _ request: Request, _ context: StationContext, _ format: ExportFormat
    ) async throws -> Response {
        let document = try library.documentWithPages(try id(context))
        let pages = try library.pages(of: document.id)
        let library = library
        let bytes = try await CPUWorkQueue.exports.run {
            try DocumentExport(library: library).file(of: document, pages, format)
        }
        return FileAnswer.make(bytes, format.kind, title: format.fileTitle(of: document.title))
    }

    private func picture(_ request: Request, _ context: StationContext) async throws -> Response {
        let size = try request.uri.queryParameters["size"].map { text throws in
            guard let size = PagePicture(rawValue: String(text)) else {
                throw HTTPError(.badRequest, message: "“size” must be full, screen or thumbnail.")
            }
            return size
        }
        let (page, _) = try page(context)
        let library = library
        let file = try await pictures.file(size ?? .full, of: page.key) { try library.content(of: page) }
        return PictureAnswer.make(file, for: request, tag: "\(page.key)-\((size ?? .full).rawValue)")
    }

    private func png(_ request: Request, _ context: StationContext) async throws -> Response {
        let (page, number) = try page(context)
        let document = try library.document(try id(context))
        let library = library
        let bytes = try await CPUWorkQueue.shared.run { try DocumentExport(library: library).png(of: page) }
        return FileAnswer.make(bytes, .png, title: "\(document.title) \(number)")
    }

    // MARK: Addresses

    private func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    /// Returns the page of the path, and its number from 1.
    private func page(_ context: StationContext) throws -> (PageRecord, Int) {
        let id = try id(context)
        guard let number = context.parameters.get("page", as: Int.self), number > 0 else { throw HTTPError(.notFound) }
        return (try library.page(number - 1, of: id), number)
    }

    static func filter(_ text: Substring?) throws -> ScanFilter {
        guard let text else { return .color }
        guard let filter = ScanFilter(rawValue: String(text)) else {
            throw HTTPError(.badRequest, message: "“filter” must be one of \(Self.filters).")
        }
        return filter
    }

    static func flattening(_ text: Substring?) throws -> PageFlattening {
        guard let text else { return .off }
        guard let flattening = PageFlattening(rawValue: String(text)) else {
            throw HTTPError(.badRequest, message: "“flattening” must be off or automatic.")
        }
        return flattening
    }

    private static let filters = ScanFilter.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A change of a document's metadata as JSON: missing values are kept, and `null` removes them.
private struct APIChange: Decodable {
    let entered: [FilingEntry.Field: String]
    let version: Int?

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var entered: [FilingEntry.Field: String] = [:]
        for field in FilingEntry.Field.allCases {
            let key = Key(stringValue: field.rawValue)
            guard container.contains(key) else { continue }
            guard try !container.decodeNil(forKey: key) else {
                entered[field] = ""
                continue
            }
            entered[field] =
                switch field {
                case .tags: try Self.names(container, key, separator: ",")
                case .folder: try Self.names(container, key, separator: "/")
                case .serial: "\(try container.decode(Int.self, forKey: key))"
                default: try container.decode(String.self, forKey: key)
                }
        }
        // A misspelled member would be lost without a word.
        for key in container.allKeys
        where key.stringValue != "version" && FilingEntry.Field(rawValue: key.stringValue) == nil {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "it is unknown")
        }
        self.entered = entered
        version = try container.decodeIfPresent(Int.self, forKey: Key(stringValue: "version"))
    }

    /// Joins names into one line as people enter them.
    /// - Parameter separator: Separates names, so that no name may contain it.
    private static func names(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, separator: Character
    ) throws -> String {
        let names = try container.decode([String].self, forKey: key)
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains(separator) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "a name is empty, or has “\(separator)” in it")
        }
        return names.joined(separator: String(separator))
    }
}

/// How to undo a change.
struct APIUndo: Encodable {
    /// The path of the request that undoes it.
    let undo: String

    init(_ events: EventRange) { undo = "/api/undo/\(events)" }
}

/// A document as JSON.
struct APIDocument: Encodable {
    struct Page: Encodable {
        /// The page number from 1.
        let number: Int
        /// The width of the original picture in pixels.
        let width: Int
        let height: Int
        let filter: ScanFilter
        let flattening: PageFlattening
        /// The clockwise rotation in quarter turns.
        let quarterTurns: Int
        let picture: String
        let thumbnail: String
        let png: String
        let text: String
    }

    /// A file that pages of the document came from.
    struct Original: Encodable {
        /// Empty if the file came without a name.
        let name: String
        let mediaType: String
        let size: Int
        let file: String

        init(_ original: OriginalRecord, of document: Int64) {
            (name, mediaType, size) = (original.name, original.mediaType, original.size)
            file = "\(APIDocument.path(document))/originals/\(original.id)"
        }
    }

    let id: Int64
    let title: String
    let captured: Date
    let changed: Date
    let pageCount: Int
    let folder: Int64?
    let type: Int64?
    let correspondent: Int64?
    let tags: [Int64]
    let date: Day?
    let due: Day?
    let retained: Day?
    let state: ListFilter.ReviewState
    let source: ListFilter.Source
    let serial: Int?
    let place: Int64?
    let sharing: DocumentSharing
    let version: Int
    let pdf: String
    let tiff: String
    let text: String
    /// `nil` in lists.
    let pages: [Page]?
    /// `nil` in lists.
    var originals: [Original]?
    /// The path for undoing the change that is being answered, as in ``APIUndo/undo``; `nil` if nothing changed.
    var undo: String?

    init(_ record: DocumentRecord, tags: Set<Int64>, _ pages: [PageRecord]? = nil) {
        id = record.id
        title = record.title
        captured = record.captured
        changed = record.changed
        pageCount = record.pages
        folder = record.folder
        type = record.type
        correspondent = record.correspondent
        self.tags = tags.sorted()
        date = record.date
        due = record.due
        retained = record.retained
        state = record.state
        source = record.source
        serial = record.serial
        place = record.place
        sharing = DocumentSharing(owner: record.owner)
        version = record.version
        let path = Self.path(record.id)
        (pdf, tiff, text) = ("\(path)/pdf", "\(path)/tiff", "\(path)/text")
        self.pages = pages?.enumerated().map { index, page in
            let place = "\(path)/pages/\(index + 1)"
            return Page(
                number: index + 1, width: page.width, height: page.height, filter: ScanFilter(page.filter),
                flattening: PageFlattening(page.flattening), quarterTurns: page.rotation.quarterTurns,
                picture: "\(place)/picture",
                thumbnail: "\(place)/picture?size=thumbnail", png: "\(place)/png",
                text: "\(place)/text")
        }
    }

    static func path(_ id: Int64) -> String { "/api/documents/\(id)" }
}
