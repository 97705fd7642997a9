import NIOCore
import NIOHTTP1
import NIOWebSocket
import StationRules
import Synchronization

/// Turns a connection into a live channel, with the limits of whom it is for.
final class LiveUpgrader: NIOTypedHTTPServerProtocolUpgrader {
    typealias UpgradeResult = StationChannel.Negotiated

    let supportedProtocol = "websocket"
    let requiredUpgradeHeaders: [String] = []

    private let door: LiveDoor
    /// Whom the channel is for, once it is opened.
    private let visitor = Mutex(Visitor.stranger)
    private let refusedHead = Mutex<HTTPRequestHead?>(nil)

    /// For one connection.
    init(_ door: LiveDoor) { self.door = door }

    /// The head of a request that did not open a channel. It is answered as any other.
    var refused: HTTPRequestHead? { refusedHead.withLock { $0 } }

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        refusedHead.withLock { $0 = upgradeRequest }
        return upgrader(.stranger).buildUpgradeResponse(
            channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
    }

    func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<UpgradeResult> {
        upgrader(visitor.withLock { $0 }).upgrade(channel: channel, upgradeRequest: upgradeRequest)
    }

    private func upgrader(_ visitor: Visitor) -> NIOTypedWebSocketServerUpgrader<UpgradeResult> {
        let limits = ChannelLimits.of(visitor)
        return NIOTypedWebSocketServerUpgrader(
            maxFrameSize: limits.messageBytes,
            shouldUpgrade: { [self] channel, head in
                guard let visitor = door.open(channel, head) else { return channel.eventLoop.makeSucceededFuture(nil) }
                self.visitor.withLock { $0 = visitor }
                refusedHead.withLock { $0 = nil }
                return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                            maxAccumulatedFrameSize: limits.messageBytes),
                        LiveChannelHandler(limits, now: channel.eventLoop.now),
                    ])
                    return .live(try NIOAsyncChannel(wrappingChannelSynchronously: channel), head, visitor)
                }
            })
    }
}

/// Passes on the head of a request that asked for a live channel in vain: NIO forgets it.
final class RefusedUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// To be called when all handlers after this one are there. The end of the request follows by itself.
    func repeatHead(_ head: HTTPRequestHead) { context?.fireChannelRead(wrapInboundOut(.head(head))) }
}
