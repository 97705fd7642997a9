import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOWebSocket
import StationRules
import StationStore

/// A connection to the station: HTTP, or a WebSocket for the channel of a camera view; both over TLS if the station
/// has a certificate.
struct StationChannel: HTTPChannelHandler {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let negotiated: EventLoopFuture<Negotiated>
    }

    enum Negotiated: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case live(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, HTTPRequestHead, Visitor)
        /// The connection exceeds the limit.
        case refused
    }

    let responder: Responder
    let gate: StationGate
    let door: LiveDoor
    let certificate: ServerCertificate?
    /// Serves a channel, given the head of its request.
    let live: @Sendable (NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, HTTPRequestHead) async throws -> Void

    /// Serves a channel on behalf of its visitor, as for requests.
    private func serve(
        _ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ head: HTTPRequestHead, for visitor: Visitor
    ) async throws {
        try await visitor.acting(as: door.visitors.reader(for: visitor)) { try await live(channel, head) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            if let certificate {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
            let client = ClientAddress(channel.remoteAddress)
            do throws(AccessRefusal) { try gate.enter(.connections, client) } catch {
                return try refuse(channel, client, error)
            }
            channel.closeFuture.whenComplete { [gate] _ in gate.leave(.connections, client) }
            return try negotiate(channel)
        }
    }

    /// Sends a reply to some of the refused connections.
    private func refuse(_ channel: any Channel, _ client: ClientAddress, _ refusal: AccessRefusal) throws -> Value {
        let isTold = (try? gate.enter(.refusals, client)) != nil
        if isTold { channel.closeFuture.whenComplete { [gate] _ in gate.leave(.refusals, client) } }
        try channel.pipeline.syncOperations.addHandler(RefusalHandler(isTold ? refusal : nil))
        return Value(channel: channel, negotiated: channel.eventLoop.makeSucceededFuture(.refused))
    }

    private func negotiate(_ channel: any Channel) throws -> Value {
        try channel.pipeline.syncOperations.addHandler(EndHandler())
        let (patience, isEncrypted) = (gate.limits.patience, certificate != nil)
        let upgrader = LiveUpgrader(door)
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Negotiated>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let refused = RefusedUpgradeHandler()
                    try channel.pipeline.syncOperations.addHandler(refused)
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: isEncrypted))
                    try channel.pipeline.syncOperations.addHandler(
                        PatienceHandler(patience, now: channel.eventLoop.now))
                    let http = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                    if let head = upgrader.refused { refused.repeatHead(head) }
                    return .http(http)
                }
            })
        let negotiated = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: upgrade))
        let decoder = try channel.pipeline.syncOperations.handler(
            type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try channel.pipeline.syncOperations.addHandler(StrictRequests(), position: .after(decoder))
        // This timeout includes the handshake.
        let slow = channel.eventLoop.scheduleTask(in: patience.firstHead.timeAmount) { channel.close(promise: nil) }
        negotiated.whenComplete { _ in slow.cancel() }
        return Value(channel: channel, negotiated: negotiated)
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .live(let channel, let head, let visitor): try await serve(channel, head, for: visitor)
            case .refused: try await value.channel.closeFuture.get()
            }
        } catch {
            logger.debug("connection ended", metadata: ["error": "\(error)"])
        }
    }
}
