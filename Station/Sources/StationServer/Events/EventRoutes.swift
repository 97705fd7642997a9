import HTTPTypes
import Hummingbird
import NIOCore
package import StationRules
import StationStore

/// Server-sent events: programs and pages are told when documents have changed, and how far jobs are.
struct EventRoutes {
    let library: Library
    let changes: DocumentChanges
    let jobs: Jobs
    let metrics: StationMetrics

    private static let maximumStreams = 64
    /// So that what is between does not end a quiet connection, and a client that has gone is noticed.
    private static let pause = Duration.seconds(15)

    private enum Beat {
        case change
        case jobs
        case pause
    }

    func add(to router: some RouterMethods<StationContext>) { router.get("events", use: tell) }

    private func tell(_ request: Request, _ context: StationContext) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [library, changes, jobs, metrics] writer in
                // Here and not earlier: an answer that is never written would keep its place.
                guard metrics.beginEventStream(maximum: Self.maximumStreams) else {
                    try await writer.write(ByteBuffer(string: "retry: 60000\n\n"))
                    return try await writer.finish(nil)
                }
                defer { metrics.endEventStream() }
                var told = JobEvents()
                let beats = Self.beats(changes.stream, jobs.changes)
                try await writer.write(
                    ByteBuffer(string: "retry: 2000\n" + Self.text(library) + told.text(jobs.all)))
                for await beat in beats {
                    let text =
                        switch beat {
                        case .change: try Self.text(library)
                        case .jobs: told.text(jobs.all)
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

    private static func beats(_ changes: AsyncStream<Void>, _ jobs: AsyncStream<Void>) -> AsyncStream<Beat> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { beats in
            let listeners = [(changes, Beat.change), (jobs, .jobs)].map { stream, beat in
                Task { for await _ in stream { beats.yield(beat) } }
            }
            let clock = Task {
                while true {
                    try await Task.sleep(for: pause)
                    beats.yield(.pause)
                }
            }
            beats.onTermination = { _ in
                for listener in listeners { listener.cancel() }
                clock.cancel()
            }
        }
    }
}

/// What a listener has been told of jobs: it gets the state of each one, and then each change, of several that come at once
/// the last one.
package struct JobEvents {
    private var told: [String: Job] = [:]

    package init() {}

    /// The events of jobs that are not as they were told last.
    package mutating func text(_ jobs: [Job]) -> String {
        let changed = jobs.filter { told[$0.id] != $0 }
        told = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
        return changed.map { "event: job\ndata: \(JSONAnswer.text(APIJob($0)))\n\n" }.joined()
    }
}
