import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore

/// Routes for cameras, captures and sessions, documented in `web/openapi.json`.
struct CaptureAPI {
    let cameras: StationCameras
    let lights: StationLights
    let drafts: Drafts
    let library: Library
    let documents: DocumentAPI
    let people: People
    let sharpener: PageSharpener

    func add(to router: Routes) {
        router.get("api/sources", to: .scan, .data, use: sources)
        router.put("api/sources/:source/light", to: .scan, .data, use: switchLight)
        router.post("api/sources/:source/captures", to: .scan, .data, use: capture)
        router.get("api/captures", to: .readDocuments, .data, use: captures)
        router.get("api/sessions", to: .readDocuments, .data, use: sessions)
        router.post("api/sessions/:session/document", to: .scan, .data, use: save)
    }

    // MARK: Cameras

    private struct Sources: Encodable {
        struct Source: Encodable {
            let id: Int
            let name: String
            /// Whether it is currently capturing a page.
            let isBusy: Bool
            /// Whether its light is on; `nil` if it has none.
            let light: Bool?
            /// The path of the same camera as a network scanner.
            let scanner: String
        }

        let sources: [Source]
    }

    private func sources(_ request: Request, _ context: StationContext) async -> Response {
        var sources: [Sources.Source] = []
        for (id, name) in cameras.labels.enumerated() {
            sources.append(
                Sources.Source(
                    id: id, name: name, isBusy: await cameras.isInUse(id), light: await lights.isOn(id),
                    scanner: "/\(NetworkScannerRoutes.path(camera: id))"))
        }
        return JSONAnswer.make(Sources(sources: sources))
    }

    private struct Light: Codable {
        let isOn: Bool
    }

    private func switchLight(_ request: Request, _ context: StationContext) async throws -> Response {
        let source = try source(context)
        let body = Array(try await request.body.collect(upTo: context.maxUploadSize).readableBytesView)
        let light = try JSONBody.decode(Light.self, body)
        let hasLight: Bool
        do { hasLight = try await lights.turn(light.isOn, source) } catch is DeviceFault {
            throw HTTPError(.conflict, message: localized("The camera did not answer."))
        }
        guard hasLight else { throw HTTPError(.conflict, message: localized("This camera has no light.")) }
        return JSONAnswer.make(light)
    }

    private func source(_ context: StationContext) throws -> Int {
        guard let source = context.parameters.get("source", as: Int.self), cameras.names.indices.contains(source) else {
            throw HTTPError(.notFound)
        }
        return source
    }

    private struct CaptureRequest: Decodable {
        var session: String?
        var title: String?
        var filter: ScanFilter?
        var flattening: PageFlattening?
    }

    private struct Taken: Encodable {
        let session: String
        let page: Int
        let pageCount: Int
    }

    /// Captures a page and stores it in the named session, or otherwise as a document.
    private func capture(_ request: Request, _ context: StationContext) async throws -> Response {
        let source = try source(context)
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        let bytes = Array(body.readableBytesView)
        let order = bytes.isEmpty ? CaptureRequest() : try JSONBody.decode(CaptureRequest.self, bytes)
        let session = try order.session.map { text throws in
            guard let name = DraftName(text) else {
                throw HTTPError(.badRequest, message: localized("“session” must have 16 hexadecimal digits."))
            }
            return name
        }
        let title = try order.title.map { try DocumentTitle($0) }
        let key = try IdempotencyKey.record(request, bytes)
        switch try key.flatMap({ try library.answer(to: $0) }) {
        case .document(let id): return try documents.created(id)
        case .body(let text): return JSONAnswer.make(text: text, .created)
        case nil: break
        }
        let draft: Draft? = if let session { try await drafts.draft(session) } else { nil }
        if let draft { try await checkGoesOn(draft) }
        let frames = draft == nil ? 0 : people.settings.pageSharpening.bufferedFrames
        let shot = try await cameras.shot(from: source, frames: frames)
        let taken = shot.page
        var page = try await CPUWorkQueue.shared.run { try taken.page.upright() }
        page.filter = Filter(order.filter ?? .color)
        page.flattening = Flattening(order.flattening ?? .off)
        guard let draft else {
            let stored = try Self.page(page, taken.jpegBytes)
            return try documents.add([stored], title, key, at: .now)
        }
        let text = JSONAnswer.text(try await keep(page, taken.jpegBytes, shot.burst, key, in: draft))
        if let key { try library.note(text, for: key) }
        return JSONAnswer.make(text: text, .created)
    }

    /// Adds a page to a session. If the session ended during the capture, the page starts a new one.
    private func keep(
        _ page: Page, _ jpegBytes: [UInt8]?, _ burst: PageBurst?, _ key: RequestRecord?, in draft: Draft
    ) async throws -> Taken {
        var draft = draft
        let kept: Draft.Kept
        do { kept = try await draft.keep(page, jpegBytes: jpegBytes, key: key?.key) } catch DraftRefusal.ended {
            draft = try await drafts.draft(DraftName())
            kept = try await draft.keep(page, jpegBytes: jpegBytes, key: key?.key)
        }
        if let burst, let stored = await draft.page(kept.page) {
            let file = try await draft.original(of: kept.page)
            sharpener.add(
                burst,
                of: PageSharpener.Capture(draft: draft, page: kept.page, picture: stored.picture, file: file))
        }
        return Taken(session: draft.name.text, page: kept.page, pageCount: await draft.pages.count)
    }

    private func checkGoesOn(_ draft: Draft) async throws {
        if await draft.end != nil { throw HTTPError(.conflict, message: localized("This session has ended.")) }
    }

    /// Frames that are not JPEG files are stored losslessly as PNG.
    private static func page(_ page: Page, _ jpegBytes: [UInt8]?) throws -> NewDocument.Page {
        let bytes = try jpegBytes ?? PNGWriter().encode(page.original.raster)
        return NewDocument.Page(
            picture: bytes, size: page.originalSize, quad: page.quad, rotation: page.rotation,
            filter: page.filter, flattening: page.flattening)
    }

    private struct Captures: Encodable {
        let captures: [CaptureMetric]
    }

    private func captures(_ request: Request, _ context: StationContext) throws -> Response {
        JSONAnswer.make(
            Captures(
                captures: try library.captureMetrics(limit: try DocumentAPI.rows(request.uri.queryParameters["limit"])))
        )
    }

    // MARK: Sessions

    private struct Sessions: Encodable {
        struct Session: Encodable {
            let session: String
            let pageCount: Int
        }

        let sessions: [Session]
    }

    private func sessions(_ request: Request, _ context: StationContext) async -> Response {
        var sessions: [Sessions.Session] = []
        for summary in await drafts.unsaved() where summary.pages > 0 {
            sessions.append(Sessions.Session(session: summary.draft.name.text, pageCount: summary.pages))
        }
        return JSONAnswer.make(Sessions(sessions: sessions))
    }

    private struct Title: Decodable {
        var title: String?
    }

    /// Ends a session: its scans become a document.
    private func save(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let name = DraftName(try context.parameters.require("session")) else { throw HTTPError(.notFound) }
        let body = Array(try await request.body.collect(upTo: context.maxUploadSize).readableBytesView)
        let asked = body.isEmpty ? Title() : try JSONBody.decode(Title.self, body)
        let title = try asked.title.map { try DocumentTitle($0) }
        let key = try IdempotencyKey.record(request, body)
        if let key, case .document(let id) = try library.answer(to: key) { return try documents.created(id) }
        let draft = try await drafts.draft(name)
        try await checkGoesOn(draft)
        let now = Date.now
        let fileTitle = try await drafts.titleOfFile(in: draft)
        let text =
            try title?.text ?? library.titleOfCopy(in: name.text) ?? fileTitle
            ?? DocumentTitle(scannedAt: now, clock: documents.clock).text
        let saved = try await draft.save(in: library, title: text, captured: now, for: key)
        return try documents.created(saved.document)
    }
}
