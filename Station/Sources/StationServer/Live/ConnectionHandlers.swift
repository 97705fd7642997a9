import Foundation
import HTTPTypes
package import NIOCore
package import NIOHTTPTypes
package import StationRules

extension Duration {
    /// Converts a deadline to the time of the event loops' clock.
    static func uptime(_ deadline: NIODeadline) -> Duration { .nanoseconds(Int64(deadline.uptimeNanoseconds)) }

    /// The duration for event loops.
    var timeAmount: TimeAmount { .nanoseconds(Int64((self / .nanoseconds(1)).rounded(.up))) }
}

/// Closes a connection shortly after the station was asked to stop, whatever is still in progress on it.
final class EndHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The time for answering requests that have already arrived.
    static let patience = Duration.seconds(1)

    private var end: Scheduled<Void>?

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience.timeAmount) {
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}

/// Asks a client beyond the connection limit to retry later.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The time for a client to send a request and read the response.
    private static let patience = Duration.seconds(1)

    /// `nil` if the limit on replies is exceeded, too.
    private let refusal: AccessRefusal?
    private var hasAnswered = false
    private var end: Scheduled<Void>?

    init(_ refusal: AccessRefusal?) { self.refusal = refusal }

    func channelActive(context: ChannelHandlerContext) {
        if refusal == nil { context.close(promise: nil) } else { scheduleEnd(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // A head may arrive in several parts.
        guard let refusal, context.channel.isWritable, !hasAnswered else { return }
        hasAnswered = true
        let text = "\(refusal)\n"
        let answer = """
            HTTP/1.1 \(refusal.status) \(HTTPResponse.Status(numbered: refusal.status).reasonPhrase)\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(text.utf8.count)\r
            Cache-Control: no-store\r
            Retry-After: \(refusal.seconds)\r
            Connection: close\r
            \r
            \(text)
            """
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        context.close(mode: .output, promise: nil)
        scheduleEnd(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    private func scheduleEnd(_ context: ChannelHandlerContext) {
        end?.cancel()
        end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience.timeAmount) {
            context.close(promise: nil)
        }
    }
}

/// Closes slow connections according to ``ConnectionPatience``.
package final class PatienceHandler: ChannelDuplexHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private var patience: ConnectionPatience
    private var check: (time: Duration, task: Scheduled<Void>)?

    /// - Parameter now: The event loop's time.
    package init(_ limits: ConnectionPatience.Limits, now: NIODeadline) {
        patience = ConnectionPatience(limits, at: .uptime(now))
    }

    package func handlerAdded(context: ChannelHandlerContext) { schedule(context) }
    package func handlerRemoved(context: ChannelHandlerContext) { check?.task.cancel() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: handle(.head, context)
        case .body(let buffer): handle(.body(bytes: buffer.readableBytes), context)
        case .end: handle(.requestEnd, context)
        }
        context.fireChannelRead(data)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { handle(.answerEnd, context) }
        context.write(data, promise: promise)
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        handle(context.channel.isWritable ? .flowing : .blocked, context)
        context.fireChannelWritabilityChanged()
    }

    private func handle(_ event: ConnectionPatience.Event, _ context: ChannelHandlerContext) {
        patience.handle(event, at: .uptime(context.eventLoop.now))
        schedule(context)
    }

    /// Schedules the next check, of which there is at most one. It is not rescheduled when the deadline moves later,
    /// as with each part of a body, but it is when the deadline moves earlier.
    private func schedule(_ context: ChannelHandlerContext) {
        guard let deadline = patience.deadline else { return }
        if let check {
            guard deadline < check.time else { return }
            check.task.cancel()
        }
        let rest = deadline - .uptime(context.eventLoop.now)
        let task = context.eventLoop.assumeIsolated().scheduleTask(in: rest.timeAmount) { self.look(context) }
        check = (deadline, task)
    }

    private func look(_ context: ChannelHandlerContext) {
        check = nil
        guard let deadline = patience.deadline else { return }
        if deadline > .uptime(context.eventLoop.now) { schedule(context) } else { context.close(promise: nil) }
    }
}
