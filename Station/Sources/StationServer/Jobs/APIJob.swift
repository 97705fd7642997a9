import StationRules

/// A job, as programs and the station's own pages see it.
struct APIJob: Encodable, Equatable {
    let id: String
    let kind: Job.Kind
    let state: Job.State
    let completed: Int
    let total: Int?
    let text: String
    let error: String?
    let path: String
    /// Where what it has made is; nothing before it is done.
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
