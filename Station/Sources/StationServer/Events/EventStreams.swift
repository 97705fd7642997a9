import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import StationRules

/// Responses that are streams of server-sent events.
struct EventStreams: Sendable {
    let metrics: StationMetrics
    let visitors: Visitors

    private static let maximumStreams = 64
    /// The interval of comments that keep proxies from closing a quiet connection, and reveal clients that have gone.
    private static let pause = Duration.seconds(15)

    /// - Parameters:
    ///   - request: The request, whose sender is notified as long as they may use the station.
    ///   - beginning: The first events.
    ///   - text: Returns the events of a trigger; empty if there are none.
    func answer<Trigger: Sendable>(
        _ request: Request, _ context: StationContext, _ triggers: AsyncStream<Trigger>,
        beginning: @escaping @Sendable () async throws -> String,
        text: @escaping @Sendable (Trigger) async throws -> String
    ) -> Response {
        // Capture the request's values, because the stream is written after the request.
        let language = Language.current
        let (headers, client) = (request.headers, context.client)
        let isAdmitted: @Sendable () -> Bool = { [visitors] in
            (try? visitors.visitor(headers, from: client))?.isSignedIn == true
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { [metrics] writer in
                // Count the stream here and not earlier, because a response that is never written must not count.
                guard metrics.beginEventStream(maximum: Self.maximumStreams) else {
                    try await writer.write(ByteBuffer(string: "retry: 60000\n\n"))
                    return try await writer.finish(nil)
                }
                defer { metrics.endEventStream() }
                let first = try await Language.$current.withValue(language) { try await beginning() }
                try await writer.write(ByteBuffer(string: "retry: 2000\n" + first))
                // Ends without an event when the station stops: listeners reconnect automatically.
                for await trigger in Self.withPauses(triggers).cancelOnGracefulShutdown() {
                    guard isAdmitted() else { break }
                    let text = try await Language.$current.withValue(language) {
                        if let trigger { try await text(trigger) } else { ":\n\n" }
                    }
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                }
                try await writer.finish(nil)
            })
    }

    /// Returns the triggers, and `nil` after each pause.
    private static func withPauses<Trigger: Sendable>(_ triggers: AsyncStream<Trigger>) -> AsyncStream<Trigger?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { events in
            let listener = Task { for await trigger in triggers { events.yield(trigger) } }
            let clock = Task {
                while true {
                    try await Task.sleep(for: pause)
                    events.yield(nil)
                }
            }
            events.onTermination = { _ in
                listener.cancel()
                clock.cancel()
            }
        }
    }
}
