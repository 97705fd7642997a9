import HTTPTypes
import Hummingbird
import StationIdentity
package import StationRules
import StationStore
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
        let jobTexts: @Sendable () -> String = { [jobs] in sent.withLock { $0.text(jobs.all) } }
        return events.answer(
            request, context,
            Self.triggers([(changes.stream, .change), (jobs.changes, .jobs), (texts.changes.stream, .texts)]),
            beginning: { [library, texts] in try Self.text(library) + jobTexts() + Self.text(texts) },
            text: { [library, texts] trigger in
                switch trigger {
                case .change: try Self.text(library)
                case .jobs: jobTexts()
                case .texts: try Self.text(texts)
                }
            })
    }

    private static func text(_ library: Library) throws -> String {
        "event: documents\ndata: {\"documents\":\(try library.documentCount())}\n\n"
    }

    private static func text(_ texts: TextReading) throws -> String {
        "event: reading\ndata: \(JSONAnswer.text(APIReading(texts.report, unread: try texts.unread)))\n\n"
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
