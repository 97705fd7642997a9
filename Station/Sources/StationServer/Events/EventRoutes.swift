import HTTPTypes
import Hummingbird
import NIOCore
import StationStore

/// Server-sent events: programs and pages are told when documents have changed.
struct EventRoutes {
    let library: Library
    let changes: DocumentChanges
    let metrics: StationMetrics

    private static let mostStreams = 64
    /// So that what is between does not end a quiet connection, and a client that has gone is noticed.
    private static let pause = Duration.seconds(15)

    private enum Beat {
        case change
        case pause
    }

    func add(to router: some RouterMethods<StationContext>) { router.get("events", use: tell) }

    private func tell(_ request: Request, _ context: StationContext) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { [library, changes, metrics] writer in
                // Here and not earlier: an answer that is never written would keep its place.
                guard metrics.beginEventStream(most: Self.mostStreams) else {
                    try await writer.write(ByteBuffer(string: "retry: 60000\n\n"))
                    return try await writer.finish(nil)
                }
                defer { metrics.endEventStream() }
                let beats = Self.beats(changes.stream)
                try await writer.write(ByteBuffer(string: "retry: 2000\n" + Self.text(library)))
                for await beat in beats {
                    try await writer.write(ByteBuffer(string: beat == .change ? Self.text(library) : ":\n\n"))
                }
                try await writer.finish(nil)
            })
    }

    private static func text(_ library: Library) throws -> String {
        "event: documents\ndata: {\"documents\":\(try library.documentCount())}\n\n"
    }

    private static func beats(_ changes: AsyncStream<Void>) -> AsyncStream<Beat> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { beats in
            let listener = Task { for await _ in changes { beats.yield(.change) } }
            let clock = Task {
                while true {
                    try await Task.sleep(for: pause)
                    beats.yield(.pause)
                }
            }
            beats.onTermination = { _ in
                listener.cancel()
                clock.cancel()
            }
        }
    }
}
