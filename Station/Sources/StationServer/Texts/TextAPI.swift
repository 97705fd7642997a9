import HTTPTypes
import Hummingbird
import NIOCore
import RectoCore
import RectoText
import StationIdentity
import StationRules
import StationStore

/// Routes for the text of documents, documented in `web/openapi.json`.
struct TextAPI {
    let library: Library
    let texts: TextReading

    private enum Form: String, CaseIterable {
        case txt
        case json
        case hocr
    }

    func add(to router: Routes) {
        router.get("api/reading", to: .readDocuments, .data) { _, _ in
            JSONAnswer.make(try APIReading(texts))
        }
        router.get("api/documents/:document/text", to: .readDocuments, .data, use: document)
        router.get("api/documents/:document/pages/:page/text", to: .readDocuments, .data, use: page)
    }

    private func document(_ request: Request, _ context: StationContext) throws -> Response {
        let document = try library.document(try id(context))
        return try answer(document, positions: 0..<document.pages, request) { pages in
            JSONAnswer.text(APIDocumentText(pages: pages))
        }
    }

    private func page(_ request: Request, _ context: StationContext) throws -> Response {
        let document = try library.document(try id(context))
        guard let number = context.parameters.get("page", as: Int.self), 1...document.pages ~= number else {
            throw HTTPError(.notFound)
        }
        return try answer(document, positions: number - 1..<number, request) { pages in
            JSONAnswer.text(pages.first)
        }
    }

    private func answer(
        _ document: DocumentRecord, positions: Range<Int>, _ request: Request, json: ([APIPageText]) -> String
    ) throws -> Response {
        let form = try Self.form(request.uri.queryParameters["format"])
        let texts = try library.texts(of: document.id)
        if form == .json {
            let readings = try library.readings(of: document.id)
            // A page may have been deleted since the document was looked up.
            return JSONAnswer.make(
                text: json(positions.filter(readings.indices.contains).map { APIPageText($0, readings[$0], texts[$0]) })
            )
        }
        let pages = try DocumentExport.textPages(of: document, try library.pages(of: document.id), texts)
        let shown = positions.filter(pages.indices.contains).map { pages[$0] }
        let (format, mediaType): (TextFormat, String) =
            form == .txt ? (.plain, FileKind.text.mediaType) : (.hocr, "application/xhtml+xml")
        return Response(
            status: .ok, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: format.document(shown))))
    }

    private static func form(_ text: Substring?) throws -> Form {
        guard let text else { return .txt }
        guard let form = Form(rawValue: String(text)) else {
            let known = Form.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPError(.badRequest, message: localized("“format” must be one of \(known)."))
        }
        return form
    }

    private func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }
}

/// The reading progress as JSON.
struct APIReading: Encodable {
    enum State: String, Encodable {
        case off
        case idle
        case reading
        case paused
        case unavailable
    }

    let state: State
    /// The number of pending pages, including the one being read.
    let waiting: Int
    /// The document of the current or last page.
    let document: Int64?
    let languages: [String]
    /// The reason why pages are waiting; `nil` if they are not.
    let reason: String?
    /// The missing Debian package.
    let package: String?

    /// Creates the state that the current visitor may see.
    init(_ texts: TextReading) throws(StoreError) {
        let (report, unread) = (try texts.reportOfWhatIsThere, try texts.unread)
        (waiting, document, languages) = (unread, report.document, report.languages.codes)
        switch report.state {
        case .off: (state, reason, package) = (.off, nil, nil)
        case .idle: (state, reason, package) = (.idle, nil, nil)
        case .reading: (state, reason, package) = (.reading, nil, nil)
        case .paused(let pause): (state, reason, package) = (.paused, pause.rawValue, nil)
        case .unavailable(let trouble): (state, reason, package) = (.unavailable, "\(trouble)", trouble.package)
        }
    }
}

/// The text of a document as JSON.
struct APIDocumentText: Encodable {
    let pages: [APIPageText]
}

/// The text of a page as JSON. Positions are in pixels of a picture of `width` × `height`.
struct APIPageText: Encodable {
    private enum CodingKeys: CodingKey { case number, state, reason, languages, dpi, text }

    /// The index of the page.
    let position: Int
    let reading: PageReading
    let stored: StoredText?

    init(_ position: Int, _ reading: PageReading, _ stored: StoredText?) {
        self.position = position
        self.reading = reading
        self.stored = stored
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(position + 1, forKey: .number)
        try object.encode(reading.state, forKey: .state)
        try object.encodeIfPresent(reading.reason, forKey: .reason)
        try object.encodeIfPresent(reading.languages?.split(separator: "+").map(String.init), forKey: .languages)
        try object.encodeIfPresent(stored?.dotsPerInch, forKey: .dpi)
        try object.encodeIfPresent(stored?.text.text, forKey: .text)
        try stored?.text.encode(to: encoder)
    }
}
