package import NIOCore
package import NIOWebSocket
package import StationRules

/// Limits what a channel receives, detects vanished browsers, and sends a close frame when the station stops.
package final class LiveChannelHandler: ChannelDuplexHandler {
    package typealias InboundIn = WebSocketFrame
    package typealias InboundOut = WebSocketFrame
    package typealias OutboundIn = WebSocketFrame
    package typealias OutboundOut = WebSocketFrame

    /// The time for the browser to answer a close frame.
    private static let goodbye = Duration.milliseconds(500)

    private var pace: ChannelPace
    /// Messages that wait for the rate limit. Reading stops meanwhile, so they are at most those of a single read.
    private var waiting = CircularBuffer<WebSocketFrame>()
    private var wantsToRead = false
    private var turn: Scheduled<Void>?
    private var isClosing = false
    private var end: Scheduled<Void>?
    private var isAlive = true
    private var lifeCheck: Scheduled<Void>?

    /// - Parameter now: The event loop's time.
    package init(_ limits: ChannelLimits, now: NIODeadline) { pace = ChannelPace(limits, at: .uptime(now)) }

    package func handlerAdded(context: ChannelHandlerContext) {
        scheduleLifeCheck(context)
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stop() }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        turn?.cancel()
        end?.cancel()
        lifeCheck?.cancel()
    }

    // MARK: Pace

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        isAlive = true
        if isClosing {
            if frame.opcode == .connectionClose { context.close(promise: nil) }
            return
        }
        switch frame.opcode {
        case .text, .binary:
            waiting.append(frame)
            if turn == nil { pass(context) }
        case .pong: break
        default: context.fireChannelRead(data)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Wait for the browser's close frame even if the channel has no reader anymore.
        if isClosing { context.read() }
    }

    package func read(context: ChannelHandlerContext) {
        if waiting.isEmpty { context.read() } else { wantsToRead = true }
    }

    /// Passes on the messages that the rate limit allows.
    private func pass(_ context: ChannelHandlerContext) {
        turn = nil
        let now = Duration.uptime(context.eventLoop.now)
        while !isClosing, let frame = waiting.first {
            let wait = pace.wait(at: now)
            guard wait == .zero else {
                turn = context.eventLoop.assumeIsolated().scheduleTask(in: wait.timeAmount) {
                    self.pass(context)
                    context.fireChannelReadComplete()
                }
                return
            }
            waiting.removeFirst()
            pace.take(bytes: frame.length, at: now)
            context.fireChannelRead(wrapInboundOut(frame))
        }
        guard wantsToRead else { return }
        wantsToRead = false
        context.read()
    }

    // MARK: The end

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { close(context, .goingAway, "The station ends.") }
        context.fireUserInboundEventTriggered(event)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOWebSocketFrameAggregator.Error {
            switch error {
            case .accumulatedFrameSizeIsTooLarge, .tooManyFragments:
                close(context, .messageTooLarge, "This message is too large.")
            default: close(context, .protocolError, "")
            }
        }
        context.fireErrorCaught(error)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Nothing may follow the close frame.
        if isClosing { promise?.succeed() } else { context.write(data, promise: promise) }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
        guard !isClosing else { return }
        isClosing = true
        waiting.removeAll()
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        data.writeString(reason)
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
        context.read()
        end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.goodbye.timeAmount) {
            context.close(promise: nil)
        }
    }

    // MARK: Life

    private func scheduleLifeCheck(_ context: ChannelHandlerContext) {
        lifeCheck = context.eventLoop.assumeIsolated().scheduleTask(in: ChannelLimits.silence.timeAmount) {
            self.checkLife(context)
        }
    }

    /// Pings a silent browser, and closes the channel if it did not answer the previous ping.
    private func checkLife(_ context: ChannelHandlerContext) {
        guard isAlive || wantsToRead else { return context.close(promise: nil) }
        isAlive = false
        scheduleLifeCheck(context)
        write(
            context: context, data: wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())),
            promise: nil)
        context.flush()
    }
}
