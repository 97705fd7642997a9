import HTTPTypes
import Hummingbird
import NIOCore
package import StationRules
import StationStore

/// Server-sent events: tell programs and pages when documents change, and how far jobs are.
struct EventRoutes {
    let library: Library
    let changes: DocumentChanges
    let jobs: Jobs
    let metrics: StationMetrics

    private static let maximumStreams = 64
    /// A comment after each pause keeps proxies from closing a quiet connection, and reveals clients that have gone.
    private static let pause = Duration.seconds(15)

    private enum Trigger {
        case change
        case jobs
        case pause
    }

    func add(to router: some RouterMethods<StationContext>) { router.get("events", use: stream) }

    private func stream(_ request: Request, _ context: StationContext) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [library, changes, jobs, metrics] writer in
                // Counted here and not earlier: an answer that is never written must not count.
                guard metrics.beginEventStream(maximum: Self.maximumStreams) else {
                    try await writer.write(ByteBuffer(string: "retry: 60000\n\n"))
                    return try await writer.finish(nil)
                }
                defer { metrics.endEventStream() }
                var events = JobEvents()
                let triggers = Self.triggers(changes.stream, jobs.changes)
                try await writer.write(
                    ByteBuffer(string: "retry: 2000\n" + Self.text(library) + events.text(jobs.all)))
                for await trigger in triggers {
                    let text =
                        switch trigger {
                        case .change: try Self.text(library)
                        case .jobs: events.text(jobs.all)
                        case .pause: ":\n\n"
                        }
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                }
                try await writer.finish(nil)
            })
    }

    private static func text(_ library: Library) throws -> String {
        "event: documents\ndata: {\"documents\":\(try library.documentCount())}\n\n"
    }

    private static func triggers(_ changes: AsyncStream<Void>, _ jobs: AsyncStream<Void>) -> AsyncStream<Trigger> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { triggers in
            let listeners = [(changes, Trigger.change), (jobs, .jobs)].map { stream, trigger in
                Task { for await _ in stream { triggers.yield(trigger) } }
            }
            let clock = Task {
                while true {
                    try await Task.sleep(for: pause)
                    triggers.yield(.pause)
                }
            }
            triggers.onTermination = { _ in
                for listener in listeners { listener.cancel() }
                clock.cancel()
            }
        }
    }
}

/// Remembers which states of jobs a listener has received. It first gets the state of each job, then each change; of several
/// changes at once, it gets the last.
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
