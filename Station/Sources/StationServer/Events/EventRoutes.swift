import HTTPTypes
import Hummingbird
import StationIdentity
package import StationRules
package import StationStore
import Synchronization

/// Server-sent events that notify programs and pages of changes to documents, and of the progress of jobs and of
/// reading.
struct EventRoutes {
    let library: Library
    let changes: DocumentChanges
    let jobs: Jobs
    let texts: TextReading
    let events: EventStreams

    private enum Trigger {
        case change
        case jobs
        case texts
    }

    func add(to router: Routes) { router.get("events", to: .readDocuments, .data, use: stream) }

    private func stream(_ request: Request, _ context: StationContext) -> Response {
        let sent = Mutex(JobEvents())
        let changeEvents = Mutex(ChangeEvents())
        let jobTexts: @Sendable () -> String = { [jobs] in sent.withLock { $0.text(jobs.all) } }
        return events.answer(
            request, context,
            Self.triggers([(changes.stream, .change), (jobs.changes, .jobs), (texts.changes.stream, .texts)]),
            beginning: { [library, texts] in
                try changeEvents.withLock { try $0.documents(of: library) } + jobTexts()
                    + changeEvents.withLock { try $0.reading(of: texts, library) }
            },
            text: { [library, texts] trigger in
                switch trigger {
                case .change: try changeEvents.withLock { try $0.documents(of: library) }
                case .jobs: jobTexts()
                case .texts: try changeEvents.withLock { try $0.reading(of: texts, library) }
                }
            })
    }

    private static func triggers(_ streams: [(AsyncStream<Void>, Trigger)]) -> AsyncStream<Trigger> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { triggers in
            let listeners = streams.map { stream, trigger in
                Task { for await _ in stream { triggers.yield(trigger) } }
            }
            triggers.onTermination = { _ in for listener in listeners { listener.cancel() } }
        }
    }
}

/// Tracks the job states that a listener has received. It first gets the state of each job, then each change; of
/// several simultaneous changes, only the last.
package struct JobEvents {
    private var sent: [String: Job] = [:]

    package init() {}

    /// The events of jobs that have changed since the last call.
    package mutating func text(_ jobs: [Job]) -> String {
        let changed = jobs.filter { sent[$0.id] != $0 }
        sent = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
        return changed.map { "event: job\ndata: \(JSONAnswer.text(APIJob($0)))\n\n" }.joined()
    }
}

/// The events about documents and their texts for one listener. Changes of documents that are invisible to the listener cause no
/// event.
package struct ChangeEvents {
    private var mark: String?
    private var reading: String?

    package init() {}

    package mutating func documents(of library: Library) throws -> String {
        let mark = try library.markOfWhatIsThere()
        defer { self.mark = mark }
        guard mark == nil || mark != self.mark else { return "" }
        return "event: documents\ndata: {\"documents\":\(try library.documentCount())}\n\n"
    }

    package mutating func reading(of texts: TextReading, _ library: Library) throws -> String {
        let text = "event: reading\ndata: \(JSONAnswer.text(try APIReading(texts)))\n\n"
        defer { reading = text }
        // Pages may have changed although the numbers are the same.
        return try library.markOfWhatIsThere() == nil || text != reading ? text : ""
    }
}
