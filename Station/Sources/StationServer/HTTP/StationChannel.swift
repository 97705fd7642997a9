import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection to the station: HTTP, or a WebSocket for the live channel of a camera view.
struct StationChannel: HTTPChannelHandler {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let negotiated: EventLoopFuture<Negotiated>
    }

    enum Negotiated: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case live(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, path: String)
    }

    /// The maximum size of a message, in bytes: a still of a large camera.
    private static let maximumBytes = 32 << 20

    let responder: Responder
    /// Whether a request may open a live channel.
    let accepts: @Sendable (HTTPRequestHead) -> Bool
    /// Serves a live channel, by the path and query of its request.
    let live: @Sendable (NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, String) async throws -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketServerUpgrader<Negotiated>(
                maxFrameSize: Self.maximumBytes,
                shouldUpgrade: { channel, head in
                    channel.eventLoop.makeSucceededFuture(accepts(head) ? HTTPHeaders() : nil)
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                                maxAccumulatedFrameSize: Self.maximumBytes))
                        return .live(try NIOAsyncChannel(wrappingChannelSynchronously: channel), path: head.uri)
                    }
                })
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Negotiated>(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                        return .http(
                            try NIOAsyncChannel(
                                wrappingChannelSynchronously: channel,
                                configuration: .init(isOutboundHalfClosureEnabled: true)))
                    }
                })
            let negotiated = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: .init(upgradeConfiguration: upgrade))
            return Value(channel: channel, negotiated: negotiated)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .live(let channel, let path): try await live(channel, path)
            }
        } catch {
            logger.debug("connection ended", metadata: ["error": "\(error)"])
        }
    }
}
