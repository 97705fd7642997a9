import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore

/// Routes for offline use: what browsers download in advance, and what they send later. Each request may be repeated.
struct OfflineRoutes {
    let library: Library
    let drafts: Drafts
    let clocks: StationClocks
    let people: People

    func add(to router: Routes) {
        router.get("offline/documents", to: .readDocuments, .data, use: recent)
        router.get("offline/documents/:document", to: .readDocuments, .data) { _, context in
            JSONAnswer.make(
                try document(try library.document(try id(context)), try library.listNames(isCounted: false)))
        }
        router.patch("offline/documents/:document", to: .editDocuments, .data, use: change)
        router.delete("offline/documents/:document", to: .deleteDocuments, .data, use: trash)
        router.patch("offline/documents/:document/pages/:page", to: .editDocuments, .data, use: changePage)
        router.post("offline/scans/:session/pages/:key", to: .scan, .data, body: .picture, use: keep)
        router.post("offline/scans/:session", to: .scan, .data, use: save)
    }

    // MARK: Documents to read

    private struct Kept: Encodable {
        struct Page: Encodable {
            let picture: String
            let filter: ScanFilter
            let quarterTurns: Int
        }

        let id: Int64
        let version: Int
        let title: String
        let folder: String
        let type: String
        let correspondent: String
        let tags: String
        let date: String
        let due: String
        /// The date as displayed.
        let captured: String
        let isDeleted: Bool
        let pages: [Page]
    }

    private struct Recent: Encodable {
        let documents: [Kept]
    }

    /// Returns the recently changed documents.
    private func recent(_ request: Request, _ context: StationContext) throws -> Response {
        var query = ListQuery()
        query.sort(by: [SortCriterion(.changed)])
        let found = try library.documents(query, limit: OfflineLimits.documents, calendar: clocks.current.calendar)
        let names = try library.listNames(isCounted: false)
        return JSONAnswer.make(Recent(documents: try found.documents.map { try document($0, names) }))
    }

    private func document(_ record: DocumentRecord, _ names: ListNames) throws -> Kept {
        func name(_ id: Int64?, _ all: [ListNames.Name]) -> String { all.first { $0.id == id }?.text ?? "" }
        let tags = try library.tags(of: [record.id])[record.id] ?? []
        return Kept(
            id: record.id, version: record.version, title: record.title, folder: name(record.folder, names.folders),
            type: name(record.type, names.types), correspondent: name(record.correspondent, names.correspondents),
            tags: names.tags.filter { tags.contains($0.id) }.map(\.text).sorted().joined(separator: ", "),
            date: record.date?.description ?? "", due: record.due?.description ?? "",
            captured: clocks.current.dayAndTime(record.captured, now: .now), isDeleted: record.trashed != nil,
            pages: try library.pages(of: record.id).enumerated().map { position, page in
                Kept.Page(
                    picture: LibraryRoutes.address(.screen, of: page, at: position, record.id),
                    filter: ScanFilter(page.filter), quarterTurns: page.rotation.quarterTurns)
            })
    }

    // MARK: Edits

    /// The person's entries by field name, and the version that they were based on.
    private struct Change: Decodable {
        let version: Int
        let fields: [String: String]
    }

    private struct PageChange: Decodable {
        let version: Int
        let filter: ScanFilter?
        let quarterTurns: Int?
    }

    private struct Changed: Encodable {
        /// The version that the change produced.
        let version: Int
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let (id, body) = (try id(context), try await body(request, context))
        let change = try JSONBody.decode(Change.self, body)
        let fields = try change.fields.map { name, text in
            guard let field = FilingEntry.Field(rawValue: name) else { throw Self.unknownValue }
            return (field, text)
        }
        let entry = try FilingEntry(Dictionary(uniqueKeysWithValues: fields))
        let version = try library.file(
            id, entry, version: change.version, for: try key(request, body), at: .now)
        return JSONAnswer.make(Changed(version: version))
    }

    private func changePage(_ request: Request, _ context: StationContext) async throws -> Response {
        let (id, body) = (try id(context), try await body(request, context))
        let change = try JSONBody.decode(PageChange.self, body)
        guard let position = context.parameters.get("page", as: Int.self), position > 0 else {
            throw HTTPError(.notFound)
        }
        guard let edit = PageEdit(filter: change.filter, quarterTurns: change.quarterTurns) else {
            throw Self.unknownValue
        }
        let version = try library.changePage(
            position - 1, of: id, filter: edit.filter.map { Filter($0) },
            rotation: edit.quarterTurns.flatMap { Rotation(rawValue: 90 * $0) }, version: change.version,
            for: try key(request, body), at: .now)
        return JSONAnswer.make(Changed(version: version))
    }

    private func trash(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let version = request.uri.queryParameters["version"].flatMap({ Int($0) }) else { throw Self.unknownValue }
        let made = try library.trash(try id(context), version: version, for: try key(request, []), at: .now)
        return JSONAnswer.make(Changed(version: made))
    }

    // MARK: Scans

    private struct Sent: Encodable {
        /// The document that the session was saved as, if it has ended.
        let document: Int64?
    }

    /// Adds a captured page to a session, once however often it is sent.
    private func keep(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try name(context)
        let key = try context.parameters.require("key")
        guard 1...64 ~= key.utf8.count, key.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D })
        else { throw Self.unknownValue }
        if let document = try document(of: name) {
            guard try library.hadPicture(key, draft: name.text) else { throw DraftRefusal.ended(.saved(document)) }
            return JSONAnswer.make(Sent(document: document))
        }
        let draft = try await drafts.draft(name)
        try await draft.check()
        let bytes = Array(
            try await request.body.collect(upTo: RouteRule.Body.picture.maximumBytes).readableBytesView)
        guard let picture = try await ImportedPicture.reading(bytes, deskews: false).first else {
            throw Self.unknownValue
        }
        _ = try await draft.keep(
            capture: picture.bytes, quad: picture.quad,
            renderOptions: picture.renderOptions(people.settings.pageFlattening), key: key)
        return JSONAnswer.make(Sent(document: nil), .created)
    }

    private struct Wanted: Decodable {
        struct Page: Decodable {
            let key: String
            let corners: [Double]?
            let filter: ScanFilter
            /// `nil` to keep the detected rotation.
            let quarterTurns: Int?
        }

        let title: String?
        /// The time of the scan in milliseconds since 1970.
        let captured: Double
        let pages: [Page]
        let removed: [String]
    }

    /// Saves a session's pages as a document. A second request leads to the same document.
    private func save(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try name(context)
        let body = try await body(request, context)
        let wanted = try JSONBody.decode(Wanted.self, body)
        let title = try wanted.title.map { try DocumentTitle($0).text }
        if let document = try document(of: name) { return JSONAnswer.make(Sent(document: document)) }
        let draft = try await drafts.draft(name)
        try await draft.check()
        let pages = try wanted.pages.map { page in
            guard page.quarterTurns.map({ 0...3 ~= $0 }) ?? true else { throw Self.unknownValue }
            return Draft.WantedPage(
                key: page.key, corners: PageRecord.quad(of: page.corners), filter: Filter(page.filter),
                rotation: page.quarterTurns.flatMap { Rotation(rawValue: 90 * $0) })
        }
        try await draft.arrange(pages, removing: wanted.removed)
        let now = Date.now
        // A browser's clock may be wrong, but nothing was scanned in the future.
        let captured = min(now, Date(timeIntervalSince1970: wanted.captured / 1000))
        let saved = try await draft.save(
            in: library, title: title ?? DocumentTitle(scannedAt: captured, clock: clocks.current).text,
            captured: captured)
        return JSONAnswer.make(Sent(document: saved.document), .created)
    }

    // MARK: Requests

    private static var unknownValue: HTTPError {
        HTTPError(.badRequest, message: localized("The request is not valid."))
    }

    private func body(_ request: Request, _ context: StationContext) async throws -> [UInt8] {
        Array(try await request.body.collect(upTo: context.maxUploadSize).readableBytesView)
    }

    private func key(_ request: Request, _ body: [UInt8]) throws -> RequestRecord {
        guard let key = try IdempotencyKey.record(request, body) else { throw Self.unknownValue }
        return key
    }

    private func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    private func name(_ context: StationContext) throws -> DraftName {
        guard let name = DraftName(try context.parameters.require("session")) else { throw HTTPError(.notFound) }
        return name
    }

    /// Returns the document that a session was saved as. Its sender gets the answer again, although the session no
    /// longer belongs to anyone.
    private func document(of session: DraftName) throws -> Int64? {
        guard case .saved(let document) = try library.end(ofDraft: session.text) else { return nil }
        return document
    }
}
