import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// The job routes for programs and the station's pages, as `web/openapi.json` describes them.
struct JobAPI {
    let jobs: Jobs
    let library: Library
    let texts: TextReading

    func add(to router: some RouterMethods<StationContext>) {
        router.post("api/documents/:document/exports", use: export)
        let job = router.group("api/jobs/:job")
        job.get("", use: show)
        job.delete("", use: stop)
        job.get("file", use: file)
    }

    /// Begins the export of a document and answers at once.
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
                jobs.finish(
                    job.id, with: JobFile(path: path, kind: format.kind, title: format.fileTitle(of: document.title)))
            } catch {
                try? FileManager.default.removeItem(atPath: path)
                let isDeleted = error as? StoreError == .unknownDocument(id)
                jobs.update(job.id) { $0.fail(isDeleted ? LibraryMessages.deletedMeanwhile : "\(error)") }
            }
        }
        var answer = JSONAnswer.make(APIJob(job), .accepted)
        answer.headers[.location] = APIJob.path(job.id)
        return answer
    }

    /// Waits for the texts that an export needs.
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

    /// Stops a job. A job that has ended does not change.
    private func stop(_ request: Request, _ context: StationContext) throws -> Response {
        let id = try job(context).id
        jobs.update(id) { $0.stop() }
        return JSONAnswer.make(APIJob(try job(context)))
    }

    private func file(_ request: Request, _ context: StationContext) throws -> Response {
        guard let file = jobs.file(try job(context).id), let data = FileManager.default.contents(atPath: file.path)
        else { throw HTTPError(.notFound) }
        return FileAnswer.make([UInt8](data), file.kind, title: file.title)
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
