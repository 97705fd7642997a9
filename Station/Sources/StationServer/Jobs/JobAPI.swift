import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for jobs, used by programs and the station's pages and documented in `web/openapi.json`.
struct JobAPI {
    let jobs: Jobs
    let library: Library
    let texts: TextReading
    let clocks: StationClocks

    func add(to router: Routes) {
        router.post("api/documents/:document/exports", to: .exportDocument, .data, use: export)
        router.post("api/exports", to: .exportDocument, .data, use: exportMany)
        let job = router.group("api/jobs/:job")
        job.get("", to: .exportDocument, .data, use: show)
        job.delete("", to: .exportDocument, .data, use: stop)
        job.get("file", to: .exportDocument, .file, use: file)
    }

    /// Starts the export of a document and responds immediately.
    private func export(_ request: Request, _ context: StationContext) throws -> Response {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        let format = try Self.format(request.uri.queryParameters["format"])
        let document = try library.documentWithPages(id)
        let pages = try library.pages(of: id)
        let job = try jobs.begin(.export, total: pages.count)
        let path = jobs.path(job.id)
        Task { [jobs, library] in
            do {
                try await readTexts(of: document.id, for: format, job.id)
                try await CPUWorkQueue.exports.run {
                    try DocumentExport(library: library).write(document, pages, format, to: path) { completed in
                        _ = try library.document(id)
                        guard jobs[job.id]?.isRunning == true else { throw JobError.stopped }
                        if completed > 0 { jobs.update(job.id) { $0.advance() } }
                    }
                }
                try library.noteExport(of: [id], at: .now)
                jobs.finish(
                    job.id, with: JobFile(path: path, kind: format.kind, title: format.fileTitle(of: document.title)))
            } catch {
                try? FileManager.default.removeItem(atPath: path)
                let isDeleted = error as? StoreError == .unknownDocument(id)
                jobs.update(job.id) { $0.fail(isDeleted ? LibraryMessages.deletedMeanwhile : "\(error)") }
            }
        }
        return accepted(job)
    }

    private func accepted(_ job: Job) -> Response {
        var answer = JSONAnswer.make(APIJob(job), .accepted)
        answer.headers[.location] = APIJob.path(job.id)
        return answer
    }

    /// Starts the export of many documents to one file and responds immediately. To export a whole list, the URL
    /// contains its query.
    private func exportMany(_ request: Request, _ context: StationContext) async throws -> Response {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        let wanted = try JSONBody.decode(APIManyExport.self, Array(body.readableBytesView))
        let order = try ManyExport(wanted.entered)
        let calendar = clocks.current.calendar
        guard let selection = Selection(wanted.documents, of: try request.listQuery) else {
            throw HTTPError(
                .badRequest, message: localized("“documents” must be “all”, or numbers separated by commas."))
        }
        if case .all = selection { try context.require(.exportEverything) }
        let documents = try library.documents(of: selection, calendar: calendar)
        // Check before starting, so that missing documents are reported immediately.
        let pages = try documents.map { try library.document($0).pages }
        let leftOut = order.files == .pdf ? pages.count { $0 == 0 } : 0
        guard leftOut < documents.count else {
            throw HTTPError(.unprocessableContent, message: localized("There is nothing to export."))
        }
        let job = try jobs.begin(
            .export, total: pages.reduce(0, +), documents: documents.count - leftOut, leftOut: leftOut)
        let path = jobs.path(job.id)
        let title =
            documents.count == 1
            ? try library.document(documents[0]).title : LibraryMessages.documentCount(documents.count)
        let language = Language.current
        Task { [jobs, library] in
            let many = ManyDocuments(library, order, at: .now, calendar: calendar)
            do {
                try await CPUWorkQueue.exports.run {
                    try Language.$current.withValue(language) {
                        try many.write(documents, to: path) { completed in
                            guard jobs[job.id]?.isRunning == true else { throw JobError.stopped }
                            if completed > 0 { jobs.update(job.id) { $0.advance() } }
                        }
                    }
                }
                try library.noteExport(of: documents, at: .now)
                jobs.finish(job.id, with: JobFile(path: path, kind: many.kind, title: title))
            } catch {
                try? FileManager.default.removeItem(atPath: path)
                let reason = Language.$current.withValue(language) {
                    if case StoreError.unknownDocument = error { LibraryMessages.deletedMeanwhile } else { "\(error)" }
                }
                jobs.update(job.id) { $0.fail(reason) }
            }
        }
        return accepted(job)
    }

    /// Waits for the text that an export needs.
    private func readTexts(of document: Int64, for format: ExportFormat, _ job: String) async throws {
        guard format.textNeed != .none else { return }
        do {
            try await texts.finish(document) { [jobs] unread in
                guard jobs[job]?.isRunning == true else { throw JobError.stopped }
                jobs.update(job) { $0.waitForTexts(unread) }
            }
        } catch let trouble as TextTrouble {
            if format.textNeed == .required { throw trouble }
            jobs.update(job) { $0.waitForTexts(0) }
        }
    }

    private func show(_ request: Request, _ context: StationContext) throws -> Response {
        JSONAnswer.make(APIJob(try job(context)))
    }

    /// Stops a job. A finished job does not change.
    private func stop(_ request: Request, _ context: StationContext) throws -> Response {
        let id = try job(context).id
        jobs.update(id) { $0.stop() }
        return JSONAnswer.make(APIJob(try job(context)))
    }

    private func file(_ request: Request, _ context: StationContext) throws -> Response {
        guard let file = jobs.file(try job(context).id), FileManager.default.fileExists(atPath: file.path) else {
            throw HTTPError(.notFound)
        }
        return try FileAnswer.stream(file.path, file.kind, title: file.title)
    }

    private func job(_ context: StationContext) throws -> Job {
        guard let job = jobs[try context.parameters.require("job")] else { throw HTTPError(.notFound) }
        return job
    }

    private static func format(_ text: Substring?) throws -> ExportFormat {
        guard let text else { return .pdf }
        guard let format = ExportFormat(rawValue: String(text)) else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPError(.badRequest, message: localized("“format” must be one of \(known)."))
        }
        return format
    }
}

/// A request to export many documents, as JSON.
private struct APIManyExport: Decodable {
    /// The selection in the format of ``Selection``.
    let documents: String
    let entered: [ManyExport.Field: String]

    private enum CodingKeys: String, CodingKey {
        case documents
        case files
        case paper
        case quality
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let numbers = try? container.decode([Int64].self, forKey: .documents) {
            documents = numbers.map { "\($0)" }.joined(separator: ",")
        } else {
            documents = try container.decode(String.self, forKey: .documents)
        }
        entered = [
            .files: try container.decodeIfPresent(String.self, forKey: .files),
            .paper: try container.decodeIfPresent(String.self, forKey: .paper),
            .quality: try container.decodeIfPresent(String.self, forKey: .quality),
        ].compactMapValues(\.self)
    }
}

/// A job as JSON.
struct APIJob: Encodable, Equatable {
    let id: String
    let kind: Job.Kind
    let state: Job.State
    let completed: Int
    let total: Int?
    let text: String
    let error: String?
    let path: String
    /// The path of its file; `nil` until it is finished.
    let file: String?

    init(_ job: Job) {
        id = job.id
        kind = job.kind
        state = job.state
        completed = job.completed
        total = job.total
        text = job.text
        error = job.error
        path = Self.path(job.id)
        file = job.kind == .export && job.state == .done ? "\(path)/file" : nil
    }

    static func path(_ id: String) -> String { "/api/jobs/\(id)" }
}
