import NIOCore
import NIOHTTP1
import NIOWebSocket
import StationRules
import Synchronization

/// Upgrades a connection to a channel with its visitor's limits.
final class LiveUpgrader: NIOTypedHTTPServerProtocolUpgrader {
    typealias UpgradeResult = StationChannel.Negotiated

    let supportedProtocol = "websocket"
    let requiredUpgradeHeaders: [String] = []

    private let door: LiveDoor
    /// The visitor of the channel, once it is opened.
    private let visitor = Mutex(Visitor.stranger)
    private let refusedHead = Mutex<HTTPRequestHead?>(nil)

    /// Creates an upgrader for one connection.
    init(_ door: LiveDoor) { self.door = door }

    /// The head of a request that did not open a channel, which is answered like any other.
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

/// Repeats the head of a request whose upgrade was refused, because NIO drops it.
final class RefusedUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Call it when all later handlers have been added. The end of the request follows automatically.
    func repeatHead(_ head: HTTPRequestHead) { context?.fireChannelRead(wrapInboundOut(.head(head))) }
}
